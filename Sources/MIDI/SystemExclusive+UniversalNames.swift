// The universal messages: MIDI 1.0 Detailed Specification 4.2, tables VIIa (non-real-time, 7E) and
// VIIb (real-time, 7F). The third byte is the first sub-ID, the fourth the second.

extension SystemExclusive {
    /// The name of a universal non-real-time message.
    static func nonRealTimeName(_ bytes: [UInt8]) -> String? {
        guard bytes.count > 2 else { return nil }
        let sub = bytes.count > 3 ? bytes[3] : 0
        switch bytes[2] {
        case 0x01: return "Sample dump header"
        case 0x02: return "Sample data packet"
        case 0x03: return "Sample dump request"
        case 0x04: return "MIDI time code set-up"
        case 0x05: return "Sample dump extension"
        case 0x06:
            return sub == 1
                ? "Identity request" : (sub == 2 ? "Identity reply" : "General information")
        case 0x07: return "File dump"
        case 0x08: return tuningName(sub)
        case 0x09:
            switch sub {
            case 1: return "GM system on"
            case 2: return "GM system off"
            case 3: return "GM2 system on"
            default: return "General MIDI message"
            }
        case 0x0A: return sub == 1 ? "DLS on" : (sub == 2 ? "DLS off" : "DLS voice allocation")
        case 0x0B: return "File reference"
        case 0x0C: return "MIDI visual control"
        case 0x0D: return "MIDI capability inquiry"
        case 0x7B: return "End of file"
        case 0x7C: return "Wait"
        case 0x7D: return "Cancel"
        case 0x7E: return "Not acknowledged"
        case 0x7F: return "Acknowledged"
        default: return nil
        }
    }

    /// The name of a universal real-time message.
    static func realTimeName(_ bytes: [UInt8]) -> String? {
        guard bytes.count > 2 else { return nil }
        let sub = bytes.count > 3 ? bytes[3] : 0
        switch bytes[2] {
        case 0x01:
            return sub == 1
                ? "MTC full message" : (sub == 2 ? "MTC user bits" : "MIDI time code")
        case 0x02: return "MIDI show control"
        case 0x03: return sub == 1 ? "Bar marker" : "Time signature notation"
        case 0x04: return deviceControlName(sub)
        case 0x05: return "MTC cueing"
        case 0x06: return machineControlName(sub)
        case 0x07: return "MMC response"
        case 0x08: return tuningName(sub)
        case 0x09: return "Controller destination"
        case 0x0A: return "Key-based instrument control"
        case 0x0B: return "Scalable polyphony (SP-MIDI)"
        case 0x0C: return "Mobile phone control"
        default: return nil
        }
    }

    /// The 14-bit value of those device control messages that have one.
    static func realTimeValue(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 6, bytes[2] == 0x04, (1...4).contains(bytes[3]) else { return nil }
        return Int(bytes[5] & 0x7F) << 7 | Int(bytes[4] & 0x7F)
    }

    private static func deviceControlName(_ sub: UInt8) -> String {
        switch sub {
        case 1: "Master volume"
        case 2: "Master balance"
        case 3: "Master fine tuning"
        case 4: "Master coarse tuning"
        case 5: "Global parameter control"
        default: "Device control"
        }
    }

    /// MIDI Tuning Standard, CA-020 and CA-021 included; the numbers are the same in both tables.
    private static func tuningName(_ sub: UInt8) -> String {
        switch sub {
        case 0, 3: "MTS bulk tuning dump request"
        case 1, 4: "MTS bulk tuning dump"
        case 2, 7: "MTS single note tuning"
        case 5, 6: "MTS scale/octave tuning dump"
        case 8, 9: "MTS scale/octave tuning"
        default: "MTS message"
        }
    }

    /// MIDI Machine Control 1.0 (RP-013), commands.
    private static func machineControlName(_ sub: UInt8) -> String {
        switch sub {
        case 0x01: "MMC stop"
        case 0x02: "MMC play"
        case 0x03: "MMC deferred play"
        case 0x04: "MMC fast forward"
        case 0x05: "MMC rewind"
        case 0x06: "MMC record strobe"
        case 0x07: "MMC record exit"
        case 0x08: "MMC record pause"
        case 0x09: "MMC pause"
        case 0x0A: "MMC eject"
        case 0x0B: "MMC chase"
        case 0x0D: "MMC reset"
        case 0x40: "MMC write"
        case 0x44: "MMC locate"
        case 0x47: "MMC shuttle"
        default: "MMC command"
        }
    }
}
