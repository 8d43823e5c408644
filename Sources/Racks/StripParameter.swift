public import Effects
package import Wording

/// A parameter of strips, declared once for racks, commands, answers, events and help.
public struct StripParameter: Sendable {
    /// A value.
    public enum Value: Hashable, Sendable {
        /// A number; a level in dB can be −∞.
        case number(Double)
        /// A whole number.
        case integer(Int)
        /// On or off.
        case flag(Bool)
        /// Effects, the first one first.
        case inserts([InsertSettings])
    }

    /// The kind of values, with their range and unit.
    package enum Kind: Sendable {
        /// A level in dB, −200 … 12 or −∞.
        case level
        case number(ClosedRange<Double>, Unit)
        case integer(ClosedRange<Int>, Unit)
        case flag
        /// Effects, with a semicolon between them.
        case inserts
    }

    /// The name: a key of racks and answers, and an option of `strip`.
    public let name: String
    package let kind: Kind
    /// The description in help and reference.
    package let help: String
    /// The values in an error, where they are more than range and unit.
    private var expected: String?
    /// The word for a switch that is on.
    private var word: String?
    /// Whether a change can be spread over a time: switches cannot.
    package var isGradual: Bool { if case .flag = kind { false } else { true } }
    fileprivate let read: @Sendable (StripSettings) -> Value
    fileprivate let write: @Sendable (inout StripSettings, Value) -> Void

    /// The parameters, in the order in which they are written.
    public static let all = [
        gain, pan, mute, solo, reverb, chorus, transpose, tune, inserts,
    ]

    /// The gain in dB.
    public static let gain = StripParameter("gain", .level, \.gain, "gain")
    /// The pan, −100 (left) … 100 (right).
    public static let pan = {
        let help = "-100 is left, 100 is right"
        var pan = StripParameter("pan", .number(-100...100, .none), \.pan, help)
        pan.expected = "-100 (left) to 100 (right)"
        return pan
    }()
    /// Whether the strip is muted.
    public static let mute = StripParameter(
        "mute",
        \.isMuted,
        on: "muted",
        "whether it is muted"
    )
    /// Whether it plays solo.
    public static let solo = StripParameter(
        "solo",
        \.isSoloed,
        on: "solo",
        "whether only this strip and other soloed ones are heard"
    )
    /// The level of its reverb sends in dB.
    public static let reverb = StripParameter(
        "reverb",
        .level,
        \.reverbSend,
        "level of its reverb send; 0 is as the instruments have it"
    )
    /// The level of its chorus sends in dB.
    public static let chorus = StripParameter(
        "chorus",
        .level,
        \.chorusSend,
        "level of its chorus send"
    )
    /// The transposition in semitones.
    public static let transpose = StripParameter(
        "transpose",
        -24...24,
        .semitones,
        \.transpose,
        "semitones; drums too"
    )
    /// The fine tuning in cents.
    public static let tune = StripParameter(
        "tune",
        .number(-100...100, .cents),
        \.fineTune,
        "fine tuning"
    )

    /// The effects that its sound passes through.
    public static let inserts = StripParameter(
        inserts: "inserts",
        "effects before the gain, such as `compressor,vocal;eq,warm`; `none` for none"
    )

    private init(inserts name: String, _ help: String) {
        (self.name, kind, self.help) = (name, .inserts, help)
        read = { .inserts($0.inserts) }
        write = { if case .inserts(let inserts) = $1 { $0.inserts = inserts } }
    }

    private init(
        _ name: String,
        _ kind: Kind,
        _ path: any WritableKeyPath<StripSettings, Double> & Sendable,
        _ help: String
    ) {
        (self.name, self.kind, self.help) = (name, kind, help)
        read = { .number($0[keyPath: path]) }
        write = { if case .number(let number) = $1 { $0[keyPath: path] = number } }
    }

    private init(
        _ name: String,
        _ range: ClosedRange<Int>,
        _ unit: Unit,
        _ path: any WritableKeyPath<StripSettings, Int> & Sendable,
        _ help: String
    ) {
        (self.name, kind, self.help) = (name, .integer(range, unit), help)
        read = { .integer($0[keyPath: path]) }
        write = { if case .integer(let number) = $1 { $0[keyPath: path] = number } }
    }

