import MIDI

extension CSVAssembler {
    /// Reads the fields of a channel message; `nil` if the record is none.
    @inline(__always)
    mutating func readMessage(_ record: CSVRecord) throws(TextFault) -> MIDIMessage? {
        switch record {
        case .message(let status, let first, let second):
            let channel = UInt8(try number("channel", in: 0...15))
            let data1 = UInt8(try number(first, in: 0...127))
            var data2: UInt8 = 0
            if let second { data2 = UInt8(try number(second, in: 0...127)) }
            return MIDIMessage(status: status | channel, data1: data1, data2: data2)
        case .pitchBend:
            let channel = UInt8(try number("channel", in: 0...15))
            return .pitchBend(channel: channel, bend: UInt16(try number("bend", in: 0...16_383)))
        default: return nil
        }
    }

    /// Reads the fields of a meta event into ``scratch``, which is empty.
    ///
    /// Returns the event's type.
    mutating func readMeta(_ record: CSVRecord) throws(TextFault) -> UInt8 {
        switch record {
        case .text(let type):
            try readText()
            return type
        case .number(let type, let count, let name):
            let value = try number(name, in: 0...((1 << (8 * Int64(count))) - 1))
            for byte in (0..<Int64(count)).reversed() {
                scratch.append(UInt8(truncatingIfNeeded: value >> (byte * 8)))
            }
            return type
        case .bytes(let type, let names):
            for name in names { scratch.append(UInt8(try number(name, in: 0...255))) }
            return type
        case .keySignature:
            try readKey()
            return 0x59
        case .sequencerSpecific:
            try readBytes()
            return 0x7F
        case .unknownMeta:
            let type = UInt8(try number("type", in: 0...255))
            try readBytes()
            return type
        default: return 0x2F
        }
    }

    private mutating func readKey() throws(TextFault) {
        // midicsv writes the content of the file, right or wrong.
        let sharps = Int8(try number("sharps", in: -128...127))
        cursor.skipBlanks()
        let position = cursor.position
        try readText()
        let word = String(decoding: scratch.prefix(8), as: UTF8.self).lowercased()
        scratch.removeAll(keepingCapacity: true)
        guard word == "major" || word == "minor" else {
            throw cursor.fault(at: position, "\"\(word)\", expected \"major\" or \"minor\"")
        }
        scratch.append(UInt8(bitPattern: sharps))
        scratch.append(word == "minor" ? 1 : 0)
    }
}
