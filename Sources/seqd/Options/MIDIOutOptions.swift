import ArgumentParser
import CommandSupport
import SamplerHost
import Wording

/// The options for MIDI outputs.
struct MIDIOutOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Ports that MIDI output 1 plays to, now and when they appear: a pattern (* ? [..]) for "
                + "names or numbers (128:0) of clients or ports, or 'hardware' for all MIDI "
                + "interfaces. 2=PATTERN connects output 2. Repeatable.",
            valueName: "pattern"
        )
    )
    var out: [String] = []

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Number of MIDI output ports, each with 16 channels, 0 to 16 (default: as many as --out "
                + "and the rules name).",
            valueName: "n"
        ),
        transform: Quantity(0...MIDIOutputName.maximum, .count(of: "outputs")).whole
    )
    var midiOuts: Int?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Milliseconds by which MIDI is sent later than the sound is heard, -1000 to 1000; below 0 "
                + "earlier, for slow instruments, by no more than the buffer (default: 0).",
            valueName: "ms"
        ),
        transform: Quantity(-1_000...1_000, .milliseconds).value
    )
    var midiOffset = 0.0

    /// The outputs that the options ask for: which ports they are connected to, and how many there
    /// are.
    struct Outputs {
        var connections: [ConnectionRule]
        var count: Int
    }

    /// The outputs of the options.
    ///
    /// - Parameter needed: The number of outputs that rules, clock and time code lead to.
    /// - Returns: The outputs.
    /// - Throws: Status 64 for a pattern that cannot be read, and for fewer outputs than are needed.
    func outputs(needed: Int) throws(CommandFailure) -> Outputs {
        var connections: [ConnectionRule] = []
        try CommandFailure.catching { () throws(HostError) in
            for text in out {
                connections.append(
                    try ConnectionRule(
                        parsingOutput: text,
                        outputs: midiOuts ?? MIDIOutputName.maximum
                    )
                )
            }
        }
        let named = connections.map { $0.port + 1 }.max() ?? 0
        let count = midiOuts ?? max(named, needed)
        guard needed <= count else {
            throw CommandFailure(
                .usage,
                "--midi-outs \(count): a rule, --send-clock or --send-mtc needs "
                    + MIDIOutputName.name(needed - 1)
            )
        }
        return Outputs(connections: connections, count: count)
    }

    /// Applies the options to the settings of live MIDI.
    func apply(_ outputs: Outputs, to settings: inout LiveInputSettings) {
        settings.outputs = outputs.count
        settings.connections += outputs.connections
        settings.outputOffset = midiOffset
    }
}

extension RackSettings {
    /// Refuses MIDI outputs, for a command that writes sound.
    ///
    /// - Throws: Status 64, with the output.
    func checkWithoutMIDIOutputs() throws(CommandFailure) {
        guard midiOutputs > 0 else { return }
        throw CommandFailure(
            .usage,
            "\(MIDIOutputName.name(midiOutputs - 1)): only play, live and the daemon have MIDI outputs"
        )
    }
}
