import NIOCore

extension CommandTable {
    static let playing = [
        Command(
            name: "play",
            parameters: [Parameter("path", .path, .rest, "a MIDI file")],
            summary: "Play a file instead of what plays",
            discussion: """
                The queue becomes this file alone. The answer comes when it plays, or with the error when it \
                cannot: what played before then goes on. In words the path is the rest of the line, blanks \
                and all, unless it is quoted.
                """
        ) { call throws(RequestFailure) in
            .later(call.transport.play(try call.arguments.text("path")).map { Answer() })
        },
        Command(
            name: "enqueue",
            parameters: [Parameter("path", .path, .rest, "a MIDI file")],
            summary: "Add a file to the end of the queue",
            discussion: """
                It follows without a gap. When nothing plays it waits for `continue`. The answer comes when \
                the file has been read. The path is written as for `play`.
                """,
            results: [Command.Result("entry", "the file's place in the queue, from 1")]
        ) { call throws(RequestFailure) in
            .later(
                call.transport.enqueue(try call.arguments.text("path")).map { number in
                    var answer = Answer()
                    answer.set("entry", number)
                    return answer
                }
            )
        },
        Command(
            name: "next",
            summary: "Go to the next file of the queue",
            discussion: """
                While something plays the answer comes when the next file does; paused or stopped, it stays so, \
                and `continue` plays from there.
                """
        ) {
            call throws(RequestFailure) in
            try Command.attempt(later: { () throws(CommandFailure) in try call.transport.next() })
        },
        Command(
            name: "previous",
            summary: "Go to the file before in the queue",
            discussion: "As `next`."
        ) {
            call throws(RequestFailure) in
            try Command.attempt(later: { () throws(CommandFailure) in
                try call.transport.previous()
            })
        },
        Command(
            name: "queue",
            summary: "List the queue",
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
                    let length = TimeText.short(seconds: entry.seconds)
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
            summary: "Go on after pause, or play the queue after stop",
            discussion: """
                After the end of the queue it plays what was added since; where nothing was, the last file again.
                """
        ) { call throws(RequestFailure) in
            try Command.attempt(later: { () throws(CommandFailure) in try call.transport.resume() })
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
                in JSON is seconds.
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
            parameters: [Parameter("range", .loop, "what to repeat")],
            summary: "Repeat the file or a part of it"
        ) { call throws(RequestFailure) in
            let setting = try call.arguments.loop("range")
            try Command.attempt { () throws(CommandFailure) in try call.transport.setLoop(setting) }
            return .done
        },
    ]
}
