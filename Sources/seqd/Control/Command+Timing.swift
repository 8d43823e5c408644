extension Command {
    /// The commands that can wait for a place, and how near to it they are done.
    private static let timings: [String: Timing] = [
        "play": .near, "next": .near, "previous": .near, "pause": .near, "continue": .near,
        "stop": .near, "seek": .near, "seek-lyric": .near, "metronome": .near, "gain": .near,
        "speed": .exact, "loop": .exact, "tempo": .exact, "mute": .exact, "unmute": .exact,
        "solo": .exact, "transpose": .exact,
    ]

    /// The command with the argument `at`, if it can wait for a place.
    var timed: Command {
        guard let timing = Self.timings[name] else { return self }
        var command = self
        let (name, handler) = (name, handler)
        command.timing = timing
        command.parameters.append(
            Parameter(
                "at",
                .position,
                .option,
                "position in the current file to wait for"
            )
        )
        command.results += [
            Result("action", "with `at`: the number that identifies it in events"),
            Result("due", "with `at`: the frame of the file at which it is due"),
        ]
        command.handler = { call throws(RequestFailure) in
            guard let position = try call.arguments.optionalPosition("at") else {
                return try handler(call)
            }
            let action = try Command.attempt { () throws(CommandFailure) in
                try call.transport.schedule(name, timing, at: position) {
                    () throws(RequestFailure) in
                    try handler(call)
                }
            }
            var answer = Answer()
            answer.set("action", action.number)
            answer.set("due", action.frame)
            return .now(answer)
        }
        return command
    }
}
