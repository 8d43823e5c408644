public import Sequencer

/// The commands for practice.
extension Command {
    /// Waits for the keys of some parts.
    public struct Practice: ControlCommand {
        /// The parts; `nil` for none.
        public var parts: SelectorSet?
        /// The tolerance in milliseconds; `nil` for the default.
        public var milliseconds: Int?
        /// Whether the parts are played; `nil` for the default.
        public var isHeard: Bool?

        /// Makes the command.
        public init(_ settings: PracticeSettings?) {
            parts = settings?.parts
            let isUsual = settings?.milliseconds == PracticeSettings.defaultTolerance
            milliseconds = isUsual ? nil : settings?.milliseconds
            isHeard = settings?.isHeard == true ? true : nil
        }

        /// The settings; `nil` to end practice.
        public var settings: PracticeSettings? {
            parts.map {
                PracticeSettings(
                    $0,
                    milliseconds: milliseconds ?? PracticeSettings.defaultTolerance,
                    isHeard: isHeard ?? false
                )
            }
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Practice(nil),
            .transport,
            arguments: [
                .selectorsOrOff("practice", \.parts, "the parts that you play, or `off`")
                    .formerly("parts"),
                .option(
                    "tolerance",
                    .integer(PracticeSettings.tolerances),
                    \.milliseconds,
                    "the time by which a key may be early, and within which the keys of a chord are "
                        + "pressed, in ms; default 250",
                    placeholder: "MS"
                ),
                .option(
                    "heard",
                    .flag,
                    \.isHeard,
                    "whether the notes of the parts are played as the file has them; default `off`"
                ),
            ],
            summary: "Wait for the keys of some parts before each of their notes",
            discussion: """
                The parts are silent, and playback stops before each of their notes or chords \
                until its keys have been pressed on a live input. Sounding notes continue \
                meanwhile. If the keys are pressed in time, nothing stops. Wrong keys are \
                counted. A key counts as long as it is held, and for the tolerance after its \
                press. It applies to the files that follow too, which then begin with a short \
                gap; one that lacks the parts plays as usual, and an event `error` says so. The \
                event `practice` lists the keys that playback waits for. Practice cannot be used \
                while a source is followed, and `follow` ends it.
                """
        ) { command throws(RequestError) in
            if command.parts == nil, command.milliseconds != nil || command.isHeard != nil {
                throw .arguments("too many arguments: practice off takes no options")
            }
            return command
        }
    }

    /// Changes the speed from one repetition of the loop to the next.
    public struct Ramp: ControlCommand {
        /// The ramp; `nil` for none.
        public var ramp: SpeedRamp?

        /// Makes the command.
        public init(_ ramp: SpeedRamp?) { self.ramp = ramp }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Ramp(nil),
            .transport,
            arguments: [
                .required(
                    "ramp",
                    .rampOrOff,
                    \.ramp,
                    "the first speed, the last one, and the number of repetitions"
                )
            ],
            summary: "Change the speed from one repetition of the loop to the next",
            discussion: """
                The first speed applies at once, and the last one from the last repetition. \
                The speed changes at the end of each pass of `loop`. `speed`, `follow` and `off` \
                end the ramp; `off` keeps the speed.
                """
        )
    }
}
