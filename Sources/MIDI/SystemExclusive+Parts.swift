// Messages about the tuning of the whole instrument, and about parameters of a part that have the
// meaning of a controller: Roland SC-88 owner's manual, "Patch parameters"; Yamaha XG specification
// 1.26, "Multi part".

extension SystemExclusive {
    /// Reads universal master fine and coarse tuning (7F id 04 03 and 04).
    @_noLocks
    static func masterTuning(
        _ bytes: UnsafePointer<UInt8>,
        _ count: Int
    ) -> SystemExclusive? {
        guard unsafe count >= 6 && bytes[0] == 0x7F && bytes[2] == 0x04 else { return nil }
        switch unsafe bytes[3] {
        case 3:
            let value = unsafe Int(bytes[5] & 0x7F) << 7 | Int(bytes[4] & 0x7F)
            return .masterTuning(Float(value - 8_192) * (100.0 / 8_192))
        case 4: return unsafe .masterTransposition(Int8(bytes[5] & 0x7F) - 64)
        default: return nil
        }
    }

    /// Whether the checksum of a Roland message is right, and nothing in it but data.
    @_noLocks
    static func hasRightSum(_ bytes: UnsafePointer<UInt8>, count: Int) -> Bool {
        var sum: UInt8 = 0
        for index in 4..<count { unsafe sum &+= bytes[index] }
        return unsafe sum & 0x7F == 0 && bytes[count - 1] < 0x80
    }

    /// Reads GS master tuning (address 40 00 00).
    @_noLocks
    static func tuningOfGS(_ bytes: UnsafePointer<UInt8>) -> SystemExclusive {
        guard unsafe hasRightSum(bytes, count: 12),
            unsafe bytes[4] == 0x40 && bytes[5] == 0 && bytes[6] == 0
        else { return .other }
        return unsafe tuning(ofNibbles: bytes + 7)
    }

    /// Reads XG master tuning (address 00 00 00).
    @_noLocks
    static func tuningOfXG(_ bytes: UnsafePointer<UInt8>) -> SystemExclusive {
        guard unsafe bytes[4] == 0 && bytes[5] == 0 else { return .other }
        return unsafe tuning(ofNibbles: bytes + 6)
    }

    /// A tuning in tenths of a cent, 400h for none, in four bytes with four bits each.
    @_noLocks
    private static func tuning(ofNibbles bytes: UnsafePointer<UInt8>) -> SystemExclusive {
        var value = 0
        for index in 0..<4 { unsafe value = value << 4 | Int(bytes[index] & 15) }
        return .masterTuning(Float(max(24, min(2_024, value)) - 1_024) / 10)
    }

    /// Reads an XG parameter change of a part (address 08 nn).
    @_noLocks
    static func partOfXG(_ bytes: UnsafePointer<UInt8>) -> SystemExclusive {
        guard unsafe bytes[4] < 16 else { return .other }
        return unsafe part(bytes[4], controller(xg: bytes[5]), bytes[6])
    }

    @_noLocks
    static func part(_ channel: UInt8, _ controller: UInt8, _ value: UInt8) -> SystemExclusive {
        // A pan of 0 is a random one.
        guard controller > 0, value < 0x80, controller != 10 || value > 0 else { return .other }
        return .part(channel: channel, controller: controller, value: value)
    }

    /// The channel of a block of GS: 1 … 9 are parts 1 … 9, 0 is part 10, 10 … 15 are parts 11 … 16.
    @_noLocks
    static func channel(ofBlock byte: UInt8) -> UInt8 {
        let block = byte & 0x0F
        return block == 0 ? 9 : (block < 10 ? block - 1 : block)
    }

    /// The controller with the meaning of a GS part parameter (40 1n); 0 for none.
    @_noLocks
    static func controller(gs address: UInt8) -> UInt8 {
        switch address {
        case 0x19: 7
        case 0x1C: 10
        case 0x21: 93
        case 0x22: 91
        case 0x30: 76
        case 0x31: 77
        case 0x32: 74
        case 0x33: 71
        case 0x34: 73
        case 0x35: 75
        case 0x36: 72
        case 0x37: 78
        default: 0
        }
    }

    /// The controller with the meaning of an XG part parameter (08 nn); 0 for none.
    @_noLocks
    private static func controller(xg address: UInt8) -> UInt8 {
        switch address {
        case 0x0B: 7
        case 0x0E: 10
        case 0x12: 93
        case 0x13: 91
        case 0x15: 76
        case 0x16: 77
        case 0x17: 78
        case 0x18: 74
        case 0x19: 71
        case 0x1A: 73
        case 0x1B: 75
        case 0x1C: 72
        default: 0
        }
    }
}
