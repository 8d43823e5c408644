extension RoutingRule: Codable {
    private static let keys =
        ["from", "channels", "keys", "velocities", "kinds", "changes", "to"]
        + RoutingDestination.options

    /// The most destinations of a rule.
    public static let maximumDestinations = 4

    /// Decodes a rule; missing values have their defaults, except `from` and `to`.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` for unknown keys and values out of range.
    public init(from decoder: any Decoder) throws {
        let fields = try StrictFields(decoder, keys: Self.keys)
        let selector = try RoutingSelector(fields)
        self.init(source: selector.source, destinations: try Self.destinations(fields))
        channels = selector.channels
        keys =
            try fields.numberOrText("keys") { text throws(RoutingSyntaxError) in
                try KeyRange.parse(text)
            } ?? keys
        velocities =
            try fields.numberOrText("velocities") { text throws(RoutingSyntaxError) in
                try KeyRange.parse(velocities: text)
            } ?? velocities
        kinds = try Self.kinds(fields) ?? kinds
        changes = try Self.changes(fields) ?? changes
    }

    /// The changes of messages, if there are any.
    static func changes(_ fields: StrictFields) throws -> [ControllerChange]? {
        guard let texts = try fields.value("changes", [String].self) else { return nil }
        do throws(RoutingSyntaxError) {
            return try ControllerChange.list(texts)
        } catch {
            throw fields.error("changes", error.description)
        }
    }

    private static func destinations(_ fields: StrictFields) throws -> [RoutingDestination] {
        guard fields.has("to") else { throw fields.error("to", "missing") }
        if let name = try? fields.value("to", String.self) {
            return [try RoutingDestination(sampler: name, fields)]
        }
        let destinations: [RoutingDestination] = try fields.value("to") ?? []
        guard destinations.count <= maximumDestinations else {
            throw fields.error(
                "to",
                "expected at most \(maximumDestinations) samplers, not \(destinations.count)"
            )
        }
        if let option = RoutingDestination.options.first(where: { fields.has(AnyKey($0)) }) {
            throw fields.error(
                AnyKey(option),
                "\"to\" is a list: write {\"sampler\": \"…\", \"\(option)\": …} in it"
            )
        }
        return destinations
    }

    private static func kinds(_ fields: StrictFields) throws -> MessageKinds? {
        guard let names = try fields.value("kinds", [String].self) else { return nil }
        var kinds: MessageKinds = []
        for name in names {
            guard let kind = MessageKinds.named.first(where: { $0.name == name }) else {
                let known = MessageKinds.named.map(\.name).joined(separator: ", ")
                throw fields.error("kinds", "\"\(name)\": expected \(known)")
            }
            kinds.insert(kind.kind)
        }
        return kinds
    }

    /// Encodes a rule, without values that equal their defaults.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The encoder's errors.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: AnyKey.self)
        try RoutingSelector(source, channels: channels).encode(into: &values)
        try values.encode(KeyRange.text(keys), unless: KeyRange.text(0...127), forKey: "keys")
        try values.encode(
            KeyRange.text(velocities: velocities),
            unless: KeyRange.text(velocities: 1...127),
            forKey: "velocities"
        )
        try values.encode(kinds.names, unless: MessageKinds.all.names, forKey: "kinds")
        try values.encode(changes.map(\.description), unless: [], forKey: "changes")
        if destinations.count == 1 {
            try values.encode(destinations[0].sampler, forKey: "to")
            try destinations[0].encode(into: &values)
        } else {
            try values.encode(destinations, forKey: "to")
        }
    }
}

/// The keys `from` and `channels`.
extension RoutingSelector {
    /// Decodes a selector.
    ///
    /// - Parameter fields: The object.
    /// - Throws: `DecodingError` for a selector or channels that cannot be read.
    init(_ fields: StrictFields) throws {
        guard fields.has("from") else { throw fields.error("from", "missing") }
        if (try? fields.value("from", String.self)) != nil {
            self =
                try fields.text("from") { text throws(RoutingSyntaxError) in
                    try RoutingSelector(parsing: text)
                } ?? RoutingSelector(.all)
        } else {
            self = try fields.required("from", NamedSource.self).selector
        }
        guard fields.has("channels") else { return }
        guard channels == .max else {
            throw fields.error("channels", "\"from\" names a channel already")
        }
        channels =
            try fields.numberOrText("channels") { text throws(RoutingSyntaxError) in
                try ChannelList.parse(text)
            } ?? .max
    }

    /// Encodes the selector.
    ///
    /// - Parameter values: The object.
    /// - Throws: The encoder's errors.
    func encode(into values: inout KeyedEncodingContainer<AnyKey>) throws {
        if let text {
            try values.encode(text, forKey: "from")
        } else {
            if let text = RoutingSelector(source).text {
                try values.encode(text, forKey: "from")
            } else {
                try values.encodeIfPresent(NamedSource(source), forKey: "from")
            }
            if channels != .max {
                try values.encode(ChannelList.text(channels), forKey: "channels")
            }
        }
    }
}

/// A source whose name a selector would read as a number: `{"track": "3"}`.
private struct NamedSource: Codable {
    var selector: RoutingSelector

    init?(_ source: RoutingSource) {
        switch source {
        case .trackName, .inputName: selector = RoutingSelector(source)
        default: return nil
        }
    }

    init(from decoder: any Decoder) throws {
        guard (try? decoder.container(keyedBy: AnyKey.self)) != nil else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "expected a selector, such as \"track:Bass\""
                )
            )
        }
        let fields = try StrictFields(decoder, keys: ["track", "input"])
        if let name = try fields.value("track", String.self), !fields.has("input") {
            selector = RoutingSelector(.trackName(name))
        } else {
            selector = RoutingSelector(.inputName(try fields.required("input")))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: AnyKey.self)
        switch selector.source {
        case .trackName(let name): try values.encode(name, forKey: "track")
        case .inputName(let name): try values.encode(name, forKey: "input")
        default: break
        }
    }
}
