/// The connections of our inputs, or of our outputs, with ports of other clients: rules make them, and
/// so do users.
///
/// Input thread only, once it runs.
package struct SequencerConnections {
    /// The ports of ours that are meant.
    package enum Direction {
        case inputs
        case outputs
    }

    private let client: SequencerClient
    private let direction: Direction
    private var rules: RuleConnections

    package init(_ client: SequencerClient, _ direction: Direction, rules: [ConnectionRule]) {
        self.client = client
        self.direction = direction
        self.rules = RuleConnections(rules)
    }

    /// Connects a port where a rule says so.
    package mutating func consider(_ port: SequencerPort) {
        guard isPossible(port) else { return }
        for connection in rules.offer(port) { _ = connect(connection) }
    }

    /// Forgets ports that have disappeared: they are connected again when they return.
    package mutating func forget(_ hasGone: (SequencerAddress) -> Bool) { rules.forget(hasGone) }

    /// Notes that a connection was undone, unless it has been made again since.
    package mutating func noteEnd(of connection: SequencerConnection) {
        if !client.peers(of: connection.port, direction).contains(connection.peer) {
            rules.noteUndone(connection)
        }
    }

    /// Takes other rules, and connects or disconnects ports by them.
    ///
    /// - Parameters:
    ///   - change: The change; its end is not called.
    ///   - onDisconnect: Called for each connection that is undone.
    /// - Returns: The ports that were connected, with these inputs or outputs, or those that were
    ///   disconnected, without any.
    package mutating func carryOut(
        _ change: ConnectionChange,
        onDisconnect: (SequencerConnection) -> Void
    ) -> [LivePort] {
        let new = rules.replace(with: change.rules)
        switch change.effect {
        case .connect(let rule): return connectAll(by: [rule])
        case .disconnect(let pattern): return disconnectAll(pattern, onDisconnect)
        case .replace:
            let ports = client.allPorts()
            for connection in rules.obsolete(among: ports) {
                if disconnect(connection) { onDisconnect(connection) }
            }
            return connectAll(by: new)
        }
    }

    /// The ports that could be connected, and all that are.
    package func ports() -> [LivePort] {
        var found: [SequencerAddress: LivePort] = [:]
        for port in client.allPorts() where isPossible(port) && port.address.client != 0 {
            found[port.address] = livePort(port, [])
        }
        for number in 0..<count {
            for peer in client.peers(of: number, direction) {
                if found[peer] == nil, let port = client.port(peer) {
                    found[peer] = livePort(port, [])
                }
                switch direction {
                case .inputs: found[peer]?.inputs.append(number)
                case .outputs: found[peer]?.outputs.append(number)
                }
            }
        }
        return found.values.sorted { $0.address < $1.address }
    }

    private var count: Int {
        switch direction {
        case .inputs: client.inputs
        case .outputs: client.outputs
        }
    }

    private func isPossible(_ port: SequencerPort) -> Bool {
        guard port.address.client != client.number else { return false }
        switch direction {
        case .inputs: return port.isReadable
        case .outputs: return port.isWritable
        }
    }

    private func livePort(_ port: SequencerPort, _ numbers: [Int]) -> LivePort {
        switch direction {
        case .inputs: LivePort(port, inputs: numbers)
        case .outputs: LivePort(port, inputs: [], outputs: numbers)
        }
    }

    private mutating func connect(_ connection: SequencerConnection) -> Bool {
        guard client.connect(connection, direction) else { return false }
        rules.noteMade(connection)
        return true
    }

    private mutating func disconnect(_ connection: SequencerConnection) -> Bool {
        guard client.disconnect(connection, direction) else { return false }
        rules.noteUndone(connection)
        return true
    }

    private mutating func connectAll(by new: [ConnectionRule]) -> [LivePort] {
        guard !new.isEmpty else { return [] }
        var connected: [LivePort] = []
        for port in client.allPorts() where isPossible(port) {
            var made: [Int] = []
            for connection in rules.offerAgain(port, by: new) where connect(connection) {
                made.append(connection.port)
            }
            if !made.isEmpty { connected.append(livePort(port, made)) }
        }
        return connected
    }

    private mutating func disconnectAll(
        _ pattern: ConnectionPattern,
        _ onDisconnect: (SequencerConnection) -> Void
    ) -> [LivePort] {
        var found: [SequencerAddress: LivePort] = [:]
        for number in 0..<count where pattern.includes(number) {
            for peer in client.peers(of: number, direction) {
                let connection = SequencerConnection(peer: peer, port: number)
                guard let port = client.port(peer), pattern.choice.matches(port),
                    disconnect(connection)
                else { continue }
                onDisconnect(connection)
                found[peer] = livePort(port, [])
            }
        }
        return found.values.sorted { $0.address < $1.address }
    }
}

extension LivePort {
    package init(_ port: SequencerPort, inputs: [Int], outputs: [Int] = []) {
        self.init(
            address: port.address,
            clientName: port.clientName,
            name: port.name,
            isHardware: port.isHardware,
            isUtility: port.isUtility,
            inputs: inputs,
            outputs: outputs
        )
    }
}
