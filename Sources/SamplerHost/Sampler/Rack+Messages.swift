import MIDI
import Realtime

/// Messages to the shards of a rack.
extension Rack {
    /// Sends a channel message to a sampler; one that ends something, also to the sampler that it
    /// took over from, as long as that one sounds.
    ///
    /// - Returns: `false` when a queue is full: render up to the offset and call again.
    @_noLocks
    mutating func send(_ message: MIDIMessage, to sampler: Int, offset: Int32) -> Bool {
        if samplers[sampler].isOutput {
            if let outputs {
                outputs.value.send(message, to: samplers[sampler].output, offset: offset)
            }
            return true
        }
        // The index of a sampler that the rack's predecessor had.
        guard samplers[sampler].shardCount > 0 else {
            return sendBack(message, to: sampler, offset: offset)
        }
        let playing = samplers[sampler].shards(of: Int(message.channel))
        guard haveRoom(playing), sendBack(message, to: sampler, offset: offset) else {
            return false
        }
        let event = unsafe ShardEvent(offset: offset, kind: .channel, bits: message.bits)
        for shard in playing { _ = shards[shard].push(event) }
        return true
    }

    /// Sends what ends something to the sampler that a sampler took over from, as long as that one
    /// sounds.
    ///
    /// - Returns: `false` when a queue is full.
    @_noLocks
    private func sendBack(_ message: MIDIMessage, to sampler: Int, offset: Int32) -> Bool {
        let source = samplers[sampler].source
        guard let predecessor, source >= 0, source < predecessor.value.samplers.count else {
            return true
        }
        let begins = message.isNoteOn || message.status & 0xF0 == 0xC0
        return begins || predecessor.value.send(message, to: source, offset: offset)
    }

    /// Sends an event to the shards that play a channel; to a MIDI output, a bank and a program as
    /// messages.
    ///
    /// - Returns: `false` when its queue is full: render up to the offset and call again.
    @_noLocks
    mutating func push(_ event: ShardEvent, to sampler: Int, channel: Int) -> Bool {
        if samplers[sampler].isOutput {
            if let outputs, event.selectsPreset {
                outputs.value.selectPreset(
                    event.bits,
                    to: samplers[sampler].output,
                    offset: event.offset
                )
            }
            return true
        }
        guard samplers[sampler].shardCount > 0 else { return true }
        let playing = samplers[sampler].shards(of: channel)
        guard haveRoom(playing) else { return false }
        for shard in playing { _ = shards[shard].push(event) }
        return true
    }

    /// Sends an event to every shard of a sampler.
    ///
    /// There must be room: see ``hasRoom(in:)``.
    @_noLocks
    mutating func pushToAll(_ event: ShardEvent, of sampler: Int) {
        for shard in samplers[sampler].shards { _ = shards[shard].push(event) }
    }

    /// Adds an event to a shard, which must have room.
    @_noLocks
    mutating func push(_ event: ShardEvent, toShard shard: Int) { _ = shards[shard].push(event) }

    /// Whether every shard of a sampler takes one more event, so that none gets one twice.
    @_noLocks
    func hasRoom(in sampler: Int) -> Bool { haveRoom(samplers[sampler].shards) }

    /// Whether each of these shards takes one more event, so that none gets one twice.
    @_noLocks
    private func haveRoom(_ playing: Range<Int>) -> Bool {
        for shard in playing where !shards[shard].hasRoom { return false }
        return true
    }

    /// Whether one of its samplers takes over from a sampler of its predecessor.
    @_noLocks
    func takesOver(_ sampler: Int) -> Bool {
        for index in 0..<samplers.count where samplers[index].source == sampler { return true }
        return false
    }

    /// Continues without its predecessor, which is silent: messages that end notes go to the rack
    /// that the predecessor had taken over from, as long as that rack sounds.
    @_noLocks
    mutating func dropPredecessor() {
        guard let old = predecessor else { return }
        for sampler in 0..<samplers.count {
            let source = samplers[sampler].source
            samplers[sampler].source =
                source >= 0 && source < old.value.samplers.count
                ? old.value.samplers[source].source : -1
        }
        predecessor = old.value.predecessor
    }

    /// Ends what a sampler's keys and pedals hold, since nothing leads to it any more.
    @_noLocks
    mutating func release(_ sampler: Int, offset: Int32) {
        for channel: UInt8 in 0..<16 {
            let status = 0xB0 | channel
            for controller: UInt8 in 64...69 where Pedal.isMoved(by: controller) {
                let up = MIDIMessage(status: status, data1: controller, data2: 0)
                _ = send(up, to: sampler, offset: offset)
            }
            _ = send(
                MIDIMessage(status: status, data1: 123, data2: 0),
                to: sampler,
                offset: offset
            )
        }
        holds.forgetAll(UInt8(truncatingIfNeeded: sampler))
    }
}
