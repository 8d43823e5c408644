import Wording

/// A parameter of clips, declared once for options, racks and messages.
package struct ClipParameter: Sendable {
    /// The kind of values.
    enum Kind {
        /// A level in dB, or −∞.
        case level
        case number(ClosedRange<Double>, Unit)
        /// `yes` for endlessly, or a number of times.
        case plays
    }

    /// The name in options: `fade-in`.
    package let name: String
    let kind: Kind
    /// The description in help and reference.
    package let help: String
    package let path: any WritableKeyPath<ClipSettings, Double> & Sendable

    /// A day.
    private static let times = 0.0...86_400

    /// The parameters that are numbers, in the order in which they are written.
    package static let all = [
        ClipParameter("gain", .level, \.gain, "gain"),
        ClipParameter("pan", .number(-100...100, .none), \.pan, "-100 is left, 100 is right"),
        ClipParameter(
            "offset",
            .number(times, .seconds),
            \.offset,
            "position in the file at which it begins"
        ),
        ClipParameter(
            "length",
            .number(0.001...86_400, .seconds),
            \.length,
            "duration, repeats included; default: all of it"
        ),
        ClipParameter("fade-in", .number(times, .seconds), \.fadeIn, "fade at its beginning"),
        ClipParameter("fade-out", .number(times, .seconds), \.fadeOut, "fade at its end"),
        ClipParameter("loop", .plays, \.plays, "number of passes; `yes` repeats it endlessly"),
        ClipParameter(
            "loop-start",
            .number(times, .seconds),
            \.loopStart,
            "position in the file at which its loop begins"
        ),
        ClipParameter(
            "loop-end",
            .number(0.001...86_400, .seconds),
            \.loopEnd,
            "position in the file at which its loop ends; default: its end"
        ),
    ]

    /// The names of all parameters.
    static let names = ["name"] + all.map(\.name) + ["follow"]

    private init(
        _ name: String,
        _ kind: Kind,
        _ path: any WritableKeyPath<ClipSettings, Double> & Sendable,
        _ help: String
    ) {
        (self.name, self.kind, self.path, self.help) = (name, kind, path, help)
    }

    /// The key in a rack: `fadeIn`.
    var key: AnyKey {
        let words = name.split(separator: "-")
        return AnyKey(words.dropFirst().reduce(String(words[0])) { $0 + $1.capitalized })
    }

    /// Reads a value.
    ///
    /// - Parameter text: The text.
    /// - Returns: The value.
    /// - Throws: What was expected.
    package func value(_ text: String) throws(RoutingSyntaxError) -> Double {
        let value: Double? =
            switch (kind, text) {
            case (.level, "-inf"): -.infinity
            case (.plays, "yes"): .infinity
            case (.level, _): Unit.decibels.number(text)
            case (.number(_, let unit), _): unit.number(text)
            case (.plays, _): Double(text)
            }
        guard let value, isValid(value) else {
            throw RoutingSyntaxError("\(name)=\(text): expected \(expectation)")
        }
        return value
    }

    /// Whether it can have a value.
    package func isValid(_ value: Double) -> Bool {
        switch kind {
        case .level: value == -.infinity || StripSettings.levels.contains(value)
        case .number(let range, _): range.contains(value)
        case .plays:
            value == .infinity || (1...1_000_000).contains(value) && value == value.rounded()
        }
    }

    /// The description of a valid value.
    package var expectation: String {
        switch kind {
        case .level: "-inf, or -200 to 12 dB"
        case .number(let range, let unit):
            "\(NumberText.decimal(range.lowerBound)) to \(NumberText.decimal(range.upperBound))"
                + unit.suffix
        case .plays: "yes, or a whole number, 1 to 1000000"
        }
    }

    /// Writes a value as it is read.
    package func text(_ value: Double) -> String {
        if case .plays = kind, value == .infinity { return "yes" }
        return value == -.infinity ? "-inf" : NumberText.decimal(value, decimals: 6)
    }
}

extension Substring {
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
