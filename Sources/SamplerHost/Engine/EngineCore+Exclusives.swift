import MIDI
import Realtime
import Sequencer

/// Messages to whole samplers, and what rules give their channels.
extension EngineCore {
    /// Sends a System Exclusive message to the samplers that a lane has it for.
    @_noLocks
    mutating func routeExclusive(
        _ bytes: UnsafePointer<UInt8>,
        count: Int,
        _ way: Way,
        keeping message: SpentMessage? = nil
    ) {
        guard way.lane < way.routes.laneCount else { return }
        let meaning = unsafe SystemExclusive.meaning(of: bytes, count: count)
        var isReset = false
        var changesParts = false
        switch meaning {
        case .reset: isReset = true
        case .rhythmPart: changesParts = true
        default: break
        }
        let samplers = exclusives(way)
        for sampler in 0..<way.rack.value.samplers.count
        where samplers >> UInt64(sampler) & 1 == 1 {
            while unsafe !sendExclusive(
                bytes,
                count: count,
                to: way.rack,
                sampler: sampler,
                offset: way.offset
            ) {
                // A live message must outlive the span: what would be returned stays until it is
                // rendered.
                if message != nil { outbox.unkeepLast() }
                renderSpan(to: Int(way.offset))
                if let message { outbox.keep(message) }
            }
            if isReset {
                way.rack.value.holds.forgetAll(UInt8(truncatingIfNeeded: sampler))
            }
        }
        guard isReset || changesParts else { return }
        fixPresets(of: samplers, way)
        guard isReset, !way.isExchange else { return }
        releaseAll(way)
    }

    /// Puts the samplers that a source has System Exclusive messages for into their initial state, as
    /// System Reset (FF) asks; how banks are selected stays.
    @_noLocks
    mutating func systemReset(_ way: Way) {
        guard way.lane < way.routes.laneCount else { return }
        let samplers = exclusives(way)
        for sampler in 0..<way.rack.value.samplers.count
        where samplers >> UInt64(sampler) & 1 == 1
            && !way.rack.value.samplers[sampler].isOutput
        {
            while !sendSystemReset(to: way.rack, sampler: sampler, offset: way.offset) {
                renderSpan(to: Int(way.offset))
            }
            way.rack.value.holds.forgetAll(UInt8(truncatingIfNeeded: sampler))
        }
        fixPresets(of: samplers, way)
        releaseAll(way)
    }

    /// Ends what a source holds where no reset goes: the player assumes that all of the lane has
    /// ended.
    @_noLocks
    private mutating func releaseAll(_ way: Way) {
        for channel: UInt8 in 0..<16 {
            releaseKeys(channel, way)
            liftPedals(channel, way)
        }
    }

    /// The samplers that get a message to whole samplers by a lane.
    @_noLocks
    func exclusives(_ way: Way) -> UInt64 {
        // In an exchange another lane of the port may continue there, and not send it.
        let samplers =
            way.isExchange
            ? way.routes.reached[way.lane]
            : way.routes.exclusives(lane: way.lane, names: way.names)
        return samplers & way.samplers
    }

    /// Prepares the samplers that a lane resets for the messages that reset its channels.
    @_noLocks
    mutating func restart(_ way: Way) {
        guard way.lane < way.routes.laneCount else { return }
        let samplers = exclusives(way)
        for sampler in 0..<way.rack.value.samplers.count
        where samplers >> UInt64(sampler) & 1 == 1 {
            while !reset(sampler, of: way.rack, offset: way.offset) {
                renderSpan(to: Int(way.offset))
            }
        }
        fixPresets(of: samplers, way)
    }

    /// Selects the presets that rules give, and makes the channels drums or none that rules say are.
    ///
    /// - Parameters:
    ///   - samplers: The samplers, a bit each.
    ///   - way: Where to look for them; its lane does not matter.
    @_noLocks
    mutating func fixPresets(of samplers: UInt64, _ way: Way) {
        for index in 0..<way.routes.fixed.count {
            let fixed = way.routes.fixed[index]
            guard samplers >> UInt64(fixed.sampler) & 1 == 1 else { continue }
            fixPreset(fixed, way)
        }
    }

    /// Selects the preset that a rule gives, or makes the channel what a rule says it is.
    @_noLocks
    mutating func fixPreset(_ fixed: FixedChannel, _ way: Way) {
        let channel = UInt32(fixed.channel) << 24
        if fixed.preset != RouteEntry.noPreset {
            let event = unsafe ShardEvent(
                offset: way.offset,
                kind: .program,
                bits: channel | fixed.preset
            )
            push(event, fixed, way)
        }
        guard fixed.drums != 0 else { return }
        let event = unsafe ShardEvent(
            offset: way.offset,
            kind: .channelType,
            bits: channel | UInt32(fixed.drums)
        )
        push(event, fixed, way)
    }

    @_noLocks
    private mutating func push(_ event: ShardEvent, _ fixed: FixedChannel, _ way: Way) {
        push(event, to: fixed.sampler, fixed.channel, way)
    }

    /// Sends an event to a channel of a sampler, rendering as far as its offset where a queue is full.
    @_noLocks
    mutating func push(_ event: ShardEvent, to sampler: UInt8, _ channel: UInt8, _ way: Way) {
        while !way.rack.value.push(event, to: Int(sampler), channel: Int(channel)) {
            renderSpan(to: Int(way.offset))
        }
    }
}
