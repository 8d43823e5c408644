extension RackSettings: Codable {
    /// The version of the encoded form.
    public static let schema = 1

    private static let keys = [
        "schema", "samplers", "rules", "changes", "programs", "fallback", "drums", "clips",
        "effects", "outputs", "inserts", "automation",
    ]

    /// Decodes a rack; `docs/routing.md` describes the form.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` for unknown keys, values out of range, names that are given more
    ///   than once, and rules that name no sampler.
    public init(from decoder: any Decoder) throws {
        let fields = try StrictFields(decoder, keys: Self.keys)
        if let schema = try fields.value("schema", Int.self), schema != Self.schema {
            throw fields.error("schema", "expected \(Self.schema), not \(schema)")
        }
        self.init(samplers: try fields.value("samplers") ?? [])
        rules = try fields.value("rules") ?? []
        changes = try RoutingRule.changes(fields) ?? []
        programs = try fields.value("programs") ?? []
        fallback = try fields.value("fallback")
        drumChannels = try fields.numberOrText("drums") { text throws(RoutingSyntaxError) in
            text == "none" ? 0 : try ChannelList.parse(text)
        }
        clips = try fields.value("clips") ?? []
        effects = try fields.value("effects") ?? [:]
        outputs = try fields.value("outputs") ?? OutputAssignments()
        inserts = try fields.value("inserts") ?? OutputInserts()
        automation = try fields.value("automation") ?? AutomationSettings()
        if let problem {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath + problem.path,
                    debugDescription: problem.description
                )
            )
        }
    }

    /// Encodes a rack; what is as usual is left out.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The encoder's errors.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: AnyKey.self)
        try values.encode(Self.schema, forKey: "schema")
        try values.encode(samplers, unless: [], forKey: "samplers")
        try values.encode(rules, unless: [], forKey: "rules")
        try values.encode(changes.map(\.description), unless: [], forKey: "changes")
        try values.encode(programs, unless: [], forKey: "programs")
        try values.encodeIfPresent(fallback, forKey: "fallback")
        let drums = drumChannels.map { $0 == 0 ? "none" : ChannelList.text($0) }
        try values.encodeIfPresent(drums, forKey: "drums")
        try values.encode(clips, unless: [], forKey: "clips")
        try values.encode(effects, unless: [:], forKey: "effects")
        try values.encode(outputs, unless: OutputAssignments(), forKey: "outputs")
        try values.encode(inserts, unless: OutputInserts(), forKey: "inserts")
        try values.encode(automation, unless: AutomationSettings(), forKey: "automation")
    }
}
