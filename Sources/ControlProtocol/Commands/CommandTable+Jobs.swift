/// The commands for render jobs.
extension CommandTable {
    static let jobs = [
        Command(
            .render,
            .admin,
            parameters: [
                Parameter("source", .path, "the MIDI file"),
                Parameter("target", .path, "the sound file, in a folder that exists"),
            ] + settings,
            summary: "Render a file to a sound file",
            discussion: """
                The answer comes at once; the daemon renders in the background, one job after \
                another, while it plays. The samplers are those that play now: SoundFonts, rack, \
                routes, strips, effects and gain; with `normalize`, the gain does not matter. \
                Everything else is as for `seqd render`, which makes the same bytes with the \
                same settings. An event `job` reports the end. No file is replaced without \
                `replace`, and a job that fails or is cancelled leaves none. At most 100 jobs \
                wait.
                """,
            results: [Command.Result("job", "the number that identifies it", .integer)]
        ),
        Command(
            .jobs,
            .observer,
            isReadOnly: true,
            summary: "List the render jobs",
            discussion: """
                The list has the waiting and running ones, and the last 100 that have ended. \
                `seconds` is the length of the sound so far; `speed` is seconds of sound per \
                second of work.
                """,
            results: JobEntry.list.results()
        ),
        Command(
            .cancelJob,
            .admin,
            parameters: [
                Parameter("job", .integer(1...Int.max), "the number from the answer to `render`")
            ],
            summary: "Cancel a render job",
            discussion: """
                A running job ends within a moment and leaves no file. A job that has ended \
                cannot be cancelled.
                """
        ),
    ]

    private static let settings = [
        Parameter(
            "type",
            .choice(RenderFileType.allCases.map(\.rawValue)),
            .option,
            "file type; default: by the extension"
        ),
        Parameter(
            "format",
            .choice(RenderFormat.allCases.map(\.rawValue)),
            .option,
            "format of the samples, for wav, rf64, flac, aiff and raw; default `s16`"
        ),
        Parameter(
            "rate",
            .integer(8_000...96_000),
            .option,
            "sample rate in Hz; default: that of the daemon",
            placeholder: "HZ"
        ),
        Parameter("from", .filePosition, .option, "start position; default: the start of the file"),
        Parameter("to", .filePosition, .option, "end position; default: the end of the file"),
        Parameter("tail", .tail, .option, "sound after the last note; default `auto`"),
        Parameter(
            "max-length",
            .duration,
            .option,
            "longest sound that is rendered, tail included; default `4h`"
        ),
        Parameter("speed", .speed, .option, "speed at the same pitch; default 1"),
        Parameter("tempo", .tempo, .option, "one fixed tempo; default `off`: the file's own"),
        Parameter(
            "transpose",
            .integer(-48...48),
            .option,
            "semitones for all notes except drums; default 0",
            placeholder: "SEMITONES"
        ),
        Parameter(
            "normalize",
            .renderLevel,
            .option,
            "level that the file is brought to; default: none"
        ),
        Parameter(
            "stems",
            .choice(StemKind.allCases.map(\.rawValue)),
            .option,
            "also write a file for each part, and one for the effects, into a folder with the name "
                + "of the target; their sum is the mix before the limiter; default: none"
        ),
        encoding, embeddedFont,
        Parameter(
            "replace",
            .flag,
            .option,
            "whether existing files are replaced; default `off`"
        ),
    ]
}
