public import Sequencer
import Wording

/// The commands that keep playback in step with other machines.
extension Command {
    /// Keeps playback in step with a source of time.
    public struct Follow: ControlCommand {
        /// The source; `nil` for none.
        public var source: SyncSettings.Source?
        /// The live input, from 0; `nil` for all.
        public var input: Int?
        /// The seconds that playback continues without messages; `nil` for the default.
        public var freewheel: Double?
        /// The time code at which the file begins, in seconds; `nil` for 0.
        public var start: Int?

        /// Makes the command.
        public init(_ settings: SyncSettings?) {
            source = settings?.source
            input = settings?.input
            let isUsual = settings?.freewheel == SyncSettings.usualFreewheel
            freewheel = isUsual ? nil : settings?.freewheel
            start = settings?.start == 0 ? nil : settings?.start
        }

        /// The settings; `nil` to follow nothing.
        public var settings: SyncSettings? {
            source.map { source in
                var settings = SyncSettings(source)
                settings.input = input
                settings.freewheel = freewheel ?? SyncSettings.usualFreewheel
                settings.start = start ?? 0
                return settings
            }
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Follow(nil),
            .transport,
            arguments: [
                .required(
                    "follow",
                    .sourceOrOff,
                    \.source,
                    "MIDI clock, MIDI time code, or nothing",
                    placeholder: "clock|mtc|off"
                ).formerly("source"),
                .option("input", .input, \.input, "the live input to listen to; default: all"),
                .option(
                    "freewheel",
                    .number(SyncSettings.freewheelRange, .seconds),
                    \.freewheel,
                    "seconds that playback continues without messages; default 1",
                    placeholder: "SECONDS"
                ),
                .option(
                    "start",
                    .timeCode,
                    \.start,
                    "the time code at which the file begins; default `00:00:00`"
                ),
            ],
            summary: "Keep playback in step with MIDI clock or MIDI time code",
            discussion: """
                The source starts, stops and moves playback, and sets its speed. A difference \
                above 0.1 s is a jump, a smaller one is corrected by the speed. With `clock`, a \
                quarter note of the source is one of the file, whose own tempo is ignored. \
                `pause` and `stop` hold playback until the source is started or moved, or until \
                `continue`. At the end of a file, playback stops; `next` continues. While a \
                source is followed, `seek` and `speed` cannot be used; nor can `tempo` with \
                `clock`. Files with SMPTE division have no quarter notes and cannot follow a \
                clock. It is remembered across restarts.
                """
        ) { command throws(RequestError) in
            guard command.source != nil else {
                guard command == Follow(nil) else {
                    throw .arguments("too many arguments: follow off takes no options")
                }
                return command
            }
            guard command.source == .mtc || command.start == nil else {
                throw .arguments("start: only with mtc; a clock has no time code")
            }
            return command
        }
    }
}

extension ArgumentKind<SyncSettings.Source?> {
    fileprivate static var sourceOrOff: ArgumentKind {
        let source = ArgumentKind<SyncSettings.Source>.choice
        return source.orOff("`off`, \(source.type.description)")
    }
}

extension ArgumentKind<Int> {
    /// A time code, in seconds.
    fileprivate static var timeCode: ArgumentKind {
        ArgumentKind(
            "`HH:MM:SS`, 00:00:00 to 23:59:59",
            "HH:MM:SS",
            text: { SyncSettings.text(ofStart: $0) },
            read: { SyncSettings.start(parsing: $0) }
        )
    }
}
