import MIDI
import Realtime
import Sequencer

/// The events of the player's lanes, led to the samplers' channels.
extension EngineCore {
    /// Leads an event of the player to the shards that it concerns, rendering as far as its offset
    /// where a queue is full.
    @_noLocks
    mutating func route(_ event: PlayedEvent, offset: Int32) {
        switch event.kind {
        case .click:
            while !click(event.message, offset: offset) { renderSpan(to: Int(offset)) }
        case .channel:
            guard let rack = deck.rack, let routes = deck.routes else { return }
            let way = Way(lane: Int(event.port), rack: rack, routes: routes, offset: offset)
            route(event.message, way)
        case .systemExclusive:
            guard let rack = deck.rack, let routes = deck.routes, let item = deck.item else {
                return
            }
            let message = item.view.value.systemExclusive(of: event)
            guard message.count > 0 else { return }
            let way = Way(lane: Int(event.port), rack: rack, routes: routes, offset: offset)
            unsafe routeExclusive(message.address, count: message.count, way)
        case .restart:
            guard let rack = deck.rack, let routes = deck.routes else { return }
            restart(Way(lane: Int(event.port), rack: rack, routes: routes, offset: offset))
        }
    }

    /// The source of an event, and all that it takes to find its destinations.
    struct Way: BitwiseCopyable {
        let lane: Int
        let rack: Loan<Rack>
        let routes: RoutingView
        let offset: Int32

        @_noLocks
        init(lane: Int, rack: Loan<Rack>, routes: RoutingView, offset: Int32) {
            self.lane = lane
            self.rack = rack
            self.routes = routes
            self.offset = offset
        }
    }

    /// Leads a channel message to its destinations.
    @_noLocks
    mutating func route(_ message: MIDIMessage, _ way: Way) {
        switch message.status & 0xF0 {
        case 0x80: releaseKey(message, way)
        case 0x90:
            if message.data2 == 0 { releaseKey(message, way) } else { pressKey(message, way) }
        case 0xA0: routePressure(message, way)
        case 0xB0: routeControl(message, way)
        case 0xC0: routePlain(message, kind: MessageKindBit.programs, way)
        case 0xD0: routePlain(message, kind: MessageKindBit.pressures, way)
        case 0xE0: routePlain(message, kind: MessageKindBit.bends, way)
        default: break
        }
    }

    /// Sends a message to a channel of a sampler, rendering as far as the offset where a queue is
    /// full.
    @_noLocks
    private mutating func send(
        _ message: MIDIMessage,
        to sampler: UInt8,
        _ channel: UInt8,
        _ way: Way
    ) {
        let moved = MIDIMessage(
            status: message.status & 0xF0 | channel,
            data1: message.data1,
            data2: message.data2
        )
        while !way.rack.value.send(moved, to: Int(sampler), offset: way.offset) {
            renderSpan(to: Int(way.offset))
        }
    }

    // MARK: Keys

    /// Begins a note at the destinations of the first rule that takes it.
    @_noLocks
    private mutating func pressKey(_ message: MIDIMessage, _ way: Way) {
        let range = way.routes.range(lane: way.lane, channel: message.channel)
        var index = range.first
        while index < range.end,
            !way.routes.entries[index].takes(key: message.data1, velocity: message.data2)
        {
            index &+= 1
        }
        guard index < range.end else { return }
        let rule = way.routes.entries[index].rule
        while index < range.end, way.routes.entries[index].rule == rule {
            let entry = way.routes.entries[index]
            index &+= 1
            guard entry.passes(MessageKindBit.notes) else { continue }
            let key = entry.transposed(message.data1)
            guard hold(key, for: message.data1, message.channel, at: entry, way) else { continue }
            let note = MIDIMessage(
                status: 0x90,
                data1: key,
                data2: way.routes.velocity(message.data2, by: entry)
            )
            send(note, to: entry.sampler, entry.channel, way)
        }
    }

