import Sequencer
import Wording

extension ClipSettings: Codable {
    private static let keys =
        ["file", "at", "name"] + ClipParameter.all.map(\.key.stringValue) + ["follow", "inserts"]

    /// Decodes a clip; `docs/clips.md` describes the form.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` for unknown keys, and values out of range.
    public init(from decoder: any Decoder) throws {
        let fields = try StrictFields(decoder, keys: Self.keys)
        self.init(path: try fields.required("file"))
        guard !path.isEmpty else { throw fields.error("file", "expected the name of a file") }
        start = try fields.text("at", Self.position) ?? start
        name = try fields.text("name") { text throws(RoutingSyntaxError) in
            try Self.name(text)
        }
        for parameter in ClipParameter.all {
            guard let value = try fields.value(of: parameter) else { continue }
            self[keyPath: parameter.path] = value
        }
        follow = try fields.choice("follow") ?? follow
        inserts = try fields.text("inserts", StripParameter.inserts) ?? inserts
        if let problem {
            let key = ClipParameter.all.first { $0.name == problem.key }?.key
            throw fields.error(key ?? AnyKey(problem.key), problem.text)
        }
    }

    /// Encodes a clip, without values that equal their defaults.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The encoder's errors.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: AnyKey.self)
        let usual = ClipSettings(path: path)
        try values.encode(path, forKey: "file")
        try values.encode(start.description, unless: usual.start.description, forKey: "at")
        try values.encodeIfPresent(name, forKey: "name")
        for parameter in ClipParameter.all {
            let value = self[keyPath: parameter.path]
            guard value != usual[keyPath: parameter.path] else { continue }
            if value.isFinite {
                try values.encode(value, forKey: parameter.key)
            } else {
                try values.encode(parameter.text(value), forKey: parameter.key)
            }
        }
        try values.encode(follow.rawValue, unless: usual.follow.rawValue, forKey: "follow")
        try values.encode(StripParameter.text(inserts), unless: "none", forKey: "inserts")
    }
}

extension StrictFields {
    /// The value of a clip's parameter: a number, or a text as in an option; `nil` without its key.
    fileprivate func value(of parameter: ClipParameter) throws -> Double? {
        guard has(parameter.key) else { return nil }
        if case .plays = parameter.kind, let isEndless = try? value(parameter.key, Bool.self) {
            return isEndless ? .infinity : 1
        }
        guard let number = try? value(parameter.key, Double.self) else {
            return try text(parameter.key) { text throws(RoutingSyntaxError) in
                try parameter.value(text)
            }
        }
        guard parameter.isValid(number) else {
            throw error(
                parameter.key,
                "expected \(parameter.expectation), not \(NumberText.decimal(number))"
            )
        }
        return number
    }
}
