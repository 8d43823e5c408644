/// The effect of a controller on an opcode's value.
struct SFZModulation {
    /// The parts that opcodes set: `cutoff_oncc1`, `cutoff_curvecc1`, `cutoff_stepcc1`.
    enum Part: String {
        case amount = "_oncc"
        case curve = "_curvecc"
        case step = "_stepcc"
        case smoothing = "_smoothcc"
        /// The names of SFZ version 1: `cutoff_cc1`, `pitchlfo_depthcc1`.
        case shortAmount = "_cc"
        case oldAmount = "cc"

        /// The parts, the longest names first.
        static let all: [Part] = [.smoothing, .curve, .step, .amount, .shortAmount, .oldAmount]
    }

    /// Controllers of ARIA's dialect that a note sets, and what they are before anything happens.
    enum Source {
        /// The velocity of the note.
        static let velocity = 131
        /// The key of the note.
        static let key = 133
        /// A random number.
        static let random = 135
    }

    private(set) var amount = 0.0
    private(set) var curve = 0
    private var step = 0.0

    mutating func set(_ part: Part, _ value: Double) {
        switch part {
        case .amount, .shortAmount, .oldAmount: amount = value
        case .curve: curve = Units.integer(value) ?? 0
        case .step: step = value
        // How fast it follows makes no difference at the start.
        case .smoothing: break
        }
    }

    /// The amount that it adds for a value of the controller, 0 … 127.
    func value(at controller: Double, _ curves: SFZCurves) -> Double {
        let value = amount * curves[curve][controller]
        guard step > 0 else { return value }
        return (value / step).rounded(.towardZero) * step
    }

    /// The opcode, the part and the controller of a name such as `cutoff_oncc74`; `nil` for others.
    static func parse(_ name: String) -> (opcode: SFZOpcode, part: Part, controller: Int)? {
        let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }.count
        guard (1...3).contains(digits), let controller = Int(name.suffix(digits)) else {
            return nil
        }
        let rest = name.dropLast(digits)
        for part in Part.all where rest.hasSuffix(part.rawValue) {
            guard let opcode = SFZOpcode(name: String(rest.dropLast(part.rawValue.count))),
                opcode.isModulated
            else { continue }
            return (opcode, part, controller)
        }
        return nil
    }
}
