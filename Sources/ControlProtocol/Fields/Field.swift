import JSON

/// A member of a record: its name, its type and its property, declared once for reading and
/// writing.
package struct Field<Root>: Sendable {
    /// The key in JSON and in events.
    package let key: String
    /// The key in answers in words; `nil` for a member that is only in JSON.
    package private(set) var words: String?
    /// An older key in JSON, which is still written.
    package private(set) var alias: String?
    /// The description in the reference.
    package let help: String
    /// The words that it accepts; empty for other types.
    package private(set) var choices: [String] = []
    /// The type in JSON.
    package private(set) var type: ResultType
    /// Whether it may be missing.
    package private(set) var isOptional: Bool
    /// Whether it is a setting: a change of its value is an event.
    package private(set) var isSetting = false
    private(set) var format = FieldFormat.plain
    /// The value that is left out in words; `nil` for none.
    private(set) var usual: JSONValue?
    /// The value in JSON; `nil` for none.
    private(set) var value: @Sendable (Root) -> JSONValue?
    /// The lines in words, for a list that has a line for each element.
    private(set) var lines: (@Sendable (Root) -> [String])?
    /// Sets the member to a JSON value, or `nil` if it is missing.
    private let set: @Sendable (inout Root, JSONValue?, String) throws(RequestError) -> Void

    private init(
        _ key: String,
        _ help: String,
        _ type: ResultType,
        isOptional: Bool,
        value: @escaping @Sendable (Root) -> JSONValue?,
        set: @escaping @Sendable (inout Root, JSONValue?, String) throws(RequestError) -> Void
    ) {
        self.key = key
        words = Self.hyphenated(key)
        self.help = help
        self.type = type
        self.isOptional = isOptional
        self.value = value
        self.set = set
    }

    /// Declares a member that is always present.
    package init<Value: FieldValue>(
        _ key: String,
        _ path: any WritableKeyPath<Root, Value> & Sendable,
        _ help: String = ""
    ) {
        self.init(key, help, Value.resultType, isOptional: false) {
            $0[keyPath: path].fieldJSON
        } set: { root, json, key throws(RequestError) in
            root[keyPath: path] = try Self.value(json, key)
        }
        choices = Value.choices
    }

    /// Declares a member that may be missing.
    package init<Value: FieldValue>(
        _ key: String,
        _ path: any WritableKeyPath<Root, Value?> & Sendable,
        _ help: String = ""
    ) {
        self.init(key, help, Value.resultType, isOptional: true) {
            $0[keyPath: path]?.fieldJSON
        } set: { root, json, key throws(RequestError) in
            let value: Value? = json == nil ? nil : try Self.value(json, key)
            root[keyPath: path] = value
        }
        choices = Value.choices
    }

    /// Declares a list with an object for each element in JSON, and a line in words.
    package init<Element: ListedRecord>(
        _ key: String,
        line: String,
        _ path: any WritableKeyPath<Root, [Element]> & Sendable,
        _ help: String = ""
    ) {
        self.init(key, help, .list(Element.type), isOptional: false) {
            .array($0[keyPath: path].map { .object($0.object) })
        } set: { root, json, key throws(RequestError) in
            var elements: [Element] = []
            for object in try JSONFields.objects(json, key) {
                elements.append(try Element(object))
            }
            root[keyPath: path] = elements
        }
        words = line
        lines = {
            $0[keyPath: path].enumerated().filter(\.element.hasWords).map { $1.words(at: $0) }
        }
    }

    /// Declares a list of texts with a line for each in words.
    package init(
        _ key: String,
        line: String,
        _ path: any WritableKeyPath<Root, [String]> & Sendable,
        _ help: String = ""
    ) {
        self.init(key, help, .list(.string), isOptional: false) {
            $0[keyPath: path].fieldJSON
        } set: { root, json, key throws(RequestError) in
            root[keyPath: path] = json == nil ? [] : try Self.value(json, key)
        }
        words = line
        lines = { $0[keyPath: path] }
    }

    private static func value<Value: FieldValue>(
        _ json: JSONValue?,
        _ key: String
    ) throws(RequestError) -> Value {
        guard let json, let value = Value(field: json) else { throw JSONFields.fault(key) }
        return value
    }

    /// Reads the member; an optional one keeps its value if it is missing.
    func read(_ root: inout Root, _ values: JSONFields) throws(RequestError) {
        let found =
            values.value(key).map { ($0, key) }
            ?? alias.flatMap { alias in
                values.value(alias).map { ($0, alias) }
            }
        guard found != nil || !isOptional else { return }
        try set(&root, found?.0, found?.1 ?? key)
    }

    // MARK: Refinements

    /// The member with another key or notation in words; a key of `nil` leaves it out.
    package func words(_ key: String?, _ format: FieldFormat = .plain) -> Field {
        var field = self
        (field.words, field.format) = (key, format)
        return field
    }

    /// The member with another notation in words.
    package func words(_ format: FieldFormat) -> Field { words(words, format) }

    /// The member without a line in words if it has its usual value.
    package func words(unless usual: some FieldValue) -> Field {
        var field = self
        field.usual = usual.fieldJSON
        return field
    }

    /// The member for a value that older daemons do not send.
    package var ifPresent: Field {
        var field = self
        field.isOptional = true
        return field
    }

    /// The list without its key if it has no elements.
    package var unlessEmpty: Field {
        var field = self
        let value = value
        field.value = { value($0).flatMap { $0 == .array([]) ? nil : $0 } }
        field.isOptional = true
        return field
    }

    /// The member as a setting; `alias` is a key that it had in JSON before.
    package func setting(formerly alias: String? = nil) -> Field {
        var field = self
        (field.isSetting, field.alias) = (true, alias)
        return field
    }

    /// The member with another type in the reference.
    package func typed(_ type: ResultType) -> Field {
        var field = self
        field.type = type
        return field
    }

    // MARK: Use

    /// The member of a part as a member of the whole.
    func moved<Whole>(to path: any WritableKeyPath<Whole, Root> & Sendable) -> Field<Whole> {
        let (value, set) = (value, set)
        var field = copied { (whole: Whole) in
            value(whole[keyPath: path])
        } set: { whole, json, key throws(RequestError) in
            try set(&whole[keyPath: path], json, key)
        }
        if let lines { field.lines = { lines($0[keyPath: path]) } }
        return field
    }

    /// The member of an optional part as a member of the whole: the part exists if one of its
    /// members does.
    func moved<Whole>(
        to path: any WritableKeyPath<Whole, Root?> & Sendable
    ) -> Field<Whole> where Root: Record {
        let (value, set) = (value, set)
        var field = copied { (whole: Whole) in
            whole[keyPath: path].flatMap { value($0) }
        } set: { whole, json, key throws(RequestError) in
            var part = whole[keyPath: path] ?? Root()
            try set(&part, json, key)
            whole[keyPath: path] = part
        }
        if let lines { field.lines = { $0[keyPath: path].map { lines($0) } ?? [] } }
        field.isOptional = true
        return field
    }

    private func copied<Whole>(
        value: @escaping @Sendable (Whole) -> JSONValue?,
        set: @escaping @Sendable (inout Whole, JSONValue?, String) throws(RequestError) -> Void
    ) -> Field<Whole> {
        var field = Field<Whole>(key, help, type, isOptional: isOptional, value: value, set: set)
        (field.words, field.alias, field.format, field.usual) = (words, alias, format, usual)
        (field.isSetting, field.choices) = (isSetting, choices)
        return field
    }

    /// The keys of an answer with the member.
    var results: [AnswerKey] {
        var results = [AnswerKey(words: words, json: key, help, type)]
        if let alias { results.append(.alias(alias, of: key, type)) }
        return results
    }

    /// A key in words: hyphens replace capital letters.
    private static func hyphenated(_ key: String) -> String {
        key.reduce(into: "") { text, character in
            if character.isUppercase, text.last?.isUppercase != true { text += "-" }
            text.append(character)
        }.lowercased()
    }
}

/// Makes the table of a record's members.
@resultBuilder
package enum FieldBuilder<Root> {
    package static func buildExpression(_ field: Field<Root>) -> [Field<Root>] { [field] }
    package static func buildExpression(_ fields: [Field<Root>]) -> [Field<Root>] { fields }
    package static func buildBlock(_ parts: [Field<Root>]...) -> [Field<Root>] {
        parts.flatMap { $0 }
    }
}

extension Field {
    /// Makes a table of members.
    package static func table(
        @FieldBuilder<Root> _ fields: () -> [Field<Root>]
    ) -> [Field<Root>] {
        fields()
    }
}

extension Field {
    /// The key of the time at which an event is heard; in words it has microseconds.
    static var clock: String { "heard" }

    /// Declares the time at which an event is heard, in seconds of `CLOCK_MONOTONIC`.
    init(clock path: any WritableKeyPath<Root, Double?> & Sendable) { self.init(Self.clock, path) }
}
