import Effects
import MIDI
import Realtime

/// System Exclusive messages: to the mixer, or to all shards of a sampler.
extension EngineCore {
    /// Sends a SysEx message to every shard of a sampler, but for those that the mixer carries out; to a
    /// MIDI output, as it is.
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
        if rack.value.samplers[sampler].isOutput {
            let outputs = outputs
            unsafe outputs.value.sendExclusive(
                bytes,
                count: count,
                to: rack.value.samplers[sampler].output,
                offset: offset
            )
            return true
        }
        let input = rack.value.samplers[sampler].input
        let meaning = unsafe SystemExclusive.meaning(of: bytes, count: count)
        if case .masterVolume(let value) = meaning {
            return mixer.changeGain(of: input, to: Decibels.masterVolume(value), at: offset)
        }
        if case .effects(let message) = meaning {
            return mixer.changeEffects(
                EffectsChange(
                    .message(message, strip: input),
                    bus: rack.value.samplers[sampler].effectsBus,
                    offset: offset
                )
            )
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
            guard rack.value.hasRoom(in: sampler), mixer.hasRoom else { return false }
            resetMixer(sampler, of: rack, offset: offset)
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

    /// Has every shard of a sampler, and of the one that it took over from, carry out a System Reset.
    ///
    /// - Returns: `false` when a queue is full: render up to the offset and call again.
    @_noLocks
    mutating func sendSystemReset(to rack: Loan<Rack>, sampler: Int, offset: Int32) -> Bool {
        let source = rack.value.samplers[sampler].source
        if let predecessor = rack.value.predecessor, source >= 0,
            source < predecessor.value.samplers.count,
            !sendSystemReset(to: predecessor, sampler: source, offset: offset)
        {
            return false
        }
        guard rack.value.hasRoom(in: sampler), mixer.hasRoom else { return false }
        resetMixer(sampler, of: rack, offset: offset)
        let event = unsafe ShardEvent(offset: offset, kind: .systemReset, bits: 0)
        rack.value.pushToAll(event, of: sampler)
        return true
    }

    /// Undoes what messages to a sampler have set in the mixer, which must have room.
    @_noLocks
    private mutating func resetMixer(_ sampler: Int, of rack: Loan<Rack>, offset: Int32) {
        let strip = rack.value.samplers[sampler].input
        _ = mixer.changeGain(of: strip, to: 1, at: offset)
        _ = mixer.changeEffects(
            EffectsChange(
                .restore(strip: strip),
                bus: rack.value.samplers[sampler].effectsBus,
                offset: offset
            )
        )
    }

    /// Resets what messages to the whole instrument set and messages to a channel cannot undo: the
    /// master volume, the effects, and which channels are drums.
    ///
    /// - Returns: `false` when a queue is full: render up to the offset and call again.
    @_noLocks
    mutating func reset(_ sampler: Int, of rack: Loan<Rack>, offset: Int32) -> Bool {
        // An output gets the messages that reset its channels, and nothing more is known of it.
        if rack.value.samplers[sampler].isOutput { return true }
        guard mixer.hasRoom, rack.value.hasRoom(in: sampler) else { return false }
        resetMixer(sampler, of: rack, offset: offset)
        let event = unsafe ShardEvent(offset: offset, kind: .channelTypes, bits: 0)
        rack.value.pushToAll(event, of: sampler)
        return true
    }
}
