import MIDI
import Realtime

/// The messages that put every channel into the state that playing from the start leads to.
///
/// Of everything that leaves a lasting state only the last write counts. The last writes are sent
/// in the order in which they were made, so whatever one of them does to another (CC121 to the
/// pedals, a GS message to a part) happens as it did in the piece, and nothing has to be known
/// about the sampler's behaviour. Bounded: per channel one write for each controller, key and
/// parameter, per sampler one for each address that System Exclusive messages write to.
///
/// It goes from event to event; checkpoints keep it for positions on the way.
struct Chase: ~Copyable {
    let schedule: Schedule
    /// The next event.
    private(set) var index = 0
    var channels: [ChannelHistory]
    var messages: [MessageHistory]
    /// The same as a player notes it.
    let states: ChannelStates
    private let memory: ChannelStateMemory

    /// A chase at the start of a schedule.
    init(of schedule: Schedule) {
        self.schedule = schedule
        let samplers = schedule.drumChannels.count
        channels = Array(repeating: ChannelHistory(), count: samplers * 16)
        messages = Array(repeating: MessageHistory(), count: samplers)
        memory = ChannelStateMemory(samplers: samplers)
        states = unsafe memory.states
        for port in 0..<samplers { states.clear(port: port) }
    }

    /// A chase at a checkpoint.
    init(of schedule: Schedule, at checkpoint: ChaseCheckpoint) {
        self.init(of: schedule)
        index = checkpoint.index
        for record in checkpoint.records { channels[Int(record.field >> 16)].restore(record) }
        for message in checkpoint.messages {
            messages[message.port].note(
                schedule.systemExclusive(Int(message.index)),
                index: message.index,
                stamp: message.stamp
            )
        }
        checkpoint.restore(states)
    }

    /// Advances to the event with an index, which is not applied.
    mutating func advance(to end: Int) {
        let events = schedule.events
        let end = min(end, events.count)
        while index < end {
            let event = events[index]
            index += 1
            switch event.kind {
            case .channel:
                let status = event.bits & 0xF0
                // Of the notes only note-ons matter, to controllers that are for one note.
                if status == 0x80 { continue }
                let channel = Int(event.port) << 4 | Int(event.bits & 15)
                if status == 0x90 {
                    if channels[channel].hasOneShots {
                        channels[channel].note(event.message, stamp: index)
                    }
                    continue
                }
                channels[channel].note(event.message, stamp: index)
                states.apply(event.message, port: Int(event.port))
            case .systemExclusive:
                note(event, stamp: index)
            }
        }
    }

    private mutating func note(_ event: ScheduledEvent, stamp: Int) {
        let port = Int(event.port)
        if schedule.isReset(event.bits) {
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
        states.applyMessage(schedule.message(event.bits), port: port)
    }

    /// The messages for a sampler in its initial state, in order.
    func events(ofSampler port: Int) -> [ChaseEvent] {
        guard index > 0 else { return [] }
        var writes: [LastWrite] = []
        let number = UInt8(truncatingIfNeeded: port)
        messages[port].write(port: number, into: &writes)
        for channel in 0..<16 {
            channels[port << 4 | channel].write(
                port: number,
                channel: UInt8(truncatingIfNeeded: channel),
                // Where a System Exclusive message may have set anything, a value that is
                // usually the initial one says something too.
                keepsDefaults: !messages[port].isEmpty,
                into: &writes
            )
        }
        return writes.sorted { $0.stamp < $1.stamp }.map(\.event)
    }

    /// The last writes to some channels, in order; those of usual values too.
    ///
    /// - Parameter channels: The channels, sampler × 16 + channel.
    /// - Returns: The messages.
    func events(ofSharing channels: [Int]) -> [ChaseEvent] {
        guard index > 0 else { return [] }
        var writes: [LastWrite] = []
        for channel in channels where self.channels.indices.contains(channel) {
            self.channels[channel].write(
                port: UInt8(truncatingIfNeeded: channel >> 4),
                channel: UInt8(truncatingIfNeeded: channel & 15),
                keepsDefaults: true,
                into: &writes
            )
        }
        writes.removeAll { write in
            guard write.event.bits & 0xF0 == 0xB0 else { return false }
            switch write.event.bits >> 8 & 0x7F {
            // A reset of the controllers is in the state of its channel already, and would undo
            // what other lanes have written.
            case 121: return true
            // A pedal holds as long as any of the sources presses it, whatever their order.
            case 64, 66, 67, 69: return true
            default: return false
            }
        }
        return writes.sorted { $0.stamp < $1.stamp }.map(\.event)
    }
}
