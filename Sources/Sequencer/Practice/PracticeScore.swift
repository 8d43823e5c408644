import MIDI

/// The steps of the musician's part, in the order of time.
public struct PracticeScore: Hashable, Sendable {
    /// The longest distance from the first note of a step to its last, in milliseconds at speed 1:
    /// chords in files are often played or rolled, and do not begin on one tick.
    public static let window: Int64 = 50

    /// A note of a step.
    private struct Note: Hashable {
        var tick: Int64
        var frame: Int64
        var key: UInt8
    }

    /// The steps.
    public let steps: [PracticeStep]
    /// The notes of each step, in the order of time.
    private let notes: [[Note]]

    /// Makes a score of its steps, which are in the order of time, and whose notes begin at once.
    public init(steps: [PracticeStep]) {
        self.steps = steps
        notes = steps.map { step in
            step.keys.map { Note(tick: step.tick, frame: step.frame, key: $0) }
        }
    }

    /// Finds the steps of some tracks and channels.
    ///
    /// - Parameters:
    ///   - selection: The musician's tracks and channels.
    ///   - sequence: The sequence.
    ///   - rate: Frames per second.
    ///   - end: The nominal frame before which notes count; `nil` for all notes.
    ///   - transpose: Semitones by which all but drums is transposed.
    public init(
        _ selection: Selection,
        of sequence: PreparedSequence,
        rate: Int,
        to end: Int64? = nil,
        transpose: Int = 0
    ) {
        let schedule = sequence.schedule
        let drums = schedule.drumChannels
        let window = Int64(rate) * Self.window / 1_000
        var steps: [PracticeStep] = []
        var notes: [[Note]] = []
        var tick: Int64 = -1
        var frame: Int64 = 0
        for event in schedule where event.kind == .channel {
            let message = event.message
            guard message.isNoteOn else { continue }
            let (port, channel) = (Int(event.port), Int(message.channel))
            guard selection.contains(track: Int(event.track), port: port, channel: channel)
            else { continue }
            if event.tick != tick {
                tick = event.tick
                frame = sequence.tempoMap.frame(atTick: tick, rate: rate)
            }
            if let end, frame >= end { break }
            let isDrum = drums[port] >> UInt16(channel) & 1 == 1
            let key = isDrum ? message.data1 : MIDIKey.transposed(message.data1, by: transpose)
            let note = Note(tick: tick, frame: frame, key: key)
            if let last = steps.last, frame - last.frame <= window {
                notes[notes.count - 1].append(note)
                guard !last.keys.contains(key) else { continue }
                let index = last.keys.firstIndex { $0 > key } ?? last.keys.count
                steps[steps.count - 1].keys.insert(key, at: index)
            } else {
                steps.append(PracticeStep(tick: tick, frame: frame, keys: [key]))
                notes.append([note])
            }
        }
        self.steps = steps
        self.notes = notes
    }

    /// A step as it is for playing that begins at a nominal frame, and goes elsewhere at another one:
    /// the notes before and behind are left out.
    ///
    /// - Parameters:
    ///   - index: The index of the step.
    ///   - frame: The nominal frame at which playing begins.
    ///   - end: The nominal frame before which the notes must be.
    /// - Returns: The step; `nil` if no note of it is left, and for the number of steps.
    public func step(
        _ index: Int,
        notBefore frame: Int64,
        before end: Int64 = .max
    ) -> PracticeStep? {
        guard index < steps.count else { return nil }
        let isWhole = steps[index].frame >= frame && notes[index].allSatisfy { $0.frame < end }
        guard !isWhole else { return steps[index] }
        let left = notes[index].filter { $0.frame >= frame && $0.frame < end }
        guard let first = left.first else { return nil }
        let keys = Set(left.map(\.key)).sorted()
        return PracticeStep(tick: first.tick, frame: first.frame, keys: keys)
    }

    /// The index of the first step of which a note is not before a nominal frame; the number of
    /// steps if there is none.
    public func index(notBefore frame: Int64) -> Int {
        var (low, high) = (0, steps.count)
        while low < high {
            let middle = (low + high) / 2
            if (notes[middle].last?.frame ?? 0) < frame { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
