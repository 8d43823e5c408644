import ControlProtocol
import Playback
import Sequencer

/// The bars, beats, meters, tempos, markers, lyrics and ends of tracks that playback passes, as
/// events for the clients that subscribe to them.
///
/// The owner gives the position of playback at each tick of the timer.
@EventLoop
final class CueWatch {
    private let rate: Int
    private let timer: LoopTimer
    private var tracker: CueTracker
    /// The notes that sound.
    private var notes: NoteTracker

    private static let interval = Duration.milliseconds(10)

    /// Makes a watch for a rate in frames per second.
    init(rate: Int) {
        self.rate = rate
        timer = LoopTimer(every: Self.interval)
        tracker = CueTracker(rate: rate)
        notes = NoteTracker(rate: rate)
    }

    /// Starts or stops watching.
    ///
    /// - Parameters:
    ///   - isWanted: Whether something plays and any client subscribes to cues.
    ///   - look: Called repeatedly while it watches.
    func watch(_ isWanted: Bool, _ look: @escaping () -> Void) {
        timer.run(isWanted, look)
    }

    /// Forgets the position, unless it is watching: a new subscriber gets nothing from before.
    func subscriptionsChanged() {
        guard !timer.isRunning else { return }
        tracker.reset()
        notes.reset()
    }

    /// Stops watching.
    func stop() {
        timer.stop()
    }

    /// Continues from a nominal frame at which playback starts; cues there are passed too.
    func restart(at frame: Int64, of piece: LoadedPiece) {
        tracker.restart(at: frame, of: piece)
        notes.restart(at: frame, of: piece)
    }

    /// Continues from a nominal frame that was passed already, in another version of the piece.
    func resume(at frame: Int64?, of piece: LoadedPiece) {
        tracker.resume(at: frame, of: piece)
        notes.resume(at: frame, of: piece)
    }

    /// Events, and the number of notes that were left out.
    typealias Passed = (events: [DaemonEvent], omitted: Int)

    /// The cues and notes passed since the last call.
    ///
    /// - Parameters:
    ///   - frame: The audible nominal frame.
    ///   - piece: The piece.
    ///   - loop: The nominal frames that are repeated.
    ///   - arrangement: The audible parts.
    ///   - types: The types of events that are wanted.
    ///   - heard: The time at which a nominal frame is heard; `nil` if it is not known.
    /// - Returns: Their events, in order.
    func advance(
        to frame: Int64,
        of piece: LoadedPiece,
        loop: Range<Int64>?,
        _ arrangement: NoteTracker.Arrangement,
        _ types: Set<EventType>,
        heard: (Int64) -> Double?
    ) -> Passed {
        let passed = tracker.advance(to: frame, of: piece, loop: loop)
        let events = events(for: passed, in: piece.sequence, types, heard: heard)
        guard types.contains(.note) || types.contains(.chord) else {
            notes.reset()
            return (events, 0)
        }
        let passage = notes.advance(to: frame, of: piece, loop: loop, arrangement)
        let played = self.events(of: passage, in: piece.sequence, types, heard: heard)
        return (events + played.events, played.omitted)
    }

    /// The remaining cues and notes of a piece that has ended, its last tick included; as
    /// ``advance(to:of:loop:_:_:heard:)``.
    func finish(
        _ piece: LoadedPiece,
        _ types: Set<EventType>,
        heard: (Int64) -> Double?
    ) -> Passed {
        let events = events(for: tracker.finish(piece), in: piece.sequence, types, heard: heard)
        guard types.contains(.note) || types.contains(.chord) else { return (events, 0) }
        let played = self.events(of: notes.finish(piece), in: piece.sequence, types, heard: heard)
        return (events + played.events, played.omitted)
    }

    /// The ends of the notes that sound, since playback was paused or stopped, or the piece fades out.
    func releaseNotes(of piece: LoadedPiece?, _ types: Set<EventType>) -> Passed {
        guard let piece else {
            notes.reset()
            return ([], 0)
        }
        return events(of: notes.release(), in: piece.sequence, types) { _ in nil }
    }

    /// The events for cues of a sequence, in order; see ``advance(to:of:loop:_:_:heard:)``.
    func events(
        for passed: [MusicalEvent],
        in sequence: PreparedSequence,
        _ types: Set<EventType>,
        heard: (Int64) -> Double?
    ) -> [DaemonEvent] {
        passed.flatMap { cue in
            let position = TransportPosition(atTick: cue.tick, in: sequence, rate: rate)
            let passed = PassedPosition(position, heard: heard(position.frames))
            return events(for: cue, at: passed, in: sequence)
        }
        .filter { event in event.type.map(types.contains) ?? true }
    }

    private func events(
        for cue: MusicalEvent,
        at position: PassedPosition,
        in sequence: PreparedSequence
    ) -> [DaemonEvent] {
        switch cue.kind {
        case .bar(let bar):
            return [.bar(Int(bar), position), .beat(Int(bar), 1, position)]
        case .beat(let bar, let beat): return [.beat(Int(bar), Int(beat), position)]
        case .marker(let name): return [.marker(name, position)]
        case .lyric(let text): return [.lyric(text, position)]
        case .meter(let signature): return [.meter(signature, position)]
        case .tempo:
            return [.tempo(sequence.tempoMap.beatsPerMinute(atTick: cue.tick), position)]
        case .trackEnd(let number):
            guard number < sequence.tracks.count else { return [] }
            let name = sequence.tracks[number].name
            return [.trackEnd(number + 1, name: name, position)]
        case .key, .text, .user: return []
        }
    }
}
