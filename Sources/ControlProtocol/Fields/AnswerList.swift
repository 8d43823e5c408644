import JSON

/// An answer that is a list: an array in JSON, and a line for each element in words.
package struct AnswerList<Element: ListedRecord>: Sendable {
    private let key: String
    private let line: String
    private let help: String

    /// Declares a list.
    ///
    /// - Parameters:
    ///   - key: The key in JSON.
    ///   - line: The key of the lines in words.
    ///   - help: The description in the reference.
    init(_ key: String, line: String, _ help: String) {
        (self.key, self.line, self.help) = (key, line, help)
    }

    /// The answer with some elements.
    func answer(_ elements: [Element]) -> AnswerText {
        var answer = AnswerText()
        answer.set(
            key,
            elements.enumerated().map { (.object($1.object), $1.words(at: $0)) },
            line: line
        )
        return answer
    }

    /// Reads the elements of an answer.
    func read(_ values: JSONFields) throws(RequestError) -> [Element] {
        var elements: [Element] = []
        for object in try JSONFields.objects(values.value(key), key) {
            elements.append(try Element(object))
        }
        return elements
    }

    /// The keys of the answer.
    ///
    /// - Parameter help: A description for a certain command.
    /// - Returns: The keys.
    func results(_ help: String? = nil) -> [AnswerKey] {
        [AnswerKey(words: line, json: key, help ?? self.help, .list(Element.type))]
    }
}
