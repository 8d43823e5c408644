import ControlProtocol
import SamplerHost

extension LiveInputStatus {
    /// The MIDI ports that can be connected, and the raw sources, as clients get them.
    var portEntries: [PortEntry] {
        let ports = ports.flatMap(\.entries)
        let raw = raw.map { source in
            PortEntry(
                address: source.source.path,
                name: source.state.words,
                input: source.state == .open ? source.source.input + 1 : nil
            )
        }
        return ports + raw
    }

    /// The ports that MIDI outputs can play to, as clients get them.
    var receiverEntries: [PortEntry] {
        receivers.flatMap(\.entries)
    }

    /// The names of the connected sources: of ports `CLIENT: PORT`, of raw sources the path.
    var connectedSources: [String] {
        ports.filter(\.isConnected).map { "\($0.clientName): \($0.name)" }
            + raw.filter { $0.state == .open }.map(\.source.path)
    }
}

extension LivePort {
    /// The port as clients get it, once for each input or output that it is connected to.
    var entries: [PortEntry] {
        guard outputs.isEmpty else {
            return outputs.map { output in
                PortEntry(
                    address: address.description,
                    name: "\(clientName): \(name)",
                    output: output + 1
                )
            }
        }
        let inputs: [Int?] = inputs.isEmpty ? [nil] : inputs.map { $0 + 1 }
        return inputs.map { input in
            PortEntry(
                address: address.description,
                name: "\(clientName): \(name)",
                input: input
            )
        }
    }
}

extension RawSourceStatus.State {
    /// The state in words.
    fileprivate var words: String {
        switch self {
        case .waiting: "waiting for a writer"
        case .open: "open"
        case .absent(let reason): "absent: \(reason)"
        }
    }
}
