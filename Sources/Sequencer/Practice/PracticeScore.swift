import MIDI

/// The steps of the player's part, in the order of time.
public struct PracticeScore: Hashable, Sendable {
    /// The longest distance from the first note of a step to its last, in milliseconds at speed 1:
    /// chords in files are often played or rolled, and do not begin on one tick.
    public static let window: Int64 = 50

    /// The steps.
    public let steps: [PracticeStep]

    /// Makes a score of its steps, which are in the order of time.
    public init(steps: [PracticeStep]) { self.steps = steps }

    /// Finds the steps of some tracks and channels.
    ///
    /// - Parameters:
    ///   - selection: The player's tracks and channels.
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
        var tick: Int64 = -1
        var frame: Int64 = 0
        for event in schedule where event.kind == .channel {
            let message = event.message
            guard message.isNoteOn else { continue }
            let (port, channel) = (Int(event.port), Int(message.channel))
            guard
                selection.contains(track: Int(event.track))
                    || selection.contains(port: port, channel: channel)
            else { continue }
            if event.tick != tick {
                tick = event.tick
                frame = sequence.tempoMap.frame(atTick: tick, rate: rate)
            }
            if let end, frame >= end { break }
            let isDrum = drums[port] >> UInt16(channel) & 1 == 1
            let key = isDrum ? message.data1 : Self.moved(message.data1, by: transpose)
            if let last = steps.last, frame - last.frame <= window {
                guard !last.keys.contains(key) else { continue }
                let index = last.keys.firstIndex { $0 > key } ?? last.keys.count
                steps[steps.count - 1].keys.insert(key, at: index)
            } else {
                steps.append(PracticeStep(tick: tick, frame: frame, keys: [key]))
            }
        }
        self.steps = steps
    }

    /// The key as it is played: moved by semitones, folded back into 0 … 127 by octaves.
    private static func moved(_ key: UInt8, by semitones: Int) -> UInt8 {
        var moved = Int(key) + semitones
        while moved < 0 { moved += 12 }
        while moved > 127 { moved -= 12 }
        return UInt8(moved)
    }

    /// The index of the first step that is not before a nominal frame; the number of steps if there
    /// is none.
    public func index(notBefore frame: Int64) -> Int {
        var (low, high) = (0, steps.count)
        while low < high {
            let middle = (low + high) / 2
            if steps[middle].frame < frame { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
