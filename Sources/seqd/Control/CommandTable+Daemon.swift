import ArgumentParser
import NIOCore

extension CommandTable {
    /// The protocol's version; it grows when something is taken away or changes its meaning.
    static let protocolVersion = 1

    static let daemon = [
        Command(
            name: "status",
            summary: "Tell what the daemon does",
            results: StatusAnswer.results,
            isQuestion: true
        ) { call throws(RequestFailure) in
            .now(call.server.status())
        },
        Command(
            name: "ports",
            summary: "List the MIDI ports that play on the daemon, or could",
            results: [
                Command.Result(
                    words: "port",
                    json: "ports",
                    "each port: address, `->` and its input or `-`, and name; in JSON objects with "
                        + "`address`, `name` and, where it is connected, `input`"
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
            parameters: [Parameter("command", .text, .optional, "what to explain")],
            summary: "List the commands, or explain one",
            results: [
                Command.Result(
                    words: "command",
                    json: "commands",
                    "each command and what it does; in JSON objects with `name`, `usage` and "
                        + "`summary`"
                ),
                Command.Result("usage", "of the command asked for"),
                Command.Result("summary", "of the command asked for"),
                Command.Result(
                    words: "argument",
                    json: "parameters",
                    "of the command asked for; in JSON objects with `name`, `type`, `required`, "
                        + "`description`"
                ),
                Command.Result("discussion", "of the command asked for, where there is one"),
            ]
        ) { call throws(RequestFailure) in
            guard let name = try call.arguments.optionalText("command") else {
                return .now(CommandHelp.list)
            }
            return .now(CommandHelp.answer(for: try CommandTable.command(name)))
        },
        Command(
            name: "ping",
            summary: "Answer, and do nothing else",
            isQuestion: true
        ) { _ throws(RequestFailure) in .done },
        Command(
            name: "version",
            summary: "Tell the versions of seqd and of this protocol",
            results: [
                Command.Result("version", "seqd's"), Command.Result("protocol", "the protocol's"),
                Command.Result("pid", "the daemon's process"),
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
            summary: "End the daemon",
            discussion: "The sound fades, the socket goes, the connections are closed."
        ) { call throws(RequestFailure) in
            call.server.quit()
            return .done
        },
    ]

    static let events = [
        Command(
            name: "subscribe",
            parameters: [
                Parameter("types", .event, .repeated, "the types of events"),
                Parameter(
                    "position",
                    .number(0.1...100, unit: "Hz"),
                    .option,
                    "how often `position` comes while something plays; 10 if not said"
                ),
            ],
            summary: "Be told of events from now on",
            discussion: """
                The types are added to those already subscribed to. Events come in the dialect of the last \
                `subscribe`.
                """
        ) { call throws(RequestFailure) in
            let rate = try call.arguments.optionalNumber("position")
            call.client.subscribe(call.arguments.events("types"), rate: rate, call.dialect)
            return .done
        },
        Command(
            name: "unsubscribe",
            parameters: [
                Parameter("types", .event, .anyNumber, "the types of events; all if not said")
            ],
            summary: "Be told of these events no longer"
        ) { call throws(RequestFailure) in
            let types = call.arguments.events("types")
            call.client.unsubscribe(types.isEmpty ? Set(EventType.allCases) : types)
            return .done
        },
    ]
}
