package import JSON

/// The notation of an answer in both dialects.
package struct AnswerFormat<Value: Sendable>: Sendable {
    private let keys: @Sendable () -> [AnswerKey]
    /// Writes an answer.
    package let text: @Sendable (Value) -> AnswerText
    private let value: @Sendable (JSONObject) throws(RequestError) -> Value

    /// Declares a notation.
    ///
    /// - Parameters:
    ///   - results: The keys. They are made only for the reference, since that takes time.
    ///   - text: Writes an answer.
    ///   - value: Reads one.
    init(
        _ results: @escaping @Sendable @autoclosure () -> [AnswerKey],
        text: @escaping @Sendable (Value) -> AnswerText,
        value: @escaping @Sendable (JSONObject) throws(RequestError) -> Value
    ) {
        keys = results
        self.text = text
        self.value = value
    }

    /// The keys, for the reference.
    var results: [AnswerKey] { keys() }

    /// Reads the result of JSON-RPC.
    ///
    /// - Throws: −32603 if it is another answer.
    package func read(_ result: JSONObject) throws(RequestError) -> Value { try value(result) }
}

extension AnswerFormat where Value: Record {
    /// The members of a record.
    static var record: AnswerFormat { record(results: Value.results) }

    /// The members of a record, of which the command does not have one.
    static func record(without key: String) -> AnswerFormat {
        record(results: Value.results.filter { $0.json != key })
    }

    /// The members of a record, with other keys in the reference.
    static func record(
        results: @escaping @Sendable @autoclosure () -> [AnswerKey]
    ) -> AnswerFormat {
        AnswerFormat(results()) {
            AnswerText($0)
        } value: { result throws(RequestError) in
            try Value(JSONFields(result))
        }
    }
}

extension AnswerFormat {
    /// A list.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - help: A description for this command.
    /// - Returns: The notation.
    static func list<Element>(
        _ list: AnswerList<Element>,
        _ help: String? = nil
    ) -> AnswerFormat where Value == [Element] {
        AnswerFormat(list.results(help)) {
            list.answer($0)
        } value: { result throws(RequestError) in
            try list.read(JSONFields(result))
        }
    }
}

extension AnswerFormat<Int> {
    /// One number.
    static func number(_ key: String, _ help: String) -> AnswerFormat {
        AnswerFormat([AnswerKey(key, help, .integer)]) { number in
            var text = AnswerText()
            text.set(key, number)
            return text
        } value: { result throws(RequestError) in
            try JSONFields(result).number(key)
        }
    }
}

extension AnswerFormat<[String]> {
    /// A list of texts, with a line for each in words.
    static func texts(_ key: String, _ help: String) -> AnswerFormat {
        AnswerFormat([AnswerKey(key, help, .list(.string))]) { texts in
            var text = AnswerText()
            text.set(key, texts.map { (.string($0), $0) }, line: key)
            return text
        } value: { result throws(RequestError) in
            try JSONFields(result).texts(key)
        }
    }
}
