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
                The output does not change. A strip is recorded after its gain and pan, without \
                effects; `master` is the output, after the limiter. A channel has a strip if the \
                rack gives it one. The tap runs until `untap`, from file to file, and does not \
                grow while the daemon has released its device. If a target is too slow, the tap \
                loses frames, and the output does not; `taps` and the event `tap` tell how many. \
                A pipe is written as soon as something reads from it. A WAV file may grow beyond \
                4 GiB (RF64). At most 64 taps; they are not restored when the daemon starts \
                again.
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
                The list has the running ones, including those of the option `--tap`, and the \
                last 100 that have ended.
                """,
            results: TapEntry.list.results()
        ),
    ]
}
