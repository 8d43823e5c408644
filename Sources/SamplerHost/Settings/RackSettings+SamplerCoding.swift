extension RackSettings.Sampler: Codable {
    private static let keys =
        [
            "name", "fonts", "bankMode", "interpolation", "polyphony", "shards", "effects",
            "channels",
        ]
        + StripSettings.keys

    /// Decodes a sampler; what is missing is as usual, but for the name and the fonts.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` for unknown keys and values out of range.
    public init(from decoder: any Decoder) throws {
        let fields = try StrictFields(decoder, keys: Self.keys)
        let fonts: [SoundFontReference] = try fields.required("fonts")
        guard !fonts.isEmpty else { throw fields.error("fonts", "expected at least one") }
        var settings = SamplerSettings(fonts: fonts)
        settings.bankMode = try fields.choice("bankMode") ?? settings.bankMode
        settings.interpolation = try fields.choice("interpolation") ?? settings.interpolation
        settings.polyphony =
            try fields.integer("polyphony", 1...65_535, " voices") ?? settings.polyphony
        settings.shards = try fields.integer("shards", 1...16) ?? settings.shards
        self.init(name: try fields.required("name"), settings: settings)
        guard !name.isEmpty else { throw fields.error("name", "expected a name") }
        strip = try StripSettings(fields)
        effects = try fields.value("effects")
        for (key, strip) in try fields.value("channels", [String: StripSettings].self) ?? [:] {
            guard let channel = Int(key), (1...16).contains(channel), "\(channel)" == key else {
                throw fields.error("channels", "expected keys from \"1\" to \"16\", not \"\(key)\"")
            }
            channels[UInt8(channel - 1)] = strip
        }
    }

    /// Encodes a sampler; what is as usual is left out.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: AnyKey.self)
        let usual = SamplerSettings(fonts: [])
        try values.encode(name, forKey: "name")
        try values.encode(settings.fonts, forKey: "fonts")
        try values.encode(
            settings.bankMode.rawValue,
            unless: usual.bankMode.rawValue,
            forKey: "bankMode"
        )
        try values.encode(
            settings.interpolation.rawValue,
            unless: usual.interpolation.rawValue,
            forKey: "interpolation"
        )
        try values.encode(settings.polyphony, unless: usual.polyphony, forKey: "polyphony")
        try values.encode(settings.shards, unless: usual.shards, forKey: "shards")
        try strip.encode(into: &values)
        try values.encodeIfPresent(effects, forKey: "effects")
        guard !channels.isEmpty else { return }
        var strips = values.nestedContainer(keyedBy: AnyKey.self, forKey: "channels")
        for (channel, strip) in channels.sorted(by: { $0.key < $1.key }) {
            try strips.encode(strip, forKey: AnyKey("\(channel + 1)"))
        }
    }
}
