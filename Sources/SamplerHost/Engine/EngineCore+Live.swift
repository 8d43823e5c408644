import MIDI
import Realtime
import Sequencer

/// Live events: brought to their frames, noted by source, sent to the inputs' samplers.
extension EngineCore {
    /// Takes the events that are due in this period, from all queues in the order of their stamps.
    @_noLocks
    mutating func takeLiveEvents(_ frames: Int) {
        guard desk.inputCount > 0, Int(firstGridOffset) < frames else { return }
        while let (queue, event) = desk.earliestEvent() {
            let offset = gridOffset(of: position &+ desk.offset(of: event.stamp))
            guard Int(offset) < frames else { return }
            carryOut(event, queue: queue, offset: offset)
            desk.removeEvent(of: queue)
        }
    }

    @_noLocks
    private mutating func carryOut(_ event: LiveEvent, queue: Int, offset: Int32) {
        let source = queue &* LiveEvent.sourceCapacity &+ Int(event.source & 127)
        switch event.kind {
        case .open:
            if desk.sources[source].isOpen { close(source, offset: offset) }
            desk.sources[source].open(input: Int(event.bits))
        case .message:
            play(MIDIMessage(bits: event.bits), from: source, offset: offset)
        case .program:
            guard let rack = rack(of: source) else { return }
            selectPreset(event.bits, rack, offset: offset)
        case .systemExclusive:
            playExclusive(event, queue: queue, from: source, offset: offset)
        case .close:
            close(source, offset: offset)
        case .panic:
            panic(offset: offset)
        }
    }

    /// The rack that a source plays on, awake.
    @_noLocks
    private mutating func rack(of source: Int) -> Loan<Rack>? {
        guard let rack = desk.rack(of: source) else { return nil }
        racks.wake(rack, offset: Int(firstGridOffset))
        return rack
    }

    /// Sends a message, rendering as far as the offset where a queue is full.
    @_noLocks
    private mutating func deliver(
        _ message: MIDIMessage,
        to rack: Loan<Rack>,
        offset: Int32
    ) {
        while !rack.value.send(message, to: 0, offset: offset) { renderSpan(to: Int(offset)) }
    }

    @_noLocks
    private mutating func play(_ message: MIDIMessage, from source: Int, offset: Int32) {
        guard message.status >= 0x80, message.status < 0xF0, let rack = rack(of: source) else {
            return
        }
        let channel = message.channel
        switch message.status & 0xF0 {
        case 0x90 where message.data2 > 0:
            desk.sources[source].keys.noteOn(port: 0, channel: channel, key: message.data1)
        case 0x80, 0x90:
            // One note-off ends all that the source began on the key, as on an instrument.
            while desk.sources[source].keys.noteOff(port: 0, channel: channel, key: message.data1)
                > 1
            {}
            guard !desk.isHeldElsewhere(key: message.data1, channel, source) else { return }
        case 0xB0:
            control(message, from: source, rack, offset: offset)
            return
        default:
            break
        }
        deliver(message, to: rack, offset: offset)
    }

    @_noLocks
    private mutating func control(
        _ message: MIDIMessage,
        from source: Int,
        _ rack: Loan<Rack>,
        offset: Int32
    ) {
        let channel = message.channel
        switch message.data1 {
        case 64, 66, 67, 69:
            guard desk.notePedal(message, from: source) else { return }
        case 120:
            // All sound off: the pedals stay where they are.
            desk.forgetKeys(channel, ofInput: desk.sources[source].input)
        case 121:
            resetControllers(channel, of: source, rack, offset: offset)
            return
        case 126, 127:
            // The channel has one mode for all senders: notes that others hold end too.
            desk.forgetKeys(channel, ofInput: desk.sources[source].input)
        case 123...125:
            guard desk.isAnythingHeldElsewhere(channel, source) else {
                desk.sources[source].keys.control(port: 0, channel: channel, number: 123, value: 0)
                break
            }
            for key: UInt8 in 0..<128
            where desk.sources[source].keys.noteOff(port: 0, channel: channel, key: key) > 0 {
                let off = MIDIMessage(status: 0x80 | channel, data1: key, data2: 64)
                play(off, from: source, offset: offset)
            }
            return
        default:
            break
        }
        deliver(message, to: rack, offset: offset)
    }

