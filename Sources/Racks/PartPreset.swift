/// The preset of a part, which it plays wherever rules lead it and whatever the music selects.
///
/// Presets of ``RoutingDestination``s have priority.
public struct PartPreset: Hashable, Sendable {
    /// The sources that it is for; not live sources by name.
    public var source: RoutingSource
    /// The channels of the source that it is for, bit n for channel n (0 … 15).
    public var channels: UInt16
    /// The preset.
    public var preset: RoutingDestination.FixedPreset

    /// Gives a part a preset.
    public init(
        _ source: RoutingSource,
        channels: UInt16 = .max,
        preset: RoutingDestination.FixedPreset
    ) {
        (self.source, self.channels, self.preset) = (source, channels, preset)
    }

    /// A rule that matches the same events.
    package var rule: RoutingRule {
        var rule = RoutingRule(source: source, destinations: [])
        rule.channels = channels
        return rule
    }
}

extension PartPreset: Codable {
    /// Decodes a preset of a part.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` for unknown keys and values out of range.
    public init(from decoder: any Decoder) throws {
        let fields = try StrictFields(decoder, keys: ["from", "channels", "preset"])
        let selector = try RoutingSelector(fields)
        if case .inputName = selector.source {
            throw fields.error("from", "expected a part, not a live source by name: write a rule")
        }
        guard
            let preset = try fields.text(
                "preset",
                { text throws(RoutingSyntaxError) in
                    try RoutingDestination.FixedPreset(parsing: text)
                }
            )
        else { throw fields.error("preset", "missing") }
        self.init(selector.source, channels: selector.channels, preset: preset)
    }

    /// Encodes a preset of a part.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: The encoder's errors.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: AnyKey.self)
        try RoutingSelector(source, channels: channels).encode(into: &values)
        try values.encode(preset.description, forKey: "preset")
    }
}
