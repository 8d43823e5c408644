import SMF
import Sequencer
import Wording

/// Carries out operations on a sequence, one after the other, and tells what each has done.
struct Editor {
    /// What an operation has done.
    struct Report: Hashable {
        var text: String
        /// Whether it found nothing that it could be done to.
        var isEmpty: Bool
        /// What has been left out, for who might miss it.
        var warning: String?
    }

    private(set) var sequence: MusicSequence
    /// The tracks that the last `--track` has named, and which of them that was.
    private var named: (option: Int, tracks: EditScope.NamedTracks)?
    /// Reads the file of a `--merge`.
    private let read: (String) throws(CommandFailure) -> MIDIFile

    /// Makes an editor.
    ///
    /// - Parameters:
    ///   - sequence: What is edited.
    ///   - read: Reads another file.
    init(
        _ sequence: MusicSequence,
        reading read: @escaping (String) throws(CommandFailure) -> MIDIFile
    ) {
        self.sequence = sequence
        self.read = read
    }

    /// Carries out a step.
    ///
    /// - Returns: What it has done.
    /// - Throws: Status 64 for places, tracks and channels that there are not.
    mutating func perform(_ step: EditScript.Step) throws(CommandFailure) -> Report {
        let named = try namedTracks(of: step)
        let hasScope = step.operation.hasScope
        if hasScope, let named, named.isEmpty {
            throw CommandFailure(
                .usage,
                "\(step.text): the tracks that --track has named are deleted: "
                    + "expected another --track before it"
            )
        }
        let scope = try EditScope(
            hasScope ? step.selection : .all,
            hasScope ? named : nil,
            in: sequence
        )
        if hasScope, scope.tracks.isEmpty, scope.hasTempoTrack {
            guard case .renameTrack = step.operation else {
                throw CommandFailure(.usage, "\(step.text): track 1 has only tempo and meter")
            }
        }
        do throws(PositionError) {
            switch step.operation {
            case .cut(let range): return cut(try ticks(range), scope)
            case .clear(let range): return clear(try ticks(range), scope)
            case .copy(let range, let place):
                return copy(try ticks(range), to: try tick(place), scope)
            case .move(let range, let place):
                return move(try ticks(range), to: try tick(place), scope)
            case .reverse(let range):
                return reverse(
                    try range.map { range throws(PositionError) in try ticks(range) },
                    scope
                )
            default: break
            }
        } catch {
            throw CommandFailure(.usage, "\(step.text): \(error)")
        }
        do throws(CommandFailure) {
            switch step.operation {
            case .quantise(let grid): return try quantise(grid, scope)
            case .transpose(let semitones): return transpose(by: semitones, scope)
            case .scaleVelocity(let factor): return scaleVelocity(by: factor, scope)
            case .scaleTime(let factor): return try scaleTime(by: factor, scope)
            case .offset(let distance): return try offset(by: distance, scope)
            case .merge(let path): return try merge(path)
            case .deleteTracks(let selectors): return try deleteTracks(selectors)
            case .renameTrack(let name): return try rename(name, scope)
            case .setTempo(let tempo): return try setTempo(tempo)
            case .cut, .clear, .copy, .move, .reverse:
                throw CommandFailure(.internal, "is done above")
            }
        } catch {
            throw CommandFailure(error.status, "\(step.text): \(error)")
        }
    }

    /// The tracks that a step's selection names, found when it is met first; `nil` for all.
    private mutating func namedTracks(
        of step: EditScript.Step
    ) throws(CommandFailure) -> EditScope.NamedTracks? {
        guard let selectors = step.selection.tracks else { return nil }
        if let named, named.option == step.trackOption { return named.tracks }
        let tracks = try EditScope.NamedTracks(selectors, in: sequence)
        named = (step.trackOption, tracks)
        return tracks
    }

    /// Takes tracks out; what `--track` has named stays that, at other places.
    mutating func remove(tracks: [Int]) {
        for index in tracks.reversed() { sequence.tracks.remove(at: index) }
        named?.tracks.remove(tracks)
    }

    // MARK: Places

    private func tick(_ position: Position) throws(PositionError) -> Int64 {
        try EditPlaces(sequence).tick(of: position)
    }

    private func ticks(_ range: PositionRange) throws(PositionError) -> Range<Int64> {
        try EditPlaces(sequence).ticks(of: range)
    }

    // MARK: Reports

    /// How many events of a range are meant.
    func count(_ scope: EditScope, in range: Range<Int64>? = nil, notesOnly: Bool = false) -> Int {
        scope.tracks.reduce(0) { sum, index in
            let track = sequence.tracks[index]
            let events = range.map { Array(track.events[ticks: $0]) } ?? Array(track.events)
            return sum
                + events.count { entry in
                    if notesOnly {
                        guard case .note = entry.event else { return false }
                    }
                    return scope.contains(entry.event, of: track)
                }
        }
    }

    /// A report on a number of things.
    func report(_ done: String, _ count: Int, _ noun: String, _ rest: String = "") -> Report {
        Report(
            text: "\(done) \(NumberText.count(count, noun))\(count > 0 ? rest : "")",
            isEmpty: count == 0
        )
    }

    /// Changes the sequence: what is meant of each track.
    mutating func change(_ scope: EditScope, _ body: (inout MusicTrack) -> Void) {
        scope.change(&sequence, body)
    }

    /// Changes the sequence as a whole.
    mutating func changeAll(_ body: (inout MusicSequence) -> Void) {
        body(&sequence)
    }

    /// What is read of another file, with this one's ticks.
    func tracks(ofFile path: String) throws(CommandFailure) -> MIDIFile {
        try read(path)
    }
}
