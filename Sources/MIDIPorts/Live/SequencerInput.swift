import CALSA
import Glibc

/// Events from ALSA's sequencer: those of senders, and its announcements of clients and ports.
///
/// Input thread only, once it runs.
package final class SequencerInput {
    package let client: SequencerClient
    /// Whether there are changes to report.
    package var hasNews = true
    private(set) var overruns = 0
    private let senders: LiveSenders
    private var inputs: SequencerConnections
    private var outputs: SequencerConnections
    /// The source of an output's state for new receivers.
    private let output: MIDIOutput?

    package init(
        _ client: SequencerClient,
        rules: [ConnectionRule],
        output: MIDIOutput? = nil,
        senders: LiveSenders
    ) {
        self.client = client
        self.output = output
        inputs = SequencerConnections(client, .inputs, rules: rules.filter { $0.kind == .input })
        outputs = SequencerConnections(
            client,
            .outputs,
            rules: rules.filter { $0.kind == .output }
        )
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
    package func read(isMuted: Bool) -> Bool {
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
        inputs.forget { !present.contains($0) }
        outputs.forget { !present.contains($0) }
        for port in ports { consider(port) }
        hasNews = true
    }

    /// Releases what the sequencer's senders hold.
    package func closeAll() {
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
            rename { $0 == address }
        case Int(SND_SEQ_EVENT_CLIENT_CHANGE.rawValue):
            for port in client.ports(ofClient: address.client) { consider(port) }
            rename { $0.client == address.client }
        case Int(SND_SEQ_EVENT_PORT_EXIT.rawValue):
            close { $0 == address }
        case Int(SND_SEQ_EVENT_CLIENT_EXIT.rawValue):
            close { $0.client == address.client }
        case Int(SND_SEQ_EVENT_PORT_SUBSCRIBED.rawValue):
            guard unsafe takeBegin(of: event.data.connect) else { return }
        case Int(SND_SEQ_EVENT_PORT_UNSUBSCRIBED.rawValue):
            guard unsafe takeEnd(of: event.data.connect) else { return }
        default:
            return
        }
        hasNews = true
    }

    /// Ports may have other names: rules that choose sources by name may mean them, or no longer.
    private func rename(_ hasChanged: (SequencerAddress) -> Bool) {
        senders.rename(stamp: LiveQueue.now) { key in
            if case .sequencer(let sender, _) = key { hasChanged(sender) } else { false }
        }
    }

    /// Closes ports that have disappeared: what they held is released, and they are connected again
    /// when they return.
    private func close(_ hasGone: (SequencerAddress) -> Bool) {
        senders.close(stamp: LiveQueue.now) { key in
            if case .sequencer(let sender, _) = key { hasGone(sender) } else { false }
        }
        inputs.forget(hasGone)
        outputs.forget(hasGone)
    }

    /// Connects a port where a rule says so.
    private func consider(_ port: SequencerPort) {
        inputs.consider(port)
        outputs.consider(port)
    }

    // MARK: Connections

    /// Takes other rules, and connects or disconnects ports by them.
    ///
    /// Waiting messages of a sender are released with the announcement that follows.
    ///
    /// - Parameter change: The change; its end is not called.
    /// - Returns: The ports that were connected, with these inputs or outputs, or those that were
    ///   disconnected, without any.
    package func carryOut(_ change: ConnectionChange) -> [LivePort] {
        if case .output = change.kind { return outputs.carryOut(change) { _ in } }
        let senders = senders
        return inputs.carryOut(change) { connection in Self.release(connection, of: senders) }
    }

    /// Takes the announcement of a connection; a receiver gets the state of the output.
    ///
    /// - Returns: Whether it is one of ours.
    private func takeBegin(of connection: snd_seq_connect_t) -> Bool {
        guard let (made, isOutput) = own(connection) else { return false }
        if isOutput { output?.sendState(of: made.port, to: made.peer) }
        return true
    }

    /// Takes the announcement that a connection was undone.
    ///
    /// - Returns: Whether it was one of ours.
    private func takeEnd(of connection: snd_seq_connect_t) -> Bool {
        guard let (undone, isOutput) = own(connection) else { return false }
        if isOutput {
            outputs.noteEnd(of: undone)
        } else {
            Self.release(undone, of: senders)
            inputs.noteEnd(of: undone)
        }
        return true
    }

    /// A connection of one of our ports, and whether that is an output; `nil` for one of others.
    private func own(
        _ connection: snd_seq_connect_t
    ) -> (connection: SequencerConnection, isOutput: Bool)? {
        let output = Int(connection.sender.port) - client.inputs
        if Int(connection.sender.client) == client.number, output >= 0, output < client.outputs {
            let peer = SequencerAddress(connection.dest)
            return (SequencerConnection(peer: peer, port: output), true)
        }
        guard Int(connection.dest.client) == client.number else { return nil }
        let peer = SequencerAddress(connection.sender)
        return (SequencerConnection(peer: peer, port: Int(connection.dest.port)), false)
    }

    private static func release(_ connection: SequencerConnection, of senders: LiveSenders) {
        senders.close(stamp: LiveQueue.now) { $0 == connection.key }
    }

    // MARK: Telling

    /// The ports that can be heard, and all that are connected.
    package func ports() -> [LivePort] { inputs.ports() }

    /// The ports that can be played to, and all that are connected; none without outputs.
    package func receivers() -> [LivePort] { client.outputs > 0 ? outputs.ports() : [] }
}
