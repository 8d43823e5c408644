/// The number of a registered or a non-registered parameter (RPN, NRPN).
public struct ParameterNumber: Hashable, Sendable {
    /// Whether it is a registered one.
    public var isRegistered: Bool
    /// The coarse part, CC101 or CC99.
    public var coarse: UInt8
    /// The fine part, CC100 or CC98.
    public var fine: UInt8

    /// Makes a number.
    public init(isRegistered: Bool, coarse: UInt8, fine: UInt8) {
        self.isRegistered = isRegistered
        self.coarse = coarse
        self.fine = fine
    }

    /// The pitch bend range, RPN 0.
    public static let bendRange = ParameterNumber(isRegistered: true, coarse: 0, fine: 0)

    /// Whether it means no parameter: 127, 127.
    public var isNone: Bool { coarse == 127 && fine == 127 }

    /// The number as manuals write it: `RPN 0/1`, `NRPN 1/32`.
    public var numberText: String { "\(isRegistered ? "RPN" : "NRPN") \(coarse)/\(fine)" }

    /// The parameter's name; `nil` where no standard gives it one.
    ///
    /// Sources: MIDI 1.0 Detailed Specification 4.2, table IIIa, and CA-026 for registered
    /// parameters; for the others the manuals of Roland's SC-88 and Yamaha's MU80, which agree
    /// but for the effect behind 31. Those for drums carry the key in the fine part.
    public var name: String? {
        guard !isRegistered else { return registeredName }
        switch coarse {
        case 0x01: return partName
        case 0x14...0x1F:
            guard let drum = Self.drumNames[Int(coarse) - 0x14] else { return nil }
            return "Drum \(drum), key \(fine)"
        case 120: return "SoundFont generator"
        case 127: return "AWE32 generator \(fine)"
        default: return nil
        }
    }

    private var registeredName: String? {
        switch (coarse, fine) {
        case (0, 0): "Pitch bend range"
        case (0, 1): "Fine tuning"
        case (0, 2): "Coarse tuning"
        case (0, 3): "Tuning program"
        case (0, 4): "Tuning bank"
        case (0, 5): "Modulation depth range"
        case (0, 6): "MPE configuration"
        case (0x3D, _): "3D sound parameter"
        default: nil
        }
    }

    private var partName: String? {
        switch fine {
        case 0x08: "Vibrato rate"
        case 0x09: "Vibrato depth"
        case 0x0A: "Vibrato delay"
        case 0x20: "TVF cutoff"
        case 0x21: "TVF resonance"
        case 0x24: "High-pass cutoff"
        case 0x30: "Equalizer bass gain"
        case 0x31: "Equalizer treble gain"
        case 0x34: "Equalizer bass frequency"
        case 0x35: "Equalizer treble frequency"
        case 0x63: "Attack time"
        case 0x64: "Decay time"
        case 0x66: "Release time"
        default: nil
        }
    }

    private static let drumNames: [String?] = [
        "filter cutoff", "filter resonance", "attack", "decay", "pitch coarse", "pitch fine",
        "level", nil, "pan", "reverb send", "chorus send", "delay/variation send",
    ]
}
