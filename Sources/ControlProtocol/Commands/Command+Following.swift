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

        /// The seconds of difference above which playback jumps; `nil` for the default.
        public var jump: Double?
        /// The seconds of difference below which nothing is corrected; `nil` for the default.
        public var tolerance: Double?
        /// The strength of the correction; `nil` for the default.
        public var strength: Double?

        /// Makes the command.
        public init(_ settings: SyncSettings?) {
            source = settings?.source
            input = settings?.input
            let isUsual = settings?.freewheel == SyncSettings.usualFreewheel
            freewheel = isUsual ? nil : settings?.freewheel
            start = settings?.start == 0 ? nil : settings?.start
            let usual = CorrectionLaw()
            guard let law = settings?.law else { return }
            jump = law.jump == usual.jump ? nil : law.jump
            tolerance = law.tolerance == usual.tolerance ? nil : law.tolerance
            strength = law.strength == usual.strength ? nil : law.strength
        }

        /// The settings; `nil` to follow nothing.
        public var settings: SyncSettings? {
            source.map { source in
                var settings = SyncSettings(source)
                settings.input = input
                settings.freewheel = freewheel ?? SyncSettings.usualFreewheel
                settings.start = start ?? 0
                settings.law.jump = jump ?? settings.law.jump
                settings.law.tolerance = tolerance ?? settings.law.tolerance
                settings.law.strength = strength ?? settings.law.strength
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
                    "MIDI clock, MIDI time code, JACK's transport, or nothing",
                    placeholder: "clock|mtc|jack|off"
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
                .option(
                    "jump",
                    .number(CorrectionLaw.jumps, .seconds),
                    \.jump,
                    "difference above which playback jumps instead of changing its speed; default 0.1",
                    placeholder: "SECONDS"
                ),
                .option(
                    "tolerance",
                    .number(CorrectionLaw.tolerances, .seconds),
                    \.tolerance,
                    "difference below which nothing is corrected, less than `jump`; default 0.0001",
                    placeholder: "SECONDS"
                ),
                .option(
                    "strength",
                    .number(CorrectionLaw.strengths),
                    \.strength,
                    "how fast a difference is corrected; default 1",
                    placeholder: "NUMBER"
                ),
            ],
            summary: "Keep playback in step with MIDI clock, MIDI time code or JACK",
            discussion: """
                The source starts, stops and moves playback, and sets its speed. A difference \
                above `jump` is a jump. A smaller one is corrected by the speed, which is \
                multiplied by 10 to the power of (difference in seconds times `strength`): by a \
                factor from 0.5 to 2. With `jack`, the \
                transport of a JACK server starts, stops and moves playback, and the file begins at \
                its position 0. With `clock`, a \
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
            if let law = command.settings?.law, law.tolerance >= law.jump {
                throw .arguments(
                    "tolerance: \(NumberText.decimal(law.tolerance)): expected less than jump, "
                        + "\(NumberText.decimal(law.jump))"
                )
            }
            guard command.source == .mtc || command.start == nil else {
                throw .arguments("start: only with mtc; other sources have no time code")
            }
            guard command.source != .jack || command.input == nil else {
                throw .arguments("input: not with jack, which is no MIDI input")
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
