/// The System Exclusive messages that one sampler has got, the last of each kind.
struct MessageHistory {
    private(set) var last: [[UInt8]: (index: UInt32, stamp: Int)] = [:]

    var isEmpty: Bool { last.isEmpty }

    mutating func note(_ bytes: [UInt8], index: UInt32, stamp: Int) {
        last[Self.key(of: bytes)] = (index, stamp)
    }

    func write(port: UInt8, into writes: inout [LastWrite]) {
        for (index, stamp) in last.values {
            let event = ChaseEvent(bits: index, port: port, kind: .systemExclusive)
            writes.append(LastWrite(stamp: stamp, event: event))
        }
    }

    /// The address that a message writes to: messages with equal keys overwrite each other.
    ///
    /// MIDI 1.0 Detailed Specification 4.2, device control (7F id 04 01 … 04: a value each);
    /// General MIDI 2, global parameter control (7F id 04 05, with widths of 1: pairs of a parameter
    /// and its value); a type resets the other parameters, so those before it are sent before it;
    /// Roland SC-55 owner's manual, data set 1 (41 id 42 12, address of three bytes); Yamaha XG
    /// specification 1.26, parameter change (43 1n 4C, address of three bytes); the MIDI Tuning
    /// Standard (7E or 7F, id 08): a tuning program, the keys of one, or the tuning of channels. Any
    /// other message only overwrites its own like.
    private static func key(of message: [UInt8]) -> [UInt8] {
        var bytes = message
        // Which device it is for makes no difference.
        switch (bytes.first, bytes.count) {
        case (0x7E, 4...), (0x7F, 4...), (0x41, 8...): bytes[1] = 0x7F
        case (0x43, 7...) where bytes[1] & 0xF0 == 0x10: bytes[1] = 0x10
        default: break
        }
        if bytes.count >= 11, bytes[0] == 0x7F, bytes[2] == 0x04, bytes[3] == 0x05,
            bytes[4...6].allSatisfy({ $0 == 1 })
        {
            // Without the values, which stand behind their parameters.
            return bytes.prefix(9) + stride(from: 9, to: bytes.count, by: 2).map { bytes[$0] }
        }
        let length =
            switch (bytes.first, bytes.count) {
            case (0x7F, 4...) where bytes[2] == 0x04 && (1...4).contains(bytes[3]): 4
            case (0x41, 8...) where bytes[2] == 0x42 && bytes[3] == 0x12: 7
            case (0x7E, 7...) where bytes[2] == 0x08, (0x7F, 7...) where bytes[2] == 0x08:
                lengthOfTuning(bytes)
            case (0x43, 7...) where bytes[1] & 0xF0 == 0x10 && bytes[2] == 0x4C: 6
            default: bytes.count
            }
        // The count distinguishes a write to one byte from one to the block that begins there.
        let count = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: bytes.count >> $0) }
        return bytes.prefix(length) + count
    }

    /// The number of bytes of a tuning message that say what it tunes: those before the name of a
    /// dump, the channels, or a single key.
    private static func lengthOfTuning(_ bytes: [UInt8]) -> Int {
        switch bytes[3] {
        case 1: 5
        case 2 where bytes[5] == 1: 7
        case 4, 5, 6: 6
        case 7 where bytes[6] == 1: min(8, bytes.count)
        case 8, 9: 7
        default: bytes.count
        }
    }
}
