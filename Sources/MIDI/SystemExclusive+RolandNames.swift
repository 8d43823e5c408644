// Roland: 41, device, model, command, address, data, checksum. The addresses of model 42 (GS) are
// those of the SC-88 owner's manual, "MIDI Implementation", section 4; those of the MT-32 are from
// its own manual. Command 12 is "data set 1", 11 "data request 1".

extension SystemExclusive {
    /// The name of a Roland message, and the byte that it sets.
    static func rolandName(_ bytes: [UInt8]) -> (text: String, value: Int?)? {
        guard bytes.count >= 8 else { return nil }
        let address = (bytes[4], bytes[5], bytes[6])
        // The checksum follows the data.
        let value = bytes.count == 9 ? Int(bytes[7]) : nil
        switch (bytes[2], bytes[3]) {
        case (0x42, 0x12):
            if address == (0x40, 0x00, 0x7F) { return ("GS reset", nil) }
            if address == (0x00, 0x00, 0x7F) { return ("GS system mode set", value) }
            return ("GS " + (gsParameter(address) ?? "parameter"), value)
        case (0x42, 0x11): return ("GS data request", nil)
        case (0x45, 0x12): return (bytes[5] == 0 ? "SC-55 display text" : "SC-55 display", nil)
        case (0x16, 0x12): return (mt32Parameter(bytes[4]), nil)
        default: return nil
        }
    }

    private static func gsParameter(_ address: (UInt8, UInt8, UInt8)) -> String? {
        switch (address.0, address.1) {
        case (0x40, 0x00), (0x40, 0x01), (0x40, 0x02): systemParameter(address.1, address.2)
        case (0x40, 0x03): address.2 == 0 ? "insertion effect type" : "insertion effect parameter"
        case (0x40, 0x10...0x1F): partParameter(address.2)
        case (0x40, 0x20...0x2F): "part controller function"
        case (0x40, 0x40...0x4F):
            switch address.2 {
            case 0x00, 0x01: "part tone map"
            case 0x20: "part equalizer switch"
            case 0x22: "part insertion effect switch"
            default: nil
            }
        case (0x41, _): drumParameter(address.1 & 0x0F)
        case (0x48, _), (0x49, _): "bulk dump"
        default: nil
        }
    }

    private static func systemParameter(_ block: UInt8, _ number: UInt8) -> String? {
        switch (block, number) {
        case (0x00, 0x00): "master tuning"
        case (0x00, 0x04): "master volume"
        case (0x00, 0x05): "master key shift"
        case (0x00, 0x06): "master pan"
        case (0x01, 0x00): "patch name"
        case (0x01, 0x10): "voice reserve"
        case (0x01, 0x30): "reverb macro"
        case (0x01, 0x31): "reverb character"
        case (0x01, 0x32): "reverb pre-low-pass"
        case (0x01, 0x33): "reverb level"
        case (0x01, 0x34): "reverb time"
        case (0x01, 0x35): "reverb delay feedback"
        case (0x01, 0x36), (0x01, 0x37): "reverb pre-delay"
        case (0x01, 0x38): "chorus macro"
        case (0x01, 0x39): "chorus pre-low-pass"
        case (0x01, 0x3A): "chorus level"
        case (0x01, 0x3B): "chorus feedback"
        case (0x01, 0x3C): "chorus delay"
        case (0x01, 0x3D): "chorus rate"
        case (0x01, 0x3E): "chorus depth"
        case (0x01, 0x3F): "chorus send to reverb"
        case (0x01, 0x40): "chorus send to delay"
        case (0x01, 0x50): "delay macro"
        case (0x01, 0x51...0x5A): "delay parameter"
        case (0x02, 0x00...0x03): "equalizer"
        default: nil
        }
    }

    private static func partParameter(_ number: UInt8) -> String? {
        switch number {
        case 0x00, 0x01: "part tone number"
        case 0x02: "part receive channel"
        case 0x03...0x12, 0x23, 0x24: "part receive switch"
        case 0x13: "part mono/poly mode"
        case 0x14: "part assign mode"
        case 0x15: "use for rhythm part"
        case 0x16: "part key shift"
        case 0x17, 0x18: "part pitch offset"
        case 0x19: "part level"
        case 0x1A: "part velocity sense depth"
        case 0x1B: "part velocity sense offset"
        case 0x1C: "part pan"
        case 0x1D, 0x1E: "part key range"
        case 0x1F, 0x20: "part controller number"
        case 0x21: "part chorus send"
        case 0x22: "part reverb send"
        case 0x2A, 0x2B: "part fine tuning"
        case 0x2C: "part delay send"
        case 0x30: "part vibrato rate"
        case 0x31: "part vibrato depth"
        case 0x32: "part TVF cutoff"
        case 0x33: "part TVF resonance"
        case 0x34: "part attack time"
        case 0x35: "part decay time"
        case 0x36: "part release time"
        case 0x37: "part vibrato delay"
        case 0x40...0x4B: "part scale tuning"
        default: nil
        }
    }

    private static func drumParameter(_ number: UInt8) -> String? {
        switch number {
        case 0x0: "drum map name"
        case 0x1: "drum pitch"
        case 0x2: "drum level"
        case 0x3: "drum assign group"
        case 0x4: "drum pan"
        case 0x5: "drum reverb send"
        case 0x6: "drum chorus send"
        case 0x7, 0x8: "drum receive switch"
        case 0x9: "drum delay send"
        default: nil
        }
    }

    private static func mt32Parameter(_ area: UInt8) -> String {
        switch area {
        case 0x00...0x02: "MT-32 temporary timbre"
        case 0x03: "MT-32 patch or rhythm set-up"
        case 0x04: "MT-32 timbre"
        case 0x05: "MT-32 patch memory"
        case 0x08: "MT-32 timbre memory"
        case 0x10: "MT-32 system area"
        case 0x20: "MT-32 display text"
        case 0x7F: "MT-32 reset"
        default: "MT-32 parameter"
        }
    }
}
