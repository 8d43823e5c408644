extension ControllerMap {
    /// The time for which `learn` waits, in seconds.
    public static let learningSeconds = 30.0

    /// Reads the arguments of `map` in words.
    ///
    /// - Throws: As `map`.
    public init(words: String) throws(RequestError) {
        guard case .map(let map) = try TimedRequest(words: "map \(words)").request else {
            throw .internal("map: not a map")
        }
        self = map
    }

    /// Reads the arguments of `map`.
    ///
    /// - Throws: `usage` for options that do not go together.
    init(_ arguments: Arguments) throws(RequestError) {
        guard let kind = Kind(rawValue: try arguments.text("kind")) else {
            throw .internal("kind: unknown")
        }
        self.init(kind, try arguments.integer("number"), try arguments.text("command"))
        channel = try arguments.optionalInteger("channel")
        try readOptions(arguments)
    }

    /// Reads the arguments of `learn`: the control is not known yet.
    ///
    /// - Throws: `usage` for options that do not go together.
    init(learning arguments: Arguments) throws(RequestError) {
        self.init(.cc, 0, try arguments.text("command"))
        try readOptions(arguments)
    }

    private mutating func readOptions(_ arguments: Arguments) throws(RequestError) {
        input = try arguments.optionalInteger("input")
        if let mode = try arguments.optionalText("mode").flatMap(Mode.init) { self.mode = mode }
        minimum = try arguments.optionalNumber("min") ?? 0
        maximum = try arguments.optionalNumber("max") ?? 127
        step = try arguments.optionalNumber("step")
        wraps = try arguments.optionalFlag("wrap") ?? false
        turn = try arguments.optionalInteger("turn")
        perTurn = try arguments.optionalNumber("per-turn") ?? 1
        try check()
    }

    private func check() throws(RequestError) {
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
        if kind == .note, mode != .absolute {
            throw .arguments("mode: a key has absolute values")
        }
        if minimum == maximum { throw .arguments("min, max: expected two values that differ") }
    }

    /// The values of the arguments by the names of their parameters.
    var values: [String: [ArgumentValue]] {
        var values = optionValues
        values["kind"] = [.text(kind.rawValue)]
        values["number"] = [.integer(number)]
        if let channel { values["channel"] = [.integer(channel)] }
        return values
    }

    /// The values of the arguments of `learn`.
    func values(learning seconds: Double) -> [String: [ArgumentValue]] {
        var values = optionValues
        if seconds != Self.learningSeconds { values["timeout"] = [.number(seconds)] }
        return values
    }

    private var optionValues: [String: [ArgumentValue]] {
        var values: [String: [ArgumentValue]] = ["command": [.text(command)]]
        if let input { values["input"] = [.integer(input)] }
        if mode != .absolute { values["mode"] = [.text(mode.rawValue)] }
        if minimum != 0 { values["min"] = [.number(minimum)] }
        if maximum != 127 { values["max"] = [.number(maximum)] }
        if let step { values["step"] = [.number(step)] }
        if wraps { values["wrap"] = [.flag(true)] }
        if let turn { values["turn"] = [.integer(turn)] }
        if perTurn != 1 { values["per-turn"] = [.number(perTurn)] }
        return values
    }
}
