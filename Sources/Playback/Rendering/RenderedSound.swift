import SamplerHost

/// A sound that was rendered.
package struct RenderedSound: Sendable {
    /// The levels of what was written.
    package let levels: RenderedLevels
    /// The most voices at once.
    package let highestPolyphony: Int
    /// Presets that are missing in the SoundFonts, in words.
    package let substitutions: [String]
    /// Samples that cannot be played as they should, in words.
    package let sampleFaults: [String]
    /// Plugins that were bypassed, in words.
    package let pluginFaults: [String]
    /// The paths of the stems.
    package let stems: [String]

    /// Takes the figures of an engine that has ended.
    init(_ levels: RenderedLevels, _ engine: Engine, stems: [String]) {
        self.levels = levels
        self.stems = stems
        highestPolyphony = engine.takeFigures().highestVoices
        substitutions = engine.stage?.substitutions.map(\.description) ?? []
        pluginFaults = engine.takePluginFaults().compactMap(\.warning)
        sampleFaults = engine.stage?.sampleFaults.map(\.description) ?? []
    }
}
