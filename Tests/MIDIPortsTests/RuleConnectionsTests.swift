import Testing

@testable import MIDIPorts

@Suite("The connections that rules make")
struct RuleConnectionsTests {
    private static let keys = port("Keys", 20)
    private static let pads = port("Pads", 24)

    private static func port(_ name: String, _ number: Int) -> SequencerPort {
        SequencerPort(
            address: SequencerAddress(client: number, port: 0),
            clientName: name,
            name: "out",
            isReadable: true,
            isWritable: false,
            isHardware: true,
            isUtility: false
        )
    }

    private static func rules(_ texts: String...) throws -> [ConnectionRule] {
        try texts.map { try ConnectionRule(parsing: $0, inputs: 2) }
    }

    private func connection(_ port: SequencerPort, _ input: Int = 0) -> SequencerConnection {
        SequencerConnection(peer: port.address, port: input)
    }

    @Test("are made once while a port is there, and again when it returns")
    func offering() throws {
        var connections = RuleConnections(try Self.rules("keys", "hardware", "2=k*"))
        let made = connections.offer(Self.keys)
        #expect(made == [connection(Self.keys), connection(Self.keys, 1)])
        made.forEach { connections.noteMade($0) }
        connections.noteUndone(made[0])
        #expect(connections.offer(Self.keys).isEmpty)
        connections.forget { $0 == Self.keys.address }
        #expect(connections.offer(Self.keys) == made)
    }

    @Test("are made again for a rule that is added again")
    func again() throws {
        let rules = try Self.rules("keys")
        var connections = RuleConnections(rules)
        #expect(connections.offer(Self.keys) == [connection(Self.keys)])
        #expect(connections.replace(with: rules).isEmpty)
        #expect(connections.offerAgain(Self.keys, by: rules) == [connection(Self.keys)])
        #expect(connections.offerAgain(Self.pads, by: rules).isEmpty)
        #expect(connections.offer(Self.keys).isEmpty)
    }

    @Test("are obsolete if no rule is left for them, unless the user has made them")
    func obsolete() throws {
        var connections = RuleConnections(try Self.rules("hardware", "2=keys"))
        for connection in connections.offer(Self.keys) { connections.noteMade(connection) }
        // The user had connected it before.
        _ = connections.offer(Self.pads)
        let ports = [Self.keys, Self.pads]
        #expect(connections.obsolete(among: ports).isEmpty)
        let new = try Self.rules("2=KEYS", "24")
        #expect(connections.replace(with: new) == new)
        #expect(connections.obsolete(among: ports) == [connection(Self.keys)])
        #expect(connections.replace(with: []).isEmpty)
        let both = [connection(Self.keys), connection(Self.keys, 1)]
        #expect(connections.obsolete(among: ports) == both)
        connections.noteUndone(both[0])
        #expect(connections.obsolete(among: ports) == [both[1]])
        #expect(connections.obsolete(among: [Self.pads]).isEmpty)
    }
}
