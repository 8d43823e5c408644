import MIDI
import Realtime
import Sequencer

/// Messages of live sources that routes change.
///
/// In music the changes have been made when the routes were worked out (`RuleChanges`), so that
/// the chase knows them.
extension EngineCore {
    /// Leads a message to its destinations, changed where routes say so.
    @_noLocks
    mutating func routeChanged(_ message: MIDIMessage, _ way: Way) {
        guard way.routes.hasChanges else { return route(message, way) }
        if message.isNoteOn {
            let list = listOfNote(message, way)
            guard way.routes.changes(list, match: message) else { return route(message, way) }
            return change(message, way.limited(to: list))
        }
        let range = ways(of: message.channel, way)
        if message.isNoteOff {
            // By its velocity, or by other rules, the note-on may have been a note.
            route(message, way)
            for index in range.first..<range.end
            where way.routes.isFirstOfList(index, from: range.first, names: way.names) {
                let list = way.routes.entries[index].changes
                guard isTaken(message.data1, by: list, range, way) else { continue }
                change(message, way.limited(to: list))
            }
            return
        }
        var isLed = false
        for index in range.first..<range.end
        where way.routes.isFirstOfList(index, from: range.first, names: way.names) {
            isLed = true
            let list = way.routes.entries[index].changes
            let limited = way.limited(to: list)
            // A key's pressure belongs to the rules that take the key.
            let isMeant =
                message.status & 0xF0 != 0xA0 || isTaken(message.data1, by: list, range, way)
            if isMeant, way.routes.changes(list, match: message) {
                change(message, limited)
            } else {
                route(message, limited)
            }
        }
        // It may end what began where its routes led before.
        if !isLed { route(message, way) }
    }

    /// Sends what the changes of a list make of a message.
    @_noLocks
    private mutating func change(_ message: MIDIMessage, _ limited: Way) {
        var way = limited
        way.isChanged = true
        let changes = way.routes.changes(of: way.changes)
        for index in changes.first..<changes.end {
            let change = way.routes.changes[index]
            guard change.matches(message), let result = change.result(of: message) else { continue }
            if let number = LivePorts.number(ofChanged: result) {
                livePorts.noteChanged(number, lane: way.lane, channel: result.channel)
            }
            route(result, way)
        }
    }

    /// The list of changes of the route that takes a note; the empty one where none does.
    @_noLocks
    private func listOfNote(_ message: MIDIMessage, _ way: Way) -> UInt16 {
        let range = ways(of: message.channel, way)
        for index in range.first..<range.end {
            let entry = way.routes.entries[index]
            if entry.isFor(way.names), entry.takes(key: message.data1, velocity: message.data2) {
                return entry.changes
            }
        }
        return 0
    }

    /// Whether a route with a list of changes takes a key.
    @_noLocks
    private func isTaken(
        _ key: UInt8,
        by list: UInt16,
        _ range: (first: Int, end: Int),
        _ way: Way
    ) -> Bool {
        for index in range.first..<range.end {
            let entry = way.routes.entries[index]
            if entry.changes == list, entry.isFor(way.names), key >= entry.lowKey,
                key <= entry.highKey
            {
                return true
            }
        }
        return false
    }

    /// Notes that a source lifts a pedal where some of its routes lead, and ends it where none
    /// leads.
    @_noLocks
    mutating func liftPedal(_ slot: UInt8, _ channel: UInt8, _ way: Way) {
        var number = firstLink(channel, slot, way)
        while number != 0 {
            let link = link(number, way)
            number = link.next
            let isWay = leads(to: link, channel, changes: RoutingView.anyChanges, way)
            let isMeant =
                isWay
                ? leads(to: link, channel, changes: way.changes, way)
                : link.isChanged == way.isChanged
            guard isMeant else { continue }
            // Its number is free with this, and the next one is not.
            let removed = removeLink(channel, slot, to: link.sampler, link.channel, way)
            guard let removed, letGo(removed, way), !isWay else { continue }
            end(removed, way)
        }
    }

    @_noLocks
    private func leads(
        to link: SourceLinks.Link,
        _ channel: UInt8,
        changes: UInt16,
        _ way: Way
    ) -> Bool {
        way.routes.leads(
            lane: way.lane,
            channel: channel,
            names: way.names,
            kind: MessageKindBit.controllers,
            changes: changes,
            to: link.sampler,
            link.channel
        )
    }

    // MARK: Other routes

