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
                If the SoundFonts lack the preset, the same program of bank 0 plays instead, \
                else the first program of its family of eight, else 0:0; for a drum kit, 128:0. \
                The answer then has a `warning`.
                """,
            results: [
                Command.Result("warning", "the substitute, if the preset is missing")
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
                    .number(0.001...3_600, unit: "s"),
                    .optional,
                    "duration; default: until velocity 0 or `panic`"
                ),
            ],
            summary: "Play a note",
            discussion: "The answer does not wait for the end of the note.",
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
            discussion: "Blanks between bytes are ignored: `midi 90 3C 64` equals `midi 903C64`.",
            results: [.warning]
        ),
        Command(
            .panic,
            .transport,
            .exact,
            summary: "Silence all notes at once",
            discussion: "This includes the notes of the file, which continues with its next note."
        ),
    ]
}
