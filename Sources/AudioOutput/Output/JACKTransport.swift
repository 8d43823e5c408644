import CLinux
public import Platform
public import Sequencer
import Synchronization

/// The transport of a JACK server as a source of time to follow.
///
/// A client without ports asks the server for it on a thread of its own. While there is no server, it
/// looks for one.
public final class JACKTransport: Sendable {
    private let isEnding = Atomic<Bool>(false)
    private let thread = Mutex<SystemThread?>(nil)
    private let server: String?
    private let onMessage: @Sendable (SyncMessage) -> Void

    /// The time between two questions, in nanoseconds.
    private static let interval: Int64 = 20_000_000
    /// The intervals between two attempts to find a server.
    private static let pauses = 25

    /// Begins to ask.
    ///
    /// - Parameter onMessage: Called on a thread of its own with the position: for each question
    ///   while the transport rolls, else when it has changed.
    /// - Throws: `unavailable` without JACK's library; `internal` when the system has no thread to
    ///   give.
    public convenience init(
        onMessage: @escaping @Sendable (SyncMessage) -> Void
    ) throws(HostError) {
        try self.init(server: nil, onMessage: onMessage)
    }

    /// The same with a server's name; `nil` for the usual one.
    package init(
        server: String?,
        onMessage: @escaping @Sendable (SyncMessage) -> Void
    ) throws(HostError) {
        try JACKClient.checkLibrary("jack")
        self.server = server
        self.onMessage = onMessage
        let thread = try SystemThread.start(
            "JACK transport",
            name: "seqd-transport",
            priority: 0
        ) { self.run() }
        self.thread.withLock { $0 = thread }
    }

    /// Ends asking; a last message may still arrive.
    public func close() { isEnding.store(true, ordering: .relaxed) }

    /// Waits until the client is closed, after ``close()``; before the program ends.
    ///
    /// A server waits for seconds for a client that has ended without a word.
    public func join() {
        thread.withLock { thread in
            defer { thread = nil }
            return thread
        }?.join()
    }

    private var hasEnded: Bool { isEnding.load(ordering: .relaxed) }

    private func run() {
        while !hasEnded {
            if let client = try? JACKClient("seqd-transport", server: server, device: "jack") {
                ask(client)
                client.close()
            }
            for _ in 0..<Self.pauses where !hasEnded { wait(Self.interval) }
        }
    }

    /// Asks until the server has ended.
    private func ask(_ client: JACKClient) {
        // PipeWire tells it to active clients only.
        guard (try? client.start(ports: [], capacity: 1, device: "jack")) != nil else { return }
        var told: (seconds: Double, isRolling: Bool)?
        while !hasEnded, client.loss == nil {
            let transport = client.transport
            let isNews = told.map { $0 != (transport.seconds, transport.isRolling) } ?? true
            if transport.isRolling || isNews {
                told = (transport.seconds, transport.isRolling)
                onMessage(
                    SyncMessage(
                        .transport(seconds: transport.seconds, isRolling: transport.isRolling),
                        stamp: transport.time
                    )
                )
            }
            wait(Self.interval)
        }
    }

    private func wait(_ time: Int64) { seqd_sleep_until(seqd_monotonic_nanoseconds() + time) }
}
