import Realtime

extension Chase {
    /// A chase before the event with an index, by way of a checkpoint where there are any.
    init(of schedule: Schedule, before end: Int) {
        if let checkpoint = schedule.checkpoint(before: end) {
            self.init(of: schedule, at: checkpoint)
        } else {
            self.init(of: schedule)
        }
        advance(to: end)
    }
}

extension ChaseCheckpoint {
    /// The state that a chase has reached.
    init(_ chase: borrowing Chase, sounding: SoundingHistory.Snapshot) {
        index = chase.index
        records = []
        for (index, channel) in chase.channels.enumerated() {
            channel.addRecords(to: &records, index: index)
        }
        messages = []
        for (port, history) in chase.messages.enumerated() {
            for (index, stamp) in history.last.values {
                messages.append(Message(port: port, index: index, stamp: stamp))
            }
        }
        slots = []
        let states = chase.states
        for slot in 0..<states.samplers * 16 * ChannelStates.slotCount
        where states.slots[slot] != ChannelStates.unwritten {
            slots.append(UInt64(slot) << 16 | UInt64(states.slots[slot]))
        }
        signatures =
            (0..<states.samplers * 16).map { states.signatures[$0] }
            + (0..<states.samplers).map { states.messageSignatures[$0] }
        self.sounding = sounding
    }
}
