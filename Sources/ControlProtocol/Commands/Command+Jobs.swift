public import Sequencer

/// The commands for render jobs.
extension Command {
    /// Renders a file to a sound file in the background.
    public struct Render: ControlCommand {
        /// The answer.
        public typealias Answer = Int

        /// The absolute path of the MIDI file.
        public var source: String
        /// The absolute path of the sound file.
        public var target: String
        /// The kind of file; `nil` for that of the target's extension.
        public var type: RenderFileType?
        /// The samples' format; `nil` for the usual one of the type.
        public var format: RenderFormat?
        /// Frames per second, 8,000 to 96,000; `nil` for those of the daemon.
        public var rate: Int?
        /// The start position; `nil` for the start of the file.
        public var start: Position?
        /// The end position; `nil` for the end of the file.
        public var end: Position?
        /// The sound after the last note; `nil` for ``RenderTail/auto``.
        public var tail: RenderTail?
        /// The longest sound that is rendered, in nanoseconds; `nil` for four hours.
        public var maximumLength: Int64?
        /// The speed; `nil` for normal.
        public var speed: Speed?
        /// The vari-speed; `nil` for normal.
        public var variSpeed: Speed?
        /// One fixed tempo; `nil` for the file's own.
        public var tempo: Tempo?
        /// Semitones by which all but drums is transposed, −48 to 48; `nil` for 0.
        public var transpose: Int?
        /// The level that the file is brought to; `nil` for none.
        public var normalization: RenderLevel?
        /// The parts of which stems are written; `nil` for no stems.
        public var stems: StemKind?
        /// The encoding of the file's texts; `nil` for the daemon's default.
        public var encoding: String?
        /// Whether a SoundFont inside the file has priority; `nil` for the daemon's default.
        public var embeddedFont: Bool?
        /// Whether files are replaced.
        public var replaces: Bool = false

        /// Makes the command for a file with the usual settings.
        public init(_ source: String, to target: String) {
            (self.source, self.target) = (source, target)
        }

        private static let settings: [CommandArgument<Render>] =
            [
                .required("source", .path, \.source, "the MIDI file"),
                .required(
                    "target",
                    .path,
                    \.target,
                    "the sound file, in a folder that exists"
                ),
                .fileType(\.type, default: "by the extension"),
                .sampleFormat(\.format),
                .option(
                    "rate",
                    .integer(8_000...96_000),
                    \.rate,
                    "sample rate in Hz; default: that of the daemon",
                    placeholder: "HZ"
                ),
                .option(
                    "from",
                    .filePosition,
                    \.start,
                    "start position; default: the start of the file"
                ),
                .option(
                    "to",
                    .filePosition,
                    \.end,
                    "end position; default: the end of the file"
                ),
                .option("tail", .tail, \.tail, "sound after the last note; default `auto`"),
                .option(
                    "max-length",
                    .duration,
                    \.maximumLength,
                    "longest sound that is rendered, tail included; default `4h`"
                ),
                .option("speed", .speed, \.speed, "speed at the same pitch; default 1"),
                .option(
                    "varispeed",
                    .variSpeed,
                    \.variSpeed,
                    "speed and pitch together, like a tape; default 1"
                ),
                .option(
                    "tempo",
                    .tempoOrOff,
                    \.tempo,
                    default: nil,
                    "one fixed tempo; default `off`: the file's own"
                ),
                .option(
                    "transpose",
                    .integer(-48...48),
                    \.transpose,
                    "semitones for all notes except drums; default 0",
                    placeholder: "SEMITONES"
                ),
                .option(
                    "normalize",
                    .renderLevel,
                    \.normalization,
                    "level that the file is brought to; default: none"
                ),
                .option(
                    "stems",
                    .choice,
                    \.stems,
                    "also write a file for each part, and one for the effects, into a folder with "
                        + "the name of the target; their sum is the mix before the limiter; "
                        + "default: none"
                ),
            ] + FileRequest.readingOptions(encoding: \.encoding, embeddedFont: \.embeddedFont)
            + [
                .replace(\.replaces, "whether existing files are replaced")
            ]

        /// Its declaration; the answer is the number of the job.
        public static let declaration = CommandDeclaration(
            Render("", to: ""),
            .admin,
            arguments: settings,
            summary: "Render a file to a sound file",
            discussion: """
                The answer comes at once; the daemon renders in the background, one job after \
                another, while it plays. The samplers are those that play now: SoundFonts, rack, \
                routes, strips, effects and gain; with `normalize`, the gain does not matter. \
                Everything else is as for `seqd render`, which makes the same bytes with the \
                same settings. An event `job` reports the end. No file is replaced without \
                `replace`, and a job that fails or is cancelled leaves none. At most 100 jobs \
                wait.
                """,
            answer: .number("job", "the number that identifies it")
        ) { command throws(RequestError) in
            if let level = command.normalization, command.stems != nil {
                throw .arguments(
                    "normalize: \(RequestError.quoted(level.description)): cannot be combined with "
                        + "stems"
                )
            }
            return command
        }
    }

    /// Lists the render jobs.
    public struct Jobs: ControlCommand {
        /// The answer.
        public typealias Answer = [JobEntry]

        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Jobs(),
            .observer,
            isReadOnly: true,
            summary: "List the render jobs",
            discussion: """
                The list has the waiting and running ones, and the last 100 that have ended. \
                `seconds` is the length of the sound so far; `speed` is seconds of sound per \
                second of work.
                """,
            answer: .list(JobEntry.list)
        )
    }

    /// Cancels a render job.
    public struct CancelJob: ControlCommand {
        /// The number of the job.
        public var job: Int

        /// Makes the command.
        public init(_ job: Int) { self.job = job }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            CancelJob(1),
            .admin,
            arguments: [.required("job", .number, \.job, "the number from the answer to `render`")],
            summary: "Cancel a render job",
            discussion: """
                A running job ends within a moment and leaves no file. A job that has ended \
                cannot be cancelled.
                """
        )
    }
}
