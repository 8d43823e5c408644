/// The answer of `load-font`.
public struct LoadedFonts: Hashable, Sendable {
    /// The presets in use that the new SoundFonts lack, each with its substitute.
    public var substitutions: [PresetReplacement]
    /// The samples that cannot be played correctly, each with its preset.
    public var warnings: [String]
    /// The scheduled change, for a request with a position; `nil` if the SoundFonts are in use.
    public var scheduled: ScheduledAction?

    /// Makes an answer.
    public init(
        substitutions: [PresetReplacement] = [],
        warnings: [String] = [],
        scheduled: ScheduledAction? = nil
    ) {
        self.substitutions = substitutions
        self.warnings = warnings
        self.scheduled = scheduled
    }
}
