/// The place in a strip at which a tap records.
public enum TapPlace: String, Hashable, Sendable, CaseIterable {
    /// In front of inserts, gain and pan.
    case pre
    /// Behind them.
    case post
}

/// The commands for taps.
extension Command {
    /// Records a strip while it plays.
    public struct Tap: ControlCommand {
        /// The answer.
        public typealias Answer = Int

        /// The name of the strip; `master` for what is heard.
        public var strip: String
        /// The absolute path of the file or the pipe.
        public var target: String
        /// The kind of file; `nil` for that of the target's extension.
        public var type: RenderFileType?
        /// The samples' format; `nil` for the usual one of the type.
        public var format: RenderFormat?
        /// The frames per second that are written; `nil` for those of the output.
        public var rate: Int?
        /// Whether it records in front of inserts, gain and pan; `nil` for behind them.
        public var point: TapPlace?
        /// Whether a file is replaced.
        public var replaces: Bool = false

        /// Makes a tap with the usual settings.
        public init(_ strip: String, to target: String) {
            (self.strip, self.target) = (strip, target)
        }

        /// Its declaration; the answer is the number of the tap.
        public static let declaration = CommandDeclaration(
            Tap("", to: ""),
            .admin,
            arguments: [
                .required("strip", .text, \.strip, "the name of a strip, or `master`"),
                .required(
                    "target",
                    .path,
                    \.target,
                    "a sound file in a folder that exists, or a named pipe"
                ),
                .fileType(\.type, default: "by the extension, for a pipe `wav`"),
                .sampleFormat(\.format),
                .option(
                    "rate",
                    .integer(8_000...96_000),
                    \.rate,
                    "frames per second; by default those of the output"
                ),
                .option(
                    "point",
                    .choice,
                    \.point,
                    "in front of inserts, gain and pan, or behind them; default `post`"
                ),
                .replace(\.replaces),
            ],
            summary: "Record a strip or the whole mix while it plays",
            discussion: """
                The output does not change. A strip is recorded with its inserts, after its gain \
                and pan, without the effects buses; `master` is the output, after the limiter. With \
                `point=pre` a strip is recorded in front of its inserts, gain and pan, and `master` \
                in front of the inserts, gain and limiter of the output. A channel has a strip if \
                the rack gives it one. Several taps may record one strip. The tap runs until `untap`, from file to file, and does not \
                grow while the daemon has released its device. If a target is too slow, the tap \
                loses frames, and the output does not; `taps` and the event `tap` tell how many. \
                A pipe is written as soon as something reads from it. A WAV file may grow beyond \
                4 GiB (RF64). At most 64 taps; they are not restored when the daemon starts \
                again.
                """,
            answer: .number("tap", "the number that identifies it")
        )
    }

    /// Ends a tap.
    public struct Untap: ControlCommand {
        /// The answer.
        public typealias Answer = [TapEntry]

        /// The number of the tap.
        public var tap: Int

        /// Makes the command.
        public init(_ tap: Int) { self.tap = tap }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Untap(1),
            .admin,
            arguments: [.required("tap", .number, \.tap, "the number from the answer to `tap`")],
            summary: "End a tap",
            discussion: """
                The answer comes when the file is complete. A pipe that nobody reads from is given \
                up after five seconds.
                """,
            answer: .list(TapEntry.list)
        )
    }

    /// Lists the taps.
    public struct Taps: ControlCommand {
        /// The answer.
        public typealias Answer = [TapEntry]

        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Taps(),
            .observer,
            isReadOnly: true,
            summary: "List the taps",
            discussion: """
                The list has the running ones, including those of the option `--tap`, and the \
                last 100 that have ended.
                """,
            answer: .list(TapEntry.list)
        )
    }
}
