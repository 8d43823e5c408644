import Wording

/// The fields of an object that is decoded: unknown keys are errors, and errors say what was
/// expected.
package struct StrictFields {
    /// A key by its name.
    package typealias Key = AnyKey

    private let values: KeyedDecodingContainer<Key>

    /// Starts decoding.
    ///
    /// - Parameters:
    ///   - decoder: The decoder.
    ///   - keys: The known keys.
    /// - Throws: The name of an unknown key, and the nearest known one.
    package init(_ decoder: any Decoder, keys: [String]) throws {
        values = try decoder.container(keyedBy: Key.self)
        for key in values.allKeys where !keys.contains(key.stringValue) {
            let near = Suggestion.nearest(to: key.stringValue, among: keys)
            throw error(
                key,
                "unknown key; "
                    + (near.map { "did you mean \"\($0)\"?" }
                        ?? "the keys are: \(keys.joined(separator: ", "))")
            )
        }
    }

    /// Whether the key has a value other than `null`.
    package func has(_ key: Key) -> Bool { (try? values.decodeNil(forKey: key)) == false }

    /// A value; `nil` without the key.
    package func value<Value: Decodable>(_ key: Key, _ type: Value.Type = Value.self) throws
        -> Value?
    {
        try values.decodeIfPresent(type, forKey: key)
    }

    /// A required value.
    package func required<Value: Decodable>(_ key: Key, _ type: Value.Type = Value.self) throws
        -> Value
    {
        guard let value = try value(key, type) else { throw error(key, "missing") }
        return value
    }

    /// A number in a range.
    package func number(_ key: Key, _ range: ClosedRange<Double>, _ unit: String) throws -> Double?
    {
        guard let number = try value(key, Double.self) else { return nil }
        guard range.contains(number) else {
            let (low, high) = (range.lowerBound, range.upperBound)
            throw error(
                key,
                "expected \(NumberText.decimal(low)) to \(NumberText.decimal(high))\(unit), "
                    + "not \(NumberText.decimal(number))"
            )
        }
        return number
    }

    /// A whole number in a range.
    package func integer(_ key: Key, _ range: ClosedRange<Int>, _ unit: String = "") throws -> Int?
    {
        guard let number = try value(key, Int.self) else { return nil }
        guard range.contains(number) else {
            throw error(
                key,
                "expected \(range.lowerBound) to \(range.upperBound)\(unit), not \(number)"
            )
        }
        return number
    }

    /// A value that is written as text.
    package func text<Value>(
        _ key: Key,
        _ parse: (String) throws(RoutingSyntaxError) -> Value
    ) throws -> Value? {
        guard let text = try value(key, String.self) else { return nil }
        do throws(RoutingSyntaxError) {
            return try parse(text)
        } catch {
            throw self.error(key, error.description)
        }
    }

    /// A value that is written as text, or as a whole number.
    package func numberOrText<Value>(
        _ key: Key,
        _ parse: (String) throws(RoutingSyntaxError) -> Value
    ) throws -> Value? {
        guard let number = try? value(key, Int.self) else { return try text(key, parse) }
        do throws(RoutingSyntaxError) {
            return try parse("\(number)")
        } catch {
            throw self.error(key, error.description)
        }
    }

    /// One of some words.
    package func choice<Value: RawRepresentable<String> & CaseIterable>(
        _ key: Key,
        _ type: Value.Type = Value.self
    ) throws -> Value? {
        try text(key) { text throws(RoutingSyntaxError) in
            guard let value = Value(rawValue: text) else {
                let words = Value.allCases.map(\.rawValue).joined(separator: ", ")
                throw RoutingSyntaxError("expected one of \(words), not \"\(text)\"")
            }
            return value
        }
    }

    /// A level in dB, −∞ … 12: a number, or `"-inf"`.
    package func decibels(_ key: Key) throws -> Double? {
        guard has(key) else { return nil }
        if let text = try? value(key, String.self) {
            guard text == "-inf" else { throw error(key, "expected a number of dB or \"-inf\"") }
            return -.infinity
        }
        guard let number = try value(key, Double.self) else { return nil }
        guard StripSettings.levels.contains(number) else {
            throw error(
                key,
                "expected \"-inf\", or -200 to 12 dB, not \(NumberText.decimal(number))"
            )
        }
        return number
    }

    /// The error of a value.
    package func error(_ key: Key, _ description: String) -> DecodingError {
        DecodingError.dataCorruptedError(
            forKey: key,
            in: values,
            debugDescription: description
        )
    }
}

/// Any key.
package struct AnyKey: CodingKey, ExpressibleByStringLiteral {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(_ text: String) { stringValue = text }

    package init(stringLiteral text: String) { self.init(text) }

    package init?(stringValue: String) { self.init(stringValue) }

    package init?(intValue: Int) { nil }
}

extension KeyedEncodingContainer<AnyKey> {
    /// Encodes a value unless it is the default.
    package mutating func encode<Value: Encodable & Equatable>(
        _ value: Value,
        unless usual: Value,
        forKey key: Key
    ) throws {
        if value != usual { try encode(value, forKey: key) }
    }

    /// Encodes a level unless it is 0 dB.
    package mutating func encode(decibels: Double, forKey key: Key) throws {
        if decibels == -.infinity {
            try encode("-inf", forKey: key)
        } else if decibels != 0 {
            try encode(decibels, forKey: key)
        }
    }
}
