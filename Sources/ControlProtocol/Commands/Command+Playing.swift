public import Sequencer

/// The commands for playback.
extension Command {
    /// Replaces the queue with files and plays them; without any, resumes.
    public struct Play: ControlCommand {
        /// The answer.
        public typealias Answer = AddedFiles

        /// The files.
        public var files: FileRequest
        /// Bars of count-in, 1 to 16; `nil` for none.
        public var countIn: Int?
        /// The start position in the first file; `nil` for its start.
        public var start: Position?
        /// Whether the first file waits at its start position until `continue`.
        public var isPaused: Bool

        /// Makes the command.
        public init(
            _ files: FileRequest,
            countIn: Int? = nil,
            from start: Position? = nil,
            isPaused: Bool = false
        ) {
            (self.files, self.countIn) = (files, countIn)
            (self.start, self.isPaused) = (start, isPaused)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Play(FileRequest([])),
            .transport,
            .near,
            arguments: [
                FileRequest.sources(.anyNumberRest).moved(to: \.files), countInOption(\.countIn),
                .option(
                    "from",
                    .filePosition,
                    \.start,
                    "start position in the first file; default: its start"
                ),
                .option(
                    "paused",
                    .flag,
                    \.isPaused,
                    default: false,
                    "whether playback waits there for `continue`; default `off`"
                ),
            ]
                + FileRequest.reading.map { $0.moved(to: \.files) },
            summary: "Replace the queue with these files and play",
            discussion: """
                Without a path, it works like `continue`. \
                The answer comes when the first file plays. If it cannot be played, the answer \
                is the error, and the previous file keeps playing. If one of the paths cannot be \
                read, nothing changes. Unreadable files of a folder or playlist are left out and \
                listed in `skipped`. In words, quote each path; without quotation marks, the \
                rest of the line is one path, including blanks. Options come before or after the \
                paths. Queue entries keep their `encoding` and `embedded-font`. With `paused=on`, the \
                answer comes when the first file is ready: a `continue` then plays it without delay.
                """,
            answer: .record(without: "entry")
        ) { command throws(RequestError) in
            guard command.countIn == nil || !command.isPaused else {
                throw .arguments("count-in is for the `continue` behind paused=on")
            }
            guard command.files.sources.isEmpty else { return command }
            guard command.files.encoding == nil, command.files.embeddedFont == nil else {
                throw .arguments("path is missing; encoding and embedded-font are for files")
            }
            guard command.start == nil, !command.isPaused else {
                throw .arguments("path is missing; from and paused are for files")
            }
            return Continue(countIn: command.countIn)
        }
    }

