/// Which channels' controllers a System Exclusive message may change behind one's back.
///
/// Roland SC-55 owner's manual: data set 1 (41 id 42 12) to the addresses 40 1n … and 40 2n … is
/// about the part of block n, to 40 00 … 40 0F about the whole, and leaves controllers alone.
/// Yamaha XG specification 1.26: parameter change (43 1n 4C) to 08 nn is about part nn, to 02 … 07
/// about effects and displays. MIDI 1.0 Detailed Specification 4.2: universal device control
/// (7F id 04) is about the whole, and the tuning standard (7E or 7F, id 08) about tunings. Of
/// anything else nothing is known.
struct MessageReach: BitwiseCopyable, Sendable {
    /// Bit n for channel n.
    var channels: UInt16

    /// Reads a message, F0 and F7 left out.
    init(of message: ArraySlice<UInt8>) {
        func byte(_ index: Int) -> UInt8 {
            index < message.count ? message[message.startIndex + index] : 0xFF
        }
        channels = 0xFFFF
        switch byte(0) {
        case 0x7F where byte(2) == 0x04:
            channels = 0
        case 0x7E where byte(2) == 0x08, 0x7F where byte(2) == 0x08:
            channels = 0
        case 0x41 where byte(2) == 0x42 && byte(3) == 0x12 && byte(4) == 0x40:
            let block = byte(5) & 15
            switch byte(5) >> 4 {
            case 0: channels = 0
            // Blocks count 1 … 9 for parts 1 … 9, 0 for part 10; 02 says which channel a part is.
            case 1 where byte(6) != 2, 2:
                let part = block == 0 ? 9 : (block < 10 ? block - 1 : block)
                channels = 1 << UInt16(part)
            default: break
            }
        case 0x43 where byte(1) & 0xF0 == 0x10 && byte(2) == 0x4C:
            switch byte(3) {
            case 2...7: channels = 0
            // 04 says which channel a part is.
            case 8 where byte(4) < 16 && byte(5) != 4: channels = 1 << UInt16(byte(4))
            default: break
            }
        default: break
        }
    }
}
