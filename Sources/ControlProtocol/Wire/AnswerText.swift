package import JSON
import Wording

/// The text of an answer in both dialects.
package struct AnswerText: Sendable {
    private enum Item: Sendable {
        /// `key: value` in both.
        case value(JSONObject.Member)
        /// A value that is written differently in words, or only in JSON.
        case twofold(JSONObject.Member, words: (key: String, text: String)?)
        /// A value in JSON under a key that it had before.
        case alias(JSONObject.Member)
        /// A line only in words.
        case line(key: String, text: String)
    }

    private var items: [Item] = []
    /// The answer in both dialects, if it was written before.
    private var written: (words: String, json: String)?

    /// Adds a value under a key; nothing if it is `nil`.
    mutating func set(_ key: String, _ value: (some JSONConvertible)?) {
        guard let value else { return }
        items.append(.value(JSONObject.Member(key: key, value: value.json)))
    }

    /// Adds a value that is written differently in words, or not at all.
    mutating func set(
        _ key: String,
        _ value: some JSONConvertible,
        words: (key: String, text: String)?
    ) {
        items.append(.twofold(JSONObject.Member(key: key, value: value.json), words: words))
    }

    /// Makes an empty answer.
    package init() {}

    /// Adds a value under a key that it had before.
    mutating func set(alias key: String, _ value: JSONValue) {
        items.append(.alias(JSONObject.Member(key: key, value: value)))
    }

    /// Adds a line that is only in words.
    mutating func add(line text: String, _ key: String) {
        items.append(.line(key: key, text: text))
    }

    /// Adds a list: an array in JSON, a line for each element in words.
    mutating func set(_ key: String, _ list: [(json: JSONValue, words: String)], line: String) {
        set(key, list.map(\.json), words: nil)
        items += list.map { .line(key: line, text: $0.words) }
    }

    /// The same answer, written in both dialects once for all clients that get it.
    package func prepared() -> AnswerText {
        var copy = self
        copy.written = (wordsText, JSONValue.object(json).text)
        return copy
    }

    /// The lines of the words dialect, with the `OK` after them.
    package var wordsText: String {
        if let written { return written.words }
        var text = ""
        for item in items {
            switch item {
            case .value(let member): Self.write(member.key, member.value.words, to: &text)
            case .twofold(_, let words?): Self.write(words.key, words.text, to: &text)
            case .twofold(_, nil), .alias: break
            case .line(let key, let line): Self.write(key, line, to: &text)
            }
        }
        text += "OK\n"
        return text
    }

    private static func write(_ key: String, _ value: String, to text: inout String) {
        text += key
        text += ": "
        text += Words.value(for: value)
        text += "\n"
    }

    /// The text of the JSON dialect's result.
    package var jsonText: String { written?.json ?? JSONValue.object(json).text }

    /// The result of the JSON dialect.
    package var json: JSONObject {
        var object = JSONObject()
        for item in items {
            switch item {
            case .value(let member), .twofold(let member, _), .alias(let member):
                object.set(member.key, member.value)
            case .line: break
            }
        }
        return object
    }
}

extension JSONValue {
    /// The value in the words dialect, not quoted.
    var words: String {
        switch self {
        case .null: "none"
        case .boolean(let value): value ? "yes" : "no"
        case .integer(let value): "\(value)"
        case .number(let value): value.isFinite ? NumberText.decimal(value) : "\(value)"
        case .string(let value): value
        case .array, .object: text
        }
    }
}
