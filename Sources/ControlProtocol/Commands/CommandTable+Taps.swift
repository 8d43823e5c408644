/// The commands for taps.
extension CommandTable {
    static let taps = [
        Command(
            .tap,
            .admin,
            parameters: [
                Parameter("strip", .text, "the name of a strip, or `master`"),
                Parameter("target", .path, "a sound file in a folder that exists, or a named pipe"),
                Parameter(
                    "type",
                    .choice(RenderFileType.allCases.map(\.rawValue)),
                    .option,
                    "file type; default: by the extension, for a pipe `wav`"
                ),
                Parameter(
                    "format",
                    .choice(RenderFormat.allCases.map(\.rawValue)),
                    .option,
                    "format of the samples, for wav, rf64, flac, aiff and raw; default `s16`"
                ),
                Parameter(
                    "replace",
                    .flag,
                    .option,
                    "whether an existing file is replaced; default `off`"
                ),
            ],
            summary: "Record a strip or the whole mix while it plays",
            discussion: """
                What is heard does not change. A strip is recorded behind its gain and pan, without \
                effects; `master` is what is heard, behind the limiter. A channel has a strip if the \
                rack gives it one. The tap goes on until \
                `untap`, whatever plays, and does not grow while the daemon has released its device. \
                A target that is too slow loses frames of the tap, never of the output; `taps` and \
                the event `tap` tell how many. A pipe is written as soon as something reads from it. \
                A WAV file may grow beyond 4 GiB (RF64). At most 64 taps; they are not restored when \
                the daemon starts again.
                """,
            results: [Command.Result("tap", "the number that identifies it", .integer)]
        ),
        Command(
            .untap,
            .admin,
            parameters: [
                Parameter("tap", .integer(1...Int.max), "the number from the answer to `tap`")
            ],
            summary: "End a tap",
            discussion: """
                The answer comes when the file is complete. A pipe that nobody reads from is given \
                up after five seconds.
                """,
            results: TapEntry.list.results()
        ),
        Command(
            .taps,
            .observer,
            isReadOnly: true,
            summary: "List the taps",
            discussion: """
                Those that run, with those of the option `--tap`, and the last 100 that have ended.
                """,
            results: TapEntry.list.results()
        ),
    ]
}
