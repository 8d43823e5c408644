/// A key of the answer, for the reference.
package struct AnswerKey: Sendable {
    /// The key in words; `nil` for one in JSON only.
    package var words: String?
    /// The key in JSON; `nil` for one in words only.
    package var json: String?
    package var help: String
    /// The type in JSON.
    package var type: ResultType

    init(_ key: String, _ help: String, _ type: ResultType = .string) {
        self.init(words: key, json: key, help, type)
    }

    init(words: String?, json: String?, _ help: String, _ type: ResultType = .string) {
        self.words = words
        self.json = json
        self.help = help
        self.type = type
    }

    /// A key that a setting had in JSON before.
    static func alias(_ key: String, of name: String, _ type: ResultType = .string) -> AnswerKey {
        AnswerKey(words: nil, json: key, "an alias of `\(name)`", type)
    }

    /// The key of warnings.
    static let warning = AnswerKey(
        "warning",
        "why nothing is audible, if so: device lost, everything muted"
    )
}
