import Wording

extension CommandTable {
    private static let channel = Parameter("channel", .channel, "channel of a live input")

    static let notes = [
        Command(
            .program,
            .transport,
            .exact,
            parameters: [
                channel, Parameter("preset", .preset, "a preset, as listed by `presets`"),
            ],
            summary: "Select the preset of a live input's channel",
            discussion: """
                With a rack, the preset is selected on all samplers that the rules lead the \
                channel to, except where a rule gives a preset. \
                If the SoundFonts lack the preset, the same program of bank 0 plays instead, \
                else the first program of its family of eight, else 0:0, else the first preset that is \
                not a drum kit; for a drum kit, 128:0, else the first kit. \
                If they lack those too, the channel is silent. The answer then has a `warning`.
                """,
            results: [
                Command.Result(
                    "warning",
                    "the substitute, if the preset is missing; with a rack, that of each sampler"
                )
            ]
        ),
        Command(
            .note,
            .transport,
            .exact,
            parameters: [
                channel, Parameter("key", .key, "the key; C4 is middle C"),
                Parameter("velocity", .integer(0...127), "0 releases the note"),
                Parameter(
                    "seconds",
                    .number(0.001...3_600, .seconds),
                    .optional,
                    "duration; default: until velocity 0 or `panic`"
                ),
            ],
            summary: "Play a note",
            discussion: """
                The answer does not wait for the end of the note. The note plays the sound of the \
                live input but does not count as input: the event `midi` and the commands \
                `record`, `capture`, `map` and `practice` do not get it.
                """,
            results: [.warning]
        ),
        Command(
            .controlChange,
            .transport,
            .exact,
            parameters: [
                channel, Parameter("number", .integer(0...127), "64 is the sustain pedal"),
                Parameter("value", .integer(0...127), "the controller's value"),
            ],
            summary: "Send a control change"
        ),
        Command(
            .midi,
            .transport,
            .exact,
            parameters: [
                Parameter("bytes", .bytes, .repeated, "one or more complete MIDI messages"),
                Parameter(
                    "input",
                    .integer(1...16),
                    .option,
                    "the live input; default 1",
                    placeholder: "N"
                ),
            ],
            summary: "Send MIDI messages to a live input",
            discussion: """
                Blanks between bytes are ignored: `midi 90 3C 64` equals `midi 903C64`. As with \
                `note`, only the samplers and MIDI outputs of the input get the messages.
                """,
            results: [.warning]
        ),
        Command(
            .panic,
            .transport,
            .exact,
            summary: "Silence all notes at once",
            discussion: "This includes the notes of the file, which continues with its next note."
        ),
        Command(
            .why,
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
            results: SoundReport.results
        ),
    ]
}
