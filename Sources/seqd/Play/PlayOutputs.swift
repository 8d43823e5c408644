import CommandSupport
import Playback
import SamplerHost

/// The MIDI outputs of `seqd play`: a client of ALSA's sequencer without inputs.
struct PlayOutputs {
    private let client: LiveInput?
    /// The rules by which outputs are connected.
    private let rules: [ConnectionRule]

    /// Opens the outputs, if there are any.
    ///
    /// - Parameters:
    ///   - outputs: The outputs.
    ///   - options: The options for them.
    ///   - engine: The engine whose messages they send.
    /// - Throws: Status 69 if there is no sequencer, 77 if this user may not use it.
    init(
        _ outputs: MIDIOutOptions.Outputs,
        _ options: MIDIOutOptions,
        of engine: Engine
    ) throws(CommandFailure) {
        rules = outputs.connections
        guard outputs.count > 0 else {
            client = nil
            return
        }
        var settings = LiveInputSettings()
        settings.inputs = 0
        settings.connections = []
        options.apply(outputs, to: &settings)
        let wanted = settings
        client = try CommandFailure.catching { () throws(HostError) in
            try LiveInput.check(wanted)
            return try LiveInput(wanted, queue: nil, feed: engine.midiOut)
        }
        if case .unavailable(let error)? = client?.sequencerState { throw CommandFailure(error) }
    }

    /// Reports what is connected, and the rules that nothing matches yet.
    ///
    /// - Parameter isVerbose: Whether connections are reported too.
    func report(isVerbose: Bool) {
        guard let status = client?.status else { return }
        if isVerbose {
            for output in status.outputs {
                let receivers = status.receivers.filter { port in
                    port.outputs.contains { status.outputs[$0] == output }
                }
                let names = receivers.map { "\($0.address) \($0.clientName):\($0.name)" }
                let address = output.address.map { "\($0) " } ?? ""
                Console.report(
                    "MIDI output \(address)\(output.name)"
                        + (names.isEmpty ? "" : " → \(names.joined(separator: ", "))")
                )
            }
        }
        for rule in rules where !status.receivers.contains(where: rule.connects) {
            Console.report("\(rule): no such port yet; it is connected when it appears")
        }
    }

    /// Waits until all that is due has been sent, before the process is stopped.
    func settle() { client?.output?.settle() }

    /// Sends what is left, and closes the client; after the engine has ended.
    ///
    /// - Parameter isVerbose: Whether the number of messages is reported.
    func finish(isVerbose: Bool) {
        guard let client, let output = client.output else { return }
        output.finish()
        client.close()
        if isVerbose || output.lost > 0 {
            Console.report("MIDI messages sent \(output.messages), lost \(output.lost)")
        }
    }
}
