import Synchronization

/// What a chase has found at places along a schedule, so that locating does not read it all.
///
/// They are some thousand events apart, and further where much is kept: they take at most a
/// quarter of the schedule's own memory, and usually a few hundredths.
final class ChaseCheckpoints: Sendable {
    /// The fewest events between two.
    ///
    /// Going through as many takes some 0.04 ms.
    static let spacing = 8_192

    /// A chase's state before an event.
    struct Checkpoint: Sendable {
        /// The event.
        var index: Int
        var records: [ChannelHistory.Record]
        var messages: [Message]
        /// Slots of `ChannelStates` that were written: the slot's number << 16 | its content.
        var slots: [UInt64]
        /// Of all channels, then of all samplers.
        var signatures: [UInt64]
        /// The notes that sound.
        var sounding: SoundingHistory.Snapshot
    }

    struct Message: Sendable {
        var port: Int
        var index: UInt32
        var stamp: Int
    }

    private let checkpoints: [Checkpoint]

    /// Goes through a schedule: some ten million events in a second.
    init(of schedule: Schedule) {
        var checkpoints: [Checkpoint] = []
        var chase = Chase(of: schedule)
        var sounding = SoundingHistory(of: schedule)
        var next = Self.spacing
        let events = schedule.events
        while next < events.count {
            for index in chase.index..<next {
                sounding.note(events[index], index: index)
            }
            chase.advance(to: next)
            let checkpoint = Checkpoint(chase, sounding: sounding.snapshot)
            next += max(Self.spacing, checkpoint.size / 4)
            checkpoints.append(checkpoint)
        }
        self.checkpoints = checkpoints
    }

    /// The last one that is not after an event; `nil` where there is none.
    func last(before index: Int) -> Checkpoint? {
        let place = checkpoints.partitioningIndex { $0.index > index }
        return place > 0 ? checkpoints[place - 1] : nil
    }

    /// How many bytes all of them take.
    var size: Int { checkpoints.reduce(0) { $0 + $1.size } }
}

extension ChaseCheckpoints.Checkpoint {
    fileprivate init(_ chase: borrowing Chase, sounding: SoundingHistory.Snapshot) {
        index = chase.index
        records = []
        for (index, channel) in chase.channels.enumerated() {
            channel.addRecords(to: &records, index: index)
        }
        messages = []
        for (port, history) in chase.messages.enumerated() {
            for (index, stamp) in history.last.values {
                messages.append(ChaseCheckpoints.Message(port: port, index: index, stamp: stamp))
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

    /// Puts the states back into those of samplers that were cleared.
    func restore(_ states: ChannelStates) {
        for slot in slots { states.slots[Int(slot >> 16)] = UInt16(truncatingIfNeeded: slot) }
        let channels = states.samplers * 16
        for channel in 0..<channels { states.signatures[channel] = signatures[channel] }
        for port in 0..<states.samplers {
            states.messageSignatures[port] = signatures[channels + port]
        }
    }

    /// How many bytes it takes.
    var size: Int {
        records.count * 16 + messages.count * 24 + (slots.count + signatures.count) * 8
            + sounding.size
    }
}

extension Schedule {
    /// Makes locating fast now, instead of when it is needed first.
    ///
    /// Goes through all events once: some 1 s for ten million of them, nothing with few. Any
    /// thread but the audio thread; others that locate meanwhile wait.
    public func prepareLocating() {
        _ = checkpoint(before: count)
    }

    /// The last checkpoint that is not after an event; `nil` where there is none.
    func checkpoint(before index: Int) -> ChaseCheckpoints.Checkpoint? {
        guard index >= ChaseCheckpoints.spacing else { return nil }
        let checkpoints = derived.withLock { derived in
            if let known = derived.checkpoints { return known }
            let made = ChaseCheckpoints(of: self)
            derived.checkpoints = made
            return made
        }
        return checkpoints.last(before: index)
    }
}
