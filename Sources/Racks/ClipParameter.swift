import Wording

/// A parameter of clips, declared once for options, racks and messages.
struct ClipParameter: Sendable {
    /// The kind of values.
    enum Kind {
        /// A level in dB, or −∞.
        case level
        case number(ClosedRange<Double>, Unit)
        /// `yes` for endlessly, or a number of times.
        case plays
    }

    /// The name in options: `fade-in`.
    let name: String
    let kind: Kind
    let path: any WritableKeyPath<ClipSettings, Double> & Sendable

    /// A day.
    private static let times = 0.0...86_400

    /// The parameters that are numbers, in the order in which they are written.
    static let all = [
        ClipParameter("gain", .level, \.gain),
        ClipParameter("pan", .number(-100...100, .none), \.pan),
        ClipParameter("offset", .number(times, .seconds), \.offset),
        ClipParameter("length", .number(0.001...86_400, .seconds), \.length),
        ClipParameter("fade-in", .number(times, .seconds), \.fadeIn),
        ClipParameter("fade-out", .number(times, .seconds), \.fadeOut),
        ClipParameter("loop", .plays, \.plays),
        ClipParameter("loop-start", .number(times, .seconds), \.loopStart),
        ClipParameter("loop-end", .number(0.001...86_400, .seconds), \.loopEnd),
    ]

    /// The names of all parameters.
    static let names = ["name"] + all.map(\.name) + ["follow"]

    private init(
        _ name: String,
        _ kind: Kind,
        _ path: any WritableKeyPath<ClipSettings, Double> & Sendable
    ) {
        (self.name, self.kind, self.path) = (name, kind, path)
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
    func value(_ text: String) throws(RoutingSyntaxError) -> Double {
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
    func isValid(_ value: Double) -> Bool {
        switch kind {
        case .level: value == -.infinity || StripSettings.levels.contains(value)
        case .number(let range, _): range.contains(value)
        case .plays:
            value == .infinity || (1...1_000_000).contains(value) && value == value.rounded()
        }
    }

    /// The description of a valid value.
    var expectation: String {
        switch kind {
        case .level: "-inf, or -200 to 12 dB"
        case .number(let range, let unit):
            "\(NumberText.decimal(range.lowerBound)) to \(NumberText.decimal(range.upperBound))"
                + unit.suffix
        case .plays: "yes, or a whole number, 1 to 1000000"
        }
    }

    /// Writes a value as it is read.
    func text(_ value: Double) -> String {
        if case .plays = kind, value == .infinity { return "yes" }
        return value == -.infinity ? "-inf" : NumberText.decimal(value, decimals: 6)
    }
}

extension Substring {
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
