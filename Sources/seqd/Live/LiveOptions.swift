public import ArgumentParser
public import SamplerHost

/// The options that say what live MIDI is heard, and how: the same for `live` and `daemon`.
struct LiveOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The name by which others find it: letters, digits, - _ and .",
            valueName: "name"
        )
    )
    var name = DaemonName.usual

    @Option(
        help: ArgumentHelp(
            "Inputs of 16 channels, each with a sampler of its own, 1 to 16.",
            valueName: "n"
        )
    )
    var inputs = 1

    @Option(
        help: ArgumentHelp(
            "What is connected whenever it is there: a pattern (* ? [..]) of a client's or port's "
                + "name or numbers (20:0); 'hardware' for all keyboards, which is what it does "
                + "if nothing is said; 'none'. 2=PATTERN plays on input 2. Repeatable.",
            valueName: "pattern"
        )
    )
    var connect: [String] = []

    @Option(
        help: ArgumentHelp(
            "MIDI bytes from a FIFO, a terminal or a MIDI device; 2=PATH plays on input 2. "
                + "Repeatable.",
            valueName: "path"
        )
    )
    var raw: [String] = []

    @Option(
        help: ArgumentHelp(
            "When a key is heard: a constant time after it is struck, or as soon as can be.",
            valueName: "when"
        )
    )
    var latency = LiveLatency.period

    mutating func validate() throws {
        guard (1...16).contains(inputs) else {
            throw ValidationError("--inputs is 1 to 16, not \(inputs)")
        }
        if connect.count > 1, connect.contains("none") {
            throw ValidationError("--connect none connects nothing: not with another --connect")
        }
    }

    /// What live MIDI is to be taken from.
    ///
    /// - Throws: Status 64 for patterns and paths that are none.
    func settings() throws(CommandFailure) -> LiveInputSettings {
        try DaemonName.check(name)
        var settings = LiveInputSettings()
        settings.clientName = name
        settings.inputs = inputs
        try CommandFailure.catching { () throws(HostError) in
            if !connect.isEmpty {
                settings.connections = []
                for pattern in connect where pattern != "none" {
                    settings.connections.append(
                        try ConnectionRule(parsing: pattern, inputs: inputs)
                    )
                }
            }
            for path in raw { settings.raw.append(try RawSource(parsing: path, inputs: inputs)) }
        }
        return settings
    }
}

extension LiveLatency: ExpressibleByArgument {}
