extension MetaEvent {
    /// The reason why a meta event has no value.
    enum Fault: Equatable {
        /// The length is not the one of this type.
        case length(expected: String)
        /// The content is out of range.
        case range
        /// The specification does not define the type.
        case unknown
    }

    /// A type for messages.
    static func name(ofType type: UInt8) -> String { "meta event \(hexadecimal(Int(type)))" }

    /// The fault of an event of this type, which is neither end-of-track nor above 0x7F.
    ///
    /// Lengths and ranges are those of the Standard MIDI Files 1.0 specification, "Meta-Events";
    /// for FF 21, which is in no specification, those of the programs that write it.
    static func fault(type: UInt8, bytes: UnsafeBufferPointer<UInt8>) -> Fault? {
        switch type {
        case 0x01...0x0F, 0x7F:
            return nil
        case 0x00:
            return bytes.isEmpty || bytes.count == 2 ? nil : .length(expected: "0 or 2")
        case 0x20:
            guard bytes.count == 1 else { return .length(expected: "1") }
            return unsafe bytes[0] < 16 ? nil : .range
        case 0x21:
            return bytes.count == 1 ? nil : .length(expected: "1")
        case 0x51:
            guard bytes.count == 3 else { return .length(expected: "3") }
            return unsafe bytes[0] | bytes[1] | bytes[2] != 0 ? nil : .range
        case 0x54:
            guard bytes.count == 5 else { return .length(expected: "5") }
            return unsafe isTimeCode(bytes) ? nil : .range
        case 0x58:
            guard bytes.count == 4 else { return .length(expected: "4") }
            // Shorter beats than a 256th note are no music but damage.
            return unsafe bytes[0] > 0 && bytes[1] <= 8 ? nil : .range
        case 0x59:
            guard bytes.count == 2 else { return .length(expected: "2") }
            return unsafe (-7...7).contains(Int8(bitPattern: bytes[0])) && bytes[1] <= 1
                ? nil : .range
        default:
            return .unknown
        }
    }

    /// Whether five bytes are a time that exists.
    private static func isTimeCode(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let rate = unsafe SMPTEOffset.rate(ofHourByte: bytes[0]) else { return false }
        // Drop-frame leaves out numbers of frames, but counts to 30 like full frames.
        let frames = rate == .fps2997 ? 30 : rate.rawValue
        return unsafe bytes[0] & 0x1F < 24 && bytes[1] < 60 && bytes[2] < 60 && bytes[3] < frames
            && bytes[4] < 100
    }
}
