import MIDI
import Realtime
import Sequencer

/// Live events: brought to their frames, noted by source, sent to the inputs' samplers.
extension EngineCore {
    /// Takes the events that are due in this period, from all queues in the order of their stamps.
    @_noLocks
    mutating func takeLiveEvents(_ frames: Int) {
        guard livePorts.inputCount > 0, Int(firstGridOffset) < frames else { return }
        let outputs = outputs
        while let (queue, event) = livePorts.earliestEvent() {
            let frame = position &+ livePorts.offset(of: event.stamp)
            let offset = gridOffset(of: frame)
            guard Int(offset) < frames else { return }
            outputs.value.setFrame(frame)
            outputs.value.setImmediate(livePorts.playsAtOnce)
            play(event, queue: queue, offset: offset)
            outputs.value.setImmediate(false)
            livePorts.removeEvent(of: queue)
        }
    }

    @_noLocks
    mutating func play(_ event: LiveEvent, queue: Int, offset: Int32) {
        let source = queue &* LiveEvent.sourceCapacity &+ Int(event.source & 127)
        switch event.kind {
        case .open:
            if livePorts.sources[source].isOpen { close(source, offset: offset) }
            livePorts.sources[source].open(input: Int(event.bits))
        case .names:
            rename(source, to: event.bits, offset: offset)
        case .message:
            let message = MIDIMessage(bits: event.bits)
            guard message.status >= 0x80, message.status < 0xF0 || message.status == 0xFF,
                let way = way(of: source, offset: offset)
            else { return }
            guard message.status < 0xF0 else {
                systemReset(way)
                return
            }
            notePlayed(message.channel, way)
            routeChanged(message, way)
        case .program:
            guard let way = way(of: source, offset: offset) else { return }
            notePlayed(UInt8(event.bits >> 24 & 15), way)
            selectPreset(event.bits, way)
        case .systemExclusive:
            playExclusive(event, queue: queue, from: source, offset: offset)
        case .close:
            close(source, offset: offset)
        case .panic:
            panic(offset: offset)
        }
    }

    /// The routes of an open source to the samplers of its rack, which is awake then; `nil` for one
    /// without a rack.
    @_noLocks
    mutating func way(of source: Int, offset: Int32) -> Way? {
        guard let rack = livePorts.rack(of: source), let routes = rack.value.liveRoutes else {
            return nil
        }
        racks.wake(rack, offset: Int(firstGridOffset))
        var way = Way(
            live: source,
            lane: lane(of: source),
            rack: rack,
            routes: routes,
            offset: offset
        )
        way.names = livePorts.sources[source].names
        return way
    }

    /// Selects a preset wherever program changes of a source lead.
    @_noLocks
    private mutating func selectPreset(_ bits: UInt32, _ way: Way) {
        let range = ways(of: UInt8(bits >> 24 & 15), way)
        for index in range.first..<range.end
        where isMeant(index, from: range.first, kind: MessageKindBit.programs, way) {
            let entry = way.routes.entries[index]
            let isDrums = bits & 0xFFFF == 128
            guard !entry.hasPreset, entry.drums == 0 || (entry.drums == 2) == isDrums else {
                continue
            }
            let event = unsafe ShardEvent(
                offset: way.offset,
                kind: .program,
                bits: bits & 0xFF_FFFF | UInt32(entry.channel) << 24
            )
            push(event, to: entry.sampler, entry.channel, way)
        }
    }

    @_noLocks
    private mutating func playExclusive(
        _ event: LiveEvent,
        queue: Int,
        from source: Int,
        offset: Int32
    ) {
        guard let bytes = unsafe event.bytes else { return }
        let message = unsafe livePorts.spentMessage(bytes, queue: queue)
        if !outbox.hasRoomForMessage { renderSpan(to: Int(offset)) }
        outbox.keep(message)
        let count = Int(event.bits)
        guard let way = way(of: source, offset: offset), count > 0 else { return }
        unsafe routeExclusive(bytes, count: count, way, keeping: message)
    }

    /// Releases the notes and pedals that only this source holds.
    @_noLocks
    private mutating func close(_ source: Int, offset: Int32) {
        guard livePorts.sources[source].isOpen else { return }
        if let way = way(of: source, offset: offset) {
            for channel: UInt8 in 0..<16 { releaseKeys(channel, way) }
            for channel: UInt8 in 0..<16 { liftPedals(channel, way) }
        }
        livePorts.sources[source].close()
    }

    /// Silences every channel of every rack, and forgets what each source held.
    @_noLocks
    private mutating func panic(offset: Int32) {
        livePorts.links.removeAll()
        for index in 0..<racks.count {
            let rack = racks[index]
            // A pedal may be down in silence.
            racks.wake(rack, offset: Int(firstGridOffset))
            for sampler in 0..<rack.value.samplers.count {
                rack.value.holds.forgetAll(UInt8(truncatingIfNeeded: sampler))
                for channel: UInt8 in 0..<16 {
                    silence(channel, of: rack, sampler: sampler, offset: offset)
                }
            }
        }
    }

    /// Lifts the pedals of a channel and ends its sound at once.
    @_noLocks
    private mutating func silence(
        _ channel: UInt8,
        of rack: Loan<Rack>,
        sampler: Int,
        offset: Int32
    ) {
        for controller: UInt8 in 64...69 where Pedal.isMoved(by: controller) {
            let up = MIDIMessage(status: 0xB0 | channel, data1: controller, data2: 0)
            while !rack.value.send(up, to: sampler, offset: offset) {
                renderSpan(to: Int(offset))
            }
        }
        let off = MIDIMessage(status: 0xB0 | channel, data1: 120, data2: 0)
        while !rack.value.send(off, to: sampler, offset: offset) { renderSpan(to: Int(offset)) }
    }
}
