import Foundation
import Glibc
import Synchronization
import TestSupport

/// Twenty clients that say anything and behave as no client should, until told to end.
///
/// On a thread of its own, so that the pool of Swift's concurrency is not kept busy.
final class DaemonSoundAttack: Sendable {
    /// What came of it.
    struct Account: Sendable {
        var connections = 0
        var refused = 0
        var bytesSent = 0
        var bytesReceived = 0
    }

    static let clientCount = 20

    private let isOver = Atomic<Bool>(false)
    private let account = Mutex<Account?>(nil)

    /// Begins; the same conversations for the same seed.
    init(on socket: String, saying conversation: DaemonSoundConversation, seed: UInt64) {
        signal(SIGPIPE, SIG_IGN)
        let thread = Thread { [self] in
            var random = SeededGenerator(seed: seed)
            let account = run(socket, conversation, &random)
            self.account.withLock { $0 = account }
        }
        thread.start()
    }

    /// Ends it; all clients have gone then.
    func end() async throws -> Account {
        isOver.store(true, ordering: .relaxed)
        while true {
            if let account = account.withLock({ $0 }) { return account }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private func run(
        _ socket: String,
        _ conversation: DaemonSoundConversation,
        _ random: inout SeededGenerator
    ) -> Account {
        var account = Account()
        var clients: [Client] = []
        while !isOver.load(ordering: .relaxed) {
            while clients.count < Self.clientCount {
                let bytes = conversation.bytes(&random)
                guard let client = Client(socket, bytes, &random) else {
                    account.refused += 1
                    usleep(10_000)
                    break
                }
                account.connections += 1
                clients.append(client)
            }
            var descriptors = clients.map(\.interest)
            poll(&descriptors, nfds_t(descriptors.count), 1)
            for index in clients.indices {
                clients[index].advance(descriptors[index].revents, &account)
            }
            clients.removeAll(where: \.hasGone)
        }
        for client in clients { client.close() }
        return account
    }
}

/// One connection of the attack.
private struct Client {
    enum Manner: CaseIterable {
        case reads
        case neverReads
        case endsSendingAndReads
        /// Goes without reading when it has said all.
        case vanishes
        /// Sends a few bytes at a time.
        case trickles
    }

    private(set) var hasGone = false
    private let descriptor: Int32
    private let manner: Manner
    private var rest: ArraySlice<UInt8>
    private let start = ContinuousClock.now
    private let life: Duration

    init?(_ path: String, _ bytes: [UInt8], _ random: inout SeededGenerator) {
        manner = Manner.allCases.randomElement(using: &random) ?? .reads
        rest = bytes[...]
        life = .milliseconds(Int.random(in: 1...800, using: &random))
        descriptor = socket(
            AF_UNIX,
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue),
            0
        )
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else {
            close()
            return nil
        }
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    /// What is waited for.
    var interest: pollfd {
        let reading = manner == .neverReads || manner == .vanishes ? 0 : POLLIN
        let writing = rest.isEmpty ? 0 : POLLOUT
        return pollfd(fd: descriptor, events: Int16(reading | writing), revents: 0)
    }

    mutating func advance(_ ready: Int16, _ account: inout DaemonSoundAttack.Account) {
        if Int32(ready) & Int32(POLLOUT) != 0 { send(&account) }
        if Int32(ready) & Int32(POLLIN) != 0 { receive(&account) }
        let isBroken = Int32(ready) & Int32(POLLERR | POLLHUP) != 0
        let isDone = rest.isEmpty && manner == .vanishes
        if isBroken || isDone || ContinuousClock.now - start > life { leave() }
    }

    func close() {
        Glibc.close(descriptor)
    }

    private mutating func leave() {
        guard !hasGone else { return }
        hasGone = true
        close()
    }

    private mutating func send(_ account: inout DaemonSoundAttack.Account) {
        let most = manner == .trickles ? 7 : rest.count
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, min(most, $0.count)) }
        guard count > 0 else { return }
        account.bytesSent += count
        rest = rest.dropFirst(count)
        guard rest.isEmpty, manner == .endsSendingAndReads else { return }
        shutdown(descriptor, Int32(SHUT_WR))
    }

    private mutating func receive(_ account: inout DaemonSoundAttack.Account) {
        var piece = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &piece, piece.count)
        if count > 0 { account.bytesReceived += count }
        if count == 0 { leave() }
    }
}
