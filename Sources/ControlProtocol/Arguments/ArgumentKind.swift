import JSON

/// A kind of argument, and how its values are read and written.
struct ArgumentKind<Value: Sendable>: Sendable {
    let type: ArgumentType
    /// The value as it is read, not quoted.
    let text: @Sendable (Value) -> String
    /// The value in JSON.
    private(set) var json: @Sendable (Value) -> JSONValue
    /// The value in words, quoted if necessary.
    private(set) var words: @Sendable (Value) -> String

    /// Declares a kind.
    ///
    /// - Parameters:
    ///   - description: The description in the help and the reference.
    ///   - placeholder: The word for it in a usage; `nil` if the parameter's name is enough.
    ///   - form: The values that it has in JSON.
    ///   - content: What the values are, for completion.
    ///   - text: Writes a value.
    ///   - value: Reads a JSON value that its text does not stand for; `nil` for any other.
    ///   - read: Reads a text; `nil` for one that does not fit.
    init(
        _ description: String,
        _ placeholder: String? = nil,
        _ form: ArgumentType.JSONForm = .text,
        _ content: ArgumentType.Content = .plain,
        text: @escaping @Sendable (Value) -> String,
        value: @escaping @Sendable (JSONValue) throws(RequestError) -> Value? = { _ in nil },
        read: @escaping @Sendable (String) throws(RequestError) -> Value?
    ) {
        type = ArgumentType(description, placeholder, form, content) {
            text throws(RequestError) in
            try read(text).map(ArgumentValue.init)
        } value: { json throws(RequestError) in
            try value(json).map(ArgumentValue.init)
        }
        self.text = text
        json = { .string(text($0)) }
        words = { Words.word(for: text($0)) }
    }

    /// The kind with another notation in JSON.
    func json(_ json: @escaping @Sendable (Value) -> JSONValue) -> ArgumentKind {
        var kind = self
        kind.json = json
        return kind
    }

    /// The kind with another notation in words.
    func words(_ words: @escaping @Sendable (Value) -> String) -> ArgumentKind {
        var kind = self
        kind.words = words
        return kind
    }

    /// A value in both dialects.
    func written(_ value: Value) -> WrittenArgument {
        WrittenArgument(words: words(value), json: json(value))
    }
}

/// An argument that has been read and is within its range.
struct ArgumentValue<Value: Sendable>: Sendable {
    var value: Value

    init(_ value: Value) { self.value = value }
}

/// An argument in both dialects.
struct WrittenArgument: Sendable {
    var words: String
    var json: JSONValue
}

extension ArgumentKind where Value: CustomStringConvertible {
    /// Declares a kind whose values describe themselves as they are read.
    init(
        _ description: String,
        _ placeholder: String? = nil,
        _ form: ArgumentType.JSONForm = .text,
        _ content: ArgumentType.Content = .plain,
        value: @escaping @Sendable (JSONValue) throws(RequestError) -> Value? = { _ in nil },
        read: @escaping @Sendable (String) throws(RequestError) -> Value?
    ) {
        self.init(
            description,
            placeholder,
            form,
            content,
            text: { $0.description },
            value: value,
            read: read
        )
    }
}

extension ArgumentKind where Value: RawRepresentable<String> & CaseIterable {
    /// One of the words of a type.
    static var choice: ArgumentKind {
        let words = Value.allCases.map(\.rawValue)
        return ArgumentKind(
            words.map { "`\($0)`" }.joined(separator: words.count == 2 ? " or " : ", "),
            words.count < 5 ? words.joined(separator: "|") : nil,
            .text,
            .choices(words),
            text: { $0.rawValue },
            read: { Value(rawValue: $0) }
        )
    }
}

extension ArgumentKind {
    /// The kind with `off` for no value.
    ///
    /// - Parameters:
    ///   - description: The description in the help and the reference.
    ///   - placeholder: The word for it in a usage.
    /// - Returns: The kind.
    func orOff(_ description: String, _ placeholder: String? = nil) -> ArgumentKind<Value?> {
        let content: ArgumentType.Content =
            switch type.content {
            case .choices(let words): .choices(["off"] + words)
            case .selectors: .selectors(orOff: true)
            default: .words(["off"])
            }
        let (type, text, json, words) = (type, text, json, words)
        return ArgumentKind<Value?>(
            description,
            placeholder,
            type.form,
            content,
            text: { $0.map(text) ?? "off" },
            read: { word throws(RequestError) in
                guard word != "off" else { return .some(nil) }
                guard let read = try type.read(word) as? ArgumentValue<Value> else { return nil }
                return .some(read.value)
            }
        ).json { $0.map(json) ?? .string("off") }.words { $0.map(words) ?? "off" }
    }
}
