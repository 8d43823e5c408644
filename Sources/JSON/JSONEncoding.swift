/// Encodes values as JSON documents.
package enum JSONEncoding {
    /// Encodes a value; members keep the order in which they are encoded, and whole numbers are
    /// written without a point.
    ///
    /// - Parameter value: The value.
    /// - Returns: The document.
    /// - Throws: The errors of the value's encoding.
    package static func encode(_ value: some Encodable) throws -> JSONValue {
        let node = JSONNode()
        try JSONValueEncoder(node: node, codingPath: []).encode(value)
        return node.value
    }
}

/// A value that is being encoded.
private final class JSONNode {
    private enum Content {
        case plain(JSONValue)
        case array([JSONNode])
        case object([(key: String, node: JSONNode)])
    }

    private var content = Content.plain(.null)

    /// The encoded value.
    var value: JSONValue {
        switch content {
        case .plain(let value): return value
        case .array(let nodes): return .array(nodes.map(\.value))
        case .object(let members):
            var object = JSONObject()
            for member in members { object.set(member.key, member.node.value) }
            return .object(object)
        }
    }

    var count: Int {
        if case .array(let nodes) = content { nodes.count } else { 0 }
    }

    func set(_ value: JSONValue) { content = .plain(value) }

    func beginArray() {
        if case .plain = content { content = .array([]) }
    }

    func beginObject() {
        if case .plain = content { content = .object([]) }
    }

    func append() -> JSONNode {
        let node = JSONNode()
        guard case .array(var nodes) = content else { return node }
        // The list must have one owner, or appending would copy it.
        content = .array([])
        nodes.append(node)
        content = .array(nodes)
        return node
    }

    func member(_ key: String) -> JSONNode {
        guard case .object(var members) = content else { return JSONNode() }
        if let member = members.first(where: { $0.key == key }) { return member.node }
        let node = JSONNode()
        members.append((key, node))
        content = .object(members)
        return node
    }
}

private struct JSONValueEncoder: Encoder {
    let node: JSONNode
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.beginObject()
        return KeyedEncodingContainer(JSONKeyedEncoding(node: node, codingPath: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.beginArray()
        return JSONUnkeyedEncoding(node: node, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        JSONSingleEncoding(encoder: self)
    }

    func encode(_ value: some Encodable) throws {
        switch value {
        case let value as Bool: node.set(.boolean(value))
        case let value as String: node.set(.string(value))
        case let value as Double: try encode(number: value)
        case let value as Float: try encode(number: Double(value))
        case let value as any FixedWidthInteger:
            node.set(Int64(exactly: value).map { .integer($0) } ?? .number(Double(value)))
        default: try value.encode(to: self)
        }
    }

    private func encode(number: Double) throws {
        guard number.isFinite else {
            throw EncodingError.invalidValue(
                number,
                .init(codingPath: codingPath, debugDescription: "JSON has no such number")
            )
        }
        // Up to 2^53 each whole number is exact.
        let isWhole = abs(number) < 9_007_199_254_740_992 && number == number.rounded()
        let isNegativeZero = number == 0 && number.sign == .minus
        node.set(isWhole && !isNegativeZero ? .integer(Int64(number)) : .number(number))
    }
}

private struct JSONKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: JSONNode
    let codingPath: [any CodingKey]

    func encodeNil(forKey key: Key) { node.member(key.stringValue).set(.null) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try encoder(key).encode(value)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        encoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        JSONValueEncoder(node: node.member("super"), codingPath: codingPath)
    }

    func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

    private func encoder(_ key: Key) -> JSONValueEncoder {
        JSONValueEncoder(node: node.member(key.stringValue), codingPath: codingPath + [key])
    }
}

private struct JSONUnkeyedEncoding: UnkeyedEncodingContainer {
    let node: JSONNode
    let codingPath: [any CodingKey]

    var count: Int { node.count }

    func encodeNil() { node.append().set(.null) }

    func encode<Value: Encodable>(_ value: Value) throws { try encoder().encode(value) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
        encoder().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }

    func superEncoder() -> any Encoder { encoder() }

    private func encoder() -> JSONValueEncoder {
        let path = codingPath + [JSONKey(index: node.count)]
        return JSONValueEncoder(node: node.append(), codingPath: path)
    }
}

private struct JSONSingleEncoding: SingleValueEncodingContainer {
    let encoder: JSONValueEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() { encoder.node.set(.null) }

    func encode<Value: Encodable>(_ value: Value) throws { try encoder.encode(value) }
}