    /// Notes that a slot of a source is held at a destination.
    ///
    /// - Returns: `false` where there is no room to note it.
    @_noLocks
    private mutating func hold(
        _ slot: UInt8,
        for source: UInt8,
        _ channel: UInt8,
        at entry: RouteEntry,
        _ way: Way
    ) -> Bool {
        let link = SourceLinks.Link(
            entry.sampler,
            entry.channel,
            slot,
            generation: way.rack.value.holds.generation(entry.sampler, entry.channel, slot)
        )
        if deck.links.has(way.lane, channel, source, link) { return true }
        guard deck.links.add(way.lane, channel, source, link) else { return false }
        way.rack.value.holds.add(entry.sampler, entry.channel, slot)
        return true
    }

    /// Ends a note where it began, if no other source holds the key there.
    @_noLocks
    private mutating func releaseKey(_ message: MIDIMessage, _ way: Way) {
        while let link = deck.links.removeFirst(way.lane, message.channel, message.data1) {
            guard letGo(link, way) else { continue }
            let note = MIDIMessage(status: 0x80, data1: link.slot, data2: message.data2)
            send(note, to: link.sampler, link.channel, way)
        }
    }

    /// Notes that a source lets go what a link leads to.
    ///
    /// - Returns: Whether no source holds it any more.
    @_noLocks
    private mutating func letGo(_ link: SourceLinks.Link, _ way: Way) -> Bool {
        let holds = way.rack.value.holds.generation(link.sampler, link.channel, link.slot)
        guard holds == link.generation else { return false }
        return way.rack.value.holds.remove(link.sampler, link.channel, link.slot)
    }

    @_noLocks
    private mutating func routePressure(_ message: MIDIMessage, _ way: Way) {
        let range = way.routes.range(lane: way.lane, channel: message.channel)
        for index in range.first..<range.end {
            let entry = way.routes.entries[index]
            guard entry.passes(MessageKindBit.pressures), message.data1 >= entry.lowKey,
                message.data1 <= entry.highKey
            else { continue }
            let pressure = MIDIMessage(
                status: 0xA0,
                data1: entry.transposed(message.data1),
                data2: message.data2
            )
            send(pressure, to: entry.sampler, entry.channel, way)
        }
    }

    // MARK: Messages to a channel

    /// Sends a message once to each destination that its kind reaches.
    @_noLocks
    private mutating func routePlain(_ message: MIDIMessage, kind: UInt8, _ way: Way) {
        let range = way.routes.range(lane: way.lane, channel: message.channel)
        for index in range.first..<range.end
        where way.routes.isFirst(index, from: range.first, kind: kind) {
            let entry = way.routes.entries[index]
            if kind == MessageKindBit.programs, entry.fixesProgram {
                // Which drum kit, or instrument, is the source's own choice where only the kind of
                // channel is given.
                if entry.hasPreset || message.status & 0xF0 == 0xB0 { continue }
            }
            send(message, to: entry.sampler, entry.channel, way)
        }
    }

    @_noLocks
    private mutating func routeControl(_ message: MIDIMessage, _ way: Way) {
        switch message.data1 {
        case 0, 32: routePlain(message, kind: MessageKindBit.programs, way)
        case 64, 66, 67, 69: routePedal(message, way)
        case 121: resetControllers(message, way)
        case 120, 123...127: endKeys(message, way)
        default: routePlain(message, kind: MessageKindBit.controllers, way)
        }
    }

