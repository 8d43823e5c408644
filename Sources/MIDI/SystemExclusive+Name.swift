extension SystemExclusive {
    /// The name of a System Exclusive message.
    public struct Name: Hashable, Sendable {
        /// The purpose of the message; its manufacturer and model if the purpose is not known.
        public var text: String
        /// The manufacturer that defined it, or `Universal`.
        public var manufacturer: String
        /// The value that it sets, for those that set a single one, as the message has it.
        ///
        /// 0 … 16383 for universal messages, 0 … 127 for a byte of GS and XG.
        public var value: Int?

        /// Makes a name.
        public init(text: String, manufacturer: String, value: Int? = nil) {
            self.text = text
            self.manufacturer = manufacturer
            self.value = value
        }
    }

    /// The name of a message.
    ///
    /// Sources: MIDI 1.0 Detailed Specification 4.2, tables VIIa and VIIb, with the MMA's
    /// later additions (RP-003, RP-016, RP-020, RP-021, RP-022, RP-024, CA-020, CA-021); the address
    /// maps of Roland's SC-88 and Yamaha's XG specification 1.26.
    ///
    /// - Parameter bytes: The message between F0 and F7, both left out; of any length.
    /// - Returns: The name; for a message that is not known the manufacturer's, or a number.
    public static func name(of bytes: some Collection<UInt8>) -> Name {
        let bytes = Array(bytes.prefix(16))
        guard let first = bytes.first else {
            return Name(text: "Empty message", manufacturer: "unknown")
        }
        switch first {
        case 0x7E, 0x7F:
            let isRealTime = first == 0x7F
            let text =
                isRealTime ? realTimeName(bytes) : nonRealTimeName(bytes)
            return Name(
                text: text ?? "Universal \(isRealTime ? "real-time" : "non-real-time") message",
                manufacturer: "Universal",
                value: isRealTime ? realTimeValue(bytes) : nil
            )
        case 0x41:
            let name = rolandName(bytes)
            return Name(
                text: name?.text ?? model(bytes, of: "Roland"),
                manufacturer: "Roland",
                value: name?.value
            )
        case 0x43:
            let name = yamahaName(bytes)
            return Name(
                text: name?.text ?? model(bytes, of: "Yamaha"),
                manufacturer: "Yamaha",
                value: name?.value
            )
        default:
            let maker = manufacturer(of: bytes)
            return Name(text: maker, manufacturer: maker)
        }
    }

    /// The maker and the byte behind the device number, which most makers use for the model.
    private static func model(_ bytes: [UInt8], of maker: String) -> String {
        guard bytes.count > 2 else { return maker }
        return "\(maker), model \(hexadecimal(bytes[2]))"
    }

    /// A byte in the way that manuals write it: `4C`.
    static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count < 2 ? "0" + digits : digits
    }
}
