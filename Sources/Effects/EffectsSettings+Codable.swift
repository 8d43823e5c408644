/// Effects as JSON: `{"reverb": "large-hall", "chorus": {"voices": 2, "speed": 0.5}}`. An effect is a
/// text as in options, an object of parameters, those left out as by default, or `null` for off; one
/// that is left out is as by default.
extension EffectsSettings: Codable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    /// Reads settings.
    ///
    /// - Throws: Keys that there are not, values out of range, and parameters without a meaning.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init()
        for key in container.allKeys
        where key.stringValue != "reverb" && key.stringValue != "chorus" {
            throw DecodingError.dataCorruptedError(
                forKey: key,
                in: container,
                debugDescription: "no effect \"\(key.stringValue)\"; expected reverb, chorus"
            )
        }
        reverb = try Self.effect("reverb", in: container, reverb)
        chorus = try Self.effect("chorus", in: container, chorus)
    }

    private static func effect<Effect: NamedEffect>(
        _ name: String,
        in container: KeyedDecodingContainer<Key>,
        _ usual: Effect?
    ) throws -> Effect? {
        let key = Key(name)
        guard container.contains(key) else { return usual }
        if try container.decodeNil(forKey: key) { return nil }
        do {
            if let text = try? container.decode(String.self, forKey: key) {
                return try Effect.parameters(parsing: text)
            }
            let parameters = try container.nestedContainer(keyedBy: Key.self, forKey: key)
            return try effect(in: parameters)
        } catch let error as EffectsError {
            throw DecodingError.dataCorruptedError(
                forKey: key,
                in: container,
                debugDescription: error.description
            )
        }
    }

    private static func effect<Effect: NamedEffect>(
        in container: KeyedDecodingContainer<Key>
    ) throws -> Effect {
        var effect = Effect()
        for key in container.allKeys {
            guard !Effect.parameters.contains(where: { $0.key == key.stringValue }),
                !Effect.choices.contains(where: { $0.name == key.stringValue })
            else { continue }
            let keys = (Effect.parameters.map(\.key) + Effect.choices.map(\.name))
                .joined(separator: ", ")
            throw EffectsError("no parameter \"\(key.stringValue)\"; expected \(keys)")
        }
        for choice in Effect.choices where container.contains(Key(choice.name)) {
            let value = try container.decode(String.self, forKey: Key(choice.name))
            guard choice.values.contains(value) else {
                let values = choice.values.joined(separator: " or ")
                throw EffectsError("\(choice.name): expected \(values), not \"\(value)\"")
            }
            effect.choose(choice.name, value)
        }
        for parameter in Effect.parameters {
            let key = Key(parameter.key)
            guard container.contains(key) else { continue }
            try effect.check(parameter)
            try parameter.set(container.decode(Double.self, forKey: key), of: &effect)
        }
        return effect
    }

    /// Writes all parameters that mean something.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try Self.encode(reverb, "reverb", to: &container)
        try Self.encode(chorus, "chorus", to: &container)
    }

    private static func encode<Effect: NamedEffect>(
        _ effect: Effect?,
        _ name: String,
        to container: inout KeyedEncodingContainer<Key>
    ) throws {
        guard let effect else {
            try container.encodeNil(forKey: Key(name))
            return
        }
        var nested = container.nestedContainer(keyedBy: Key.self, forKey: Key(name))
        // The room size says the time.
        for parameter in Effect.parameters
        where parameter.name != "time" && effect.has(parameter.name) {
            try nested.encode(effect[keyPath: parameter.path], forKey: Key(parameter.key))
        }
        for choice in Effect.choices {
            try nested.encode(effect.choice(choice.name), forKey: Key(choice.name))
        }
    }
}