    /// Moves a pedal, which goes up at a destination when no source holds it there any more.
    @_noLocks
    private mutating func routePedal(_ message: MIDIMessage, _ way: Way) {
        let slot = DestinationHolds.firstPedal &+ SourceLedger.pedalNumber(message.data1)
        let range = way.routes.range(lane: way.lane, channel: message.channel)
        for index in range.first..<range.end
        where way.routes.isFirst(index, from: range.first, kind: MessageKindBit.controllers) {
            let entry = way.routes.entries[index]
            if message.data2 > 0 {
                guard hold(slot, for: slot, message.channel, at: entry, way) else { continue }
                // From 64 on a pedal is down (MIDI 1.0 Detailed Specification 4.2, table III).
                guard
                    message.data2 >= 64
                        || way.rack.value.holds.count(entry.sampler, entry.channel, slot) < 2
                else { continue }
            } else {
                let link = deck.links.remove(
                    way.lane,
                    message.channel,
                    slot,
                    to: entry.sampler,
                    entry.channel
                )
                if let link { _ = letGo(link, way) }
                guard way.rack.value.holds.count(entry.sampler, entry.channel, slot) == 0 else {
                    continue
                }
            }
            send(message, to: entry.sampler, entry.channel, way)
        }
    }

    /// Resets controllers; pedals that other sources hold at a destination stay down there.
    ///
    /// The MMA's recommended practice RP-015 says which controllers are reset; the hold 2 pedal is not
    /// among it.
    @_noLocks
    private mutating func resetControllers(_ message: MIDIMessage, _ way: Way) {
        let range = way.routes.range(lane: way.lane, channel: message.channel)
        for index in range.first..<range.end
        where way.routes.isFirst(index, from: range.first, kind: MessageKindBit.controllers) {
            let entry = way.routes.entries[index]
            var held: UInt8 = 0
            for pedal: UInt8 in 0..<3 {
                let slot = DestinationHolds.firstPedal &+ pedal
                let link = deck.links.remove(
                    way.lane,
                    message.channel,
                    slot,
                    to: entry.sampler,
                    entry.channel
                )
                if let link { _ = letGo(link, way) }
                if way.rack.value.holds.count(entry.sampler, entry.channel, slot) > 0 {
                    held |= 1 << pedal
                }
            }
            guard held != 0 else {
                send(message, to: entry.sampler, entry.channel, way)
                continue
            }
            // The message would lift those pedals too, and with them the notes: so in single steps.
            for controller: UInt8 in 64...67 {
                let pedal = SourceLedger.pedal(controller)
                guard pedal != 0, held & pedal == 0 else { continue }
                control(controller, 0, entry, way)
            }
            control(1, 0, entry, way)
            control(11, 127, entry, way)
            for controller: UInt8 in 98...101 { control(controller, 127, entry, way) }
            let pressure = MIDIMessage(status: 0xD0, data1: 0, data2: 0)
            send(pressure, to: entry.sampler, entry.channel, way)
            let bend = MIDIMessage(status: 0xE0, data1: 0, data2: 64)
            send(bend, to: entry.sampler, entry.channel, way)
        }
    }

    @_noLocks
    private mutating func control(
        _ number: UInt8,
        _ value: UInt8,
        _ entry: RouteEntry,
        _ way: Way
    ) {
        let message = MIDIMessage(status: 0xB0, data1: number, data2: value)
        send(message, to: entry.sampler, entry.channel, way)
    }

    /// Carries out a message that ends all keys of a channel: only those of this source, where others
    /// hold some and the message leaves a choice.
    @_noLocks
    private mutating func endKeys(_ message: MIDIMessage, _ way: Way) {
        let range = way.routes.range(lane: way.lane, channel: message.channel)
        let endsOwnOnly = message.data1 >= 123 && message.data1 <= 125
        for index in range.first..<range.end
        where way.routes.isFirst(index, from: range.first, kind: MessageKindBit.controllers) {
            let entry = way.routes.entries[index]
            if endsOwnOnly {
                let own = ownKeys(message.channel, at: entry, way)
                if way.rack.value.holds.keys(entry.sampler, entry.channel) > own { continue }
            }
            send(message, to: entry.sampler, entry.channel, way)
            // The channel has one mode for all sources: notes that others hold end too.
            way.rack.value.holds.forgetKeys(entry.sampler, entry.channel)
        }
        releaseKeys(message.channel, way)
    }