    /// Releases the pedals of a source that nothing would release any more: those that changes have
    /// pressed and no route makes now, and those whose own messages now become something else.
    @_noLocks
    mutating func releaseLeftPedals(_ way: Way) {
        for channel: UInt8 in 0..<16 {
            for pedal: UInt8 in 0..<4 {
                let slot = DestinationHolds.firstPedal &+ pedal
                var number = firstLink(channel, slot, way)
                while number != 0 {
                    let link = link(number, way)
                    number = link.next
                    guard !canRelease(Pedal.controller(pedal), link, channel, way),
                        let removed = removeLink(
                            channel,
                            slot,
                            to: link.sampler,
                            link.channel,
                            way
                        ),
                        letGo(removed, way)
                    else { continue }
                    end(removed, way)
                }
            }
        }
    }

    /// Whether a message of a source may release a pedal that it holds: one of a route to where it
    /// is held or, if no route leads there, of any.
    @_noLocks
    private func canRelease(
        _ controller: UInt8,
        _ link: SourceLinks.Link,
        _ channel: UInt8,
        _ way: Way
    ) -> Bool {
        guard link.isChanged || way.routes.hasChanges else { return true }
        let up = MIDIMessage(status: 0xB0, data1: controller, data2: 0)
        var (isLed, isAble, isLedThere, isAbleThere) = (false, false, false, false)
        let range = ways(of: channel, way)
        for index in range.first..<range.end {
            let entry = way.routes.entries[index]
            guard entry.isFor(way.names), !entry.drops else { continue }
            let releases =
                link.isChanged
                ? way.routes.changes(entry.changes, make: controller)
                : !way.routes.changes(entry.changes, match: up)
            isLed = true
            isAble = isAble || releases
            guard entry.passes(MessageKindBit.controllers), entry.sampler == link.sampler,
                entry.channel == link.channel
            else { continue }
            isLedThere = true
            isAbleThere = isAbleThere || releases
        }
        return isLedThere ? isAbleThere : isAble || !isLed && !link.isChanged
    }

    /// Puts controllers that changes have made, and that the new routes do not make, into their
    /// initial state where the part is now: what made them no longer moves them.
    ///
    /// - Parameters:
    ///   - channels: The channels that have played, a bit each.
    ///   - before: The names of the source before.
    ///   - way: The source, with its routes and names as they are now.
    ///   - moves: The change.
    @_noLocks
    mutating func resetChanged(
        _ channels: UInt16,
        names before: UInt32,
        _ way: Way,
        _ moves: PartMoves
    ) {
        guard moves.before.hasChanges else { return }
        for channel: UInt8 in 0..<16 where channels >> UInt16(channel) & 1 == 1 {
            let old = moves.before.range(lane: way.lane, channel: channel, names: before)
            for index in old.first..<old.end {
                let entry = moves.before.entries[index]
                guard !entry.drops, entry.isFor(before) else { continue }
                let changes = moves.before.changes(of: entry.changes)
                for change in changes.first..<changes.end {
                    resetChanged(by: moves.before.changes[change], of: entry, channel, way, moves)
                }
            }
        }
    }

    /// Puts what a change has made into its initial state, where no route makes it any more.
    @_noLocks
    private mutating func resetChanged(
        by change: ControllerChange,
        of old: RouteEntry,
        _ channel: UInt8,
        _ way: Way,
        _ moves: PartMoves
    ) {
        let message: MIDIMessage
        let number: UInt8
        switch change.target {
        case .controller(let controller):
            number = controller
            // Banks and parameters have no initial value, and pedals have been lifted.
            guard number != 0, number != 32, number < 96 || number > 101, number != 6,
                number != 38, !Pedal.isMoved(by: number),
                !way.routes.makes(number, lane: way.lane, channel: channel, names: way.names)
            else { return }
            message = MIDIMessage(
                status: 0xB0,
                data1: number,
                data2: ChannelReset.value(of: Int(number))
            )
        case .pressure:
            number = LivePorts.pressure
            message = MIDIMessage(status: 0xD0, data1: 0)
        case .program, .nothing: return
        }
        guard livePorts.wasChanged(number, lane: way.lane, channel: channel) else { return }
        let range = ways(of: channel, way)
        for index in range.first..<range.end {
            let entry = way.routes.entries[index]
            guard !entry.drops, entry.isFor(way.names),
                moves.isMoved(entry) || old.leads(to: entry) && moves.isKept(entry.sampler)
            else { continue }
            send(message, to: entry.sampler, entry.channel, way)
        }
    }
}

extension EngineCore.Way {
    /// The same for the routes with a list of changes.
    @_noLocks
    func limited(to list: UInt16) -> Self {
        var way = self
        way.changes = list
        return way
    }

    /// Whether a route is meant, as far as its changes go.
    @_noLocks
    func means(_ entry: RouteEntry) -> Bool {
        changes == RoutingView.anyChanges || entry.changes == changes
    }
}