    /// Resets a channel's controllers; pedals that other sources hold stay down.
    ///
    /// The MMA's recommended practice RP-015 says which controllers are reset; the hold 2 pedal is not
    /// among it.
    @_noLocks
    private mutating func resetControllers(
        _ channel: UInt8,
        of source: Int,
        _ rack: Loan<Rack>,
        offset: Int32
    ) {
        desk.sources[source].pedals[Int(channel)] &= 8
        let held = desk.pedalsHeldElsewhere(channel, source) & 7
        let status = 0xB0 | channel
        guard held != 0 else {
            deliver(MIDIMessage(status: status, data1: 121, data2: 0), to: rack, offset: offset)
            return
        }
        // The message would lift those pedals too, and with them the notes: so in single steps.
        for controller: UInt8 in 64...67 {
            let pedal = SourceLedger.pedal(controller)
            guard pedal != 0, held & pedal == 0 else { continue }
            let up = MIDIMessage(status: status, data1: controller, data2: 0)
            deliver(up, to: rack, offset: offset)
        }
        deliver(MIDIMessage(status: status, data1: 1, data2: 0), to: rack, offset: offset)
        deliver(MIDIMessage(status: status, data1: 11, data2: 127), to: rack, offset: offset)
        for controller: UInt8 in 98...101 {
            let null = MIDIMessage(status: status, data1: controller, data2: 127)
            deliver(null, to: rack, offset: offset)
        }
        deliver(
            MIDIMessage(status: 0xD0 | channel, data1: 0, data2: 0),
            to: rack,
            offset: offset
        )
        deliver(
            MIDIMessage(status: 0xE0 | channel, data1: 0, data2: 64),
            to: rack,
            offset: offset
        )
    }

    @_noLocks
    private mutating func selectPreset(
        _ bits: UInt32,
        _ rack: Loan<Rack>,
        offset: Int32
    ) {
        let event = unsafe ShardEvent(offset: offset, kind: .program, bits: bits)
        while !rack.value.push(event, to: 0, channel: Int(bits >> 24 & 15)) {
            renderSpan(to: Int(offset))
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
        let message = unsafe desk.spentMessage(bytes, queue: queue)
        if !outbox.hasRoomForMessage { renderSpan(to: Int(offset)) }
        outbox.keep(message)
        let count = Int(event.bits)
        guard let rack = rack(of: source), count > 0 else { return }
        if case .reset = unsafe SystemExclusive.meaning(of: bytes, count: count) {
            desk.forgetAll(ofInput: desk.sources[source].input)
        }
        // The message must outlive the span: what would be returned stays until it is rendered.
        while unsafe !sendExclusive(bytes, count: count, to: rack, sampler: 0, offset: offset) {
            outbox.unkeepLast()
            renderSpan(to: Int(offset))
            outbox.keep(message)
        }
    }

    /// Releases the notes and pedals that only this source holds.
    @_noLocks
    private mutating func close(_ source: Int, offset: Int32) {
        guard desk.sources[source].isOpen else { return }
        let input = desk.sources[source].input
        var cursor = 0
        while let held = desk.sources[source].keys.removeNext(cursor: &cursor) {
            let channel = held.message.channel
            let isKept = desk.isHeldElsewhere(key: held.message.data1, channel, source)
            guard !isKept, let rack = desk.rack(ofInput: input) else { continue }
            racks.wake(rack, offset: Int(firstGridOffset))
            deliver(held.message, to: rack, offset: offset)
        }
        for channel: UInt8 in 0..<16 {
            let held = desk.sources[source].pedals[Int(channel)]
            desk.sources[source].pedals[Int(channel)] = 0
            let released = held & ~desk.pedalsHeldElsewhere(channel, source)
            guard released != 0, let rack = desk.rack(ofInput: input) else { continue }
            racks.wake(rack, offset: Int(firstGridOffset))
            for controller: UInt8 in 64...69
            where SourceLedger.pedal(controller) & released != 0 {
                let up = MIDIMessage(status: 0xB0 | channel, data1: controller, data2: 0)
                deliver(up, to: rack, offset: offset)
            }
        }
        desk.sources[source].isOpen = false
    }

    /// Silences every channel of every rack, and forgets who held what.
    @_noLocks
    private mutating func panic(offset: Int32) {
        desk.forgetAll()
        for index in 0..<racks.count {
            let rack = racks[index]
            // A pedal may be down in silence.
            racks.wake(rack, offset: Int(firstGridOffset))
            for sampler in 0..<rack.value.samplers.count {
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
        for controller: UInt8 in 64...69 where SourceLedger.pedal(controller) != 0 {
            let up = MIDIMessage(status: 0xB0 | channel, data1: controller, data2: 0)
            while !rack.value.send(up, to: sampler, offset: offset) {
                renderSpan(to: Int(offset))
            }
        }
        let off = MIDIMessage(status: 0xB0 | channel, data1: 120, data2: 0)
        while !rack.value.send(off, to: sampler, offset: offset) { renderSpan(to: Int(offset)) }
    }
}
