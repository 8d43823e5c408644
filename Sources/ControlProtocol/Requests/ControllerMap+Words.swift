extension ControllerMap {
    /// Reads the arguments of `map` in words.
    ///
    /// - Throws: As `map`.
    public init(words: String) throws(RequestError) {
        guard let command = try Request(words: "map \(words)").command as? Command.Map else {
            throw .internal("map: not a map")
        }
        self = command.map
    }
}

extension ControllerMap: CustomStringConvertible {
    /// The map as the command `map` takes it.
    public var description: String {
        // Maps that nobody has typed have values with six decimals.
        let words = Request(Command.Map(rounded)).words
        return String(words.dropFirst(Command.Map.name.count + 1))
    }

    private var rounded: ControllerMap {
        func rounded(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
        var map = self
        map.minimum = rounded(minimum)
        map.maximum = rounded(maximum)
        map.step = step.map(rounded)
        map.perTurn = rounded(perTurn)
        return map
    }
}
