import Wording

/// The commands for controls that send commands.
extension CommandTable {
    static let mapping = [
        Command(
            .map,
            .transport,
            parameters: [
                Parameter(
                    "kind",
                    .choice(ControllerMap.Kind.allCases.map(\.rawValue)),
                    "a controller, or a key",
                ),
                Parameter("number", .integer(0...127), "its number"),
                command,
                Parameter("channel", .integer(1...16), .option, "its channel; default: all"),
            ] + options,
            summary: "Run a command whenever a controller of a live input moves",
            discussion: """
                `{}` in the command stands for the value: `map cc 20 "strip bass gain={}" \
                min=-40 max=6`. Without `{}`, the command runs when the value rises to 64 or \
                more, or the key is pressed: `map note 36 next`. Relative modes are for encoders \
                without ends: their changes move a value that begins at `min`, 127 changes from \
                `min` to `max`. With `turn`, or for a `wheel`, `{}` is the change itself, with a \
                sign: `map cc 60 "seek {}s" mode=twos-complement turn=24 per-turn=4`. The \
                command runs with the role of the client, and needs that role. Maps are \
                remembered across restarts; there can be 256. Mapped controllers and keys also \
                play. An error of a mapped command is an event.
                """,
            results: MapEntry.list.results(MapEntry.help(of: "the map that was made"))
        ),
        Command(
            .learn,
            .transport,
            parameters: [
                command,
                Parameter(
                    "timeout",
                    .number(1...3_600, .seconds),
                    .option,
                    "for how long to wait; default 30",
                    placeholder: "SECONDS"
                ),
            ] + options,
            summary: "Map the next controller that moves, or the next key",
            discussion:
                "The answer comes when one does; if nothing moves in time, the answer is error 75.",
            results: MapEntry.list.results(MapEntry.help(of: "the map that was made"))
        ),
        Command(
            .unmap,
            .transport,
            parameters: [
                Parameter("map", .integer(1...Int.max), .optional, "its number; default: all")
            ],
            summary: "Remove a map, or all",
            results: [Command.Result("removed", "number of maps removed", .integer)]
        ),
        Command(
            .maps,
            .observer,
            isReadOnly: true,
            summary: "List the maps of controllers",
            results: MapEntry.list.results()
        ),
    ]

    private static let command = Parameter(
        "command",
        .text,
        .required,
        "a command in words, in quotation marks; `{}` is the value"
    )

    private static let range = -1_000_000.0...1_000_000.0

    private static let options = [
        Parameter("input", .integer(1...16), .option, "the live input; default: all"),
        Parameter(
            "mode",
            .choice(ControllerMap.Mode.allCases.map(\.rawValue)),
            .option,
            "meaning of the controller's values; default `absolute`"
        ),
        Parameter("min", .number(range, .none), .option, "value at the lower end; default 0"),
        Parameter("max", .number(range, .none), .option, "value at the upper end; default 127"),
        Parameter(
            "step",
            .number(0.000_001...1_000_000, .none),
            .option,
            "multiple to which values are rounded; default: none"
        ),
        Parameter(
            "wrap",
            .flag,
            .option,
            "whether a value wraps around from one end of its range to the other"
        ),
        Parameter(
            "turn",
            .integer(1...10_000),
            .option,
            "changes in a turn of a relative encoder; then `{}` is the change, in turns"
        ),
        Parameter("per-turn", .number(range, .none), .option, "change in a turn; default 1"),
    ]
}
