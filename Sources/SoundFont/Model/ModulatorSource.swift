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
    public var curve: UInt8 {
        get { UInt8(truncatingIfNeeded: rawValue >> 10) }
        set { rawValue = rawValue & 0x3FF | UInt16(newValue) << 10 }
    }

    /// Whether no controller is used: its value is 1 (§8.2.1).
    public var isNone: Bool { !isController && index == 0 }
    /// Whether it is the output of other modulators (§8.2.1, §9.5.4).
    public var isLink: Bool { !isController && index == 127 }

    /// No controller, with the bits of a switch that is on at 1.
    ///
    /// So a modulator which took another form is not taken for one that had that form from the start.
    /// FluidSynth 2.4 looks at the switch.
    static let always = ModulatorSource(rawValue: 0x0C00)

    /// Whether it is a controller that a modulator can have, or none (§8.2.1).
    ///
    /// CC33 … 63 are reserved for the low bits of others, but nothing else follows them: so they are
    /// taken as they stand.
    var exists: Bool {
        guard isController else {
            switch index {
            // None, velocity, key, key pressure, channel pressure, pitch wheel and its range.
            case 0, 2, 3, 10, 13, 14, 16: return true
            default: return false
            }
        }
        switch index {
        // Bank select, data entry, parameter numbers, channel mode messages.
        case 0, 32, 6, 38, 98...101, 120...127: return false
        default: return true
        }
    }
}
