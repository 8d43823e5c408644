/// The meaning of a System Exclusive message, for those that seqd carries out itself.
@frozen
public enum SystemExclusive: Hashable, Sendable, BitwiseCopyable {
    /// A message that puts the whole instrument into its initial state.
    case reset(Reset)
    /// Master volume, 0 … 16383.
    case masterVolume(UInt16)
    /// A Roland GS part (channel 0 … 15) becomes a rhythm part (drum map 1 or 2) or, with 0, a
    /// melodic one.
    case rhythmPart(channel: UInt8, map: UInt8)
    /// Anything else: left to the sampler.
    case other

    /// The resets by standard.
    @frozen
    public enum Reset: UInt8, Hashable, Sendable {
        /// General MIDI system on (F0 7E id 09 01 F7).
        case generalMIDI
        /// General MIDI system off (F0 7E id 09 02 F7).
        case generalMIDIOff
        /// General MIDI level 2 system on (F0 7E id 09 03 F7).
        case generalMIDI2
        /// Roland GS reset (address 40 00 7F).
        case gs
        /// Yamaha XG system on (address 00 00 7E).
        case xg
    }

    /// Reads a message.
    ///
    /// Sources: MIDI 1.0 Detailed Specification 4.2, Universal SysEx (GM, device control);
    /// Roland SC-55 owner's manual, address map 40 00 04, 40 00 7F, 40 1n 15; Yamaha XG
    /// specification 1.26, addresses 00 00 04, 00 00 7E.
    ///
    /// - Parameter bytes: The message between F0 and F7, both left out.
    /// - Returns: The meaning; `.other` where seqd has none of its own.
    public static func meaning(of bytes: Span<UInt8>) -> SystemExclusive {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return .other }
            return unsafe meaning(of: start, count: bytes.count)
        }
    }

    /// Reads a message on the audio thread.
    ///
    /// Through a pointer: Swift 6.3.1 takes the end of a span for something that may deallocate.
    @_noLocks
    package static func meaning(of bytes: UnsafePointer<UInt8>, count: Int) -> SystemExclusive {
        guard count >= 4 else { return .other }
        switch unsafe bytes[0] {
        case 0x7E where unsafe bytes[2] == 0x09:
            switch unsafe bytes[3] {
            case 1: return .reset(.generalMIDI)
            case 2: return .reset(.generalMIDIOff)
            case 3: return .reset(.generalMIDI2)
            default: return .other
            }
        case 0x7F where unsafe count >= 6 && bytes[2] == 0x04 && bytes[3] == 0x01:
            return unsafe .masterVolume(UInt16(bytes[5] & 0x7F) << 7 | UInt16(bytes[4] & 0x7F))
        case 0x41 where unsafe count >= 9 && bytes[2] == 0x42 && bytes[3] == 0x12:
            return unsafe meaningOfGS(bytes)
        case 0x43 where unsafe count >= 7 && bytes[1] & 0xF0 == 0x10 && bytes[2] == 0x4C:
            return unsafe meaningOfXG(bytes)
        default:
            return .other
        }
    }

    @_noLocks
    private static func meaningOfGS(_ bytes: UnsafePointer<UInt8>) -> SystemExclusive {
        switch unsafe (bytes[4], bytes[5], bytes[6]) {
        case (0x40, 0x00, 0x7F): return .reset(.gs)
        case (0x40, 0x00, 0x04): return unsafe .masterVolume(scaled(bytes[7]))
        case (0x40, 0x10...0x1F, 0x15):
            // Blocks count 1 … 9 for parts 1 … 9, 0 for part 10, then 10 … 15 for 11 … 16.
            let block = unsafe bytes[5] & 0x0F
            let channel: UInt8 = block == 0 ? 9 : (block < 10 ? block - 1 : block)
            return unsafe .rhythmPart(channel: channel, map: bytes[7] & 0x03)
        default: return .other
        }
    }

    @_noLocks
    private static func meaningOfXG(_ bytes: UnsafePointer<UInt8>) -> SystemExclusive {
        guard unsafe bytes[3] == 0, unsafe bytes[4] == 0 else { return .other }
        switch unsafe bytes[5] {
        case 0x7E: return .reset(.xg)
        case 0x7F: return .reset(.xg)
        case 0x04: return unsafe .masterVolume(scaled(bytes[6]))
        default: return .other
        }
    }

    /// A seven-bit value on the fourteen-bit scale, so that 127 becomes 16383.
    @_noLocks
    private static func scaled(_ value: UInt8) -> UInt16 {
        UInt16(value & 0x7F) << 7 | UInt16(value & 0x7F)
    }
}
