import Wording

extension CommandTable {
    static let daemon = [
        Command(
            .status,
            .observer,
            isReadOnly: true,
            summary: "Show the state of the daemon",
            results: DaemonStatus.results
        ),
        Command(
            .help,
            .observer,
            isReadOnly: true,
            parameters: [Parameter("command", .commandName, .optional, "the command to explain")],
            summary: "List the commands, or explain one",
            results: CommandSummary.list.results() + CommandExplanation.results
        ),
        Command(
            .ping,
            .observer,
            isReadOnly: true,
            summary: "Test the connection"
        ),
        Command(
            .version,
            .observer,
            isReadOnly: true,
            summary: "Show the versions of seqd and of this protocol",
            results: DaemonVersion.results
        ),
        Command(
            .stats,
            .observer,
            isReadOnly: true,
            summary: "Show figures about the daemon since its start",
            discussion: "`status` has the render times.",
            results: DaemonStatistics.results
        ),
        Command(
            .whoami,
            .observer,
            isReadOnly: true,
            summary: "Show the role of this client",
            discussion: """
                The socket gives the role to all its clients. The reference in docs/PROTOCOL.md \
                has the role that each command needs.
                """,
            results: ClientIdentity.results
        ),
        Command(
            .discover,
            .observer,
            isReadOnly: true,
            summary: "Describe all commands for programs",
            discussion: "The result is an OpenRPC document (https://open-rpc.org), version 1.3.",
            results: [
                Command.Result(words: "document", json: nil, "the document, as JSON on one line"),
                Command.Result(words: nil, json: "openrpc", "the version of OpenRPC"),
                Command.Result(
                    words: nil,
                    json: "info",
                    "title, description, and version of the protocol",
                    .object([])
                ),
                Command.Result(
                    words: nil,
                    json: "methods",
                    "each command: `name`, `summary`, `description`, `tags` (its role), `params` "
                        + "and `result` with JSON Schemas",
                    .list(.object([]))
                ),
            ]
        ),
        Command(
            .reloadConfig,
            .admin,
            summary: "Read the configuration again, and apply it",
            discussion: """
                Sound continues. If a file has a fault, or a setting has changed that needs a \
                restart, the answer is the error and nothing changes. These can change: `sf2`, \
                `gain`, `reverb`, `chorus`, `bank-mode`, `interpolation`, `polyphony`, \
                `half-pedal`, `note-cut`, `tuning`, `a4`, `encoding`, `embedded-font`, \
                `connect`, `on-device-loss` and `log-level`. A setting that a client has changed \
                stays unless the value in the configuration has changed too. Connection \
                rules of clients always stay. SIGHUP does the same.
                """,
            results: [Command.Result("changed", "each setting that has changed", .list(.string))]
        ),
        Command(
            .logLevel,
            .admin,
            parameters: [Parameter("log-level", .logLevel, "the level").formerly("level")],
            summary: "Set the lowest level that is logged",
            discussion: "The configuration's level applies again after a restart."
        ),
        Command(
            .quit,
            .admin,
            summary: "Shut down the daemon",
            discussion: "The sound fades out, the socket is removed, all connections are closed."
        ),
    ]

    static let events = [
        Command(
            .subscribe,
            .observer,
            parameters: [
                Parameter("types", .event, .repeated, "event types"),
                Parameter(
                    "position",
                    .number(0.1...100, .hertz),
                    .option,
                    "rate of `position` events during playback; default 10"
                ),
                Parameter(
                    "levels",
                    .number(0.1...50, .hertz),
                    .option,
                    "rate of `levels` events; default 10"
                ),
            ],
            summary: "Subscribe to events",
            discussion: """
                The types are added to those already subscribed to. Events use the dialect of \
                the last `subscribe`.
                """
        ),
        Command(
            .unsubscribe,
            .observer,
            parameters: [
                Parameter("types", .event, .anyNumber, "event types; default: all")
            ],
            summary: "Unsubscribe from events"
        ),
    ]
}
