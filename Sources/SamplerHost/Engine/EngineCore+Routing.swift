import MIDI
import Realtime

/// System Exclusive messages: to the mixer, or to all shards of a sampler.
extension EngineCore {
    /// Sends a SysEx message to every shard of a sampler, but for those that the mixer carries out.
    ///
    /// - Parameters:
    ///   - bytes: The message, F0 and F7 left out; it must last until the span is rendered.
    ///   - count: How many bytes there are.
    ///   - rack: The rack.
    ///   - sampler: Which of its samplers.
    ///   - offset: When.
    /// - Returns: `false` when a queue is full: render up to the offset and call again.
    @_noLocks
    mutating func sendExclusive(
        _ bytes: UnsafePointer<UInt8>,
        count: Int,
        to rack: Loan<Rack>,
        sampler: Int,
        offset: Int32
    ) -> Bool {
        let strip = rack.value.samplers[sampler].strip
        let meaning = unsafe SystemExclusive.meaning(of: bytes, count: count)
        if case .masterVolume(let value) = meaning {
            return mixer.changeGain(of: strip, to: Decibels.masterVolume(value), at: offset)
        }
        if case .reset = meaning {
            // It ends what sounds on the predecessor too.
            let source = rack.value.samplers[sampler].source
            if let predecessor = rack.value.predecessor, source >= 0,
                source < predecessor.value.samplers.count,
                unsafe !sendExclusive(
                    bytes,
                    count: count,
                    to: predecessor,
                    sampler: source,
                    offset: offset
                )
            {
                return false
            }
            guard rack.value.hasRoom(in: sampler),
                mixer.changeGain(of: strip, to: 1, at: offset)
            else { return false }
            unsafe rack.value.noteReset(bytes, count: count, of: sampler)
        }
        guard rack.value.hasRoom(in: sampler) else { return false }
        let event = unsafe ShardEvent(
            offset: offset,
            kind: .systemExclusive,
            bits: UInt32(truncatingIfNeeded: count),
            bytes: bytes
        )
        rack.value.pushToAll(event, of: sampler)
        return true
    }

    /// Resets what messages to the whole instrument set and messages to a channel cannot undo: the
    /// master volume, and which channels are drums.
    ///
    /// - Returns: `false` when a queue is full: render up to the offset and call again.
    @_noLocks
    mutating func reset(_ sampler: Int, of rack: Loan<Rack>, offset: Int32) -> Bool {
        guard mixer.hasRoom, rack.value.hasRoom(in: sampler) else { return false }
        _ = mixer.changeGain(of: rack.value.samplers[sampler].strip, to: 1, at: offset)
        let event = unsafe ShardEvent(offset: offset, kind: .channelTypes, bits: 0)
        rack.value.pushToAll(event, of: sampler)
        return true
    }
}