    /// Goes to the next file in the queue.
    public struct Next: ControlCommand {
        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Next(),
            .transport,
            .near,
            summary: "Go to the next file in the queue",
            discussion: """
                The answer comes when the next file plays. If it cannot be played, the answer is \
                the error; the previous file keeps playing and stays the current entry. Paused \
                or stopped playback stays so, and `continue` starts the new entry.
                """,
            warning: .warning
        )
    }

    /// Goes to the previous file in the queue.
    public struct Previous: ControlCommand {
        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Previous(),
            .transport,
            .near,
            summary: "Go to the previous file in the queue",
            discussion: "It works like `next`.",
            warning: .warning
        )
    }

    /// Pauses playback, or resumes it.
    public struct Toggle: ControlCommand {
        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Toggle(),
            .transport,
            .near,
            summary: "Pause playback, or resume it",
            discussion: "It works like `pause` while a file plays, else like `continue`.",
            warning: .warning
        )
    }

    /// Pauses playback.
    public struct Pause: GroupedCommand {
        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Pause(),
            .transport,
            .near,
            summary: "Pause playback",
            discussion: "Sounding notes are released. Pausing twice is not an error."
        )
    }

    /// Resumes playback.
    public struct Continue: ControlCommand {
        /// Bars of count-in, 1 to 16; `nil` for none.
        public var countIn: Int?

        /// Makes the command.
        public init(countIn: Int? = nil) { self.countIn = countIn }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Continue(),
            .transport,
            .near,
            arguments: [countInOption(\.countIn)],
            summary: "Resume after pause, or play the queue after stop",
            discussion: """
                After the end of the queue, it plays the files added since; if there are none, \
                it plays the last file again. An unreadable file causes an event `error`, and \
                the next one plays. If none can be played, the answer is the error.
                """,
            warning: .warning
        )
    }

    /// Stops, and returns to the start of the file.
    public struct Stop: ControlCommand {
        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Stop(),
            .transport,
            .near,
            summary: "Stop, and return to the start of the file"
        )
    }

    /// Sets the playback speed.
    public struct SetSpeed: GroupedCommand {
        /// The speed.
        public var speed: Speed
        /// The time that the change takes; `nil` for at once.
        public var length: PositionOffset?

        /// Makes the command.
        public init(_ speed: Speed, over length: PositionOffset? = nil) {
            (self.speed, self.length) = (speed, length)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            SetSpeed(.normal),
            .transport,
            .exact,
            arguments: [
                .required("speed", .speed, \.speed, "playback speed; 1 is normal"),
                .option("over", .moveLength, \.length, overHelp),
            ],
            summary: "Set the playback speed; the pitch stays the same",
            discussion: """
                With `over` it moves there evenly: a ritardando or an accelerando, in steps of 10 ms.
                """
        )
    }

    /// Sets the vari-speed.
    public struct VariSpeed: GroupedCommand {
        /// The vari-speed, 0.01 to 8.
        public var speed: Speed
        /// The time that the change takes; `nil` for at once.
        public var length: PositionOffset?

        /// Makes the command.
        public init(_ speed: Speed, over length: PositionOffset? = nil) {
            (self.speed, self.length) = (speed, length)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            VariSpeed(.normal),
            .transport,
            .exact,
            arguments: [
                .required("speed", .variSpeed, \.speed, "speed and pitch; 1 is normal"),
                .option("over", .moveLength, \.length, overHelp),
            ],
            summary: "Set speed and pitch together, like a tape",
            discussion: """
                All samplers sound higher or lower by it, and all clips are played as much faster \
                or slower; the metronome keeps its sound. The tempo is the product of `varispeed` \
                and `speed`. With `over` both move evenly, as when a tape starts or stops.
                """
        )
    }

    /// Repeats the file or a part of it.
    public struct Loop: GroupedCommand {
        /// The part.
        public var setting: LoopSetting
        /// The number of times that it is played, 1 to 1,000,000; `nil` for endlessly.
        public var count: Int?

        /// Makes the command.
        public init(_ setting: LoopSetting, count: Int? = nil) {
            (self.setting, self.count) = (setting, count)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Loop(.off),
            .transport,
            .exact,
            arguments: [
                .required("loop", .loop, \.setting, "the part to repeat").formerly("range"),
                .option(
                    "loop-count",
                    .integer(1...1_000_000),
                    \.count,
                    "number of times to play it before continuing; default: endless",
                    .optional,
                    placeholder: "COUNT"
                ).formerly("count"),
            ],
            summary: "Repeat the file or a part of it",
            discussion: """
                `on` and `file` also apply to the files that follow. `file` repeats the part \
                between the file's own loop points, if it has any. Playback \
                that is outside a loop between two positions goes to its start, even while paused. \
                Such a loop ends when another file plays. `off` takes no count.
                """
        ) { command throws(RequestError) in
            if command.setting == .off, let count = command.count {
                throw .arguments("too many arguments: \"\(count)\"; loop off takes no count")
            }
            return command
        }
    }

    /// Overrides the file's tempo.
    public struct SetTempo: GroupedCommand {
        /// The tempo; `nil` for the file's own.
        public var tempo: Tempo?
        /// The time that the change takes; `nil` for at once.
        public var length: PositionOffset?

        /// Makes the command.
        public init(_ tempo: Tempo?, over length: PositionOffset? = nil) {
            (self.tempo, self.length) = (tempo, length)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            SetTempo(nil),
            .transport,
            .exact,
            arguments: [
                .required(
                    "tempo",
                    .tempoOrOff,
                    \.tempo,
                    "one fixed tempo, or `off` for the file's own"
                ).formerly("bpm"),
                .option("over", .moveLength, \.length, overHelp),
            ],
            summary: "Override the file's tempo",
            discussion: """
                It also applies to the files that follow, and `speed` multiplies it. All times \
                depend on it: positions, lengths and `seek`. It is rounded to whole microseconds \
                per quarter note, as in MIDI files. With `over` it moves there evenly from the tempo \
                that is played, in steps of 10 ms; positions and lengths are those of the new tempo \
                at once.
                """
        )
    }

    /// Turns the metronome on or off.
    public struct Metronome: ControlCommand {
        /// Whether to click on each beat.
        public var isOn: Bool

        /// Makes the command.
        public init(_ isOn: Bool) { self.isOn = isOn }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Metronome(false),
            .transport,
            .near,
            arguments: [
                .required("metronome", .flag, \.isOn, "whether to click on each beat")
                    .formerly("click")
            ],
            summary: "Turn the metronome on or off",
            discussion: """
                The answer comes when the change is audible. It also applies to the files that \
                follow.
                """
        )
    }

    /// Cancels scheduled commands.
    public struct Cancel: ControlCommand {
        /// The answer.
        public typealias Answer = Int

        /// The number of one; `nil` for all.
        public var action: Int?

        /// Makes the command.
        public init(action: Int? = nil) { self.action = action }

        /// Its declaration; the answer is the number of commands that were cancelled.
        public static let declaration = CommandDeclaration(
            Cancel(),
            .transport,
            arguments: [
                .option(
                    "action",
                    .number,
                    \.action,
                    "the `action` number from the answer to a command with `at`; default: all",
                    .optional
                )
            ],
            summary: "Cancel scheduled commands",
            answer: .number("cancelled", "number of commands cancelled")
        )
    }

    /// Sets whether notes held at the start position are restarted after a seek.
    public struct ChaseNotes: GroupedCommand {
        /// Whether to restart them.
        public var isOn: Bool

        /// Makes the command.
        public init(_ isOn: Bool) { self.isOn = isOn }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            ChaseNotes(false),
            .transport,
            arguments: [
                .required("chase-notes", .flag, \.isOn, "whether to restart them; default `off`")
                    .formerly("chase")
            ],
            summary: "Restart notes held at the start position after a seek"
        )
    }

    /// Reloads the current file when it changes on disk.
    public struct Watch: ControlCommand {
        /// Whether it is watched.
        public var isOn: Bool
        /// The time of the switch to a new version; `nil` for at once.
        public var time: VersionTime?

        /// Makes the command.
        ///
        /// - Parameter time: The time of the switch to a new version; `nil` to watch no longer.
        public init(_ time: VersionTime?) { (isOn, self.time) = (time != nil, time) }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Watch(nil),
            .transport,
            arguments: [
                .required("watch", .flag, \.isOn, "whether to watch files; default `off`")
                    .formerly("files"),
                .option(
                    "watch-at",
                    .choice,
                    \.time,
                    "when to switch to the new version, at once or at the next bar; default `now`",
                    .optional
                ).formerly("when"),
            ],
            summary: "Reload the current file when it changes on disk",
            discussion: """
                Playback continues at the same beat of the same bar, and an event `reload` lists \
                the changes. If the new version cannot be read, or has lost music that the \
                previous version had, an event `error` says so, and the previous version keeps \
                playing.
                """
        ) { command throws(RequestError) in
            if !command.isOn, let time = command.time {
                throw .arguments(
                    "too many arguments: \"\(time.rawValue)\"; watch off takes no time"
                )
            }
            var command = command
            if command.isOn { command.time = command.time ?? .now }
            return command
        }
    }

    private static func countInOption<Root>(
        _ path: any WritableKeyPath<Root, Int?> & Sendable
    ) -> CommandArgument<Root> {
        .option(
            "count-in",
            .integer(1...16),
            path,
            "bars of count-in before playback starts",
            placeholder: "BARS"
        )
    }
}
