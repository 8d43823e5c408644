import JSON
import MIDI
import Wording

extension ArgumentKind<Int> {
    /// An integer of a range.
    static func integer(_ range: ClosedRange<Int>) -> ArgumentKind {
        let upper = range.upperBound
        return ArgumentKind(
            upper == .max
                ? "integer, \(range.lowerBound) or more"
                : "integer, \(range.lowerBound) to \(upper)",
            nil,
            .integer(range),
            read: { text in Int(text).flatMap { range.contains($0) ? $0 : nil } }
        ).json { .integer(Int64($0)) }
    }

    /// A number that identifies something, from 1.
    static var number: ArgumentKind {
        integer(1...Int.max)
    }

    /// A live input, 1 to 16; its values count from 0.
    static var input: ArgumentKind {
        let kind = integer(1...16)
        return ArgumentKind(
            kind.type.description,
            nil,
            kind.type.form,
            text: { "\($0 + 1)" },
            read: { text in
                Int(text).flatMap { (1...16).contains($0) ? $0 - 1 : nil }
            }
        ).json { .integer(Int64($0 + 1)) }
    }

    /// A key of a note, by number or by name.
    static var key: ArgumentKind {
        ArgumentKind(
            "0 to 127, or a note such as `C4` (60), `F#3`, `Bb-1`",
            nil,
            .textOrInteger,
            read: { NoteName.key($0).map(Int.init) }
        ).json { .integer(Int64($0)) }
    }
}

extension ArgumentKind<Double> {
    /// A number of a range, with its unit.
    static func number(_ range: ClosedRange<Double>, _ unit: Unit = .none) -> ArgumentKind {
        let placeholder: String? =
            switch unit {
            case .hertz: "HZ"
            case .decibels: "DB"
            default: nil
            }
        return ArgumentKind(
            "number, \(NumberText.decimal(range.lowerBound)) to "
                + "\(NumberText.decimal(range.upperBound))\(unit.suffix)",
            placeholder,
            .number(range),
            text: exactText,
            read: { text in unit.number(text).flatMap { range.contains($0) ? $0 : nil } }
        ).json { .number($0) }
    }

    /// A level in dB, or minus infinity.
    static var level: ArgumentKind {
        ArgumentKind(
            "number, -200 to 12 dB, or `-inf`",
            "DB",
            .textOrNumber,
            text: { $0 == -.infinity ? LevelText.silence : exactText($0) },
            read: { text in
                guard text != LevelText.silence else { return -.infinity }
                return Unit.decibels.number(text).flatMap { (-200...12).contains($0) ? $0 : nil }
            }
        ).json(LevelText.json)
    }

    /// The exact text of a number, without a fraction if it is an integer.
    static func exactText(_ value: Double) -> String {
        Int64(exactly: value).map { "\($0)" } ?? "\(value)"
    }
}

extension ArgumentKind<Bool> {
    /// `on` or `off`.
    static var flag: ArgumentKind {
        ArgumentKind(
            "`on` or `off`",
            "on|off",
            .textOrFlag,
            .choices(["on", "off"]),
            text: { $0 ? "on" : "off" },
            value: { if case .boolean(let isOn) = $0 { isOn } else { nil } },
            read: { $0 == "on" ? true : $0 == "off" ? false : nil }
        ).json { .boolean($0) }
    }
}
