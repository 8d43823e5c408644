import NIOPosix
import Playback
import SMF
import SamplerHost
import Sequencer
import Synchronization

/// Reads files and makes their samplers on a thread of its own, one after the other.
///
/// Its results wait for ``takeLoaded()``, and `Signals` wakes the main thread for them.
final class SongLoader: Sendable {
    /// What a load came to.
    struct Outcome: Sendable {
        /// The load's ticket.
        var ticket: Int
        var step: Playlist.Step
        var result: Result<LoadedSong, CommandFailure>
    }

    private let musical: MusicalOptions
    private let sampler: SamplerSettings
    private let rate: Int
    private let maximumPeriod: Int
    private let reporting: PieceFile.Reporting
    private let thread = NIOThreadPool(numberOfThreads: 1)
    private let outcomes = Mutex<[Outcome]>([])
    /// The loads that are still wanted.
    let tickets = LoadTickets()
    /// What is changed in each sequence.
    private let arrangement: Arrangement
    private let metronome = Mutex<Result<SamplerRack, CommandFailure>?>(nil)

    /// Makes a loader.
    ///
    /// - Parameters:
    ///   - musical: The options for each song.
    ///   - settings: Those of the engine that plays.
    ///   - reporting: What of the things noticed in a file is printed.
    init(_ musical: MusicalOptions, for settings: EngineSettings, reporting: PieceFile.Reporting) {
        self.musical = musical
        self.reporting = reporting
        arrangement = musical.settings.arrangement
        sampler = settings.sampler
        rate = settings.rate
        maximumPeriod = settings.maximumPeriod
    }

    /// Makes the sampler of the clicks on the calling thread.
    func makeMetronome() -> Result<SamplerRack, CommandFailure> {
        Result { () throws(CommandFailure) in
            try CommandFailure.catching { () throws(HostError) in
                try SamplerRack(metronome: sampler, rate: rate, maximumPeriod: maximumPeriod)
            }
        }
    }

    /// Makes the sampler of the clicks; see ``takeMetronome()``.
    func loadMetronome() {
        thread.submit { state in
            guard state == .active else { return }
            let result = self.makeMetronome()
            self.metronome.withLock { $0 = result }
            Signals.wake()
        }
    }

    /// The sampler of the clicks, if it has come since the last time.
    func takeMetronome() -> Result<SamplerRack, CommandFailure>? {
        metronome.withLock { metronome in
            defer { metronome = nil }
            return metronome
        }
    }

    /// Starts the thread: not before signals are watched, or it would get them.
    func start() {
        thread.start()
    }

    /// Leaves the thread to the end of the process, which is near.
    ///
    /// Waiting for what it is loading is not wanted, and shutting it down goes by Dispatch, which
    /// waits for memory without an end where there is none.
    func abandon() {
        _ = unsafe Unmanaged.passRetained(thread)
    }

    /// Loads a song, behind those that were asked for before.
    ///
    /// - Parameters:
    ///   - step: What is to be played.
    ///   - file: The file; what is wrong with it is printed if it was not read before.
    ///   - purpose: What it is for; any other load for this is not wanted any more.
    func load(
        _ step: Playlist.Step,
        of file: Playlist.File,
        for purpose: LoadTickets.Purpose
    ) {
        let ticket = tickets.ask(for: purpose)
        thread.submit { state in
            guard state == .active, self.tickets.isWanted(ticket) else { return }
            let result = Result { () throws(CommandFailure) in
                // What has become a FIFO would be waited for, and everything else behind it.
                if purpose == .version, file.song == nil {
                    try CommandFailure.catching { () throws(PlaybackError) in
                        try RegularFile.check(file.path)
                    }
                }
                return try self.read(step, file)
            }
            self.outcomes.withLock {
                $0.append(Outcome(ticket: ticket, step: step, result: result))
            }
            Signals.wake()
        }
    }

    /// What has come since the last time.
    func takeLoaded() -> [Outcome] {
        outcomes.withLock { outcomes in
            defer { outcomes = [] }
            return outcomes
        }
    }

    /// Frees a song where that may wait for whatever is loaded.
    func letGo(_ song: LoadedPiece) {
        thread.submit { _ in withExtendedLifetime(song) {} }
    }

    /// Frees samplers that the engine has let go of.
    func letGo(_ racks: [SamplerRack]) {
        thread.submit { _ in withExtendedLifetime(racks) {} }
    }

    /// Loads a song on the calling thread.
    ///
    /// - Throws: What is wrong with the file, or the options for it.
    func read(
        _ step: Playlist.Step,
        _ entry: Playlist.File
    ) throws(CommandFailure) -> LoadedSong {
        let path = entry.path
        let isNew = entry.sequences == nil
        let file: PieceFile
        if let known = entry.song {
            file = known
        } else {
            file = try PieceFile.load(
                path,
                reporting: isNew ? reporting : .nothing,
                reading: musical.reading
            )
        }
        let sequences = try file.playable(musical)
        guard sequences.indices.contains(step.sequence) else {
            throw CommandFailure(
                .data,
                "\(file.name): changed, and this pattern no longer exists"
            )
        }
        let sequence = sequences[step.sequence]
        let piece = try musical.piece(of: sequence, in: file, arrangement, rate: rate)
        if isNew { for note in piece.notes { Console.report(note) } }
        let place = file.sequences.count > sequences.count ? (musical.pattern ?? 1) - 1 : 0
        let song = try CommandFailure.catching { () throws(PlaybackError) in
            try LoadedPiece(
                piece,
                of: file,
                sequence: place + step.sequence,
                entry: step.file,
                on: sampler,
                rate: rate,
                maximumPeriod: maximumPeriod,
                orElse: MusicalOptions.embeddedFontRemedy
            )
        }
        return LoadedSong(
            step: step,
            song: song,
            name: Self.title(of: path, step, sequences.count),
            lyrics: LyricLine(file.lyrics(ofSequence: place + step.sequence)),
            file: file,
            sequences: sequences.count,
            length: piece.length(rate: rate)
        )
    }

    private static func title(of path: String, _ step: Playlist.Step, _ sequences: Int) -> String {
        let name =
            path == "-"
            ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path
        return sequences > 1 ? "\(name) (pattern \(step.sequence + 1))" : name
    }
}
