public import Racks
public import Sequencer
import Wording

/// The commands for the sound of what plays.
extension Command {
    /// Sets the output gain.
    public struct Gain: GroupedCommand {
        /// The gain in dB, −60 to 24.
        public var decibels: Double

        /// Makes the command.
        public init(decibels: Double) { self.decibels = decibels }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Gain(decibels: 0),
            .transport,
            .exact,
            arguments: [
                .required("gain", .number(-60...24, .decibels), \.decibels, "0 is the default")
                    .formerly("decibels")
            ],
            summary: "Set the output gain"
        )
    }

    /// Mutes channels or tracks.
    public struct Mute: GroupedCommand {
        /// The channels and tracks.
        public var selectors: SelectorSet

        /// Makes the command.
        public init(_ selectors: SelectorSet) { self.selectors = selectors }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Mute(SelectorSet()),
            .transport,
            .exact,
            arguments: [.selectors("selectors", \.selectors, "parts to mute")],
            summary: "Mute channels or tracks",
            discussion: "They are added to the parts already muted."
        )
    }

    /// Unmutes channels or tracks.
    public struct Unmute: GroupedCommand {
        /// The channels and tracks.
        public var selectors: SelectorSet

        /// Makes the command.
        public init(_ selectors: SelectorSet) { self.selectors = selectors }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Unmute(SelectorSet()),
            .transport,
            .exact,
            arguments: [.selectors("selectors", \.selectors, "parts to unmute")],
            summary: "Unmute channels or tracks"
        )
    }

    /// Solos channels or tracks.
    public struct Solo: GroupedCommand {
        /// The channels and tracks; `nil` for no solo.
        public var selectors: SelectorSet?

        /// Makes the command.
        public init(_ selectors: SelectorSet?) { self.selectors = selectors }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Solo(nil),
            .transport,
            .exact,
            arguments: [.selectorsOrOff("selectors", \.selectors, "parts to solo, or `off`")],
            summary: "Solo channels or tracks",
            discussion: "It replaces the previous solo."
        )
    }

    /// Transposes all notes except drums.
    public struct Transpose: GroupedCommand {
        /// The distance in semitones, −48 to 48.
        public var semitones: Int

        /// Makes the command.
        public init(semitones: Int) { self.semitones = semitones }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Transpose(semitones: 0),
            .transport,
            .exact,
            arguments: [
                .required(
                    "transpose",
                    .integer(-48...48),
                    \.semitones,
                    "up or down; drums are unaffected"
                ).formerly("semitones")
            ],
            summary: "Transpose all notes except drums"
        )
    }

    /// Replaces the SoundFonts.
    public struct LoadFont: ControlCommand {
        /// The answer.
        public typealias Answer = LoadedFonts

        /// The SoundFonts, highest priority first.
        public var fonts: [SoundFontPath]
        /// The engine whose voices play them; `nil` for the one in use.
        public var engine: SynthesisEngine?
        /// Whether SoundFonts that lack a preset in use are refused.
        public var isStrict: Bool

        /// Makes the command.
        public init(
            _ fonts: [SoundFontPath],
            engine: SynthesisEngine? = nil,
            isStrict: Bool = false
        ) {
            (self.fonts, self.engine, self.isStrict) = (fonts, engine, isStrict)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            LoadFont([]),
            .admin,
            .exact,
            arguments: [
                .list(
                    "fonts",
                    .font,
                    \.fonts,
                    .repeated,
                    "the new SoundFonts, highest priority first"
                ),
                .option(
                    "engine",
                    .choice,
                    \.engine,
                    "the engine whose voices play them, as `--engine`; default: as now"
                ),
                .option(
                    "strict",
                    .flag,
                    \.isStrict,
                    default: false,
                    "whether SoundFonts that lack a preset in use are refused; default `off`"
                ),
            ],
            summary: "Replace the SoundFonts during playback",
            discussion: """
                The new ones are read and checked in the background, and compared with what the \
                file and the live inputs play. The answer comes when they are in use, or with `at` \
                when they are ready to take over. If one of them cannot be loaded, the old ones \
                stay. Sounding notes continue on the old ones. Quote a path that contains blanks. \
                An engine applies to these SoundFonts, also when they replace those of the rack's \
                fallback; the samplers of routes and of the rack have their own. At the start it \
                is that of `--engine`, or of the fallback. Warnings name samples that cannot be \
                played, ten at most; the log names them too.
                """,
            answer: .record(results: LoadedFonts.presets.flatMap(\.results))
        )
    }

    /// Lists the presets of the SoundFonts.
    public struct Presets: ControlCommand {
        /// The answer.
        public typealias Answer = [PresetEntry]

        /// The sampler of the rack that has them; `nil` for the first.
        public var sampler: String?

        /// Makes the command.
        public init(sampler: String? = nil) { self.sampler = sampler }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Presets(),
            .observer,
            isReadOnly: true,
            arguments: [
                .option(
                    "sampler",
                    .text,
                    \.sampler,
                    "the sampler of a rack, as listed by `rack`; default: the first one",
                    .optional
                )
            ],
            summary: "List the presets of the SoundFonts",
            answer: .list(PresetEntry.list)
        )
    }
}
