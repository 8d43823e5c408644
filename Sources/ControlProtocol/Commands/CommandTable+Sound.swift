import Wording

extension CommandTable {
    static let sound = [
        Command(
            .gain,
            .transport,
            .exact,
            parameters: [
                Parameter("gain", .number(-60...24, .decibels), "0 is the default")
                    .formerly("decibels")
            ],
            summary: "Set the output gain"
        ),
        Command(
            .mute,
            .transport,
            .exact,
            parameters: [Parameter("selectors", .selectors, .repeated, "parts to mute")],
            summary: "Mute channels or tracks",
            discussion: "They are added to the parts already muted."
        ),
        Command(
            .unmute,
            .transport,
            .exact,
            parameters: [Parameter("selectors", .selectors, .repeated, "parts to unmute")],
            summary: "Unmute channels or tracks"
        ),
        Command(
            .solo,
            .transport,
            .exact,
            parameters: [
                Parameter("selectors", .selectorsOrOff, .repeated, "parts to solo, or `off`")
            ],
            summary: "Solo channels or tracks",
            discussion: "It replaces the previous solo."
        ),
        Command(
            .transpose,
            .transport,
            .exact,
            parameters: [
                Parameter("transpose", .integer(-48...48), "up or down; drums are unaffected")
                    .formerly("semitones")
            ],
            summary: "Transpose all notes except drums"
        ),
        Command(
            .loadFont,
            .admin,
            .exact,
            parameters: [
                Parameter("fonts", .font, .repeated, "the new SoundFonts, highest priority first"),
                Parameter(
                    "strict",
                    .flag,
                    .option,
                    "whether SoundFonts that lack a preset in use are refused; default `off`"
                ),
            ],
            summary: "Replace the SoundFonts during playback",
            discussion: """
                The new ones are read and checked in the background, and compared with what the \
                file and the live inputs play. The answer comes when they are in use, or with `at` \
                when they are ready to take over. If one of them cannot be loaded, the old ones \
                stay. Sounding notes continue on the old ones. Quote a path that contains blanks. \
                Warnings name samples that cannot be played, ten at most; the log names them too.
                """,
            results: LoadedFonts.presets.flatMap(\.results)
        ),
        Command(
            .presets,
            .observer,
            isReadOnly: true,
            parameters: [
                Parameter(
                    "sampler",
                    .text,
                    .optional,
                    "the sampler of a rack, as listed by `rack`; default: the first one"
                )
            ],
            summary: "List the presets of the SoundFonts",
            results: PresetEntry.list.results()
        ),
    ]
}
