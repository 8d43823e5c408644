public import Racks

/// The commands for the SoundFonts that play what no rule of a rack takes.
extension Command {
    private static let changedFonts = AnswerFormat<LoadedFonts>.record(
        results: LoadedFonts.presets.flatMap(\.results)
    )

    /// The option that refuses a change of the SoundFonts.
    private static func strict<Change>(
        _ path: any WritableKeyPath<Change, Bool> & Sendable
    ) -> CommandArgument<Change> {
        .option(
            "strict",
            .flag,
            path,
            default: false,
            "whether SoundFonts that lack a preset in use are refused; default `off`"
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
                strict(\.isStrict),
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
            answer: changedFonts
        )
    }

    /// Adds a SoundFont, or moves it to another place.
    public struct AddFont: ControlCommand {
        /// The answer.
        public typealias Answer = LoadedFonts

        /// The SoundFont.
        public var font: SoundFontPath
        /// Its place among the SoundFonts, from 1; the first has the highest priority.
        public var place: Int
        /// Whether the change is refused if the SoundFonts then lack a preset in use.
        public var isStrict: Bool

        /// Makes the command.
        public init(_ font: SoundFontPath, place: Int = 1, isStrict: Bool = false) {
            (self.font, self.place, self.isStrict) = (font, place, isStrict)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            AddFont(SoundFontPath(path: "/")),
            .admin,
            .exact,
            arguments: [
                .required("font", .font, \.font, "the SoundFont"),
                .option(
                    "place",
                    .integer(1...1_000),
                    \.place,
                    default: 1,
                    "its place; 1, the default, has the highest priority, and a number beyond the "
                        + "last place means the last"
                ),
                strict(\.isStrict),
            ],
            summary: "Add a SoundFont to those in use, or move it to another place",
            discussion: """
                Works like `load-font` with the SoundFonts in use and this one. A SoundFont that \
                is in use already moves to the place.
                """,
            answer: changedFonts
        )
    }

    /// Removes a SoundFont.
    public struct RemoveFont: ControlCommand {
        /// The answer.
        public typealias Answer = LoadedFonts

        /// The SoundFont.
        public var font: SoundFontPath
        /// Whether the change is refused if the SoundFonts then lack a preset in use.
        public var isStrict: Bool

        /// Makes the command.
        public init(_ font: SoundFontPath, isStrict: Bool = false) {
            (self.font, self.isStrict) = (font, isStrict)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            RemoveFont(SoundFontPath(path: "/")),
            .admin,
            .exact,
            arguments: [
                .required("font", .font, \.font, "a SoundFont in use, as `status` lists it"),
                strict(\.isStrict),
            ],
            summary: "Remove a SoundFont from those in use",
            discussion: """
                Works like `load-font` with the other SoundFonts in use. The last one cannot be \
                removed.
                """,
            answer: changedFonts
        )
    }

    /// Reads the SoundFonts again whose files have changed.
    public struct ReloadFonts: ControlCommand {
        /// The answer.
        public typealias Answer = LoadedFonts

        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            ReloadFonts(),
            .admin,
            .exact,
            summary: "Read the SoundFonts again whose files have changed",
            discussion: """
                The SoundFonts of the rack's samplers are read again too. Sounding notes continue \
                on the old ones. If one of the files cannot be loaded, everything stays as it is.
                """,
            answer: changedFonts
        )
    }

    /// Takes back the last change of the SoundFonts.
    public struct UndoFont: ControlCommand {
        /// The answer.
        public typealias Answer = LoadedFonts

        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            UndoFont(),
            .admin,
            .exact,
            summary: "Take back the last change of the SoundFonts",
            discussion: """
                Plays with the SoundFonts and the engine from before the last `load-font`, \
                `add-font` or `remove-font`; given once more, it makes that change again. Their \
                files are read as by `load-font`. It is refused after a restart, and if something \
                else, such as `reload-config` or `load-rack`, has changed the SoundFonts since.
                """,
            answer: changedFonts
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
