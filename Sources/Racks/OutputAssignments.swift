/// The strips and effects buses that have their own pairs of output channels.
///
/// Encoded as an object: `{"drums": "1-2+3-4", "metronome": "5-6", "effects:hall": "3-4"}`.
public struct OutputAssignments: Hashable, Sendable {
    /// The pairs of strips by name; a strip without an entry plays on channels 1-2.
    public var strips: [String: OutputPairs] = [:]
    /// The pairs of effects buses by name, ``RackSettings/mainEffects`` among them.
    public var effects: [String: OutputPair] = [:]

    /// The prefix that distinguishes the names of effects buses from those of strips.
    public static let effectsPrefix = "effects:"

    /// Makes empty assignments.
    public init() {}

    /// The number of pairs up to the highest that is used, at least 1.
    public var pairCount: Int {
        1 + ((strips.values.flatMap(\.all) + Array(effects.values)).map(\.index).max() ?? 0)
    }

    /// All names in order, those of effects buses with ``effectsPrefix``.
    public var names: [String] {
        strips.keys.sorted() + effects.keys.sorted().map { Self.effectsPrefix + $0 }
    }

    /// The pairs of a name; `nil` for one that has none.
    public subscript(name: String) -> OutputPairs? {
        guard let bus = Self.bus(name) else { return strips[name] }
        return effects[bus].map(OutputPairs.init)
    }

    /// Sets the pairs of a name.
    ///
    /// - Parameters:
    ///   - text: The pairs, as they are written.
    ///   - name: The name.
    /// - Throws: What was expected; an effects bus has one pair.
    public mutating func set(_ text: String, of name: String) throws(RoutingSyntaxError) {
        if let bus = Self.bus(name) {
            effects[bus] = try OutputPair(parsing: text)
        } else {
            strips[name] = try OutputPairs(parsing: text)
        }
    }

    /// Takes the pairs that a name has in other assignments.
    package mutating func take(_ name: String, from others: OutputAssignments) {
        if let bus = Self.bus(name) {
            effects[bus] = others.effects[bus]
        } else {
            strips[name] = others.strips[name]
        }
    }

    /// Merges other assignments; these take precedence for names that both have.
    public mutating func merge(_ others: OutputAssignments) {
        strips.merge(others.strips) { $1 }
        effects.merge(others.effects) { $1 }
    }

    private static func bus(_ name: String) -> String? {
        name.hasPrefix(effectsPrefix) ? String(name.dropFirst(effectsPrefix.count)) : nil
    }
}

extension OutputAssignments: Codable {
    /// Decodes assignments.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` for a value that is not a pair of channels.
    public init(from decoder: any Decoder) throws {
        self.init()
        let values = try decoder.container(keyedBy: AnyKey.self)
        for key in values.allKeys {
            do throws(RoutingSyntaxError) {
                let text = (try? values.decode(String.self, forKey: key)) ?? ""
                try set(text, of: key.stringValue)
            } catch {
                throw DecodingError.dataCorruptedError(
                    forKey: key,
                    in: values,
                    debugDescription: error.description
                )
            }
        }
    }

    /// Encodes assignments.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The encoder's errors.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: AnyKey.self)
        for name in names { try values.encodeIfPresent(self[name]?.text, forKey: AnyKey(name)) }
    }
}
