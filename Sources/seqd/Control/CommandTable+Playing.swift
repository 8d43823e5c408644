import NIOCore
import Sequencer

extension CommandTable {
    static let playing = [
        Command(
            name: "play",
            parameters: [path, countIn, encoding, embeddedFont],
            summary: "Play files instead of what plays",
            discussion: """
                The queue becomes these files. The answer comes when the first plays, or with the error when \
                it cannot: what played before then goes on. Where one of the paths cannot be read, nothing \
                is done. Of a folder or playlist, the files that cannot be read are left out and told in \
                `skipped`. In words each path is quoted; without quotation marks the rest of the line is one \
                path, blanks and all. Options stand before or after the paths. `encoding` and `embedded-font` \
                stay with the files while they are in the queue.
                """,
            results: [added, skipped, .warning]
        ) { call throws(RequestFailure) in
            let sources = call.arguments.sources("path")
            let (options, countIn) = (try call.pieceOptions(), try call.countIn())
            return call.reply(
                whenPlaying: call.transport.play(sources, options, countIn)
                    .map { $0.answer(isPlaying: true) }
            )
        },
        Command(
            name: "enqueue",
            parameters: [path, encoding, embeddedFont],
            summary: "Add files to the end of the queue",
            discussion: """
                They follow without a gap. When nothing plays they wait for `continue`. The answer comes when \
                all have been read. The paths are written, and refused, as for `play`; the options are those \
                of `play`.
                """,
            results: [
                Command.Result("entry", "the place of the first in the queue, from 1"), added,
                skipped,
            ]
        ) { call throws(RequestFailure) in
            let (sources, options) = (call.arguments.sources("path"), try call.pieceOptions())
            return .later(
                call.transport.enqueue(sources, options).map { $0.answer(isPlaying: false) }
            )
        },
        Command(
            name: "next",
            summary: "Go to the next file of the queue",
            discussion: """
                The answer comes when the next file plays, or with the error when it cannot: what played before \
                then goes on, and the entry stays the current one. Paused or stopped, it stays so, and \
                `continue` plays from there.
                """,
            results: [.warning]
        ) { call throws(RequestFailure) in
            let moved = try Command.attempt { () throws(CommandFailure) in
                try call.transport.next()
            }
            return call.reply(whenPlaying: moved)
        },
        Command(
            name: "previous",
            summary: "Go to the file before in the queue",
            discussion: "As `next`.",
            results: [.warning]
        ) { call throws(RequestFailure) in
            let moved = try Command.attempt { () throws(CommandFailure) in
                try call.transport.previous()
            }
            return call.reply(whenPlaying: moved)
        },
        Command(
            name: "queue",
            summary: "List the queue",
            discussion: "Lengths are those at speed 1, and at the tempo that `tempo` has set.",
            results: [
                Command.Result("current", "the entry that plays or would, from 1"),
                Command.Result(
                    words: "entry",
                    json: "entries",
                    "each file: number, length and path; in JSON objects with `path` and `seconds`"
                ),
            ]
        ) { call throws(RequestFailure) in
            let (entries, current) = call.transport.queue()
            var answer = Answer()
            answer.set("current", current)
            answer.set(
                "entries",
                entries.enumerated().map { index, entry in
                    var object = JSONObject()
                    object.set("path", entry.path)
                    object.set("seconds", entry.seconds)
                    let length = TimeText.text(seconds: entry.seconds)
                    return (.object(object), "\(index + 1) \(length) \(entry.path)")
                },
                line: "entry"
            )
            return .now(answer)
        },
        Command(
            name: "clear",
            summary: "Empty the queue",
            discussion: "What plays goes on to its end."
        ) { call throws(RequestFailure) in
            call.transport.clear()
            return .done
        },
        Command(
            name: "pause",
            summary: "Pause",
            discussion: "What sounds is released. Pausing twice is no error."
        ) { call throws(RequestFailure) in
            call.transport.pause()
            return .done
        },
        Command(
            name: "continue",
            parameters: [countIn],
            summary: "Go on after pause, or play the queue after stop",
            discussion: """
                After the end of the queue it plays what was added since; where nothing was, the last file again. \
                A file that cannot be read is told of by an event `error`, and the next one plays; where none can \
                be played, the answer is the error.
                """,
            results: [.warning]
        ) { call throws(RequestFailure) in
            let countIn = try call.countIn()
            let resumed = try Command.attempt { () throws(CommandFailure) in
                try call.transport.resume(countIn)
            }
            return call.reply(whenPlaying: resumed)
        },
        Command(
            name: "stop",
            summary: "Stop, and go back to the start of the file"
        ) { call throws(RequestFailure) in
            call.transport.stop()
            return .done
        },
        Command(
            name: "seek",
            parameters: [Parameter("position", .position, "where to")],
            summary: "Go to a position of the file",
            discussion: """
                Channels get the state that they would have if the file had been played up to there. A number \
                in JSON is seconds. Times are those at speed 1, and at the tempo that `tempo` has set.
                """
        ) { call throws(RequestFailure) in
            let position = try call.arguments.position("position")
            try Command.attempt { () throws(CommandFailure) in try call.transport.seek(position) }
            return .done
        },
        Command(
            name: "speed",
            parameters: [Parameter("speed", .speed, "1 is the file's own")],
            summary: "Play faster or slower, at the same pitch"
        ) { call throws(RequestFailure) in
            call.transport.setSpeed(try call.arguments.speed("speed"))
            return .done
        },
        Command(
            name: "loop",
            parameters: [
                Parameter("range", .loop, "what to repeat"),
                Parameter(
                    "count",
                    .integer(1...1_000_000),
                    .optional,
                    "how often it is played before it goes on; for ever if not said"
                ),
            ],
            summary: "Repeat the file or a part of it",
            discussion: """
                `on` and `file` hold for the files that follow too; `file` repeats what a file's own loop points \
                enclose, and nothing where it has none. Two positions hold until another file plays. `off` has \
                no count.
                """,
            check: { arguments throws(RequestFailure) in
                guard try arguments.loop("range") == .off,
                    let count = try arguments.optionalInteger("count")
                else { return }
                throw .arguments("too many arguments: \"\(count)\"; loop off has no count")
            }
        ) { call throws(RequestFailure) in
            let setting = try call.arguments.loop("range")
            let count = try call.arguments.optionalInteger("count")
            try Command.attempt { () throws(CommandFailure) in
                try call.transport.setLoop(setting, count: count)
            }
            return .done
        },
        Command(
            name: "seek-lyric",
            parameters: [Parameter("text", .text, .rest, "what is sung there")],
            summary: "Go to where something is sung",
            discussion: """
                It is looked for from the place that plays on, and from the start again; upper and lower case, \
                and how it is cut into syllables, do not matter.
                """
        ) { call throws(RequestFailure) in
            let text = try call.arguments.text("text")
            try Command.attempt { () throws(CommandFailure) in
                try call.transport.seek(lyric: text)
            }
            return .done
        },
        Command(
            name: "tempo",
            parameters: [
                Parameter("bpm", .tempo, "one tempo for all, or `off` for the file's own")
            ],
            summary: "Play at one tempo instead of the file's",
            discussion: """
                It holds for the files that follow too, and `speed` multiplies it. All times follow it: of \
                positions, lengths and `seek`. It is rounded to whole microseconds per quarter note, as files \
                have it.
                """
        ) { call throws(RequestFailure) in
            call.transport.setTempo(try call.arguments.tempo("bpm"))
            return .done
        },
        Command(
            name: "metronome",
            parameters: [Parameter("click", .flag, "whether there is a click on each beat")],
            summary: "Add a click to what plays, or take it away",
            discussion: "The answer comes when it is heard. It holds for the files that follow too."
        ) { call throws(RequestFailure) in
            .later(call.transport.setMetronome(try call.arguments.flag("click")).map { Answer() })
        },
        Command(
            name: "cancel",
            parameters: [
                Parameter(
                    "action",
                    .integer(1...Int.max),
                    .optional,
                    "the number that the answer to a command with `at` told; all if not said"
                )
            ],
            summary: "Do not do what waits for a place",
            results: [Command.Result("cancelled", "how many there were")]
        ) { call throws(RequestFailure) in
            let number = try call.arguments.optionalInteger("action")
            var answer = Answer()
            answer.set("cancelled", call.transport.cancelActions(number))
            return .now(answer)
        },
        Command(
            name: "chase-notes",
            parameters: [Parameter("chase", .flag, "whether they begin; `off` at the start")],
            summary: "Begin notes that sound already at a place that playing goes to"
        ) { call throws(RequestFailure) in
            call.transport.setChasesNotes(try call.arguments.flag("chase"))
            return .done
        },
        Command(
            name: "watch",
            parameters: [
                Parameter("files", .flag, "whether files are watched; `off` at the start"),
                Parameter(
                    "when",
                    .versionTime,
                    .optional,
                    "whether it plays on with it at once or from the next bar on; `now` if not said"
                ),
            ],
            summary: "Read the file that plays again when it is written",
            discussion: """
                It plays on at the same beat of the same bar, and an event `reload` says what has changed. A file \
                that cannot be read, or has lost music that the version before has, is told of by an event \
                `error`, and the version before plays on.
                """,
            check: { arguments throws(RequestFailure) in
                guard try !arguments.flag("files"),
                    let time = try arguments.optionalVersionTime("when")
                else { return }
                throw .arguments(
                    "too many arguments: \"\(time.rawValue)\"; watch off has no time"
                )
            }
        ) { call throws(RequestFailure) in
            let isOn = try call.arguments.flag("files")
            let time = try call.arguments.optionalVersionTime("when") ?? .now
            try Command.attempt { () throws(CommandFailure) in
                try call.transport.setWatch(isOn, time)
            }
            return .done
        },
    ]

