import MIDI

/// Finds the note-on that a note-off ends: of its channel and key the first that is not ended yet.
struct NotePairing {
    /// The properties of a note that come from its note-off.
    struct Pair {
        /// The index of the event that the note-on is.
        var event: Int
        var velocity: UInt8
        var endRank: UInt16
        var endOrder: UInt16
        /// Whether the key went down again at the same tick, before the note-off.
        var endsBehindOwnKey: Bool
    }

    /// The notes of a key that are not ended.
    private struct Queue {
        var notes: [(event: Int, velocity: UInt8, tick: Int64)] = []
        var first = 0

        mutating func clear() {
            notes.removeAll(keepingCapacity: true)
            first = 0
        }
    }

    /// The queues by channel × 128 + key.
    private var queues = [Queue](repeating: Queue(), count: 16 * 128)
    /// The tick of the last event or note-off, how many events there are at it so far, and how many
    /// note-offs since the last of them.
    private var tick: Int64 = -1
    private var rank = 0
    private var order = 0

    /// Counts an event that is not a note-off of a pair.
    mutating func countEvent(at tick: Int64) {
        advance(to: tick)
        rank += 1
        order = 0
    }

    private mutating func advance(to tick: Int64) {
        guard tick != self.tick else { return }
        self.tick = tick
        rank = 0
        order = 0
    }

    /// Notes that the event with an index is a note-on.
    mutating func begin(_ message: MIDIMessage, at tick: Int64, event: Int) {
        queues[Self.queueIndex(of: message)].notes.append((event, message.data2, tick))
    }

    /// Takes a note-off.
    ///
    /// - Returns: The pair that it ends; `nil` if there is none, or if its rank among the events at
    ///   its tick does not fit a note: then it has to stay an event.
    mutating func end(_ message: MIDIMessage, at tick: Int64) -> Pair? {
        let queueIndex = Self.queueIndex(of: message)
        guard queues[queueIndex].first < queues[queueIndex].notes.count else { return nil }
        let (event, velocity, _) = queues[queueIndex].notes[queues[queueIndex].first]
        queues[queueIndex].first += 1
        let isLast = queues[queueIndex].first == queues[queueIndex].notes.count
        let endsBehindOwnKey = !isLast && queues[queueIndex].notes.last?.tick == tick
        if isLast { queues[queueIndex].clear() }
        advance(to: tick)
        guard let rank = UInt16(exactly: rank), order <= 0x7FFF else { return nil }
        defer { order += 1 }
        return Pair(
            event: event,
            velocity: velocity,
            endRank: rank,
            endOrder: UInt16(order),
            endsBehindOwnKey: endsBehindOwnKey
        )
    }

    /// Forgets a channel's notes after a mode message that ends them all.
    ///
    /// All sound off, all notes off and the four mode changes (MIDI 1.0 Detailed Specification 4.2,
    /// "Channel Mode Messages").
    mutating func takeController(_ message: MIDIMessage) {
        guard message.data1 == 120 || message.data1 >= 123 else { return }
        for key in 0..<128 { queues[Int(message.channel) * 128 + key].clear() }
    }

    private static func queueIndex(of message: MIDIMessage) -> Int {
        Int(message.channel) * 128 + Int(message.data1 & 127)
    }
}
