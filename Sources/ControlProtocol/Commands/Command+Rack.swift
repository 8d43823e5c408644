/// The commands for the rack: which part plays on which sampler.
extension Command {
    /// Shows the rack and the routes.
    public struct Rack: ControlCommand {
        /// The answer.
        public typealias Answer = RackListing

        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Rack(),
            .observer,
            isReadOnly: true,
            summary: "Show the rack and the routes",
            answer: .record
        )
    }

    /// Gives parts samplers of their own, as a rack says.
    public struct LoadRack: ControlCommand {
        /// The answer.
        public typealias Answer = LoadedFonts

        /// The absolute path of the rack's file.
        public var path: String

        /// Makes the command.
        public init(_ path: String) { self.path = path }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            LoadRack(""),
            .admin,
            .exact,
            arguments: [
                .required("path", .path, \.path, "a rack, as docs/routing.md describes it", .rest)
            ],
            summary: "Give parts their own samplers, as a rack describes",
            discussion: """
                The samplers are made in the background; the answer comes when they are in use. If \
                the rack or one of its SoundFonts cannot be used, everything stays as it is. \
                Routes remain, and have priority over the rules of the rack. The strips get the settings \
                of the rack. If the rack has a fallback, its SoundFonts replace those of \
                `load-font`. Output pairs need a restart.
                """,
            answer: changedRack
        )
    }

    /// Plays without a rack and routes.
    public struct UnloadRack: ControlCommand {
        /// The answer.
        public typealias Answer = LoadedFonts

        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            UnloadRack(),
            .admin,
            .exact,
            summary: "Remove the rack and the routes",
            discussion: """
                The presets of parts go too. Each port of a file then has a sampler with the \
                default SoundFonts. `--drums` and `--change` continue to apply.
                """,
            answer: changedRack
        )
    }

    /// Adds routes.
    public struct Route: ControlCommand {
        /// The answer.
        public typealias Answer = LoadedFonts

        /// The routes, as `--route` has them.
        public var routes: [String]

        /// Makes the command.
        public init(_ routes: [String]) { self.routes = routes }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Route([]),
            .admin,
            .exact,
            arguments: [
                .list(
                    "routes",
                    .route,
                    \.routes,
                    .repeated,
                    "as for `--route`: `ch:10=/a/drums.sf2,gain=-3`"
                )
            ],
            summary: "Give a part its own sampler",
            discussion: """
                A route has priority over earlier ones. Paths are absolute. Without a rack, \
                `sampler` is the sampler of all other parts: `track:2=sampler,transpose=12`. \
                Otherwise it works like `load-rack`; docs/routing.md describes routes.
                """,
            answer: changedRack
        )
    }

    /// Removes routes.
    public struct Unroute: ControlCommand {
        /// The answer.
        public typealias Answer = LoadedFonts

        /// The routes; none for all.
        public var routes: [String]

        /// Makes the command.
        public init(_ routes: [String] = []) { self.routes = routes }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Unroute(),
            .admin,
            .exact,
            arguments: [
                .list("routes", .route, \.routes, .anyNumber, "as in `rack`; default: all routes")
            ],
            summary: "Remove routes",
            answer: changedRack
        )
    }

    /// Gives parts presets.
    public struct SetProgram: ControlCommand {
        /// The answer.
        public typealias Answer = LoadedFonts

        /// The parts and their presets, as `--program` has them.
        public var programs: [String]

        /// Makes the command.
        public init(_ programs: [String]) { self.programs = programs }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            SetProgram([]),
            .admin,
            .exact,
            arguments: [
                .list(
                    "programs",
                    .program,
                    \.programs,
                    .repeated,
                    "as for `--program`: `track:Lead=Violin`, `4=0:40`"
                )
            ],
            summary: "Give a part of the music another preset",
            discussion: """
                The part plays the preset whatever the music selects, until `unset-program`. A preset \
                is `BANK:PROGRAM`, `PROGRAM`, or a name or part of one, as listed by `presets`. \
                For a single program change on a live input, use `program`. \
                Otherwise it works like `route`.
                """,
            answer: changedRack
        )
    }

    /// Takes presets away from parts.
    public struct UnsetProgram: ControlCommand {
        /// The answer.
        public typealias Answer = LoadedFonts

        /// The parts with their presets; none for all.
        public var programs: [String]

        /// Makes the command.
        public init(_ programs: [String] = []) { self.programs = programs }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            UnsetProgram(),
            .admin,
            .exact,
            arguments: [
                .list(
                    "programs",
                    .program,
                    \.programs,
                    .anyNumber,
                    "as in `rack`; default: all of them"
                )
            ],
            summary: "Let parts play the presets that the music selects again",
            answer: changedRack
        )
    }

    static let changedRack = AnswerFormat<LoadedFonts>.record(
        results: AnswerList<PresetReplacement>(
            "substitutions",
            line: "substitution",
            "each preset of the current file that its sampler lacks, and its substitute, as for "
                + "`load-font`"
        ).results()
            + [
                AnswerKey(
                    words: "warning",
                    json: "warnings",
                    "a rule that matches nothing in the current file, or a part that nothing plays",
                    .list(.string)
                )
            ]
    )
}
