import MIDI

/// Messages to the shards of a rack.
extension EngineCore {
    /// Sends a channel message to a strip, and what ends something also to the strip that it took
    /// over from, as long as that one sounds.
    ///
    /// - Returns: `false` when a queue is full: render up to the offset and call again.
    @_noLocks
    func send(
        _ message: MIDIMessage,
        to rack: UnsafeMutablePointer<RackView>,
        strip: Int,
        offset: Int32
    ) -> Bool {
        let channel = Int(message.channel)
        let shard = rack.pointee.strips[strip].shard(of: channel)
        guard shard.pointee.queued < Shard.queueCapacity else { return false }
        if let predecessor = rack.pointee.predecessor, strip < predecessor.pointee.stripCount {
            let begins = message.isNoteOn || message.status & 0xF0 == 0xC0
            guard begins || send(message, to: predecessor, strip: strip, offset: offset) else {
                return false
            }
        }
        return shard.pointee.push(
            ShardEvent(offset: offset, kind: .channel, bits: message.bits, bytes: nil)
        )
    }

    /// A SysEx message goes to every shard of the sampler, but for those that the mixer carries out.
    ///
    /// - Parameters:
    ///   - bytes: The message, F0 and F7 left out; it must last until the span is rendered.
    ///   - count: How many bytes there are.
    ///   - rack: The rack.
    ///   - index: Which of its strips.
    ///   - offset: When.
    /// - Returns: `false` when a queue is full: render up to the offset and call again.
    @_noLocks
    mutating func sendExclusive(
        _ bytes: UnsafePointer<UInt8>,
        count: Int,
        to rack: UnsafeMutablePointer<RackView>,
        strip index: Int,
        offset: Int32
    ) -> Bool {
        let strip = rack.pointee.strips + index
        if case .masterVolume(let value) = SystemExclusive.meaning(of: bytes, count: count) {
            let target = Decibels.masterVolume(value)
            return pushGain(GainEvent(offset: offset, strip: strip, target: target))
        }
        if case .reset = SystemExclusiveEffect(of: bytes, count: count) {
            // It ends what sounds there too, and whoever held it forgets it.
            if let predecessor = rack.pointee.predecessor, index < predecessor.pointee.stripCount,
                !sendExclusive(bytes, count: count, to: predecessor, strip: index, offset: offset)
            {
                return false
            }
            guard hasRoom(1, in: strip) else { return false }
            guard pushGain(GainEvent(offset: offset, strip: strip, target: 1)) else {
                return false
            }
            noteReset(bytes, count: count, of: strip)
        }
        guard hasRoom(1, in: strip) else { return false }
        let queued = ShardEvent(
            offset: offset,
            kind: .systemExclusive,
            bits: UInt32(truncatingIfNeeded: count),
            bytes: bytes
        )
        for shard in 0..<strip.pointee.shardCount {
            _ = strip.pointee.shards[shard].push(queued)
        }
        return true
    }

    @_noLocks
    private func noteReset(
        _ bytes: UnsafePointer<UInt8>,
        count: Int,
        of strip: UnsafeMutablePointer<SamplerStrip>
    ) {
        guard count <= 12 else { return }
        for index in 0..<count { strip.pointee.lastReset.bytes[index] = bytes[index] }
        strip.pointee.lastReset.count = count
    }

    /// Puts back what messages to the whole instrument set and messages to a channel cannot undo:
    /// the master volume, and which channels are drums.
    @_noLocks
    mutating func reset(_ strip: UnsafeMutablePointer<SamplerStrip>, offset: Int32) -> Bool {
        guard gainEventCount < Self.gainEventCapacity, hasRoom(1, in: strip) else { return false }
        _ = pushGain(GainEvent(offset: offset, strip: strip, target: 1))
        for shard in 0..<strip.pointee.shardCount {
            _ = strip.pointee.shards[shard].push(
                ShardEvent(offset: offset, kind: .channelTypes, bits: 0)
            )
        }
        return true
    }

    /// Whether every shard of a strip can take so many more events, so that none gets one twice.
    @_noLocks
    func hasRoom(_ count: Int, in strip: UnsafeMutablePointer<SamplerStrip>) -> Bool {
        for shard in 0..<strip.pointee.shardCount
        where strip.pointee.shards[shard].queued > Shard.queueCapacity &- count {
            return false
        }
        return true
    }

    @_noLocks
    private mutating func pushGain(_ event: GainEvent) -> Bool {
        guard gainEventCount < Self.gainEventCapacity else { return false }
        gainEvents[gainEventCount] = event
        gainEventCount &+= 1
        return true
    }
}
