import Wording

/// The commands for notes and messages on the live inputs.
extension Command {
    /// Selects the preset of a live input's channel.
    public struct Program: GroupedCommand {
        /// The input and its channel.
        public var channel: ChannelAddress
        /// The preset.
        public var preset: PresetAddress

        /// Makes the command.
        public init(_ channel: ChannelAddress, _ preset: PresetAddress) {
            (self.channel, self.preset) = (channel, preset)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Program(ChannelAddress(channel: 0), PresetAddress(program: 0)),
            .transport,
            .exact,
            arguments: [
                .required("channel", .channel, \.channel, "channel of a live input"),
                .required("preset", .preset, \.preset, "a preset, as listed by `presets`"),
            ],
            summary: "Select the preset of a live input's channel",
            discussion: """
                For a part of the music, use `set-program`. \
                With a rack, the preset is selected on all samplers that the rules lead the \
                channel to, except where a rule gives a preset. \
                If the SoundFonts lack the preset, the same program of bank 0 plays instead, \
                else the first program of its family of eight, else 0:0, else the first preset that is \
                not a drum kit; for a drum kit, 128:0, else the first kit. \
                If they lack those too, the channel is silent. The answer then has a `warning`.
                """,
            warning: AnswerKey(
                "warning",
                "the substitute, if the preset is missing; with a rack, that of each sampler"
            )
        )
    }

    /// Plays a note.
    public struct Note: GroupedCommand {
        /// The input and its channel.
        public var channel: ChannelAddress
        /// The key, 0 to 127; 60 is middle C.
        public var key: Int
        /// The velocity, 0 to 127; 0 releases the note.
        public var velocity: Int
        /// The duration, 0.001 to 3600 s; `nil` until the note is released.
        public var seconds: Double?

        /// Makes the command.
        public init(_ channel: ChannelAddress, key: Int, velocity: Int, seconds: Double? = nil) {
            (self.channel, self.key, self.velocity, self.seconds) = (
                channel, key, velocity, seconds
            )
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Note(ChannelAddress(channel: 0), key: 60, velocity: 0),
            .transport,
            .exact,
            arguments: [
                .required("channel", .channel, \.channel, "channel of a live input"),
                .required("key", .key, \.key, "the key; C4 is middle C"),
                .required("velocity", .integer(0...127), \.velocity, "0 releases the note"),
                .option(
                    "seconds",
                    .number(0.001...3_600, .seconds),
                    \.seconds,
                    "duration; default: until velocity 0 or `panic`",
                    .optional
                ),
            ],
            summary: "Play a note",
            discussion: """
                The answer does not wait for the end of the note. The note plays the sound of the \
                live input but does not count as input: the event `midi` and the commands \
                `record`, `capture`, `map` and `practice` do not get it.
                """,
            warning: .warning
        )
    }

    /// Sends a control change.
    public struct ControlChange: GroupedCommand {
        /// The input and its channel.
        public var channel: ChannelAddress
        /// The controller's number, 0 to 127.
        public var number: Int
        /// The controller's value, 0 to 127.
        public var value: Int

        /// Makes the command.
        public init(_ channel: ChannelAddress, number: Int, value: Int) {
            (self.channel, self.number, self.value) = (channel, number, value)
        }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            ControlChange(ChannelAddress(channel: 0), number: 0, value: 0),
            .transport,
            .exact,
            arguments: [
                .required("channel", .channel, \.channel, "channel of a live input"),
                .required("number", .integer(0...127), \.number, "64 is the sustain pedal"),
                .required("value", .integer(0...127), \.value, "the controller's value"),
            ],
            summary: "Send a control change"
        )
    }

    /// Sends complete MIDI messages to a live input.
    public struct SendMIDI: GroupedCommand {
        /// The messages.
        public var bytes: [UInt8]
        /// The input, from 0.
        public var input: Int

        /// Makes the command.
        public init(_ bytes: [UInt8], input: Int = 0) { (self.bytes, self.input) = (bytes, input) }

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            SendMIDI([]),
            .transport,
            .exact,
            arguments: [
                CommandArgument("bytes", .bytes, .repeated, "one or more complete MIDI messages") {
                    $0.bytes = $1.flatMap { $0 }
                } values: {
                    [$0.bytes]
                },
                .option(
                    "input",
                    .input,
                    \.input,
                    default: 0,
                    "the live input; default 1",
                    placeholder: "N"
                ),
            ],
            summary: "Send MIDI messages to a live input",
            discussion: """
                Blanks between bytes are ignored: `midi 90 3C 64` equals `midi 903C64`. As with \
                `note`, only the samplers and MIDI outputs of the input get the messages.
                """,
            warning: .warning
        )
    }

    /// Silences all notes at once.
    public struct Panic: GroupedCommand {
        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Panic(),
            .transport,
            .exact,
            summary: "Silence all notes at once",
            discussion: "This includes the notes of the file, which continues with its next note."
        )
    }

    /// Explains which notes are sounding and which parts are silent, and why.
    public struct Why: ControlCommand {
        /// The answer.
        public typealias Answer = SoundReport

        /// Makes the command.
        public init() {}

        /// Its declaration.
        public static let declaration = CommandDeclaration(
            Why(),
            .observer,
            isReadOnly: true,
            summary: "Explain which notes are sounding and which parts are silent, and why",
            discussion: """
                A note that sounds is held by a key or a pedal of a track, a client or a MIDI \
                source, or is dying away. A part is silent because it is muted, because its strip \
                is, because no route leads to a sampler, because no live source has the name of \
                its rule, because nothing is connected to its MIDI output, because its preset is \
                missing, or because its volume is 0; everything is silent if nothing plays or \
                the device is lost.
                """,
            answer: .record
        )
    }
}
