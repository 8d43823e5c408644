package import JSON

/// The type of an argument, as help, completion and schemas need it.
package struct ArgumentType: Sendable {
    /// The values that it has in JSON.
    package enum JSONForm: Sendable {
        case integer(ClosedRange<Int>)
        case number(ClosedRange<Double>)
        case text
        case textOrInteger
        case textOrNumber
        case textOrFlag
        /// Text, an integer or a list of them.
        case selectors
    }

    /// The meaning of the values, for completion.
    package enum Content: Sendable {
        case plain
        /// One of these words.
        case choices([String])
        /// One of these words, or anything else.
        case words([String])
        case command
        case event
        /// Channels and tracks; `orOff` if `off` may stand instead.
        case selectors(orOff: Bool)
        /// Positions; `isComing` if the next bar or beat is one, too.
        case positions(isComing: Bool)
        case path
        /// The path of a sound file, or the name of a sound in memory.
        case sound
        case font
        case route

        var isSelectorsOrOff: Bool {
            if case .selectors(orOff: true) = self { true } else { false }
        }
    }

    /// The description in the help and the reference.
    package let description: String
    /// The word for it in a usage; `nil` if the parameter's name is enough.
    package let placeholder: String?
    package let form: JSONForm
    package let content: Content
    /// Reads a text; `nil` for one that does not fit.
    let read: @Sendable (String) throws(RequestError) -> (any Sendable)?
    /// Reads a JSON value that its text does not stand for; `nil` for any other.
    private let readValue: @Sendable (JSONValue) throws(RequestError) -> (any Sendable)?

    init(
        _ description: String,
        _ placeholder: String?,
        _ form: JSONForm,
        _ content: Content,
        read: @escaping @Sendable (String) throws(RequestError) -> (any Sendable)?,
        value: @escaping @Sendable (JSONValue) throws(RequestError) -> (any Sendable)?
    ) {
        self.description = description
        self.placeholder = placeholder
        self.form = form
        self.content = content
        self.read = read
        readValue = value
    }

    /// The type in JSON.
    package var json: String {
        switch form {
        case .integer, .number: "number"
        case .text: "string"
        case .textOrInteger, .textOrNumber: "string or number"
        case .textOrFlag: "string or boolean"
        case .selectors: "string, number or array"
        }
    }

    /// The type as a JSON Schema (draft 7).
    var schema: JSONObject {
        var schema = JSONObject()
        switch (form, content) {
        case (.integer(let range), _):
            schema.set("type", "integer")
            schema.set("minimum", range.lowerBound)
            if range.upperBound < .max { schema.set("maximum", range.upperBound) }
        case (.number(let range), _):
            schema.set("type", "number")
            schema.set("minimum", range.lowerBound)
            schema.set("maximum", range.upperBound)
        case (.text, .choices(let words)): schema.set("enum", words)
        case (.text, _): schema.set("type", "string")
        case (.textOrInteger, _), (.textOrNumber, _): schema.set("type", ["string", "number"])
        case (.textOrFlag, _): schema.set("type", ["string", "boolean"])
        case (.selectors, _): schema.set("type", ["string", "number", "array"])
        }
        return schema
    }

    // MARK: Reading

    /// Reads an argument as it is typed.
    ///
    /// - Throws: −32602 with the value and what was expected.
    func value(of text: String) throws(RequestError) -> any Sendable {
        try value(of: text, shownAs: RequestError.quoted(text))
    }

    /// Reads the text of an argument; a failure shows it as it was given.
    private func value(
        of text: String,
        shownAs given: @autoclosure () -> String
    ) throws(RequestError) -> any Sendable {
        guard let value = try read(text) else { throw expected(insteadOf: given()) }
        return value
    }

    /// Reads an argument that is a JSON value, not an array.
    ///
    /// - Throws: −32602 with the value and what was expected.
    func value(of json: JSONValue) throws(RequestError) -> any Sendable {
        if let value = try readValue(json) { return value }
        switch (form, json) {
        case (.integer, .string(let text)), (.number, .string(let text)):
            throw expected(insteadOf: RequestError.quoted(text))
        case (_, .string(let text)): return try value(of: text)
        case (.text, _), (.textOrFlag, _): break
        case (_, .integer(let number)):
            return try value(of: "\(number)", shownAs: RequestError.cut(json.text))
        // 3.0 is as good an integer as 3.
        case (.integer, .number(let number)):
            guard let whole = Int(exactly: number) else { break }
            return try value(of: "\(whole)", shownAs: RequestError.cut(json.text))
        case (.number, .number(let number)), (.textOrNumber, .number(let number)):
            return try value(of: "\(number)", shownAs: RequestError.cut(json.text))
        default: break
        }
        throw expected(insteadOf: RequestError.cut(json.text))
    }

    /// An argument of the command line as JSON.
    package func json(for word: String) -> JSONValue {
        switch form {
        case .integer, .number:
            if let value = Int64(word) { return .integer(value) }
            return Double(word).map { .number($0) } ?? .string(word)
        default: return .string(word)
        }
    }

    private func expected(insteadOf given: String) -> RequestError {
        .arguments("\(given): expected \(description.withoutMarks)")
    }
}
