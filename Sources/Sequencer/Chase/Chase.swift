import MIDI

/// What to send so that every channel is as if the piece had been played from its start.
///
/// Of everything that leaves a lasting state only the last write counts. The last writes are sent
/// in the order in which they were made, so whatever one of them does to another (CC121 to the
/// pedals, a GS message to a part) happens as it did in the piece, and nothing has to be known
/// about the sampler's ways. Bounded: per channel one write for each controller, key and
/// parameter, per sampler one for each address that System Exclusive messages write to.
struct Chase {
    /// A last write.
    ///
    /// `stamp` is the index of its event in the schedule + 1.
    struct Write {
        var stamp: Int
        var event: OpeningEvent
    }

    private var channels: [ChannelHistory]
    private var messages: [MessageHistory]

    private init(samplers: Int) {
        channels = Array(repeating: ChannelHistory(), count: samplers * 16)
        messages = Array(repeating: MessageHistory(), count: samplers)
    }

    /// The events to send before the schedule is played from the event with index `end`.
    static func events(of schedule: Schedule, before end: Int) -> [OpeningEvent] {
        guard end > 0 else { return [] }
        var chase = Chase(samplers: schedule.drumChannels.count)
        let events = schedule.events
        for index in 0..<min(end, events.count) {
            let event = events[index]
            switch event.kind {
            case .channel:
                let place = Int(event.port) << 4 | Int(event.message.channel)
                chase.channels[place].note(event.message, stamp: index + 1)
            case .systemExclusive:
                chase.note(event, of: schedule, stamp: index + 1)
            }
        }
        return chase.writes().sorted { $0.stamp < $1.stamp }.map(\.event)
    }

    private mutating func note(_ event: ScheduledEvent, of schedule: Schedule, stamp: Int) {
        let port = Int(event.port)
        if schedule.view.isReset(event.bits) {
            messages[port] = MessageHistory()
            for channel in 0..<16 {
                channels[port << 4 | channel] = ChannelHistory()
            }
        }
        messages[port].note(
            schedule.systemExclusive(Int(event.bits)),
            index: event.bits,
            stamp: stamp
        )
    }

    private func writes() -> [Write] {
        var result: [Write] = []
        for port in messages.indices {
            let number = UInt8(truncatingIfNeeded: port)
            messages[port].write(port: number, into: &result)
            for channel in 0..<16 {
                channels[port << 4 | channel].write(
                    port: number,
                    channel: UInt8(truncatingIfNeeded: channel),
                    // Where a System Exclusive message may have set anything, a value that is
                    // usually the initial one says something too.
                    keepsDefaults: !messages[port].isEmpty,
                    into: &result
                )
            }
        }
        return result
    }
}

/// The System Exclusive messages that one sampler has got, the last of each kind.
struct MessageHistory {
    private var last: [[UInt8]: (index: UInt32, stamp: Int)] = [:]

    var isEmpty: Bool { last.isEmpty }

    mutating func note(_ bytes: UnsafeBufferPointer<UInt8>, index: UInt32, stamp: Int) {
        last[Self.key(of: bytes)] = (index, stamp)
    }

    func write(port: UInt8, into writes: inout [Chase.Write]) {
        for (index, stamp) in last.values {
            let event = OpeningEvent(bits: index, port: port, kind: .systemExclusive)
            writes.append(Chase.Write(stamp: stamp, event: event))
        }
    }

    /// What a message writes to: messages with equal keys overwrite each other.
    ///
    /// MIDI 1.0 Detailed Specification 4.2, device control (7F id 04 01 … 04: a value each);
    /// Roland SC-55 owner's manual, data set 1 (41 id 42 12, address of three bytes); Yamaha XG
    /// specification 1.26, parameter change (43 1n 4C, address of three bytes). Any other message
    /// only overwrites its own like.
    private static func key(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let length =
            switch (bytes.first, bytes.count) {
            case (0x7F, 4...) where bytes[2] == 0x04 && (1...4).contains(bytes[3]): 4
            case (0x41, 8...) where bytes[2] == 0x42 && bytes[3] == 0x12: 7
            case (0x43, 7...) where bytes[1] & 0xF0 == 0x10 && bytes[2] == 0x4C: 6
            default: bytes.count
            }
        // The count tells a write to one byte from one to the block that begins there.
        return bytes.prefix(length) + withUnsafeBytes(of: UInt32(bytes.count)) { Array($0) }
    }
}
