package import JSON

/// The value of a setting in an event.
public enum SettingValue: Hashable, Sendable {
    /// On or off.
    case flag(Bool)
    /// A whole number.
    case integer(Int64)
    /// A number.
    case number(Double)
    /// A text.
    case text(String)
    /// Several texts.
    case list([String])

    /// The value of a JSON value; `nil` for one of another kind.
    package init?(_ json: JSONValue) {
        switch json {
        case .boolean(let isOn): self = .flag(isOn)
        case .integer(let number): self = .integer(number)
        case .number(let number): self = .number(number)
        case .string(let text): self = .text(text)
        case .array(let elements):
            var texts: [String] = []
            for element in elements {
                guard case .string(let text) = element else { return nil }
                texts.append(text)
            }
            self = .list(texts)
        case .null, .object: return nil
        }
    }

    /// The value in JSON.
    package var json: JSONValue {
        switch self {
        case .flag(let isOn): .boolean(isOn)
        case .integer(let number): .integer(number)
        case .number(let number): .number(number)
        case .text(let text): .string(text)
        case .list(let texts): .array(texts.map(JSONValue.string))
        }
    }
}
