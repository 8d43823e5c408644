import MIDI
import Realtime
import Sequencer

/// Live events: brought to their frames, noted by source, sent to the inputs' samplers.
///
/// Several sources may play on one input. A key goes up when nobody holds it any more, and so does a
/// pedal; what a source held is released when it goes, and nothing else.
extension EngineCore {
    /// Takes the events that are due in this period, from all queues in the order of their stamps.
    @_noLocks
    mutating func takeLiveEvents(_ frames: Int) {
        guard inputCount > 0, Int(firstGridOffset) < frames else { return }
        while let queue = earliestQueue(), let event = queues[queue].ring.pointee.peek() {
            let offset = liveOffset(of: event.stamp)
            guard Int(offset) < frames else { return }
            carryOut(event, queue: queue, offset: offset)
            _ = queues[queue].ring.pointee.pop()
        }
    }

    /// The queue whose next event is the oldest.
    @_noLocks
    private func earliestQueue() -> Int? {
        var earliest: Int?
        var stamp = Int64.max
        for queue in 0..<queueCount {
            if let event = queues[queue].ring.pointee.peek(), event.stamp < stamp {
                earliest = queue
                stamp = event.stamp
            }
        }
        return earliest
    }

    @_noLocks
    private func liveOffset(of stamp: Int64) -> Int32 {
        let offset = playsAtOnce ? 0 : max(0, clock.offset(of: stamp))
        return gridOffset(of: position &+ Int64(offset))
    }

