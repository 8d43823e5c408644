/// The names that samplers cannot have, since they have another meaning for strips, taps and
/// routes.
public enum SamplerName {
    /// The name of the metronome's strip.
    package static let metronome = "metronome"

    private static let meanings = [
        ("master", "the whole mix"), (metronome, "the strip of the metronome"),
        ("none", "a route that plays nothing"),
    ]

    /// The meaning of a name that a sampler cannot have.
    ///
    /// - Parameter name: The name.
    /// - Returns: A phrase: `the whole mix`; `nil` for a name that a sampler may have.
    public static func otherMeaning(of name: String) -> String? {
        if let word = meanings.first(where: { $0.0 == name }) { return word.1 }
        if MIDIOutputName.isReserved(name) { return "a MIDI output" }
        if name.hasPrefix(OutputAssignments.effectsPrefix) { return "an effects bus" }
        if name.hasPrefix(OutputInserts.outputPrefix) { return "a pair of output channels" }
        if RackSettings.Sampler.channel(ofStrip: name) != nil { return "the strip of a channel" }
        return nil
    }

    /// Whether the name becomes valid with a number after it: `metronome 2`.
    ///
    /// - Parameter name: The name.
    /// - Returns: `false` for a name that a sampler may have as it is.
    public static func needsNumber(_ name: String) -> Bool {
        meanings.contains { $0.0 == name }
    }
}
