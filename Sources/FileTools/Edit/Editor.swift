package import CommandSupport
package import SMF
package import Sequencer
import Wording

/// Carries out operations on a sequence, one after the other, and reports each.
package struct Editor {
    /// The result of an operation.
    package struct Report: Hashable {
        package var text: String
        /// Whether it found nothing that it could be done to.
        package var isEmpty: Bool
        /// A warning about content that was left out.
        package var warning: String?
    }

    package private(set) var sequence: MusicSequence
    /// The tracks that the last `--track` has named, and which of them that was.
    private var named: (option: Int, tracks: EditScope.NamedTracks)?
    /// Reads the file of a `--merge`.
    private let read: (String) throws(CommandFailure) -> MIDIFile

    /// Makes an editor.
    ///
    /// - Parameters:
    ///   - sequence: The sequence to be edited.
    ///   - read: Reads another file.
    package init(
        _ sequence: MusicSequence,
        reading read: @escaping (String) throws(CommandFailure) -> MIDIFile
    ) {
        self.sequence = sequence
        self.read = read
    }

    /// Carries out a step.
    ///
    /// - Returns: The result.
    /// - Throws: Status 64 for positions, tracks and channels that do not exist.
    package mutating func perform(_ step: EditScript.Step) throws(CommandFailure) -> Report {
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
            case .copy(let range, let destination):
                return copy(try ticks(range), to: try tick(destination), scope)
            case .move(let range, let destination):
                return move(try ticks(range), to: try tick(destination), scope)
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
            case .program(let choice): return setProgram(choice, scope)
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

    /// Removes tracks; the tracks that `--track` has selected stay selected at their new indices.
    package mutating func remove(tracks: [Int]) {
        for index in tracks.reversed() { sequence.tracks.remove(at: index) }
        named?.tracks.remove(tracks)
    }

    // MARK: Positions

    private func tick(_ position: Position) throws(PositionError) -> Int64 {
        try EditPositions(sequence).tick(of: position)
    }

    private func ticks(_ range: PositionRange) throws(PositionError) -> Range<Int64> {
        try EditPositions(sequence).ticks(of: range)
    }

    // MARK: Reports

    /// The number of selected events in a range.
    package func count(_ scope: EditScope, in range: Range<Int64>? = nil, notesOnly: Bool = false)
        -> Int
    {
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
    package func report(_ done: String, _ count: Int, _ noun: String, _ rest: String = "") -> Report
    {
        Report(
            text: "\(done) \(NumberText.count(count, noun))\(count > 0 ? rest : "")",
            isEmpty: count == 0
        )
    }

    /// Changes the selected part of each track of the sequence.
    package mutating func change(_ scope: EditScope, _ body: (inout MusicTrack) -> Void) {
        scope.change(&sequence, body)
    }

    /// Changes the sequence as a whole.
    package mutating func changeAll(_ body: (inout MusicSequence) -> Void) {
        body(&sequence)
    }

    /// The tracks of another file, with the ticks of this one.
    package func tracks(ofFile path: String) throws(CommandFailure) -> MIDIFile {
        try read(path)
    }
}
