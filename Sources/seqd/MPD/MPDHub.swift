import ControlProtocol
import Glibc
import MPDProtocol
import Synchronization

/// The state that all clients share: the queue as they see it, and who wants to know of changes.
final class MPDHub: Sendable {
    /// The most clients at a time.
    static let clientLimit = 100

    private struct State {
        var clients: [Int: MPDClient] = [:]
        var lastClient = 0
        var queue = MPDQueue()
        /// The daemon whose queue it is, by its process ID, and the version that the daemon gave it.
        var source: (daemon: Int, version: Int)?
        /// The number of connections to daemons that were lost.
        var losses = 0
        var updates = 0
    }

    private let state = Mutex(State())

    /// The start of the process, in seconds since 1970.
    let startTime = time(nil)

    /// The seconds since then.
    var uptime: Int { max(time(nil) - startTime, 0) }

    // MARK: - Clients

    /// Adds a client, unless there are too many.
    ///
    /// - Returns: The number under which ``remove(_:)`` knows it; `nil` if there are too many.
    func add(_ client: MPDClient) -> Int? {
        state.withLock { state in
            guard state.clients.count < Self.clientLimit else { return nil }
            state.lastClient += 1
            state.clients[state.lastClient] = client
            return state.lastClient
        }
    }

    /// Removes a client that has disconnected.
    func remove(_ number: Int) {
        state.withLock { $0.clients[number] = nil }
    }

    /// Tells all clients that something has changed.
    func notify(_ changes: Set<MPDSubsystem>) {
        for client in state.withLock({ Array($0.clients.values) }) { client.notify(changes) }
    }

    // MARK: - The daemon

    /// The number of connections to daemons that were lost; a connection from before is not used.
    var losses: Int { state.withLock { $0.losses } }

    /// Notes that the daemon has closed its connection.
    func noteLoss() {
        state.withLock { state in
            state.losses += 1
            state.source = nil
        }
    }

    /// Forgets the queue: the lengths of its songs have changed.
    func forgetQueue() { state.withLock { $0.source = nil } }

    /// The queue of a daemon in a version; `nil` if it has not been noted.
    func queue(of daemon: Int, version: Int?) -> MPDQueue? {
        state.withLock { state in
            guard let source = state.source, let version, source == (daemon, version) else {
                return nil
            }
            return state.queue
        }
    }

    /// Takes a queue, unless a later version of the same daemon's has been noted.
    ///
    /// - Returns: The queue as clients see it.
    func note(_ listing: QueueListing, of daemon: Int) -> MPDQueue {
        state.withLock { state in
            let version = listing.version ?? 0
            if let source = state.source, source.daemon == daemon, source.version > version {
                return state.queue
            }
            state.source = (daemon, version)
            state.queue.replace(
                with: listing.entries.map {
                    MPDQueue.Entry(
                        path: $0.path,
                        seconds: $0.seconds,
                        id: $0.id,
                        priority: $0.priority
                    )
                }
            )
            return state.queue
        }
    }

    /// The number of the next `update`.
    func makeUpdateNumber() -> Int {
        state.withLock { state in
            state.updates += 1
            return state.updates
        }
    }
}
