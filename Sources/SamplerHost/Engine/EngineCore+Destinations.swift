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
            var way = Way(lane: Int(event.port), rack: rack, routes: routes, offset: offset)
            let channel = event.message.channel
            if deck.player.isMoving, event.message.status & 0xF0 >= 0xA0 {
                way.isExchange = true
                way.ways = deck.fresh.ways(lane: way.lane, channel: channel)
            }
            route(event.message, way)
        case .systemExclusive:
            guard let rack = deck.rack, let routes = deck.routes, let item = deck.item else {
                return
            }
            let message = item.view.value.systemExclusive(of: event)
            guard message.count > 0 else { return }
            var way = Way(lane: Int(event.port), rack: rack, routes: routes, offset: offset)
            limitSamplers(of: &way)
            unsafe routeExclusive(message.address, count: message.count, way)
        case .restart:
            guard let rack = deck.rack, let routes = deck.routes else { return }
            var way = Way(lane: Int(event.port), rack: rack, routes: routes, offset: offset)
            limitSamplers(of: &way)
            restart(way)
        }
    }

    /// The source of an event, and all that it takes to find its destinations.
    struct Way: BitwiseCopyable {
        /// The lane whose routes it takes.
        let lane: Int
        /// The owner of the records of what it holds: a lane of the music, or a live source.
        let source: Int
        let isLive: Bool
        /// The names of a live source, a bit each.
        var names: UInt32 = 0
        let rack: Loan<Rack>
        let routes: RoutingView
        let offset: Int32
        /// Whether the event puts new destinations into the state of the source, and nothing else.
        var isExchange = false
        /// Those of the first 32 routes of the channel that are meant, a bit each.
        var ways: UInt32 = .max
        /// The samplers that are meant, a bit each.
        var samplers: UInt64 = .max
        /// The list of changes of the routes that are meant; `RoutingView.anyChanges` for all.
        var changes = RoutingView.anyChanges
        /// Whether a change has made the message.
        var isChanged = false

        @_noLocks
        init(lane: Int, rack: Loan<Rack>, routes: RoutingView, offset: Int32) {
            self.lane = lane
            source = lane
            isLive = false
            self.rack = rack
            self.routes = routes
            self.offset = offset
        }

        /// The routes of a live source.
        @_noLocks
        init(live source: Int, lane: Int, rack: Loan<Rack>, routes: RoutingView, offset: Int32) {
            self.lane = lane
            self.source = source
            isLive = true
            self.rack = rack
            self.routes = routes
            self.offset = offset
        }
    }

    /// The routes of a channel that the source of an event may take.
    @_noLocks
    func ways(of channel: UInt8, _ way: Way) -> (first: Int, end: Int) {
        way.routes.range(lane: way.lane, channel: channel, names: way.names)
    }

    /// Limits a preroll's message to whole samplers to those that are reached for the first time,
    /// where the routes have changed.
    @_noLocks
    func limitSamplers(of way: inout Way) {
        guard deck.player.isMoving else { return }
        way.isExchange = true
        way.samplers = deck.fresh.samplers(lane: way.lane)
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
    mutating func send(
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

    /// Plays a click, or ends it.
    ///
    /// - Returns: `false` when a queue is full: render up to the offset and call again.
    @_noLocks
    mutating func click(_ message: MIDIMessage, offset: Int32) -> Bool {
        guard let rack = metronome.rack else { return true }
        racks.wake(rack, offset: Int(offset))
        return rack.value.send(message, to: 0, offset: offset)
    }
}