    private static let encoding = Parameter(
        "encoding",
        .encoding,
        .option,
        "the encoding of its names, markers and lyrics; that of the daemon's options, or guessed, if not "
            + "said"
    )

    private static let embeddedFont = Parameter(
        "embedded-font",
        .flag,
        .option,
        "whether a SoundFont that the file carries is played before the others; `off` unless the daemon "
            + "was started with --embedded-font"
    )

    private static let path: Parameter = {
        var path = Parameter(
            "path",
            .path,
            .repeatedRest,
            "MIDI files, folders of them, playlists (.m3u); in JSON the name `paths` means the same"
        )
        path.alias = "paths"
        return path
    }()

    private static let added = Command.Result(
        "added",
        "how many entries the queue has got, where it is not one"
    )

    private static let skipped = Command.Result(
        "skipped",
        "each file that was left out, and why; in JSON a list"
    )

    private static let countIn = Parameter(
        "count-in",
        .integer(PlayingOptions.bars),
        .option,
        "bars of clicks before it begins",
        placeholder: "BARS"
    )
}

extension Command.Call {
    /// The argument `count-in`.
    fileprivate func countIn() throws(RequestFailure) -> CountIn? {
        try arguments.optionalInteger("count-in").map { CountIn(bars: $0) }
    }

    /// The arguments that say how a file is read and played.
    fileprivate func pieceOptions() throws(RequestFailure) -> PieceOptions {
        var options = transport.settings.piece
        if let decoder = try arguments.optionalEncoding("encoding") { options.decoder = decoder }
        if let isOn = try arguments.optionalFlag("embedded-font") { options.embeddedFont = isOn }
        return options
    }
}
