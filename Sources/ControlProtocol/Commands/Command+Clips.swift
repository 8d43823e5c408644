import JSON
public import Racks

/// The commands for clips: sound files that clients play.
extension Command {
    /// Loads a clip.
    public struct LoadClip: ControlCommand {
        /// Its name.
        public var clip: String
        /// Its settings; the position in the music counts for nothing.
        public var settings: ClipSettings

        /// Makes a command for a whole file.
        ///
        /// - Parameters:
        ///   - clip: Its name.
        ///   - file: The absolute path of the sound file, or a ``SentSoundPath``.
        public init(_ clip: String, _ file: String) {
            (self.clip, settings) = (clip, ClipSettings(path: file))
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            LoadClip("", ""),
            .transport,
            arguments: [
                .required("name", .text, \.clip, "a name for it, which no other clip has"),
                .required(
                    "file",
                    .soundFile,
                    \.settings.path,
                    "a sound file: WAV, FLAC, Ogg, MP3 and others, or one in memory"
                ),
                .option("strip", .text, \.settings.name, "its strip; default: one of its name"),
            ] + ClipParameter.all.map { CommandArgument($0) },
            summary: "Load a sound file to be played by `play-clip`",
            discussion: """
                Clips with one strip are one player: of them, one plays at a time. At most 64 clips; \
                unless the daemon has `--no-state`, they are loaded again when it starts again, and \
                do not play; those of sounds in memory are not.
                """
        )
    }

    /// Plays a clip.
    public struct PlayClip: GroupedCommand {
        /// Its name.
        public var clip: String
        /// Whether it begins when what its strip plays is over.
        public var isQueued: Bool = false

        /// Makes a command that begins at once.
        public init(_ clip: String, queued isQueued: Bool = false) {
            (self.clip, self.isQueued) = (clip, isQueued)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            PlayClip(""),
            .transport,
            .exact,
            arguments: [
                .required("name", .text, \.clip, "the name of a clip"),
                .option(
                    "queue",
                    .flag,
                    \.isQueued,
                    default: false,
                    "whether it begins when what its strip plays is over; default `off`"
                ),
            ],
            summary: "Play a clip from its beginning",
            discussion: """
                What its strip plays ends within 5 ms. With `queue=on` it begins on the frame \
                behind that, without a gap; a clip that repeats for ever ends with the pass that \
                it plays then. `pause` and `stop` are for the files of the queue, and leave clips \
                playing. The event `clip` tells when one begins and ends.
                """
        )
    }

    /// Ends a clip.
    public struct StopClip: GroupedCommand {
        /// Its name.
        public var clip: String

        /// Makes the command.
        public init(_ clip: String) { self.clip = clip }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            StopClip(""),
            .transport,
            .exact,
            arguments: [.required("name", .text, \.clip, "the name of a clip")],
            summary: "Stop a clip",
            discussion: """
                It fades out within 5 ms; one that waits is taken out of the queue of its strip. \
                Clips that wait behind it keep the time at which they begin.
                """
        )
    }

    /// Removes a clip.
    public struct RemoveClip: ControlCommand {
        /// Its name.
        public var clip: String

        /// Makes the command.
        public init(_ clip: String) { self.clip = clip }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            RemoveClip(""),
            .transport,
            arguments: [.required("name", .text, \.clip, "the name of a clip")],
            summary: "Remove a clip",
            discussion: "If it plays, it is stopped first."
        )
    }

    /// Lists the clips.
    public struct Clips: ControlCommand {
        /// The answer.
        public typealias Answer = [ClipEntry]

        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Clips(),
            .observer,
            isReadOnly: true,
            summary: "List the clips that were loaded",
            discussion: "Those that play with a piece are not among them; `strips` has theirs.",
            answer: .list(ClipEntry.list)
        )
    }
}

extension CommandArgument<Command.LoadClip> {
    /// The option for a parameter of clips.
    fileprivate init(_ parameter: ClipParameter) {
        let kind = ArgumentKind<Double>(
            parameter.expectation,
            nil,
            .textOrNumber,
            text: { parameter.text($0) },
            value: { $0 == .boolean(true) && parameter.isValid(.infinity) ? .infinity : nil },
            read: { try? parameter.value($0) }
        ).json { $0.isFinite ? .number($0) : .string(parameter.text($0)) }
        self.init(parameter.name, kind, .option, parameter.help) {
            $0.settings[keyPath: parameter.path] = $1[0]
        } values: {
            let value = $0.settings[keyPath: parameter.path]
            return value == ClipSettings(path: "")[keyPath: parameter.path] ? [] : [value]
        }
    }
}
