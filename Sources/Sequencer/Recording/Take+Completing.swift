import MIDI

extension Take {
    /// The length of a note that began just before the take was cut off, at least, in nanoseconds.
    private static let shortestHeldNote: Int64 = 500_000_000

    /// Releases the keys and pedals that are held at the end of a take that was cut off.
    ///
    /// They end where the take does; the last keys have half a second at least.
    public mutating func complete() {
        var held: [Hold: Int64] = [:]
        for event in events {
            guard case .message(let message) = event.content else { continue }
            let hold = Hold(input: event.input, channel: message.channel, number: message.data1)
            if message.isNoteOn {
                held[hold] = event.time
            } else if message.isNoteOff {
                held[hold] = nil
            } else if message.isPedal {
                var pedal = hold
                pedal.isPedal = true
                held[pedal] = message.data2 >= 64 ? event.time : nil
            }
        }
        guard let last = held.values.max() else { return }
        endTime = max(endTime, last.addingClamped(Self.shortestHeldNote))
        events += held.keys.sorted().map { hold in
            let message =
                hold.isPedal
                ? MIDIMessage(status: 0xB0 | hold.channel, data1: hold.number)
                : .noteOff(channel: hold.channel, key: hold.number)
            return RecordedEvent(time: endTime, input: hold.input, content: .message(message))
        }
    }

    /// A key or a pedal that is held.
    private struct Hold: Hashable, Comparable {
        /// Keys are released before pedals.
        var isPedal = false
        var input: Int
        var channel: UInt8
        var number: UInt8

        static func < (first: Hold, second: Hold) -> Bool {
            (first.isPedal ? 1 : 0, first.input, first.channel, first.number)
                < (second.isPedal ? 1 : 0, second.input, second.channel, second.number)
        }
    }
}
