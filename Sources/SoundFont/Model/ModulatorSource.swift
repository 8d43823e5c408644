/// A controller as the source of a modulator, and how its value is mapped (§8.2).
public struct ModulatorSource: RawRepresentable, Hashable, Sendable {
    /// The word of the file.
    public var rawValue: UInt16

    /// Takes the word of a file.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// The number of the controller, 0 … 127 (bits 0 … 6).
    public var index: UInt8 { UInt8(truncatingIfNeeded: rawValue & 0x7F) }
    /// Whether the index is that of a MIDI controller; else it names a general one, such as 2 for the
    /// velocity (bit 7).
    public var isController: Bool { rawValue & 0x80 != 0 }
    /// Whether the highest value of the controller gives the lowest (bit 8).
    public var isNegative: Bool { rawValue & 0x100 != 0 }
    /// Whether values go from −1 to 1, not from 0 to 1 (bit 9).
    public var isBipolar: Bool { rawValue & 0x200 != 0 }
    /// The curve: 0 linear, 1 concave, 2 convex, 3 switch; other numbers mean nothing (bits 10 … 15).
    public var curve: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 10) }
}
