extension CommandTable {
    static let playing = [
        Command(
            .play,
            .transport,
            .near,
            parameters: [optionalPath, countIn, encoding, embeddedFont],
            summary: "Replace the queue with these files and play",
            discussion: """
                Without a path, it works like `continue`. \
                The answer comes when the first file plays. If it cannot be played, the answer \
                is the error, and the previous file keeps playing. If one of the paths cannot be \
                read, nothing changes. Unreadable files of a folder or playlist are left out and \
                listed in `skipped`. In words, quote each path; without quotation marks, the \
                rest of the line is one path, including blanks. Options come before or after the \
                paths. Queue entries keep their `encoding` and `embedded-font`.
                """,
            results: AddedFiles.results.filter { $0.json != "entry" }
        ),
        Command(
            .next,
            .transport,
            .near,
            summary: "Go to the next file in the queue",
            discussion: """
                The answer comes when the next file plays. If it cannot be played, the answer is \
                the error; the previous file keeps playing and stays the current entry. Paused \
                or stopped playback stays so, and `continue` starts the new entry.
                """,
            results: [.warning]
        ),
        Command(
            .previous,
            .transport,
            .near,
            summary: "Go to the previous file in the queue",
            discussion: "It works like `next`.",
            results: [.warning]
        ),
        Command(
            .toggle,
            .transport,
            .near,
            summary: "Pause playback, or resume it",
            discussion: "It works like `pause` while a file plays, else like `continue`.",
            results: [.warning]
        ),
        Command(
            .pause,
            .transport,
            .near,
            summary: "Pause playback",
            discussion: "Sounding notes are released. Pausing twice is not an error."
        ),
        Command(
            .continue,
            .transport,
            .near,
            parameters: [countIn],
            summary: "Resume after pause, or play the queue after stop",
            discussion: """
                After the end of the queue, it plays the files added since; if there are none, \
                it plays the last file again. An unreadable file causes an event `error`, and \
                the next one plays. If none can be played, the answer is the error.
                """,
            results: [.warning]
        ),
        Command(
            .stop,
            .transport,
            .near,
            summary: "Stop, and return to the start of the file"
        ),
        Command(
            .seek,
            .transport,
            .near,
            parameters: [Parameter("position", .seekTarget, .rest, "the new position")],
            summary: "Go to a position in the file",
            discussion: """
                An offset counts from the playback position, and leads to the start or the end \
                of the file at most. With bars, the beat stays the same. \
                Channel state is chased: it becomes what playing the file up to there would \
                give. In JSON, a number is seconds. Times are given at speed 1, and at the tempo \
                set with `tempo`.
                """
        ),
        Command(
            .speed,
            .transport,
            .exact,
            parameters: [Parameter("speed", .speed, "playback speed; 1 is normal")],
            summary: "Set the playback speed; the pitch stays the same"
        ),
        Command(
            .loop,
            .transport,
            .exact,
            parameters: [
                Parameter("loop", .loop, "the part to repeat").formerly("range"),
                Parameter(
                    "loop-count",
                    .integer(1...1_000_000),
                    .optional,
                    "number of times to play it before continuing; default: endless",
                    placeholder: "COUNT"
                ).formerly("count"),
            ],
            summary: "Repeat the file or a part of it",
            discussion: """
                `on` and `file` also apply to the files that follow. `file` repeats the part \
                between the file's own loop points, if it has any. Playback \
                that is outside a loop between two positions goes to its start, even while paused. \
                Such a loop ends when another file plays. `off` takes no count.
                """
        ),
        Command(
            .seekLyric,
            .transport,
            .near,
            parameters: [Parameter("text", .text, .rest, "the lyrics to find")],
            summary: "Go to a position in the lyrics",
            discussion: """
                The search starts at the current position and wraps around at the end. Case and \
                the division into syllables do not matter.
                """
        ),
        Command(
            .tempo,
            .transport,
            .exact,
            parameters: [
                Parameter("tempo", .tempo, "one fixed tempo, or `off` for the file's own").formerly(
                    "bpm"
                )
            ],
            summary: "Override the file's tempo",
            discussion: """
                It also applies to the files that follow, and `speed` multiplies it. All times \
                depend on it: positions, lengths and `seek`. It is rounded to whole microseconds \
                per quarter note, as in MIDI files.
                """
        ),
        Command(
            .metronome,
            .transport,
            .near,
            parameters: [
                Parameter("metronome", .flag, "whether to click on each beat").formerly("click")
            ],
            summary: "Turn the metronome on or off",
            discussion: "The answer comes when the change is audible. It also applies to the files "
                + "that follow."
        ),
        Command(
            .cancel,
            .transport,
            parameters: [
                Parameter(
                    "action",
                    .integer(1...Int.max),
                    .optional,
                    "the `action` number from the answer to a command with `at`; default: all"
                )
            ],
            summary: "Cancel scheduled commands",
            results: [Command.Result("cancelled", "number of commands cancelled", .integer)]
        ),
        Command(
            .chaseNotes,
            .transport,
            parameters: [
                Parameter("chase-notes", .flag, "whether to restart them; default `off`").formerly(
                    "chase"
                )
            ],
            summary: "Restart notes held at the start position after a seek"
        ),
        Command(
            .watch,
            .transport,
            parameters: [
                Parameter("watch", .flag, "whether to watch files; default `off`").formerly(
                    "files"
                ),
                Parameter(
                    "watch-at",
                    .versionTime,
                    .optional,
                    "when to switch to the new version, at once or at the next bar; default `now`"
                ).formerly("when"),
            ],
            summary: "Reload the current file when it changes on disk",
            discussion: """
                Playback continues at the same beat of the same bar, and an event `reload` lists \
                the changes. If the new version cannot be read, or has lost music that the \
                previous version had, an event `error` says so, and the previous version keeps \
                playing.
                """
        ),
    ]

    static let encoding = Parameter(
        "encoding",
        .encoding,
        .option,
        "text encoding of names, markers and lyrics; default: the daemon's option, or guessed"
    )

    static let embeddedFont = Parameter(
        "embedded-font",
        .flag,
        .option,
        "whether a SoundFont inside the file has priority over the others; default `off`, or `on` "
            + "if the daemon was started with --embedded-font"
    )

    static let path: Parameter = {
        var path = Parameter(
            "path",
            .path,
            .repeatedRest,
            "MIDI files, folders or playlists (.m3u); in JSON, `paths` is an alias"
        )
        path.alias = "paths"
        return path
    }()

    private static let optionalPath: Parameter = {
        var optional = path
        optional.use = .anyNumberRest
        return optional
    }()

    private static let countIn = Parameter(
        "count-in",
        .integer(1...16),
        .option,
        "bars of count-in before playback starts",
        placeholder: "BARS"
    )
}
