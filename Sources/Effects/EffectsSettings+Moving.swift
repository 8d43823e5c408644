extension EffectsSettings {
    /// The settings on the way to others: numbers have moved by a part of the distance.
    ///
    /// A reverb or chorus that is on in one of them alone has the level 0 in the other. One of another
    /// type is what it will be from the beginning on.
    ///
    /// - Parameters:
    ///   - end: The settings to which they move.
    ///   - part: The part of the way, 0 … 1.
    /// - Returns: The settings there.
    package func moving(to end: EffectsSettings, part: Double) -> EffectsSettings {
        guard part < 1 else { return end }
        var settings = self
        settings.reverb = Self.moving(reverb, end.reverb, part, \.level)
        settings.chorus = Self.moving(chorus, end.chorus, part, \.level)
        return settings
    }

    private static func moving<Effect: NamedEffect>(
        _ start: Effect?,
        _ end: Effect?,
        _ part: Double,
        _ level: WritableKeyPath<Effect, Double>
    ) -> Effect? {
        guard let known = end ?? start else { return nil }
        var silent = known
        silent[keyPath: level] = 0
        let (start, end) = (start ?? silent, end ?? silent)
        var effect = end
        let isOfOneType = Effect.choices.allSatisfy { start.choice($0.name) == end.choice($0.name) }
        for parameter in Effect.parameters where isOfOneType && end.has(parameter.name) {
            let (from, to) = (start[keyPath: parameter.path], end[keyPath: parameter.path])
            let value = from + (to - from) * part
            effect[keyPath: parameter.path] = parameter.isWhole ? value.rounded() : value
        }
        return effect
    }
}
