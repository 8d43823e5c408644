import MIDI
import Realtime

/// Keys at their destinations: where each began it ends.
extension EngineCore {
    /// Begins a note at the destinations of the first rule that takes it.
    @_noLocks
    mutating func pressKey(_ message: MIDIMessage, _ way: Way) {
        let range = ways(of: message.channel, way)
        var index = range.first
        while index < range.end,
            !(way.routes.entries[index].isFor(way.names)
                && way.routes.entries[index].takes(key: message.data1, velocity: message.data2))
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
    mutating func hold(
        _ slot: UInt8,
        for source: UInt8,
        _ channel: UInt8,
        at entry: RouteEntry,
        _ way: Way
    ) -> Bool {
        var link = SourceLinks.Link(
            entry.sampler,
            entry.channel,
            slot,
            generation: way.rack.value.holds.generation(entry.sampler, entry.channel, slot)
        )
        link.isChanged = way.isChanged
        if hasLink(channel, source, link, way) { return true }
        guard addLink(channel, source, link, way) else { return false }
        way.rack.value.holds.add(entry.sampler, entry.channel, slot)
        return true
    }

    /// Ends a note at the destinations of its note-on where no other source holds the key.
    @_noLocks
    mutating func releaseKey(_ message: MIDIMessage, _ way: Way) {
        while let link = removeFirstLink(message.channel, message.data1, way) {
            guard letGo(link, way) else { continue }
            let note = MIDIMessage(status: 0x80, data1: link.slot, data2: message.data2)
            send(note, to: link.sampler, link.channel, way)
        }
    }

    /// Notes that a source releases what a link leads to.
    ///
    /// - Returns: Whether no source holds it any more.
    @_noLocks
    mutating func letGo(_ link: SourceLinks.Link, _ way: Way) -> Bool {
        let holds = way.rack.value.holds.generation(link.sampler, link.channel, link.slot)
        guard holds == link.generation else { return false }
        return way.rack.value.holds.remove(link.sampler, link.channel, link.slot)
    }

    @_noLocks
    mutating func routePressure(_ message: MIDIMessage, _ way: Way) {
        let range = ways(of: message.channel, way)
        for index in range.first..<range.end {
            let entry = way.routes.entries[index]
            guard entry.passes(MessageKindBit.pressures), entry.isFor(way.names),
                isMeant(index &- range.first, way), way.means(entry),
                message.data1 >= entry.lowKey,
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

    /// Ends what a channel of a source holds where its routes no longer lead.
    @_noLocks
    mutating func releaseLeft(_ channel: UInt8, _ way: Way) {
        for slot: UInt8 in 0..<UInt8(132) {
            let kind =
                slot < DestinationHolds.firstPedal
                ? MessageKindBit.notes : MessageKindBit.controllers
            var number = firstLink(channel, slot, way)
            while number != 0 {
                let link = link(number, way)
                number = link.next
                let isLeft = !way.routes.leads(
                    lane: way.lane,
                    channel: channel,
                    names: way.names,
                    kind: kind,
                    to: link.sampler,
                    link.channel
                )
                guard isLeft else { continue }
                // Its number is free with this, and the next one is not.
                let removed = removeLink(channel, slot, to: link.sampler, link.channel, way)
                guard let removed, letGo(removed, way) else { continue }
                end(removed, way)
            }
        }
    }

    /// Sends what ends a key or lifts a pedal.
    @_noLocks
    mutating func end(_ link: SourceLinks.Link, _ way: Way) {
        let message =
            link.slot < DestinationHolds.firstPedal
            ? MIDIMessage(status: 0x80, data1: link.slot, data2: 64)
            : MIDIMessage(status: 0xB0, data1: Pedal.controller(link.slot & 3), data2: 0)
        send(message, to: link.sampler, link.channel, way)
    }
}
