import ControlProtocol
import Sequencer

/// The knowledge of a daemon, as its replies and events give it.
///
/// It has no clock and no connection.
struct MonitorModel: Sendable {
    /// The state of the connection.
    enum Connection: Hashable, Sendable {
        /// The daemon answers.
        case open
        /// There is no daemon, for this reason; the monitor keeps trying.
        case closed(String)
    }

    /// The tracks of the current file.
    enum Tracks: Sendable {
        /// There is no file.
        case none
        /// The file with this path is being read.
        case reading(String)
        case read(String, MonitorTracks)
        /// The file with this path cannot be read, for this reason.
        case unreadable(String, String)

        /// The path of the file.
        var path: String? {
            switch self {
            case .none: nil
            case .reading(let path), .read(let path, _), .unreadable(let path, _): path
            }
        }

        /// The tracks, once they were read.
        var known: MonitorTracks? {
            if case .read(_, let tracks) = self { tracks } else { nil }
        }
    }

    /// A line for the user.
    struct Message: Hashable, Sendable {
        var text: String
        var isError = false
    }

    private(set) var connection: Connection
    /// The role of this client; `nil` until the daemon has told it.
    private(set) var role: Permission?
    /// The last status; `nil` before the first.
    private(set) var status: DaemonStatus?
    /// The strips of the mixer with their levels; `nil` if the daemon lists none: it is older.
    private(set) var strips: [StripEntry]?
    /// The presets that parts have been given, the first with the highest priority.
    private(set) var programs: [GivenProgram] = []
    private(set) var queue = QueueListing(current: nil, entries: [])
    private(set) var tracks = Tracks.none
    /// The syllables of the current line, for a file whose lyrics are not known otherwise.
    private(set) var syllables = ""
    /// The last message; the caller removes it after some time.
    var message: Message?
    /// Whether the queue has changed since the last ``takeQueueChange()``.
    private var hasQueueChanged = true
    /// Whether the strips have changed since the last ``takeStripsChange()``.
    private var haveStripsChanged = true
    /// Whether the rack has changed since the last ``takeRackChange()``.
    private var hasRackChanged = true
    /// Whether the file may have another content than was read.
    private var hasFileChanged = false

    /// The most characters of syllables that are stored.
    private static let syllableLimit = 200

    /// Makes the model of a daemon to which there is no connection yet.
    init(_ connection: Connection = .closed("connecting")) {
        self.connection = connection
    }

    // MARK: The connection

    /// A new connection, of which nothing is known.
    mutating func connected() {
        self = MonitorModel(.open)
    }

    /// The connection is lost, or could not be made.
    ///
    /// The last state stays, so that the view can show what it was.
    mutating func disconnected(_ reason: String) {
        connection = .closed(reason)
        role = nil
    }

    // MARK: Replies

    /// Takes a reply.
    mutating func take(_ reply: MonitorReply) {
        switch reply {
        case .status(let status): take(status)
        case .queue(let listing): queue = listing
        case .strips(let entries): strips = entries
        case .rack(let listing): programs = listing.programs.compactMap(GivenProgram.init)
        case .client(let identity): role = identity.role
        case .done(let warning?): message = Message(text: "warning: \(warning)")
        case .done(nil): break
        }
    }

    /// Takes the error with which a request was answered.
    mutating func take(_ error: RequestError) {
        message = Message(text: error.message, isError: true)
    }

    private mutating func take(_ status: DaemonStatus) {
        if status.file != self.status?.file { syllables = "" }
        self.status = status
    }

    // MARK: Events

    /// Takes an event.
    mutating func take(_ event: DaemonEvent) {
        switch event {
        case .transport(let change):
            hasQueueChanged = true
            if change.change == .located || change.change == .started { syllables = "" }
        case .lyric(let passed): add(syllable: passed.text)
        case .error(let fault): message = Message(text: fault.message, isError: true)
        case .output(let change):
            if case .lost(let reason) = change.output {
                message = Message(text: "device lost: \(reason)", isError: true)
            }
        case .reload(let file):
            hasFileChanged = true
            message = Message(text: "reloaded: \(file.changes)")
        case .action(let outcome): take(outcome)
        case .queue: hasQueueChanged = true
        case .levels(let levels): take(levels)
        case .setting(let change) where change.strip != nil: haveStripsChanged = true
        case .rack: hasRackChanged = true
        case .setting, .substitution, .position, .bar, .beat, .meter, .tempo, .marker,
            .trackEnd, .note, .chord, .ports, .tap, .clip, .record, .job, .follow, .practice, .midi:
            break
        case .lagged: (hasQueueChanged, hasRackChanged) = (true, true)
        }
    }

    /// Takes the levels of a strip; one that is not listed yet is asked for.
    private mutating func take(_ levels: MeasuredLevels) {
        guard let name = levels.strip else { return }
        guard let index = strips?.firstIndex(where: { $0.name == name }) else {
            haveStripsChanged = true
            return
        }
        strips?[index].peak = levels.peak
        strips?[index].heldPeak = levels.heldPeak
    }

    /// Whether the rack has changed since the last call.
    mutating func takeRackChange() -> Bool {
        defer { hasRackChanged = false }
        return hasRackChanged
    }

    /// Whether the strips are to be asked for: one has other settings, or is new.
    mutating func takeStripsChange() -> Bool {
        defer { haveStripsChanged = false }
        return haveStripsChanged
    }

    private mutating func take(_ outcome: ActionOutcome) {
        switch outcome.outcome {
        case .done: message = Message(text: "\(outcome.command): done")
        case .failed(let error):
            message = Message(text: "\(outcome.command): \(error.message)", isError: true)
        case .cancelled(let reason):
            message = Message(
                text: "\(outcome.command): cancelled" + (reason.map { ": \($0)" } ?? "")
            )
        }
    }

    /// Adds a syllable; one that begins a line has a line end or a slash before it.
    private mutating func add(syllable: String) {
        let beginsLine = syllable.first.map { $0.isNewline || $0 == "/" || $0 == "\\" } ?? false
        let text = syllable.drop { $0.isNewline || $0 == "/" || $0 == "\\" }
        syllables = String(((beginsLine ? "" : syllables) + text).suffix(Self.syllableLimit))
    }

    // MARK: Work that follows

    /// Whether the queue has to be asked for; true once after each change.
    mutating func takeQueueChange() -> Bool {
        defer { hasQueueChanged = false }
        return hasQueueChanged
    }

    /// The path of the file whose tracks have to be read; once for each file and version.
    mutating func takeWantedFile() -> String? {
        guard let path = status?.file else {
            tracks = .none
            return nil
        }
        guard path != tracks.path || hasFileChanged else { return nil }
        hasFileChanged = false
        tracks = .reading(path)
        return path
    }

    /// Takes the tracks of a file, unless another file is current by now.
    mutating func take(_ result: Result<MonitorTracks, MonitorFault>, of path: String) {
        guard case .reading(path) = tracks else { return }
        switch result {
        case .success(let read): tracks = .read(path, read)
        case .failure(let fault): tracks = .unreadable(path, fault.message)
        }
    }
}

/// The reason why the tracks of a file are not known.
struct MonitorFault: Error, Hashable {
    var message: String
}
