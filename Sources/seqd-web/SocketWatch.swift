import CEpoll
import FlyingSocks
import Glibc
import Platform
import Synchronization

/// Waits for sockets, in the place of the library's own pool.
///
/// That one notes what it watches by the number of a descriptor, and may note it after the descriptor
/// was closed: the next socket of that number then waits for ever. This one asks the kernel anew for
/// each wait (EPOLLONESHOT), so nothing is left of a socket that was closed.
final class SocketWatch: AsyncSocketPool {
    private struct Wait {
        var number: Int
        var events: UInt32
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var waits: [CInt: [Wait]] = [:]
        var last = 0
        /// The numbers of waits that were cancelled before they began.
        var cancelled: Set<Int> = []
    }

    private let epoll: CInt
    private let state = Mutex(State())

    private static let readable = EPOLLIN.rawValue | EPOLLRDHUP.rawValue
    private static let writable = EPOLLOUT.rawValue
    private static let ended = EPOLLHUP.rawValue | EPOLLERR.rawValue

    /// Makes a pool; `nil` if the system has no descriptors left.
    init?() {
        epoll = epoll_create1(CInt(EPOLL_CLOEXEC))
        guard epoll >= 0 else { return nil }
    }

    /// Nothing is to be prepared.
    func prepare() async throws {}

    /// Runs until the task is cancelled.
    func run() async throws {
        try SystemThread("seqd-sockets") { [self] in watch() }.detach()
        while true { try await Task.sleep(for: .seconds(86_400)) }
    }

    /// Waits until a socket is ready.
    func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
        let descriptor = socket.file.rawValue
        let wanted =
            (events.contains(.read) ? Self.readable : 0)
            | (events.contains(.write) ? Self.writable : 0)
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        defer { _ = state.withLock { $0.cancelled.remove(number) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                begin(
                    Wait(number: number, events: wanted, continuation: continuation),
                    at: descriptor
                )
            }
        } onCancel: {
            cancel(number, at: descriptor)
        }
    }

    private func begin(_ wait: Wait, at descriptor: CInt) {
        let error: (any Error)? = state.withLock { state in
            guard state.cancelled.remove(wait.number) == nil else { return CancellationError() }
            var waits = state.waits[descriptor] ?? []
            waits.append(wait)
            guard arm(descriptor, waits) else { return SocketError.disconnected }
            state.waits[descriptor] = waits
            return nil
        }
        if let error { wait.continuation.resume(throwing: error) }
    }

    private func cancel(_ number: Int, at descriptor: CInt) {
        let wait: Wait? = state.withLock { state in
            guard let index = state.waits[descriptor]?.firstIndex(where: { $0.number == number })
            else {
                state.cancelled.insert(number)
                return nil
            }
            let wait = state.waits[descriptor]?.remove(at: index)
            if state.waits[descriptor]?.isEmpty == true { state.waits[descriptor] = nil }
            return wait
        }
        wait?.continuation.resume(throwing: CancellationError())
    }

    /// Has the kernel tell once when the first of some waits is over.
    private func arm(_ descriptor: CInt, _ waits: [Wait]) -> Bool {
        let events = waits.reduce(EPOLLONESHOT.rawValue) { $0 | $1.events }
        if seqd_epoll_control(epoll, EPOLL_CTL_MOD, descriptor, events) == 0 { return true }
        guard errno == ENOENT else { return false }
        return seqd_epoll_control(epoll, EPOLL_CTL_ADD, descriptor, events) == 0
    }

    private func watch() -> Never {
        var found = [seqd_poll_event](
            repeating: seqd_poll_event(descriptor: -1, events: 0),
            count: Int(SEQD_POLL_EVENTS)
        )
        while true {
            let count = unsafe seqd_epoll_wait(epoll, &found, -1)
            guard count > 0 else { continue }
            for event in found.prefix(Int(count)) { take(event.descriptor, event.events) }
        }
    }

    private func take(_ descriptor: CInt, _ events: UInt32) {
        let ready: [Wait] = state.withLock { state in
            guard let waits = state.waits[descriptor] else { return [] }
            let isEnded = events & Self.ended != 0
            let ready = waits.filter { isEnded || $0.events & events != 0 }
            let rest = waits.filter { !isEnded && $0.events & events == 0 }
            state.waits[descriptor] = rest.isEmpty ? nil : rest
            if !rest.isEmpty { _ = arm(descriptor, rest) }
            return ready
        }
        // Who reads or writes next learns of an end by the call itself.
        for wait in ready { wait.continuation.resume() }
    }
}
