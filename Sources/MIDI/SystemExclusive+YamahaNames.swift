// Yamaha: 43, 1n for a parameter change, model, address, data. Model 4C is XG; its addresses are
// those of the XG specification 1.26, tables 3-2 … 3-6.

extension SystemExclusive {
    /// The name of a Yamaha message, and the byte that it sets.
    static func yamahaName(_ bytes: [UInt8]) -> (text: String, value: Int?)? {
        guard bytes.count >= 4 else { return nil }
        switch (bytes[1] & 0xF0, bytes[2]) {
        case (0x10, 0x4C) where bytes.count >= 7: break
        case (0x00, 0x4C), (0x20, 0x4C), (0x30, 0x4C): return ("XG bulk dump or request", nil)
        case (0x10, 0x27): return ("Master tuning (TG300, MU)", nil)
        default: return nil
        }
        let address = (bytes[3], bytes[4], bytes[5])
        let value = bytes.count == 7 ? Int(bytes[6]) : nil
        switch address {
        case (0, 0, 0x7E): return ("XG system on", nil)
        case (0, 0, 0x7F): return ("XG all parameter reset", nil)
        default: return ("XG " + (xgParameter(address) ?? "parameter"), value)
        }
    }

    private static func xgParameter(_ address: (UInt8, UInt8, UInt8)) -> String? {
        switch address.0 {
        case 0x00:
            switch address.2 {
            case 0x00...0x03: "master tuning"
            case 0x04: "master volume"
            case 0x05: "master attenuator"
            case 0x06: "transpose"
            case 0x7D: "drum set-up reset"
            default: nil
            }
        case 0x02: address.1 == 0x01 ? effectParameter(address.2) : "equalizer"
        case 0x03: address.2 == 0 ? "insertion effect type" : "insertion effect parameter"
        case 0x06: "display text"
        case 0x07: "display bitmap"
        case 0x08: partParameterOfXG(address.2)
        case 0x30...0x3F: drumParameterOfXG(address.2)
        default: nil
        }
    }

    private static func effectParameter(_ number: UInt8) -> String? {
        switch number {
        case 0x00, 0x01: "reverb type"
        case 0x0C: "reverb return"
        case 0x02...0x0B, 0x0D...0x15: "reverb parameter"
        case 0x20, 0x21: "chorus type"
        case 0x2C: "chorus return"
        case 0x22...0x2B, 0x2D...0x35: "chorus parameter"
        case 0x40, 0x41: "variation type"
        case 0x56: "variation return"
        case 0x5A: "variation connection"
        case 0x5B: "variation part"
        case 0x42...0x55, 0x57...0x59, 0x5C...0x75: "variation parameter"
        default: nil
        }
    }

    private static func partParameterOfXG(_ number: UInt8) -> String? {
        switch number {
        case 0x01, 0x02: "part bank"
        case 0x03: "part program"
        case 0x04: "part receive channel"
        case 0x05: "part mono/poly mode"
        case 0x07: "part mode"
        case 0x08: "part note shift"
        case 0x09, 0x0A: "part detune"
        case 0x0B: "part volume"
        case 0x0C: "part velocity sense depth"
        case 0x0D: "part velocity sense offset"
        case 0x0E: "part pan"
        case 0x0F, 0x10: "part note limit"
        case 0x11: "part dry level"
        case 0x12: "part chorus send"
        case 0x13: "part reverb send"
        case 0x14: "part variation send"
        case 0x15: "part vibrato rate"
        case 0x16: "part vibrato depth"
        case 0x17: "part vibrato delay"
        case 0x18: "part filter cutoff"
        case 0x19: "part filter resonance"
        case 0x1A: "part attack time"
        case 0x1B: "part decay time"
        case 0x1C: "part release time"
        case 0x23: "part bend range"
        case 0x30...0x40: "part receive switch"
        case 0x41...0x4C: "part scale tuning"
        default: "part parameter"
        }
    }

    private static func drumParameterOfXG(_ number: UInt8) -> String? {
        switch number {
        case 0x00: "drum coarse pitch"
        case 0x01: "drum fine pitch"
        case 0x02: "drum level"
        case 0x03: "drum alternate group"
        case 0x04: "drum pan"
        case 0x05: "drum reverb send"
        case 0x06: "drum chorus send"
        case 0x07: "drum variation send"
        case 0x0B: "drum filter cutoff"
        case 0x0C: "drum filter resonance"
        case 0x0D: "drum attack"
        case 0x0E, 0x0F: "drum decay"
        default: "drum parameter"
        }
    }
}
