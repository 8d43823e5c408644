/// The parts of an opcode's name: what it is about, and the controller in it.
struct OpcodeName {
    /// The meanings of the number of a controller.
    enum Part {
        case amount, curve, step, smoothing
    }

    /// The name without controller and part.
    let base: String
    /// The meaning of the controller; `nil` for an opcode without one.
    let part: Part?
    /// The controller, 0 … 511.
    let controller: Int

    private static let parts: [(suffix: String, part: Part)] = [
        ("_oncc", .amount), ("_curvecc", .curve), ("_smoothcc", .smoothing), ("_stepcc", .step),
        ("_cc", .amount), ("cc", .amount),
    ]

    /// Takes a name apart.
    init(_ name: String) {
        let digits = name.reversed().prefix { $0.isASCII && $0.isNumber }.count
        let rest = name.dropLast(digits)
        if (1...3).contains(digits), let number = Int(name.suffix(digits)), number < 512 {
            for (suffix, part) in Self.parts where rest.hasSuffix(suffix) {
                base = String(rest.dropLast(suffix.count))
                self.part = part
                controller = number
                return
            }
        }
        base = name
        part = nil
        controller = 0
    }

    /// The number behind a prefix, and the text behind that: `lfo12_freq` is 12 and `_freq`.
    static func numbered(_ name: String, _ prefix: String) -> (number: Int, rest: String)? {
        guard name.hasPrefix(prefix) else { return nil }
        let digits = name.dropFirst(prefix.count).prefix { $0.isASCII && $0.isNumber }
        guard (1...3).contains(digits.count), let number = Int(digits) else { return nil }
        return (number, String(name.dropFirst(prefix.count + digits.count)))
    }
}
