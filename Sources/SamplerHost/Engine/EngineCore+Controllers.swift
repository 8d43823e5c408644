import MIDI
import Realtime

/// Messages to the channels of destinations: once to each, without a change to what other sources
/// hold there.
extension EngineCore {
    /// Whether a message takes a route: its kind passes, no route before it leads to the same
    /// destination, and in an exchange the route is new.
    @_noLocks
    func isMeant(_ index: Int, from first: Int, kind: UInt8, _ way: Way) -> Bool {
        way.routes.isFirst(index, from: first, kind: kind, names: way.names)
            && isMeant(index &- first, way) && way.means(way.routes.entries[index])
    }

    /// Whether a route of a channel is meant: in an exchange, only those that are new.
    @_noLocks
    func isMeant(_ number: Int, _ way: Way) -> Bool {
        number >= 32 ? !way.isExchange : way.ways >> UInt32(truncatingIfNeeded: number) & 1 == 1
    }

    /// Sends a message once to each destination that its kind reaches.
    @_noLocks
    mutating func routePlain(_ message: MIDIMessage, kind: UInt8, _ way: Way) {
        let range = ways(of: message.channel, way)
        for index in range.first..<range.end
        where isMeant(index, from: range.first, kind: kind, way) {
            let entry = way.routes.entries[index]
            if kind == MessageKindBit.programs, !entry.accepts(message) { continue }
            send(message, to: entry.sampler, entry.channel, way)
        }
    }

    @_noLocks
    mutating func routeControl(_ message: MIDIMessage, _ way: Way) {
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
    mutating func routePedal(_ message: MIDIMessage, _ way: Way) {
        let slot = DestinationHolds.firstPedal &+ Pedal.number(of: message.data1)
        if message.data2 == 0, way.changes != RoutingView.anyChanges {
            liftPedal(slot, message.channel, way)
        } else if message.data2 == 0, !way.isExchange {
            while let link = removeFirstLink(message.channel, slot, way) {
                guard letGo(link, way) else { continue }
                let isWay = way.routes.leads(
                    lane: way.lane,
                    channel: message.channel,
                    names: way.names,
                    kind: MessageKindBit.controllers,
                    to: link.sampler,
                    link.channel
                )
                if !isWay { end(link, way) }
            }
        }
        let range = ways(of: message.channel, way)
        for index in range.first..<range.end
        where isMeant(index, from: range.first, kind: MessageKindBit.controllers, way) {
            let entry = way.routes.entries[index]
            if message.data2 > 0 {
                guard hold(slot, for: slot, message.channel, at: entry, way) else { continue }
                // From 64 on a pedal is down (MIDI 1.0 Detailed Specification 4.2, table III).
                guard
                    message.data2 >= 64
                        || way.rack.value.holds.count(entry.sampler, entry.channel, slot) < 2
                else { continue }
            } else {
                // It has been lifted wherever this source held it.
                guard way.rack.value.holds.count(entry.sampler, entry.channel, slot) == 0 else {
                    continue
                }
            }
            send(message, to: entry.sampler, entry.channel, way)
        }
    }

    /// Resets controllers; pedals that other sources hold at a destination stay down there.
    ///
    /// The MMA's recommended practice RP-015 says which controllers are reset; the hold 2 pedal is
    /// not among them.
    @_noLocks
    mutating func resetControllers(_ message: MIDIMessage, _ way: Way) {
        let range = ways(of: message.channel, way)
        for index in range.first..<range.end
        where isMeant(index, from: range.first, kind: MessageKindBit.controllers, way) {
            let entry = way.routes.entries[index]
            var held: UInt8 = 0
            for pedal: UInt8 in 0..<3 {
                let slot = DestinationHolds.firstPedal &+ pedal
                let link = removeLink(message.channel, slot, to: entry.sampler, entry.channel, way)
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
                guard Pedal.isMoved(by: controller),
                    held >> Pedal.number(of: controller) & 1 == 0
                else { continue }
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
    mutating func control(
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
    mutating func endKeys(_ message: MIDIMessage, _ way: Way) {
        let range = ways(of: message.channel, way)
        let endsOwnOnly = message.data1 >= 123 && message.data1 <= 125
        for index in range.first..<range.end
        where isMeant(index, from: range.first, kind: MessageKindBit.controllers, way) {
            let entry = way.routes.entries[index]
            if endsOwnOnly {
                let own = ownKeys(message.channel, at: entry, way)
                if way.rack.value.holds.keys(entry.sampler, entry.channel) > own { continue }
            }
            // A source that is new to a channel leaves what others play there alone.
            if way.isExchange, way.rack.value.holds.keys(entry.sampler, entry.channel) > 0 {
                continue
            }
            send(message, to: entry.sampler, entry.channel, way)
            // The channel has one mode for all sources: notes that others hold end too.
            way.rack.value.holds.forgetKeys(entry.sampler, entry.channel)
        }
        if !way.isExchange { releaseKeys(message.channel, way) }
    }

    /// The number of holds that a channel of a source has on the keys of a destination.
    @_noLocks
    func ownKeys(_ channel: UInt8, at entry: RouteEntry, _ way: Way) -> Int {
        let generation = way.rack.value.holds.generation(entry.sampler, entry.channel, 0)
        var sum = 0
        for key: UInt8 in 0..<128 {
            var number = firstLink(channel, key, way)
            while number != 0 {
                let link = link(number, way)
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
    mutating func releaseKeys(_ channel: UInt8, _ way: Way) {
        for key: UInt8 in 0..<128 {
            releaseKey(MIDIMessage(status: 0x80 | channel, data1: key, data2: 64), way)
        }
    }

    /// Lifts the pedals that a channel of a source holds anywhere, where no other source does.
    @_noLocks
    mutating func liftPedals(_ channel: UInt8, _ way: Way) {
        for controller: UInt8 in 64...69 where Pedal.isMoved(by: controller) {
            let slot = DestinationHolds.firstPedal &+ Pedal.number(of: controller)
            while let link = removeFirstLink(channel, slot, way) {
                guard letGo(link, way) else { continue }
                let up = MIDIMessage(status: 0xB0, data1: controller, data2: 0)
                send(up, to: link.sampler, link.channel, way)
            }
        }
    }
}
