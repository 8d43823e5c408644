import MIDI
import SMF

extension TextAssembler {
    /// Reads an event's line, from its time on.
    mutating func readEvent() throws(TextFault) {
        let position = cursor.position
        let tick = try readTick()
        guard assembly.isInTrack else {
            throw cursor.fault(at: position, "event outside a track, expected track before it")
        }
        if let fault = assembly.fault(ofTick: tick) { throw cursor.fault(at: position, fault) }
        let word = cursor.word()
        let event: Event
        if let message = try channelEvent(word) {
            event = message
        } else {
            event = try otherEvent(word)
        }
        if let fault = assembly.fault(of: event) { throw cursor.fault(at: word.lowerBound, fault) }
        let last = assembly.status.last
        let canRun = assembly.take(event)
        var encoding = EventEncoding(usesRunningStatus: canRun && usesRunningStatus)
        if !cursor.isAtEnd() {
            try readMarks(of: event, lastStatus: last, tick: tick, into: &encoding)
        }
        assembly.append(event, at: tick, encoding: encoding)
    }

    /// Reads a time: a tick, or + and the ticks since the event before.
    private mutating func readTick() throws(TextFault) -> Int64 {
        if cursor.peek() == 0x2B {
            let word = cursor.word()
            let delta = try number(
                "delta time",
                (word.lowerBound + 1)..<word.upperBound,
                in: 0...Int64(Assembly.largestQuantity)
            )
            return assembly.tick + delta
        }
        return try number("tick", in: 0...(1 << 60))
    }

    @inline(__always)
    private mutating func channelEvent(_ word: Range<Int>) throws(TextFault) -> Event? {
        if cursor.isWord(word, "note-on") { return try message(0x90, "key", "velocity") }
        if cursor.isWord(word, "note-off") { return try message(0x80, "key", "velocity") }
        if cursor.isWord(word, "control-change") { return try message(0xB0, "controller", "value") }
        if cursor.isWord(word, "pitch-bend") {
            let channel = try channel()
            let bend = try number("bend", in: -8192...8191) + 8192
            return .channel(.pitchBend(channel: channel, bend: UInt16(bend)))
        }
        if cursor.isWord(word, "program-change") { return try message(0xC0, "program", nil) }
        if cursor.isWord(word, "channel-pressure") { return try message(0xD0, "pressure", nil) }
        if cursor.isWord(word, "key-pressure") { return try message(0xA0, "key", "pressure") }
        return nil
    }

    @inline(__always)
    private mutating func message(
        _ status: UInt8,
        _ first: StaticString,
        _ second: StaticString?
    ) throws(TextFault) -> Event {
        let channel = try channel()
        let data1 = UInt8(try number(first, in: 0...127))
        var data2: UInt8 = 0
        if let second { data2 = UInt8(try number(second, in: 0...127)) }
        return .channel(MIDIMessage(status: status | channel, data1: data1, data2: data2))
    }

    private mutating func otherEvent(_ word: Range<Int>) throws(TextFault) -> Event {
        scratch.removeAll(keepingCapacity: true)
        if cursor.isWord(word, "sysex") { return try message() }
        if cursor.isWord(word, "sysex-continued") { return try packet(.continuation) }
        if cursor.isWord(word, "escape") { return try packet(.escape) }
        return .meta(try metaEvent(word))
    }

    /// Reads a SysEx message: F0, which is the event's status, and what follows.
    private mutating func message() throws(TextFault) -> Event {
        cursor.skipBlanks()
        let position = cursor.position
        let event = try packet(.start)
        guard case .systemExclusive(var packet) = event, packet.bytes.first == 0xF0 else {
            throw cursor.fault(
                at: position,
                "SysEx message does not start with F0 (for other bytes use escape)"
            )
        }
        packet.bytes = packet.bytes.dropFirst()
        return .systemExclusive(packet)
    }

    private mutating func packet(
        _ form: SystemExclusivePacket.Form
    ) throws(TextFault) -> Event {
        try readBytes()
        return .systemExclusive(SystemExclusivePacket(form: form, bytes: scratch[...]))
    }

    // MARK: Encoding

    /// Reads the words for an unusual encoding of the event.
    private mutating func readMarks(
        of event: Event,
        lastStatus: UInt8,
        tick: Int64,
        into encoding: inout EventEncoding
    ) throws(TextFault) {
        while !cursor.isAtEnd() {
            let word = cursor.word()
            let position = word.lowerBound
            if cursor.isWord(word, "status:written") {
                encoding.usesRunningStatus = false
            } else if cursor.isWord(word, "status:running") {
                guard case .channel(let message) = event, message.status == lastStatus else {
                    throw cursor.fault(
                        at: position,
                        "status:running without a message of the same kind and channel before it"
                    )
                }
                encoding.usesRunningStatus = true
            } else if let number = part(of: word, after: "delta-padding:") {
                let delta = tick - assembly.tick
                encoding.deltaPadding = try padding(number, before: Int(delta))
            } else if let number = part(of: word, after: "length-padding:") {
                guard let length = event.payloadCount else {
                    throw cursor.fault(at: position, "length-padding on an event without a length")
                }
                encoding.lengthPadding = try padding(number, before: length)
            } else {
                throw cursor.fault(
                    at: position,
                    "\(cursor.quoted(word)), expected the end of the line"
                )
            }
        }
    }

    /// The part of a word after a prefix; `nil` if it has another.
    private func part(of word: Range<Int>, after prefix: StaticString) -> Range<Int>? {
        let start = word.lowerBound + prefix.utf8CodeUnitCount
        guard start <= word.upperBound, cursor.isWord(word.lowerBound..<start, prefix) else {
            return nil
        }
        return start..<word.upperBound
    }

    /// Reads a number of needless bytes before a quantity, which has four bytes at most with them.
    private func padding(_ word: Range<Int>, before quantity: Int) throws(TextFault) -> UInt8 {
        let room = EventEncoding.room(before: quantity)
        return UInt8(try number("padding", word, in: 0...Int64(room)))
    }
}