    @_noLocks
    private mutating func carryOut(_ event: LiveEvent, queue: Int, offset: Int32) {
        let source = queue &* LiveEvent.sourceCapacity &+ Int(event.source & 127)
        switch event.kind {
        case .open:
            if sources[source].isOpen { close(source, offset: offset) }
            sources[source].open(input: Int(event.bits))
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
    private mutating func rack(of source: Int) -> UnsafeMutablePointer<RackView>? {
        let input = sources[source].input
        guard sources[source].isOpen, input < inputCount, let rack = inputs[input] else {
            return nil
        }
        wake(rack)
        return rack
    }

    /// Sends a message, rendering as far as the offset where a queue is full.
    @_noLocks
    private mutating func deliver(
        _ message: MIDIMessage,
        to rack: UnsafeMutablePointer<RackView>,
        offset: Int32
    ) {
        while !send(message, to: rack, strip: 0, offset: offset) { renderSpan(to: Int(offset)) }
    }

    @_noLocks
    private mutating func play(_ message: MIDIMessage, from source: Int, offset: Int32) {
        guard message.status >= 0x80, message.status < 0xF0, let rack = rack(of: source) else {
            return
        }
        let channel = message.channel
        switch message.status & 0xF0 {
        case 0x90 where message.data2 > 0:
            sources[source].keys.noteOn(port: 0, channel: channel, key: message.data1)
        case 0x80, 0x90:
            // One note-off ends all that the source began on the key, as on an instrument.
            while sources[source].keys.noteOff(port: 0, channel: channel, key: message.data1) > 1 {}
            guard !isHeldElsewhere(key: message.data1, channel, source) else { return }
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
        _ rack: UnsafeMutablePointer<RackView>,
        offset: Int32
    ) {
        let channel = message.channel
        switch message.data1 {
        case 64, 66, 67, 69:
            let pedal = SourceLedger.pedal(message.data1)
            let held = sources[source].pedals[Int(channel)]
            sources[source].pedals[Int(channel)] = message.data2 > 0 ? held | pedal : held & ~pedal
            // From 64 on a pedal is down (MIDI 1.0 Detailed Specification 4.2, table III).
            guard message.data2 >= 64 || pedalsHeldElsewhere(channel, source) & pedal == 0 else {
                return
            }
        case 120:
            // All sound off: the pedals stay where they are.
            forgetKeys(channel, ofInput: sources[source].input)
        case 121:
            resetControllers(channel, of: source, rack, offset: offset)
            return
        case 126, 127:
            // The channel has one mode, whoever chooses it: what others hold ends too.
            forgetKeys(channel, ofInput: sources[source].input)
        case 123...125:
            guard isAnythingHeldElsewhere(channel, source) else {
                sources[source].keys.control(port: 0, channel: channel, number: 123, value: 0)
                break
            }
            for key: UInt8 in 0..<128
            where sources[source].keys.noteOff(port: 0, channel: channel, key: key) > 0 {
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
    /// What is reset is said by the MMA's recommended practice RP-015; the hold 2 pedal is not
    /// among it.
    @_noLocks
    private mutating func resetControllers(
        _ channel: UInt8,
        of source: Int,
        _ rack: UnsafeMutablePointer<RackView>,
        offset: Int32
    ) {
        sources[source].pedals[Int(channel)] &= 8
        let held = pedalsHeldElsewhere(channel, source) & 7
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
        _ rack: UnsafeMutablePointer<RackView>,
        offset: Int32
    ) {
        let channel = UInt16(truncatingIfNeeded: bits >> 24 & 15)
        let strip = rack.pointee.strips
        let event = ShardEvent(offset: offset, kind: .program, bits: bits)
        let shard = strip.pointee.shard(of: Int(channel))
        while !shard.pointee.push(event) { renderSpan(to: Int(offset)) }
    }

    @_noLocks
    private mutating func playExclusive(
        _ event: LiveEvent,
        queue: Int,
        from source: Int,
        offset: Int32
    ) {
        guard let bytes = event.bytes else { return }
        if spentCount == Self.spentCapacity { renderSpan(to: Int(offset)) }
        spent[spentCount] = SpentMessage(bytes: bytes, queue: queue)
        spentCount &+= 1
        let count = Int(event.bits)
        guard let rack = rack(of: source), count > 0 else { return }
        if case .reset = SystemExclusiveEffect(of: bytes, count: count) {
            let input = sources[source].input
            for channel: UInt8 in 0..<16 { forget(channel, ofInput: input) }
        }
        // The message must outlive the span: what would be given back stays until it is rendered.
        while !sendExclusive(bytes, count: count, to: rack, strip: 0, offset: offset) {
            spentCount &-= 1
            renderSpan(to: Int(offset))
            spent[spentCount] = SpentMessage(bytes: bytes, queue: queue)
            spentCount &+= 1
        }
    }

    /// Releases what a source holds and nobody else does.
    @_noLocks
    private mutating func close(_ source: Int, offset: Int32) {
        guard sources[source].isOpen else { return }
        let input = sources[source].input
        var cursor = 0
        while let held = sources[source].keys.removeNext(cursor: &cursor) {
            let isKept = isHeldElsewhere(
                key: held.message.data1,
                held.message.channel,
                source
            )
            guard !isKept, input < inputCount, let rack = inputs[input] else { continue }
            wake(rack)
            deliver(held.message, to: rack, offset: offset)
        }
        for channel: UInt8 in 0..<16 {
            let held = sources[source].pedals[Int(channel)]
            sources[source].pedals[Int(channel)] = 0
            let released = held & ~pedalsHeldElsewhere(channel, source)
            guard released != 0, input < inputCount, let rack = inputs[input] else { continue }
            wake(rack)
            for controller: UInt8 in 64...69
            where SourceLedger.pedal(controller) & released != 0 {
                let up = MIDIMessage(status: 0xB0 | channel, data1: controller, data2: 0)
                deliver(up, to: rack, offset: offset)
            }
        }
        sources[source].isOpen = false
    }

    /// Silences every channel of every rack, and forgets who held what.
    @_noLocks
    private mutating func panic(offset: Int32) {
        for source in 0..<SourceLedger.capacity where sources[source].isOpen {
            for channel: UInt8 in 0..<16 { sources[source].forget(channel: channel) }
        }
        for index in 0..<rackCount {
            // A pedal may be down in silence.
            wake(racks[index])
            for strip in 0..<racks[index].pointee.stripCount {
                for channel: UInt8 in 0..<16 {
                    silence(channel, of: racks[index], strip: strip, offset: offset)
                }
            }
        }
    }

    /// Lifts the pedals of a channel and ends its sound at once.
    @_noLocks
    private mutating func silence(
        _ channel: UInt8,
        of rack: UnsafeMutablePointer<RackView>,
        strip: Int,
        offset: Int32
    ) {
        for controller: UInt8 in 64...69 where SourceLedger.pedal(controller) != 0 {
            let up = MIDIMessage(status: 0xB0 | channel, data1: controller, data2: 0)
            while !send(up, to: rack, strip: strip, offset: offset) {
                renderSpan(to: Int(offset))
            }
        }
        let off = MIDIMessage(status: 0xB0 | channel, data1: 120, data2: 0)
        while !send(off, to: rack, strip: strip, offset: offset) { renderSpan(to: Int(offset)) }
    }

    // MARK: Who holds what

    /// Whether another source of the same input holds a key.
    @_noLocks
    private func isHeldElsewhere(key: UInt8, _ channel: UInt8, _ source: Int) -> Bool {
        let input = sources[source].input
        for other in 0..<SourceLedger.capacity
        where other != source && sources[other].isOpen && sources[other].input == input {
            if sources[other].keys.count(port: 0, channel: channel, key: key) > 0 { return true }
        }
        return false
    }

    /// Whether another source of the same input holds any key of a channel.
    @_noLocks
    private func isAnythingHeldElsewhere(_ channel: UInt8, _ source: Int) -> Bool {
        for key: UInt8 in 0..<128 where isHeldElsewhere(key: key, channel, source) { return true }
        return false
    }

    /// The pedals that other sources of the same input hold.
    @_noLocks
    private func pedalsHeldElsewhere(_ channel: UInt8, _ source: Int) -> UInt8 {
        let input = sources[source].input
        var held: UInt8 = 0
        for other in 0..<SourceLedger.capacity
        where other != source && sources[other].isOpen && sources[other].input == input {
            held |= sources[other].pedals[Int(channel & 15)]
        }
        return held
    }

    @_noLocks
    private mutating func forgetKeys(_ channel: UInt8, ofInput input: Int) {
        for source in 0..<SourceLedger.capacity
        where sources[source].isOpen && sources[source].input == input {
            sources[source].forgetKeys(channel: channel)
        }
    }

    @_noLocks
    private mutating func forget(_ channel: UInt8, ofInput input: Int) {
        for source in 0..<SourceLedger.capacity
        where sources[source].isOpen && sources[source].input == input {
            sources[source].forget(channel: channel)
        }
    }
}
