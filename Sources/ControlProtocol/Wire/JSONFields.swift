import JSON

/// The members of a JSON object of the daemon's, read by their types.
struct JSONFields {
    private let object: JSONObject

    init(_ object: JSONObject) {
        self.object = object
    }

    /// The value under a key; `nil` if it is absent or null.
    private func value(_ key: String) -> JSONValue? {
        let value = object[key]
        return value == .null ? nil : value
    }

    private func fault(_ key: String) -> RequestError {
        .internal("the daemon's answer has no \(key), or of another type")
    }

    private func required<Value>(_ key: String, _ value: Value?) throws(RequestError) -> Value {
        guard let value else { throw fault(key) }
        return value
    }

    func optionalString(_ key: String) throws(RequestError) -> String? {
        switch value(key) {
        case nil: return nil
        case .string(let text): return text
        default: throw fault(key)
        }
    }

    func string(_ key: String) throws(RequestError) -> String {
        try required(key, optionalString(key))
    }

    func optionalInteger(_ key: String) throws(RequestError) -> Int? {
        switch value(key) {
        case nil: return nil
        case .integer(let number): return Int(number)
        default: throw fault(key)
        }
    }

    func integer(_ key: String) throws(RequestError) -> Int {
        try required(key, optionalInteger(key))
    }

    func integer64(_ key: String) throws(RequestError) -> Int64 {
        Int64(try integer(key))
    }

    func optionalNumber(_ key: String) throws(RequestError) -> Double? {
        switch value(key) {
        case nil: return nil
        case .integer(let number): return Double(number)
        case .number(let number): return number
        default: throw fault(key)
        }
    }

    func number(_ key: String) throws(RequestError) -> Double {
        try required(key, optionalNumber(key))
    }

    /// A level in dB: a number, or the text of minus infinity.
    func level(_ key: String) throws(RequestError) -> Double {
        if case .string(LevelText.silence) = value(key) { return -.infinity }
        return try number(key)
    }

    func flag(_ key: String) throws(RequestError) -> Bool {
        guard case .boolean(let isOn) = value(key) else { throw fault(key) }
        return isOn
    }

    func optionalFlag(_ key: String) throws(RequestError) -> Bool? {
        value(key) == nil ? nil : try flag(key)
    }

    /// The value of a setting; `nil` if it is absent.
    func optionalSetting(_ key: String) throws(RequestError) -> SettingValue? {
        guard let value = value(key) else { return nil }
        return try required(key, SettingValue(value))
    }

    /// A word of a set of words.
    func word<Word: RawRepresentable<String>>(_ key: String) throws(RequestError) -> Word {
        try required(key, Word(rawValue: string(key)))
    }

    func optionalPreset(_ key: String) throws(RequestError) -> PresetAddress? {
        guard let text = try optionalString(key) else { return nil }
        return try required(key, PresetAddress(parsing: text))
    }

    func preset(_ key: String) throws(RequestError) -> PresetAddress {
        try required(key, optionalPreset(key))
    }

    /// The texts of a list; none if it is absent.
    func strings(_ key: String) throws(RequestError) -> [String] {
        var texts: [String] = []
        for element in try list(key) {
            guard case .string(let text) = element else { throw fault(key) }
            texts.append(text)
        }
        return texts
    }

    /// The objects of a list; none if it is absent.
    func objects(_ key: String) throws(RequestError) -> [JSONFields] {
        var objects: [JSONFields] = []
        for element in try list(key) {
            guard case .object(let object) = element else { throw fault(key) }
            objects.append(JSONFields(object))
        }
        return objects
    }

    private func list(_ key: String) throws(RequestError) -> [JSONValue] {
        switch value(key) {
        case nil: return []
        case .array(let elements): return elements
        default: throw fault(key)
        }
    }
}