    private init(
        _ name: String,
        _ path: any WritableKeyPath<StripSettings, Bool> & Sendable,
        on word: String,
        _ help: String
    ) {
        (self.name, kind, self.help) = (name, .flag, help)
        self.word = word
        read = { .flag($0[keyPath: path]) }
        write = { if case .flag(let isOn) = $1 { $0[keyPath: path] = isOn } }
    }
}

extension StripParameter {
    /// A setting in words: a switch that is on, a tuning that is not 0; `nil` for levels, the pan and
    /// inserts, which are told in any case.
    ///
    /// - Parameter settings: The settings.
    /// - Returns: The words.
    package func detail(of settings: StripSettings) -> String? {
        func signed(_ number: Double, _ unit: Unit) -> String? {
            guard number != 0, unit != .none else { return nil }
            return "\(number > 0 ? "+" : "")\(NumberText.decimal(number))\(unit.suffix)"
        }
        switch (kind, settings[self]) {
        case (.flag, .flag(true)): return word
        case (.integer(_, let unit), .integer(let number)): return signed(Double(number), unit)
        case (.number(_, let unit), .number(let number)): return signed(number, unit)
        default: return nil
        }
    }

    /// Reads a value that is typed.
    ///
    /// - Parameter text: The text.
    /// - Returns: The value.
    /// - Throws: The text, and what was expected.
    package func value(_ text: String) throws(RoutingSyntaxError) -> Value {
        let value: Value?
        let expected: String
        switch kind {
        case .level:
            let range = StripSettings.levels
            expected = "-inf, or " + Self.words(range.lowerBound, range.upperBound, .decibels)
            value =
                text == "-inf"
                ? .number(-.infinity)
                : Unit.decibels.number(text).flatMap { range.contains($0) ? .number($0) : nil }
        case .number(let range, let unit):
            let words = Self.words(range.lowerBound, range.upperBound, unit)
            expected = self.expected ?? words
            value = unit.number(text).flatMap { range.contains($0) ? .number($0) : nil }
        case .integer(let range, let unit):
            expected = Self.words(Double(range.lowerBound), Double(range.upperBound), unit)
            value = unit.number(text).flatMap { Int(exactly: $0) }
                .flatMap { range.contains($0) ? .integer($0) : nil }
        case .flag:
            expected = "yes or no"
            value = ["yes": true, "no": false][text].map { .flag($0) }
        case .inserts: return .inserts(try Self.inserts(text))
        }
        guard let value else { throw RoutingSyntaxError("expected \(expected), not \"\(text)\"") }
        return value
    }

    /// Reads inserts, with a semicolon between them.
    ///
    /// - Parameter text: The text; `none` for none.
    /// - Returns: The inserts.
    /// - Throws: The one that cannot be read, or too many.
    package static func inserts(_ text: String) throws(RoutingSyntaxError) -> [InsertSettings] {
        guard text != "none" else { return [] }
        var inserts: [InsertSettings] = []
        for part in text.split(separator: ";", omittingEmptySubsequences: false) {
            do throws(EffectsError) {
                // `seqd graph` has a blank behind each semicolon.
                let text = part.drop { $0 == " " }
                inserts.append(try InsertSettings(parsing: String(text)))
            } catch {
                throw RoutingSyntaxError(error.description)
            }
        }
        guard inserts.count <= InsertSettings.most else {
            throw RoutingSyntaxError(
                "\(inserts.count) inserts: expected at most \(InsertSettings.most)"
            )
        }
        return inserts
    }

    /// Writes inserts as they are read.
    package static func text(_ inserts: [InsertSettings]) -> String {
        inserts.isEmpty ? "none" : inserts.map(\.description).joined(separator: ";")
    }

    private static func words(_ low: Double, _ high: Double, _ unit: Unit) -> String {
        "\(NumberText.decimal(low)) to \(NumberText.decimal(high))\(unit.suffix)"
    }
}

extension StripParameter: Hashable {
    /// Whether two are the same parameter.
    public static func == (one: StripParameter, other: StripParameter) -> Bool {
        one.name == other.name
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Values for some of a strip's parameters; the others are unchanged.
public typealias StripChange = [StripParameter: StripParameter.Value]

extension StripSettings {
    /// A parameter's value; one of another kind sets nothing.
    public subscript(parameter: StripParameter) -> StripParameter.Value {
        get { parameter.read(self) }
        set { parameter.write(&self, newValue) }
    }

    /// Applies a change.
    public mutating func apply(_ change: StripChange) {
        for (parameter, value) in change { self[parameter] = value }
    }
}
