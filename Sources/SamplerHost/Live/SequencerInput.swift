import CALSA
import Glibc

/// Events from ALSA's sequencer: those of senders, and its announcements of clients and ports.
///
/// Input thread only, once it runs.
final class SequencerInput {
    let client: SequencerClient
    /// Whether there are changes to report.
    var hasNews = true
    private(set) var overruns = 0
    private let senders: LiveSenders
    private var rules: RuleConnections

    init(
        _ client: SequencerClient,
        rules: [ConnectionRule],
        senders: LiveSenders
    ) {
        self.client = client
        self.rules = RuleConnections(rules)
        self.senders = senders
        for port in client.allPorts() { consider(port) }
    }

    // MARK: Events

    /// The most events of one call, so that raw senders have their turn.
    private static let turn = 512

    /// Takes the events that wait.
    ///
    /// - Parameter isMuted: Whether what is played is thrown away; news are not.
    /// - Returns: Whether none is left.
    func read(isMuted: Bool) -> Bool {
        for _ in 0..<Self.turn {
            var read: UnsafeMutablePointer<snd_seq_event_t>?
            let status = unsafe snd_seq_event_input(client.handle, &read)
            if status == -ENOSPC {
                recover()
                continue
            }
            // An interrupted call is made again when the descriptor is looked at next.
            guard status >= 0, let event = unsafe read else { return true }
            unsafe take(event, isMuted: isMuted)
        }
        return false
    }

    private func take(_ event: UnsafeMutablePointer<snd_seq_event_t>, isMuted: Bool) {
        // The kernel writes the source address, so no other client can forge announcements.
        if unsafe event.pointee.source.client == UInt8(SND_SEQ_CLIENT_SYSTEM) {
            unsafe takeNews(event.pointee)
            return
        }
        let input = unsafe Int(event.pointee.dest.port)
        guard !isMuted, input < client.inputs else { return }
        let stamp = LiveQueue.now
        let key = unsafe SenderKey.sequencer(SequencerAddress(event.pointee.source), input: input)
        if unsafe Int(event.pointee.type) == Int(SND_SEQ_EVENT_SYSEX.rawValue) {
            var count = 0
            let bytes = unsafe seqd_alsa_event_bytes(event, &count)
            unsafe senders.receive(
                UnsafeBufferPointer(start: bytes, count: count).span,
                from: key,
                stamp: stamp
            )
        } else {
            for message in unsafe SequencerMessages(event.pointee).messages {
                senders.receive(message, from: key, stamp: stamp)
            }
        }
    }

    /// After events were lost: the kernel has thrown away all that waited, news as well as
    /// note-offs.
    private func recover() {
        overruns += 1
        closeAll()
        let ports = client.allPorts()
        let present = Set(ports.map(\.address))
        rules.forget { !present.contains($0) }
        for port in ports { consider(port) }
        hasNews = true
    }

    /// Releases what the sequencer's senders hold.
    func closeAll() {
        senders.close(stamp: LiveQueue.now) { key in
            if case .sequencer = key { true } else { false }
        }
    }

    // MARK: News

    private func takeNews(_ event: snd_seq_event_t) {
        let address = unsafe SequencerAddress(event.data.addr)
        switch unsafe Int(event.type) {
        case Int(SND_SEQ_EVENT_PORT_START.rawValue), Int(SND_SEQ_EVENT_PORT_CHANGE.rawValue):
            if let port = client.port(address) { consider(port) }
        case Int(SND_SEQ_EVENT_CLIENT_CHANGE.rawValue):
            for port in client.ports(ofClient: address.client) { consider(port) }
        case Int(SND_SEQ_EVENT_PORT_EXIT.rawValue):
            close { $0 == address }
        case Int(SND_SEQ_EVENT_CLIENT_EXIT.rawValue):
            close { $0.client == address.client }
        case Int(SND_SEQ_EVENT_PORT_SUBSCRIBED.rawValue):
            guard unsafe Int(event.data.connect.dest.client) == client.number else { return }
        case Int(SND_SEQ_EVENT_PORT_UNSUBSCRIBED.rawValue):
            let connection = unsafe event.data.connect
            guard Int(connection.dest.client) == client.number else { return }
            takeEnd(
                of: SequencerConnection(
                    sender: SequencerAddress(connection.sender),
                    input: Int(connection.dest.port)
                )
            )
        default:
            return
        }
        hasNews = true
    }