    /// The number of holds that a channel of a source has on the keys of a destination.
    @_noLocks
    private func ownKeys(_ channel: UInt8, at entry: RouteEntry, _ way: Way) -> Int {
        let generation = way.rack.value.holds.generation(entry.sampler, entry.channel, 0)
        var sum = 0
        for key: UInt8 in 0..<128 {
            var number = deck.links.first(way.lane, channel, key)
            while number != 0 {
                let link = deck.links.link(number)
                if link.sampler == entry.sampler, link.channel == entry.channel,
                    link.generation == generation
                {
                    sum &+= 1
                }
                number = link.next
            }
        }
        return sum
    }

    /// Ends the notes that a channel of a source still holds anywhere.
    @_noLocks
    private mutating func releaseKeys(_ channel: UInt8, _ way: Way) {
        for key: UInt8 in 0..<128 {
            releaseKey(MIDIMessage(status: 0x80 | channel, data1: key, data2: 64), way)
        }
    }

    /// Lifts the pedals that a channel of a source holds anywhere, where no other source does.
    @_noLocks
    private mutating func liftPedals(_ channel: UInt8, _ way: Way) {
        for controller: UInt8 in 64...69 where SourceLedger.pedal(controller) != 0 {
            let slot = DestinationHolds.firstPedal &+ SourceLedger.pedalNumber(controller)
            while let link = deck.links.removeFirst(way.lane, channel, slot) {
                guard letGo(link, way) else { continue }
                let up = MIDIMessage(status: 0xB0, data1: controller, data2: 0)
                send(up, to: link.sampler, link.channel, way)
            }
        }
    }

    // MARK: Messages to whole samplers

    /// Sends a System Exclusive message to the samplers that a lane has it for.
    @_noLocks
    private mutating func routeExclusive(
        _ bytes: UnsafePointer<UInt8>,
        count: Int,
        _ way: Way
    ) {
        guard way.lane < way.routes.laneCount else { return }
        let meaning = unsafe SystemExclusive.meaning(of: bytes, count: count)
        var isReset = false
        var changesParts = false
        switch meaning {
        case .reset: isReset = true
        case .rhythmPart: changesParts = true
        case .masterVolume, .effects, .other: break
        }
        let samplers = way.routes.exclusives[way.lane]
        for sampler in 0..<way.rack.value.samplers.count
        where samplers >> UInt64(sampler) & 1 == 1 {
            while unsafe !sendExclusive(
                bytes,
                count: count,
                to: way.rack,
                sampler: sampler,
                offset: way.offset
            ) {
                renderSpan(to: Int(way.offset))
            }
            if isReset {
                way.rack.value.holds.forgetAll(UInt8(truncatingIfNeeded: sampler))
            }
        }
        guard isReset || changesParts else { return }
        fixPresets(of: samplers, way)
        guard isReset else { return }
        // The player reckons that all of the lane has ended: so it has to where no reset goes.
        for channel: UInt8 in 0..<16 {
            releaseKeys(channel, way)
            liftPedals(channel, way)
        }
    }

    /// Prepares the samplers that a lane resets for the messages that reset its channels.
    @_noLocks
    private mutating func restart(_ way: Way) {
        guard way.lane < way.routes.laneCount else { return }
        let samplers = way.routes.exclusives[way.lane]
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
            let channel = UInt32(fixed.channel) << 24
            if fixed.preset != RouteEntry.noPreset {
                let event = unsafe ShardEvent(
                    offset: way.offset,
                    kind: .program,
                    bits: channel | fixed.preset
                )
                push(event, fixed, way)
            }
            guard fixed.drums != 0 else { continue }
            let event = unsafe ShardEvent(
                offset: way.offset,
                kind: .channelType,
                bits: channel | UInt32(fixed.drums)
            )
            push(event, fixed, way)
        }
    }

    @_noLocks
    private mutating func push(_ event: ShardEvent, _ fixed: FixedChannel, _ way: Way) {
        while !way.rack.value.push(event, to: Int(fixed.sampler), channel: Int(fixed.channel)) {
            renderSpan(to: Int(way.offset))
        }
    }
}
