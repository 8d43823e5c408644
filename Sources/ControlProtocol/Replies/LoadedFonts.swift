public import Racks

/// The answer of `load-font`.
public struct LoadedFonts: Hashable, Sendable {
    /// The presets in use that the new SoundFonts lack, each with its substitute.
    public var substitutions: [PresetReplacement]
    /// The samples that cannot be played correctly, each with its preset.
    public var warnings: [String]
    /// The engine whose voices play the SoundFonts; `nil` in the answers of other commands, and
    /// from older daemons.
    public var engine: SynthesisEngine?
    /// The scheduled change, for a request with a position; `nil` if the SoundFonts are in use.
    public var scheduled: ScheduledAction?

    /// Makes an answer.
    public init(
        substitutions: [PresetReplacement] = [],
        warnings: [String] = [],
        engine: SynthesisEngine? = nil,
        scheduled: ScheduledAction? = nil
    ) {
        self.substitutions = substitutions
        self.warnings = warnings
        self.engine = engine
        self.scheduled = scheduled
    }
}

extension LoadedFonts: Record {
    package init() { self.init(scheduled: nil) }

    package static let fields = Field<LoadedFonts>.table {
        ScheduledAction.fields(in: \.scheduled)
        presets
    }

    /// The members besides those of a scheduled change.
    static let presets = Field<LoadedFonts>.table {
        Field(
            "substitutions",
            line: "substitution",
            \.substitutions,
            "each preset in use that the new SoundFonts lack, and its substitute: "
                + "`8:48 Slow Strings -> 0:48 Strings`, or `-> none`; in JSON, objects with "
                + "`preset`, `presetName` (its name in the old SoundFonts), `substitute` and `name`"
        )
        Field(
            "warnings",
            line: "warning",
            \.warnings,
            "a sample that cannot be played correctly, with its preset"
        )
        Field(
            "engine",
            \.engine,
            "the engine whose voices play the SoundFonts, `auto`, `fluidsynth` or `seqd`; in words only if "
                + "it is not `\(SynthesisEngine.usual.rawValue)`"
        ).words(unless: SynthesisEngine.usual)
    }
}

extension SynthesisEngine: FieldValue {}
