extension Controller {
    /// The controller's name; `nil` for one that is undefined.
    ///
    /// MIDI 1.0 Detailed Specification 4.2, table III, with the names that RP-021 and RP-023 gave to
    /// 70 … 79 and 91 … 95.
    public var name: StaticString? {
        switch rawValue {
        case 0: "bank select"
        case 1: "modulation"
        case 2: "breath"
        case 4: "foot controller"
        case 5: "portamento time"
        case 6: "data entry"
        case 7: "volume"
        case 8: "balance"
        case 10: "pan"
        case 11: "expression"
        case 12: "effect 1"
        case 13: "effect 2"
        case 16...19: Self.numbered[Int(rawValue) - 16]
        case 32: "bank select, fine"
        case 33: "modulation, fine"
        case 34: "breath, fine"
        case 36: "foot controller, fine"
        case 37: "portamento time, fine"
        case 38: "data entry, fine"
        case 39: "volume, fine"
        case 40: "balance, fine"
        case 42: "pan, fine"
        case 43: "expression, fine"
        case 64...127: nameFrom64
        default: nil
        }
    }

    private static var numbered: [StaticString] {
        ["general purpose 1", "general purpose 2", "general purpose 3", "general purpose 4"]
    }

    private var nameFrom64: StaticString? {
        switch rawValue {
        case 64: "sustain pedal"
        case 65: "portamento"
        case 66: "sostenuto pedal"
        case 67: "soft pedal"
        case 68: "legato"
        case 69: "hold 2"
        case 70: "sound variation"
        case 71: "resonance"
        case 72: "release time"
        case 73: "attack time"
        case 74: "brightness"
        case 75: "decay time"
        case 76: "vibrato rate"
        case 77: "vibrato depth"
        case 78: "vibrato delay"
        case 84: "portamento control"
        case 91: "reverb send"
        case 92: "tremolo depth"
        case 93: "chorus send"
        case 94: "detune"
        case 95: "phaser depth"
        case 96: "data increment"
        case 97: "data decrement"
        case 98: "NRPN, fine"
        case 99: "NRPN"
        case 100: "RPN, fine"
        case 101: "RPN"
        case 120: "all sound off"
        case 121: "reset all controllers"
        case 122: "local control"
        case 123: "all notes off"
        case 124: "omni off"
        case 125: "omni on"
        case 126: "mono"
        case 127: "poly"
        default: nil
        }
    }
}
