package import JSON

/// A type of members of records.
package protocol FieldValue: Hashable, Sendable {
    /// The type in JSON.
    static var resultType: ResultType { get }

    /// The words that it accepts; empty for other types.
    static var choices: [String] { get }

    /// Reads a JSON value; `nil` for one of another type.
    init?(field json: JSONValue)

    /// The value in JSON.
    var fieldJSON: JSONValue { get }
}

extension FieldValue {
    package static var choices: [String] { [] }
}

extension String: FieldValue {
    package static var resultType: ResultType { .string }
    package init?(field json: JSONValue) {
        guard case .string(let text) = json else { return nil }
        self = text
    }
    package var fieldJSON: JSONValue { .string(self) }
}

extension Int64: FieldValue {
    package static var resultType: ResultType { .integer }
    package init?(field json: JSONValue) {
        guard case .integer(let number) = json else { return nil }
        self = number
    }
    package var fieldJSON: JSONValue { .integer(self) }
}

extension Int: FieldValue {
    package static var resultType: ResultType { .integer }
    package init?(field json: JSONValue) {
        guard let number = Int64(field: json) else { return nil }
        self.init(number)
    }
    package var fieldJSON: JSONValue { .integer(Int64(self)) }
}

extension Double: FieldValue {
    package static var resultType: ResultType { .number }
    package init?(field json: JSONValue) {
        switch json {
        case .integer(let number): self.init(number)
        case .number(let number): self = number
        default: return nil
        }
    }
    package var fieldJSON: JSONValue { .number(self) }
}

extension Bool: FieldValue {
    package static var resultType: ResultType { .boolean }
    package init?(field json: JSONValue) {
        guard case .boolean(let isOn) = json else { return nil }
        self = isOn
    }
    package var fieldJSON: JSONValue { .boolean(self) }
}

extension [String]: FieldValue {
    package static var resultType: ResultType { .list(.string) }
    package init?(field json: JSONValue) {
        guard case .list(let texts)? = SettingValue(json) else { return nil }
        self = texts
    }
    package var fieldJSON: JSONValue { .array(map(JSONValue.string)) }
}

/// A list of words from a fixed set.
extension FieldValue where Self: RawRepresentable<String> & CaseIterable {
    package static var resultType: ResultType { .string }
    package static var choices: [String] { allCases.map(\.rawValue) }
    package init?(field json: JSONValue) {
        guard case .string(let text) = json else { return nil }
        self.init(rawValue: text)
    }
    package var fieldJSON: JSONValue { .string(rawValue) }
}

extension PresetAddress: FieldValue {
    package static var resultType: ResultType { .string }
    package init?(field json: JSONValue) {
        guard case .string(let text) = json else { return nil }
        self.init(parsing: text)
    }
    package var fieldJSON: JSONValue { .string(description) }
}

extension SettingValue: FieldValue {
    package static var resultType: ResultType { .string }
    package init?(field json: JSONValue) { self.init(json) }
    package var fieldJSON: JSONValue { json }
}

/// A level in dB: a number, or the text of minus infinity.
package struct Level: FieldValue {
    var decibels: Double

    package static var resultType: ResultType { .level }
    package init?(field json: JSONValue) {
        if json == .string(LevelText.silence) {
            decibels = -.infinity
        } else {
            guard let number = Double(field: json) else { return nil }
            decibels = number
        }
    }
    package init(_ decibels: Double) { self.decibels = decibels }
    package var fieldJSON: JSONValue { LevelText.json(decibels) }
}

extension Double {
    /// The number as a level in dB.
    var level: Level {
        get { Level(self) }
        set { self = newValue.decibels }
    }
}

extension HexBytes: FieldValue {
    package static var resultType: ResultType { .string }
    package init?(field json: JSONValue) {
        guard case .string(let text) = json else { return nil }
        self.init(parsing: text)
    }
    package var fieldJSON: JSONValue { .string(text) }
}
