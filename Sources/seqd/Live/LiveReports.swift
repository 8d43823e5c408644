import CommandSupport
import SamplerHost

/// The messages about changes of live MIDI.
struct LiveReports {
    private var known: LiveInputStatus
    private let name: String

    /// Reports the state at the start.
    ///
    /// - Parameters:
    ///   - status: The state.
    ///   - name: The sequencer client's name.
    init(_ status: LiveInputStatus, name: String) {
        known = status
        self.name = name
        if case .unavailable(let error) = status.sequencer { Console.report(error.description) }
        for input in status.inputs {
            if let address = input.address {
                Console.report("input \(address), \(name):\(input.name)")
            }
        }
        for output in status.outputs {
            if let address = output.address {
                Console.report("MIDI output \(address), \(name):\(output.name)")
            }
        }
        for port in status.receivers where port.isConnected { reportReceiver(port, from: []) }
        for raw in status.raw { Console.report("reading MIDI from \(raw.source.path)") }
        let connected = status.ports.filter(\.isConnected)
        for port in connected { report(port, from: []) }
        if connected.isEmpty, case .available(let client) = status.sequencer {
            Console.report(
                "nothing is connected yet; aconnect -i lists what there is, "
                    + "aconnect CLIENT:PORT \(client):0 connects it"
            )
        }
    }

    /// Reports the changes since the last state.
    mutating func update(_ status: LiveInputStatus) {
        let before = Dictionary(
            known.ports.map { ($0.address, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        let now = Set(status.ports.map(\.address))
        for port in known.ports where !now.contains(port.address) && port.isConnected {
            Console.report("gone: \(text(port))")
        }
        for port in status.ports {
            // The number may be that of another client by now.
            let old = before[port.address]
            report(port, from: old?.clientName == port.clientName ? old?.inputs ?? [] : [])
        }
        for port in known.receivers where port.isConnected {
            guard !status.receivers.contains(where: { $0.address == port.address }) else {
                continue
            }
            Console.report("gone: \(text(port))")
        }
        for port in status.receivers {
            let old = known.receivers.first { $0.address == port.address }
            reportReceiver(port, from: old?.clientName == port.clientName ? old?.outputs ?? [] : [])
        }
        for (old, new) in zip(known.raw, status.raw) where old.state != new.state {
            if case .absent(let reason) = new.state {
                Console.report("\(new.source.path): \(reason); reconnected when it is back")
            } else if case .absent = old.state {
                Console.report("\(new.source.path): is back")
            }
        }
        if status.overruns > known.overruns {
            Console.report(
                "events were lost: the input queue was full; held notes and pedals are released"
            )
        }
        known = status
    }

    private func report(_ port: LivePort, from before: [Int]) {
        for input in port.inputs where !before.contains(input) {
            Console.report("connected: \(text(port))\(target(input))")
        }
        for input in before where !port.inputs.contains(input) {
            Console.report("disconnected: \(text(port))\(target(input))")
        }
    }

    private func reportReceiver(_ port: LivePort, from before: [Int]) {
        for output in port.outputs where !before.contains(output) {
            Console.report("connected: out \(output + 1) to \(text(port))")
        }
        for output in before where !port.outputs.contains(output) {
            Console.report("disconnected: out \(output + 1) from \(text(port))")
        }
    }

    private func text(_ port: LivePort) -> String {
        "\(port.address) \(port.clientName):\(port.name)"
    }

    private func target(_ input: Int) -> String {
        known.inputs.count > 1 ? " to in \(input + 1)" : ""
    }
}
