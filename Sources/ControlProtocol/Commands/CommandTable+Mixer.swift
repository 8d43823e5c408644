import Wording

/// The commands for the mixer's strips and effects.
extension CommandTable {
    static let mixer = [
        Command(
            .strips,
            .observer,
            isReadOnly: true,
            summary: "List the mixer's strips, with their levels",
            discussion: """
                Each sampler has a strip: `sampler` and, for further ports of a file, `sampler 2` \
                and so on; those of a rack by their names; `live`, `live 2` … for live inputs; and \
                `metronome`. A strip of a rack that has gone stays if a client has set it. The peak \
                is that of the last period, behind gain and pan.
                """,
            results: [
                Command.Result(
                    words: "strip",
                    json: "strips",
                    "each strip: settings as for `strip`, `peak=LEFT/RIGHT` in dBFS, and name; in "
                        + "JSON, objects with `name`, these settings, `peakLeft`, `peakRight`, "
                        + "`heldPeakLeft` and `heldPeakRight`; silence is `-inf`",
                    .objects([
                        "name": .string, "gain": .level, "pan": .number, "mute": .boolean,
                        "solo": .boolean, "reverb": .level, "chorus": .level,
                        "transpose": .integer, "tune": .number, "peakLeft": .level,
                        "peakRight": .level, "heldPeakLeft": .level, "heldPeakRight": .level,
                    ])
                )
            ]
        ),
        Command(
            .strip,
            .transport,
            .exact,
            parameters: [
                Parameter("name", .text, "name of the strip; quote blanks"),
                option("gain", .level, "gain"),
                option("pan", .number(-100...100, .none), "-100 is left, 100 is right", "PAN"),
                option("mute", .flag, "whether it is muted"),
                option("solo", .flag, "whether only this strip and other soloed ones are heard"),
                option(
                    "reverb",
                    .level,
                    "level of its reverb send; 0 is as the instruments have it"
                ),
                option("chorus", .level, "level of its chorus send"),
                option("transpose", .integer(-24...24), "semitones; drums too", "SEMITONES"),
                option("tune", .number(-100...100, .cents), "fine tuning", "CENTS"),
            ],
            summary: "Set a strip of the mixer",
            discussion: """
                What is left out stays as it is. It moves within 6 ms, so nothing clicks. The \
                settings of a strip stay for the files that follow. The strip `master` is what is heard: \
                it has only `gain`, which is that of the command `gain`, and `mute`.
                """
        ),
        Command(
            .effects,
            .observer,
            isReadOnly: true,
            summary: "List the effects of all buses",
            discussion: "MIDI messages may have changed them since they were set.",
            results: [
                Command.Result(
                    words: "effects",
                    json: "effects",
                    "each bus: reverb, chorus and name; in JSON, objects with `bus`, `reverb` "
                        + "and `chorus`",
                    .objects(["bus": .string, "reverb": .string, "chorus": .string])
                )
            ]
        ),
        Command(
            .effect,
            .transport,
            .exact,
            parameters: [
                Parameter("bus", .text, .optional, "effects bus of the rack; default `main`"),
                option("reverb", .text, "as `--reverb`: `room`, `off`, `large-hall,level=0.5`"),
                option("chorus", .text, "as `--chorus`: `off`, `chorus-3`"),
            ],
            summary: "Set the effects of a bus",
            discussion: """
                An effect that is left out stays as it is. What MIDI messages have set since is \
                undone.
                """
        ),
    ]

    private static func option(
        _ name: String,
        _ type: ArgumentType,
        _ help: String,
        _ placeholder: String? = nil
    ) -> Parameter {
        Parameter(name, type, .option, help, placeholder: placeholder)
    }
}
