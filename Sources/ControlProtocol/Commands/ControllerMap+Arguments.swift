import Wording

extension ControllerMap {
    /// The argument for the command.
    static let commandArgument = CommandArgument<ControllerMap>.required(
        "command",
        .text.words { Words.quoted($0) },
        \.command,
        "a command in words, in quotation marks; `{}` is the value"
    )

    /// The arguments for the control and the command.
    static let control: [CommandArgument<ControllerMap>] = [
        .required("kind", .choice, \.kind, "a controller, a key, or a program change"),
        .required("number", .integer(0...127), \.number, "its number"),
        commandArgument,
        .option("channel", .integer(1...16), \.channel, "its channel; default: all"),
    ]

    private static let range = -1_000_000.0...1_000_000.0

    /// The options of `map` and `learn`.
    static let options: [CommandArgument<ControllerMap>] = [
        .option("input", .integer(1...16), \.input, "the live input; default: all"),
        .option(
            "mode",
            .choice,
            \.mode,
            default: .absolute,
            "meaning of the controller's values; default `absolute`"
        ),
        .option(
            "min",
            .number(range),
            \.minimum,
            default: 0,
            "value at the lower end; default 0"
        ),
        .option(
            "max",
            .number(range),
            \.maximum,
            default: 127,
            "value at the upper end; default 127"
        ),
        .option(
            "step",
            .number(0.000_001...1_000_000),
            \.step,
            "multiple to which values are rounded; default: none"
        ),
        .option(
            "wrap",
            .flag,
            \.wraps,
            default: false,
            "whether a value wraps around from one end of its range to the other"
        ),
        .option(
            "turn",
            .integer(1...10_000),
            \.turn,
            "changes in a turn of a relative encoder; then `{}` is the change, in turns"
        ),
        .option(
            "per-turn",
            .number(range),
            \.perTurn,
            default: 1,
            "change in a turn; default 1"
        ),
    ]

    /// Refuses options that do not go together.
    ///
    /// - Throws: −32602 with the option.
    func check() throws(RequestError) {
        if turn != nil, mode == .absolute || mode == .wheel {
            throw .arguments(
                "turn: only with the modes twos-complement, sign-magnitude and offset"
            )
        }
        if perTurn != 1, !givesChanges {
            throw .arguments("per-turn: only with turn, or with the mode wheel")
        }
        if wraps, mode == .absolute || givesChanges {
            throw .arguments("wrap: only for a relative mode without turn")
        }
        if kind == .program, hasValue {
            throw .arguments("command: a program change has no value for {}")
        }
        if kind == .program, mode != .absolute {
            throw .arguments("mode: a program change has no values")
        }
        if kind == .note, mode != .absolute {
            throw .arguments("mode: a key has absolute values")
        }
        if minimum == maximum { throw .arguments("min, max: expected two values that differ") }
    }
}
