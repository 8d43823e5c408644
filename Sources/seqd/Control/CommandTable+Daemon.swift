import ArgumentParser
import JSON
import NIOCore

extension CommandTable {
    /// The protocol's version; it grows when something is taken away or changes its meaning.
    static let protocolVersion = 1

    static let daemon = [
        Command(
            name: "status",
            summary: "Show the state of the daemon",
            results: StatusAnswer.results,
            isQuestion: true
        ) { call throws(RequestFailure) in
            .now(call.server.status())
        },
        Command(
            name: "ports",
            summary: "List the MIDI source ports and their connections",
            results: [
                Command.Result(
                    words: "port",
                    json: "ports",
                    "each port: address, `->` and its live input or `-`, and name; in JSON, "
                        + "objects with `address`, `name` and, if connected, `input`"
                )
            ]
        ) { call throws(RequestFailure) in
            var answer = Answer()
            answer.set(
                "ports",
                call.transport.ports().map { port in
                    var object = JSONObject()
                    object.set("address", port.address)
                    object.set("name", port.name)
                    object.set("input", port.input)
                    let input = port.input.map { "\($0)" } ?? "-"
                    return (
                        .object(object), "\(Words.word(for: port.address)) -> \(input) \(port.name)"
                    )
                },
                line: "port"
            )
            return .now(answer)
        },
        Command(
            name: "help",
            parameters: [Parameter("command", .text, .optional, "the command to explain")],
            summary: "List the commands, or explain one",
            results: [
                Command.Result(
                    words: "command",
                    json: "commands",
                    "each command and its summary; in JSON, objects with `name`, `usage` and "
                        + "`summary`"
                ),
                Command.Result("usage", "of the given command"),
                Command.Result("summary", "of the given command"),
                Command.Result(
                    words: "argument",
                    json: "parameters",
                    "of the given command; in JSON, objects with `name`, `type`, `required`, "
                        + "`description`"
                ),
                Command.Result("discussion", "of the given command, if it has one"),
            ]
        ) { call throws(RequestFailure) in
            guard let name = try call.arguments.optionalText("command") else {
                return .now(CommandHelp.list)
            }
            return .now(CommandHelp.answer(for: try CommandTable.command(name)))
        },
        Command(
            name: "ping",
            summary: "Test the connection",
            isQuestion: true
        ) { _ throws(RequestFailure) in .done },
        Command(
            name: "version",
            summary: "Show the versions of seqd and of this protocol",
            results: [
                Command.Result("version", "version of seqd"),
                Command.Result("protocol", "version of the protocol"),
                Command.Result("pid", "process ID of the daemon"),
            ]
        ) { call throws(RequestFailure) in
            var answer = Answer()
            answer.set(
                "version",
                Seqd.configuration.version.split(separator: " ").last.map(String.init)
            )
            answer.set("protocol", protocolVersion)
            answer.set("pid", Int(call.server.processID))
            return .now(answer)
        },
        Command(
            name: "quit",
            summary: "Shut down the daemon",
            discussion: "The sound fades out, the socket is removed, all connections are closed."
        ) { call throws(RequestFailure) in
            call.server.quit()
            return .done
        },
    ]

    static let events = [
        Command(
            name: "subscribe",
            parameters: [
                Parameter("types", .event, .repeated, "event types"),
                Parameter(
                    "position",
                    .number(0.1...100, unit: "Hz"),
                    .option,
                    "rate of `position` events during playback; default 10"
                ),
            ],
            summary: "Subscribe to events",
            discussion: """
                The types are added to those already subscribed to. Events use the dialect of \
                the last `subscribe`.
                """
        ) { call throws(RequestFailure) in
            let rate = try call.arguments.optionalNumber("position")
            call.client.subscribe(call.arguments.events("types"), rate: rate, call.dialect)
            return .done
        },
        Command(
            name: "unsubscribe",
            parameters: [
                Parameter("types", .event, .anyNumber, "event types; default: all")
            ],
            summary: "Unsubscribe from events"
        ) { call throws(RequestFailure) in
            let types = call.arguments.events("types")
            call.client.unsubscribe(types.isEmpty ? Set(EventType.allCases) : types)
            return .done
        },
    ]
}
