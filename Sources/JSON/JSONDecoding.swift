/// Decodes values from JSON documents.
package enum JSONDecoding {
    /// Decodes a value.
    ///
    /// - Parameters:
    ///   - type: The value's type.
    ///   - document: The document.
    /// - Returns: The value.
    /// - Throws: `DecodingError`, whose description says what was expected.
    package static func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        from document: JSONValue
    ) throws -> Value {
        try JSONValueDecoder(value: document, codingPath: []).decode(type)
    }

    /// A position in a document: `samplers[0].gain`; the document itself is an empty text.
    package static func text(of path: [any CodingKey]) -> String {
        path.reduce("") { text, key in
            if let index = key.intValue { return "\(text)[\(index)]" }
            return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
        }
    }
}

extension DecodingError {
    /// The position of the fault, and what was expected there, for people.
    package var parts: (path: String, problem: String) {
        switch self {
        case .typeMismatch(_, let context), .dataCorrupted(let context):
            return (JSONDecoding.text(of: context.codingPath), context.debugDescription)
        case .valueNotFound(_, let context):
            return (JSONDecoding.text(of: context.codingPath), context.debugDescription)
        case .keyNotFound(let key, let context):
            return (JSONDecoding.text(of: context.codingPath), "missing key \"\(key.stringValue)\"")
        @unknown default:
            return ("", "\(self)")
        }
    }
}

/// A decoder of one value within a document.
struct JSONValueDecoder: Decoder {
    let value: JSONValue
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let object) = value else {
            throw mismatch([String: Int].self, "an object")
        }
        var keys: Set<String> = []
        for member in object.members where !keys.insert(member.key).inserted {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: codingPath + [JSONKey(stringValue: member.key)],
                    debugDescription: "given more than once"
                )
            )
        }
        return KeyedDecodingContainer(
            JSONKeyedDecoding(object: object, codingPath: codingPath)
        )
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = value else { throw mismatch([Int].self, "a list") }
        return JSONUnkeyedDecoding(elements: elements, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
        JSONSingleDecoding(decoder: self)
    }

    /// Decodes a plain value, or one that decodes itself.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let plain = try plain(type) { return plain }
        return try Value(from: self)
    }

    /// A plain value; `nil` for types that decode themselves.
    private func plain<Value>(_ type: Value.Type) throws -> Value? {
        if type is Bool.Type {
            guard case .boolean(let value) = value else { throw mismatch(type, "true or false") }
            return value as? Value
        }
        if type is String.Type {
            guard case .string(let value) = value else { throw mismatch(type, "a text in quotes") }
            return value as? Value
        }
        if type is Double.Type || type is Float.Type {
            let number: Double
            switch value {
            case .number(let value): number = value
            case .integer(let value): number = Double(value)
            default: throw mismatch(type, "a number")
            }
            return type is Double.Type ? number as? Value : Float(number) as? Value
        }
        if let integers = type as? any FixedWidthInteger.Type {
            return try integer(integers) as? Value
        }
        return nil
    }

    private func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
        let exact: Value?
        switch value {
        case .integer(let value): exact = Value(exactly: value)
        case .number(let value): exact = Value(exactly: value)
        default: throw mismatch(type, "a whole number")
        }
        guard let exact else {
            throw mismatch(type, "a whole number from \(Value.min) to \(Value.max)")
        }
        return exact
    }

    private func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
        DecodingError.typeMismatch(
            type,
            .init(
                codingPath: codingPath,
                debugDescription: "expected \(expected), not \(value.kind)"
            )
        )
    }
}

/// The members of an object.
private struct JSONKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let object: JSONObject
    let codingPath: [any CodingKey]

    var allKeys: [Key] { object.members.compactMap { Key(stringValue: $0.key) } }

    func contains(_ key: Key) -> Bool { object[key.stringValue] != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).value == .null }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder(key).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        JSONValueDecoder(value: object["super"] ?? .null, codingPath: codingPath)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

    private func decoder(_ key: Key) throws -> JSONValueDecoder {
        guard let value = object[key.stringValue] else {
            throw DecodingError.keyNotFound(
                key,
                .init(codingPath: codingPath, debugDescription: "missing")
            )
        }
        return JSONValueDecoder(value: value, codingPath: codingPath + [key])
    }
}

/// The elements of a list.
private struct JSONUnkeyedDecoding: UnkeyedDecodingContainer {
    let elements: [JSONValue]
    let codingPath: [any CodingKey]
    var currentIndex = 0

    init(elements: [JSONValue], codingPath: [any CodingKey]) {
        (self.elements, self.codingPath) = (elements, codingPath)
    }

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() throws -> Bool {
        guard try next().value == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try next().decode(type)
        currentIndex += 1
        return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        let container = try next().container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try next().unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try next()
        currentIndex += 1
        return decoder
    }

    private func next() throws -> JSONValueDecoder {
        let path = codingPath + [JSONKey(index: currentIndex)]
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                JSONValue.self,
                .init(codingPath: path, debugDescription: "expected \(currentIndex + 1) elements")
            )
        }
        return JSONValueDecoder(value: elements[currentIndex], codingPath: path)
    }
}

/// One value.
private struct JSONSingleDecoding: SingleValueDecodingContainer {
    let decoder: JSONValueDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.value == .null }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try decoder.decode(type)
    }
}

/// A key of an object, or an index of a list.
struct JSONKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }

    init(intValue: Int) { self.init(index: intValue) }

    init(index: Int) { (stringValue, intValue) = ("\(index)", index) }
}

extension JSONValue {
    /// The kind of value, for messages.
    var kind: String {
        switch self {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .integer, .number: text
        case .string(let value): value.utf8.count <= 40 ? text : "a text"
        case .array: "a list"
        case .object: "an object"
        }
    }
}
