package import JSON

/// A value of the protocol whose members one table declares.
///
/// Its JSON in both directions, its words, its schema and its rows in the reference come from the
/// table.
package protocol Record: Hashable, Sendable {
    /// Makes a value, whose members are then read.
    init()

    /// The members, in the order in which they are written.
    static var fields: [Field<Self>] { get }
}

extension Record {
    /// The members as a JSON object.
    package var object: JSONObject {
        var object = JSONObject()
        for field in Self.fields { object.set(field.key, field.value(self)) }
        return object
    }

    /// The members in both dialects.
    package var text: AnswerText { AnswerText(self) }

    /// Reads the members of an object.
    ///
    /// - Throws: −32603 for a member that is missing or of another type.
    package init(_ values: JSONFields) throws(RequestError) {
        self.init()
        for field in Self.fields { try field.read(&self, values) }
    }

    /// The members, as members of a value that contains this one.
    static func fields<Whole>(
        in path: any WritableKeyPath<Whole, Self> & Sendable
    ) -> [Field<Whole>] {
        fields.map { $0.moved(to: path) }
    }

    /// The members, as members of a value that may contain this one.
    static func fields<Whole>(
        in path: any WritableKeyPath<Whole, Self?> & Sendable
    ) -> [Field<Whole>] {
        fields.map { $0.moved(to: path) }
    }

    /// The settings with their names: a change of each of them is an event.
    package var settingValues: [(name: String, value: SettingValue)] {
        Self.fields.compactMap { field in
            guard field.isSetting else { return nil }
            return field.value(self).flatMap { SettingValue($0) }.map { (field.key, $0) }
        }
    }

    /// The settings in words.
    var settingTexts: [(name: String, text: String)] {
        Self.fields.compactMap { field in
            guard field.isSetting else { return nil }
            return field.value(self).map { (field.key, field.format.text($0)) }
        }
    }

    /// The keys of an answer that has these members.
    static var results: [AnswerKey] { fields.flatMap(\.results) }

    /// The type of the object.
    static var type: ResultType {
        .object(
            fields.map {
                ResultType.Property(key: $0.key, type: $0.type, isOptional: $0.isOptional)
            }
        )
    }
}

/// A record that is a line of a list in words.
package protocol ListedRecord: Record {
    /// The line, without its key.
    ///
    /// - Parameter index: The position in the list, from 0.
    /// - Returns: The line.
    func words(at index: Int) -> String

    /// Whether it has a line in words.
    var hasWords: Bool { get }
}

extension ListedRecord {
    package var hasWords: Bool { true }
}
