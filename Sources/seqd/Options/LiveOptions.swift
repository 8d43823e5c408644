public import ArgumentParser
import CommandSupport
import ControlProtocol
public import SamplerHost
import Wording

/// The options for live MIDI, the same for `live`, `record`, `play --practice` and `daemon`.
struct LiveOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Name of the ALSA client: letters, digits, - _ and .",
            valueName: "name"
        )
    )
    var name = DaemonName.default

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Number of input ports, each with 16 channels and its own sampler, 1 to 16.",
            valueName: "n"
        ),
        transform: Quantity(1...16, .count(of: "inputs")).whole
    )
    var inputs = 1

    @Option(
        help: ArgumentHelp(
            "Ports to connect, now and when they appear: a pattern (* ? [..]) for names or numbers "
                + "(20:0) of clients or ports, 'hardware' for all keyboards, or 'none' (default: "
                + "hardware). 2=PATTERN connects to input 2. Repeatable.",
            valueName: "pattern"
        )
    )
    var connect: [String] = []

    @Option(
        help: ArgumentHelp(
            "FIFO, terminal or MIDI device to read MIDI bytes from; 2=PATH reads for input 2. "
                + "Repeatable.",
            valueName: "path"
        )
    )
    var raw: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Latency of live notes: period (constant) or asap (lowest, with jitter).",
            valueName: "when"
        )
    )
    var latency = LiveLatency.period

    mutating func validate() throws {
        if connect.count > 1, connect.contains("none") {
            throw ValidationError("--connect none connects nothing: not with another --connect")
        }
    }

    /// An option that was given another value than its default, if there is one.
    var changedOption: String? {
        if !connect.isEmpty { return "--connect" }
        if !raw.isEmpty { return "--raw" }
        if inputs != 1 { return "--inputs" }
        if name != DaemonName.default { return "--name" }
        return latency == .period ? nil : "--latency"
    }

    /// The settings of live input.
    ///
    /// - Throws: Status 64 for invalid patterns and paths.
    func settings() throws(CommandFailure) -> LiveInputSettings {
        try CommandFailure.catching { () throws(RequestError) in try DaemonName.check(name) }
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
