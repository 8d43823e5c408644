/// The connection rules, and the connections that they have made.
///
/// Without the sequencer: it says what to connect. Input thread only.
package struct RuleConnections {
    private(set) var rules: [ConnectionRule]
    /// Connections that rules called for since their port appeared: one that the user undoes is not
    /// made again.
    private var offered: Set<SequencerConnection> = []
    /// Connections that rules have made and nobody has undone; not those that were there before.
    private var made: Set<SequencerConnection> = []

    package init(_ rules: [ConnectionRule]) {
        self.rules = rules
    }

    /// The connections of a port that has appeared or changed, each only once while it is there.
    ///
    /// - Parameter port: The port.
    /// - Returns: The connections to be made.
    package mutating func offer(_ port: SequencerPort) -> [SequencerConnection] {
        connections(of: port, by: rules).filter { offered.insert($0).inserted }
    }

    /// The connections of a port by some of the rules, whether they were made before or not.
    ///
    /// - Parameters:
    ///   - port: The port.
    ///   - rules: The rules.
    /// - Returns: The connections to be made.
    package mutating func offerAgain(
        _ port: SequencerPort,
        by rules: [ConnectionRule]
    ) -> [SequencerConnection] {
        let connections = connections(of: port, by: rules)
        offered.formUnion(connections)
        return connections
    }

    /// Notes that a connection was made for a rule.
    package mutating func noteMade(_ connection: SequencerConnection) {
        made.insert(connection)
    }

    /// Notes that a connection was undone.
    package mutating func noteUndone(_ connection: SequencerConnection) {
        made.remove(connection)
    }

    /// Forgets ports that have disappeared: they are connected again when they return.
    package mutating func forget(_ hasGone: (SequencerAddress) -> Bool) {
        offered = offered.filter { !hasGone($0.peer) }
        made = made.filter { !hasGone($0.peer) }
    }

    /// Takes other rules.
    ///
    /// - Parameter rules: The rules from now on.
    /// - Returns: Those that were not there before.
    package mutating func replace(with rules: [ConnectionRule]) -> [ConnectionRule] {
        defer { self.rules = rules }
        return rules.filter { !self.rules.contains($0) }
    }

    /// The connections that rules have made and no rule calls for any more.
    ///
    /// - Parameter ports: The ports that there are.
    /// - Returns: The connections to be undone, in the order of the ports.
    package func obsolete(among ports: [SequencerPort]) -> [SequencerConnection] {
        ports.flatMap { port in
            let wanted = connections(of: port, by: rules)
            return made.filter { $0.peer == port.address && !wanted.contains($0) }
                .sorted { $0.port < $1.port }
        }
    }

    private func connections(
        of port: SequencerPort,
        by rules: [ConnectionRule]
    ) -> [SequencerConnection] {
        var found: [SequencerConnection] = []
        for rule in rules where rule.matches(port) {
            let connection = SequencerConnection(peer: port.address, port: rule.port)
            if !found.contains(connection) { found.append(connection) }
        }
        return found
    }
}
