import Sequencer

/// The members of a document's object, most of which may be missing.
struct StateFields<Key: CodingKey> {
    private let values: KeyedDecodingContainer<Key>

    init(_ decoder: any Decoder) throws {
        values = try decoder.container(keyedBy: Key.self)
    }

    /// A value; `nil` if it is missing.
    func optional<Value: Decodable>(_ key: Key) throws -> Value? {
        try values.decodeIfPresent(Value.self, forKey: key)
    }

    /// A value that must not be missing.
    func required<Value: Decodable>(_ key: Key) throws -> Value {
        try values.decode(Value.self, forKey: key)
    }

    /// An integer; `nil` if it is missing.
    ///
    /// - Parameters:
    ///   - key: Its key.
    ///   - range: The integers that it can be.
    /// - Returns: The integer.
    /// - Throws: `DecodingError` for anything else.
    func integer<Value: FixedWidthInteger & Decodable>(
        _ key: Key,
        _ range: ClosedRange<Value>
    ) throws -> Value? {
        guard let value: Value = try optional(key) else { return nil }
        guard range.contains(value) else {
            throw fault(key, "expected \(range.lowerBound) to \(range.upperBound), not \(value)")
        }
        return value
    }

    /// A value that is written as people type it; `nil` if it is missing.
    ///
    /// - Parameters:
    ///   - key: Its key.
    ///   - parse: Reads the text.
    /// - Returns: The value.
    /// - Throws: `DecodingError` for a text that cannot be read.
    func text<Value>(_ key: Key, _ parse: (String) throws -> Value?) throws -> Value? {
        guard let text: String = try optional(key) else { return nil }
        guard let value = try? parse(text) else {
            throw fault(key, "cannot be \"\(text)\"")
        }
        return value
    }

    /// Selectors; none if they are missing.
    func selectors(_ key: Key) throws -> SelectorSet {
        guard let texts: [String] = try optional(key), !texts.isEmpty else { return SelectorSet() }
        guard let selectors = try? SelectorSet(parsing: texts) else {
            throw fault(key, "expected selectors, not \(texts)")
        }
        return selectors
    }

    /// The error for a value.
    func fault(_ key: Key, _ problem: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: values, debugDescription: problem)
    }
}
