import CLinux
import Glibc
import Synchronization
import WebProtocol

/// The connections of browsers: how many there are, and those whose tokens may be revoked.
final class WebConnections: Sendable {
    private struct Open {
        var socket: CInt
        var address: WebAddress
        var grant: AccessPolicy.Grant?
        /// Whether it has made room for another one.
        var isEnding = false
    }

    private struct State {
        var limits = ConnectionLimits()
        var open: [Int: Open] = [:]
        var last = 0
    }

    private let state = Mutex(State())

    /// Adds a connection; of those without a token, the oldest makes room for it.
    ///
    /// Otherwise those who say nothing could keep out all who have a token to show.
    ///
    /// - Returns: Its number; `nil` if there are too many.
    func add(_ socket: CInt, from address: WebAddress) -> Int? {
        state.withLock { state in
            if !state.limits.add(address) {
                let strangers = state.open.filter { $0.value.grant == nil && !$0.value.isEnding }
                guard let oldest = strangers.keys.min(),
                    state.limits.add(address, isReplacing: true)
                else { return nil }
                state.open[oldest]?.isEnding = true
                if let open = state.open[oldest] { shutdown(open.socket, CInt(SHUT_RDWR)) }
            }
            state.last += 1
            state.open[state.last] = Open(socket: socket, address: address)
            return state.last
        }
    }

    /// Notes the rights that a connection has.
    func admit(_ number: Int, _ grant: AccessPolicy.Grant) {
        state.withLock { state in
            guard let open = state.open[number], open.grant == nil else { return }
            state.limits.admit(open.address)
            state.open[number]?.grant = grant
        }
    }

    /// Removes a connection and closes it.
    func remove(_ number: Int) {
        state.withLock { state in
            guard let open = state.open.removeValue(forKey: number) else { return }
            state.limits.remove(open.address, isAdmitted: open.grant != nil)
            close(open.socket)
        }
    }

    /// Whether a machine may try a token now.
    func allowsTry(_ address: WebAddress) -> Bool {
        state.withLock { $0.limits.allowsTry(address, at: seqd_monotonic_nanoseconds()) }
    }

    /// Ends the connections whose tokens are no longer valid, or have another role now.
    func endRevoked(_ tokens: TokenList) {
        state.withLock { state in
            for open in state.open.values {
                guard let grant = open.grant, !grant.isValid(in: tokens) else { continue }
                shutdown(open.socket, CInt(SHUT_RDWR))
            }
        }
    }
}
