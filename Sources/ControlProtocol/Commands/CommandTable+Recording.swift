/// The commands for recording what comes in on the live inputs.
extension CommandTable {
    static let recording = [
        Command(
            .record,
            .admin,
            parameters: [
                target,
                Parameter(
                    "input",
                    .integer(1...16),
                    .option,
                    "the live input to record; default: all",
                    placeholder: "INPUT"
                ),
                Parameter(
                    "tempo",
                    .fixedTempo,
                    .option,
                    "quarter notes per minute, if nothing plays; default 120",
                    placeholder: "BPM"
                ),
                Parameter(
                    "meter",
                    .meter,
                    .option,
                    "meter, if nothing plays; default `4/4`"
                ),
                Parameter(
                    "from",
                    .position,
                    .option,
                    "first position that is recorded; default: all of them"
                ),
                Parameter(
                    "to",
                    .position,
                    .option,
                    "position up to which is recorded; default: the end"
                ),
            ] + tracks,
            summary: "Record what is played on the live inputs to a MIDI file",
            discussion: """
                While a file plays or is paused, the recording has its tempo and meter, and each \
                message has the position that was audible when it arrived. Messages that arrive \
                during a pause are left out, and each pass of a loop becomes a track. The \
                recording ends with the file. Otherwise the first note is the beginning of bar \
                1, and the recording runs until `record-stop`. It is written continuously to a \
                file whose name ends in `.part`, which is a MIDI file too. A crash loses less \
                than a second, and the next start of the daemon completes the file.
                """
        ),
        Command(
            .recordStop,
            .admin,
            summary: "End the recording, and write its file",
            discussion: "Held notes and pedals end there.",
            results: RecordingSummary.results.filter { $0.json != "bpm" }
        ),
        Command(
            .capture,
            .admin,
            parameters: [
                target,
                Parameter(
                    "last",
                    .duration,
                    .option,
                    "time before the last message that came in; default: all that was kept"
                ),
            ] + tracks,
            summary: "Write what was just played on the live inputs to a MIDI file",
            discussion: """
                Everything from MIDI sources is kept for a while (the daemon's option \
                `--capture`, by default an hour), across restarts too. Tempo, meter and bars are \
                those of the file that plays. If nothing plays, the tempo is guessed from the \
                times between the notes, and the first note is the beginning of bar 1.
                """,
            results: RecordingSummary.results
        ),
    ]

    private static let target = Parameter(
        "target",
        .path,
        "the MIDI file, in a folder that exists"
    )

    private static let tracks = [
        Parameter(
            "split",
            .choice(RecordingTracks.Split.allCases.map(\.rawValue)),
            .option,
            "a track for each input, or for each channel of each input; default `input`"
        ),
        Parameter(
            "quantise",
            .noteValue,
            .option,
            "grid for the notes; default: as they were played"
        ),
        Parameter(
            "replace",
            .flag,
            .option,
            "whether an existing file is replaced; default `off`"
        ),
    ]
}
