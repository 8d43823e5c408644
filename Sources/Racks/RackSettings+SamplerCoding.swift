extension RackSettings.Sampler: Codable {
    private static let keys =
        [
            "name", "fonts", "engine", "bankMode", "interpolation", "halfPedal", "noteCut",
            "polyphony",
            "shards", "effects", "output", "channels",
        ]
        + TuningSettings.keys
        + StripSettings.keys

    /// Decodes a sampler; missing values have their defaults, except the name and the fonts.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` for unknown keys and values out of range.
    public init(from decoder: any Decoder) throws {
        let fields = try StrictFields(decoder, keys: Self.keys)
        let fonts: [SoundFontReference] = try fields.required("fonts")
        guard !fonts.isEmpty else { throw fields.error("fonts", "expected at least one") }
        var settings = SamplerSettings(fonts: fonts)
        settings.engine = try fields.choice("engine") ?? settings.engine
        settings.bankMode = try fields.choice("bankMode") ?? settings.bankMode
        settings.interpolation = try fields.choice("interpolation") ?? settings.interpolation
        settings.halfPedal = try fields.value("halfPedal") ?? settings.halfPedal
        settings.noteCut = try fields.choice("noteCut") ?? settings.noteCut
        settings.polyphony =
            try fields.integer("polyphony", SamplerSettings.polyphonies, " voices")
            ?? settings.polyphony
        settings.shards = try fields.integer("shards", 1...16) ?? settings.shards
        settings.tuning = try TuningSettings(fields)
        self.init(name: try fields.required("name"), settings: settings)
        guard !name.isEmpty else { throw fields.error("name", "expected a name") }
        strip = try StripSettings(fields)
        effects = try fields.value("effects")
        output = try fields.text("output") { text throws(RoutingSyntaxError) in
            try OutputPairs(parsing: text)
        }
        for (key, values) in try fields.value("channels", [String: ChannelFields].self) ?? [:] {
            guard let channel = Int(key), (1...16).contains(channel), "\(channel)" == key else {
                throw fields.error("channels", "expected keys from \"1\" to \"16\", not \"\(key)\"")
            }
            channels[UInt8(channel - 1)] = values.strip
            guard !values.tuning.isDefault else { continue }
            if let problem = values.tuning.completed(with: settings.tuning).problem {
                throw fields.error("channels", "channel \(channel): \(problem)")
            }
            channelTunings[UInt8(channel - 1)] = values.tuning
        }
    }

    /// Encodes a sampler, without values that equal their defaults.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The encoder's errors.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: AnyKey.self)
        let usual = SamplerSettings(fonts: [])
        try values.encode(name, forKey: "name")
        try values.encode(settings.fonts, forKey: "fonts")
        try values.encode(
            settings.engine.rawValue,
            unless: usual.engine.rawValue,
            forKey: "engine"
        )
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
        try values.encode(settings.halfPedal, unless: usual.halfPedal, forKey: "halfPedal")
        try values.encode(
            settings.noteCut.rawValue,
            unless: usual.noteCut.rawValue,
            forKey: "noteCut"
        )
        try values.encode(settings.polyphony, unless: usual.polyphony, forKey: "polyphony")
        try values.encode(settings.shards, unless: usual.shards, forKey: "shards")
        try settings.tuning.encode(into: &values)
        try strip.encode(into: &values)
        try values.encodeIfPresent(effects, forKey: "effects")
        try values.encodeIfPresent(output?.text, forKey: "output")
        let numbers = Set(channels.keys).union(channelTunings.keys)
        guard !numbers.isEmpty else { return }
        var channels = values.nestedContainer(keyedBy: AnyKey.self, forKey: "channels")
        for channel in numbers.sorted() {
            let fields = ChannelFields(
                strip: self.channels[channel] ?? StripSettings(),
                tuning: channelTunings[channel] ?? TuningSettings()
            )
            try channels.encode(fields, forKey: AnyKey("\(channel + 1)"))
        }
    }
}

/// A sampler channel's own settings.
private struct ChannelFields: Codable {
    var strip: StripSettings
    var tuning: TuningSettings

    init(strip: StripSettings, tuning: TuningSettings) {
        self.strip = strip
        self.tuning = tuning
    }

    init(from decoder: any Decoder) throws {
        let fields = try StrictFields(decoder, keys: StripSettings.keys + TuningSettings.keys)
        strip = try StripSettings(fields)
        tuning = try TuningSettings(fields, isPart: true)
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: AnyKey.self)
        try strip.encode(into: &values)
        try tuning.encode(into: &values)
    }
}
