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
    private let rules: [ConnectionRule]
    private let senders: LiveSenders
    /// Ports connected by a rule since they appeared: one that the user disconnects stays disconnected.
    private var connected: Set<SenderKey> = []

    init(
        _ client: SequencerClient,
        rules: [ConnectionRule],
        senders: LiveSenders
    ) {
        self.client = client
        self.rules = rules
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
        forget { !present.contains($0) }
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
            let key = SenderKey.sequencer(
                SequencerAddress(connection.sender),
                input: Int(connection.dest.port)
            )
            senders.close(stamp: LiveQueue.now) { $0 == key }
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
        forget(hasGone)
    }

    private func forget(_ hasGone: (SequencerAddress) -> Bool) {
        connected = connected.filter { key in
            if case .sequencer(let sender, _) = key { !hasGone(sender) } else { true }
        }
    }

    /// Connects a port where a rule says so.
    private func consider(_ port: SequencerPort) {
        guard port.isReadable, port.address.client != client.number else { return }
        for rule in rules where rule.matches(port) {
            let key = SenderKey.sequencer(port.address, input: rule.input)
            guard connected.insert(key).inserted else { continue }
            client.connect(port.address, toInput: rule.input)
        }
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
