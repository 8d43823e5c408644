import CLinux
import Platform
import Synchronization

/// The connections of a JACK client's ports, by name.
///
/// A port is connected as it was when the user last changed that. A port that is new is connected to
/// the hardware: the first to the first that plays, and so on. A thread waits for changes. A
/// connection that ends because the other port disappears is made again when that returns; one that
/// ends while both ports are there was removed by the user.
package final class JACKConnections: Sendable {
    private let client: JACKClient
    private let ports: [String]
    private let file: JACKConnectionFile?
    private let isEnding = Atomic<Bool>(false)
    private let thread = Mutex<SystemThread?>(nil)

    /// The connections of each port, as names of other ports.
    private struct Table {
        /// Those that are wanted, whether or not the other port is there.
        var wanted: [Set<String>]
        /// Those that there are.
        var present: [Set<String>]
    }

    /// The time for which changes are collected, in nanoseconds: a client that ends first loses its
    /// connections and then its ports.
    private static let interval: Int64 = 200_000_000

    /// Connects the ports of a client that has started, and begins to watch them.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - ports: The names of its ports.
    ///   - file: The file of the connections; `nil` to remember none.
    ///   - connectsPorts: Whether ports are connected to the hardware if the file does not have them.
    package init(
        _ client: JACKClient,
        ports: [String],
        file: JACKConnectionFile?,
        connectsPorts: Bool
    ) {
        self.client = client
        self.ports = ports
        self.file = file
        let remembered = file?.read()
        let hardware = connectsPorts ? client.playbackPorts : []
        let wanted = ports.enumerated().map { index, port in
            Set(remembered?[port] ?? Array(hardware.dropFirst(index).prefix(1)))
        }
        var present = ports.map { _ in Set<String>() }
        for port in ports.indices {
            for input in wanted[port] where client.connect(port, to: input) {
                present[port].insert(input)
            }
        }
        let table = Table(wanted: wanted, present: present)
        // Without a thread they are not remembered.
        let thread = try? SystemThread("seqd-jack") { self.watch(table) }
        self.thread.withLock { $0 = thread }
    }

    /// Ends the thread, and waits for it; the client must be open.
    package func end() {
        isEnding.store(true, ordering: .releasing)
        client.wake()
        thread.withLock { thread in
            defer { thread = nil }
            return thread
        }?.join()
    }

    private func watch(_ table: Table) {
        var table = table
        // Before another client is opened, by which JACK would free it.
        defer { if client.loss != nil { client.leave() } }
        repeat {
            client.waitForChange()
            let end = seqd_monotonic_nanoseconds() + Self.interval
            while !hasEnded, seqd_monotonic_nanoseconds() < end { client.waitForChange(until: end) }
            guard client.loss == nil else { return }
            let before = table.wanted
            let updated = update(table)
            // The ports of a server that ends disappear one by one.
            guard client.loss == nil else { return }
            table = updated
            if table.wanted != before { remember(table.wanted) }
        } while !hasEnded
    }

    private var hasEnded: Bool { isEnding.load(ordering: .acquiring) || client.loss != nil }

    /// The connections as they are now; those whose ports have returned are made again.
    private func update(_ table: Table) -> Table {
        var table = table
        for port in ports.indices {
            let known = table.present[port]
            var present = Set(client.connections(of: port))
            var wanted = present
            for input in table.wanted[port].subtracting(present) {
                if !client.hasPort(input) {
                    wanted.insert(input)
                } else if !known.contains(input), client.connect(port, to: input) {
                    wanted.insert(input)
                    present.insert(input)
                }
            }
            table.wanted[port] = wanted
            table.present[port] = present
        }
        return table
    }

    /// Writes the connections; where that fails, those of the last time stay remembered.
    private func remember(_ wanted: [Set<String>]) {
        guard let file else { return }
        let known = file.read()
        // A file that cannot be understood may have been edited by hand.
        guard known != nil || !file.exists else { return }
        var connections = known ?? [:]
        for (port, inputs) in zip(ports, wanted) { connections[port] = inputs.sorted() }
        file.write(connections)
    }
}