    /// Ports have gone: what they held is released, and they are connected again when they return.
    private func close(_ hasGone: (SequencerAddress) -> Bool) {
        senders.close(stamp: LiveQueue.now) { key in
            if case .sequencer(let sender, _) = key { hasGone(sender) } else { false }
        }
        rules.forget(hasGone)
    }

    /// Connects a port where a rule says so.
    private func consider(_ port: SequencerPort) {
        guard port.isReadable, port.address.client != client.number else { return }
        for connection in rules.offer(port) { _ = connect(connection) }
    }

    // MARK: Connections

    private func connect(_ connection: SequencerConnection) -> Bool {
        guard client.connect(connection) else { return false }
        rules.noteMade(connection)
        return true
    }

    /// Takes other rules, and connects or disconnects ports by them.
    ///
    /// - Parameter change: The change; its end is not called.
    /// - Returns: The ports that were connected, with these inputs, or those that were disconnected,
    ///   without any.
    func carryOut(_ change: ConnectionChange) -> [LivePort] {
        let new = rules.replace(with: change.rules)
        switch change.effect {
        case .connect(let rule): return connectAll(by: [rule])
        case .disconnect(let pattern): return disconnectAll(pattern)
        case .replace:
            let ports = client.allPorts()
            for connection in rules.obsolete(among: ports) { _ = disconnect(connection) }
            return connectAll(by: new)
        }
    }

    private func connectAll(by new: [ConnectionRule]) -> [LivePort] {
        guard !new.isEmpty else { return [] }
        return client.allPorts().filter(\.isReadable).compactMap { port in
            let made = rules.offerAgain(port, by: new).filter(connect)
            return made.isEmpty ? nil : LivePort(port, inputs: made.map(\.input))
        }
    }

    private func disconnectAll(_ pattern: ConnectionPattern) -> [LivePort] {
        var found: [SequencerAddress: LivePort] = [:]
        for input in 0..<client.inputs where pattern.includes(input) {
            for sender in client.senders(toInput: input) {
                guard let port = client.port(sender), pattern.choice.matches(port),
                    disconnect(SequencerConnection(sender: sender, input: input))
                else { continue }
                found[sender] = LivePort(port, inputs: [])
            }
        }
        return found.values.sorted { $0.address < $1.address }
    }

    /// Disconnects a port and releases what it holds.
    ///
    /// What it sent before and still waits is released with the announcement that follows it.
    private func disconnect(_ connection: SequencerConnection) -> Bool {
        guard client.disconnect(connection) else { return false }
        rules.noteUndone(connection)
        release(connection)
        return true
    }

    /// Takes the announcement that a connection was undone.
    private func takeEnd(of connection: SequencerConnection) {
        release(connection)
        // It may have been made again since.
        if !client.senders(toInput: connection.input).contains(connection.sender) {
            rules.noteUndone(connection)
        }
    }

    private func release(_ connection: SequencerConnection) {
        senders.close(stamp: LiveQueue.now) { $0 == connection.key }
    }

    // MARK: Telling

    /// The ports that can be heard, and all that are connected.
    func ports() -> [LivePort] {
        var found: [SequencerAddress: LivePort] = [:]
        for port in client.allPorts() where port.isReadable && port.address.client != 0 {
            found[port.address] = LivePort(port, inputs: [])
        }
        for input in 0..<client.inputs {
            for sender in client.senders(toInput: input) {
                if found[sender] == nil, let port = client.port(sender) {
                    found[sender] = LivePort(port, inputs: [])
                }
                found[sender]?.inputs.append(input)
            }
        }
        return found.values.sorted { $0.address < $1.address }
    }
}

extension LivePort {
    init(_ port: SequencerPort, inputs: [Int]) {
        self.init(
            address: port.address,
            clientName: port.clientName,
            name: port.name,
            isHardware: port.isHardware,
            inputs: inputs
        )
    }
}
