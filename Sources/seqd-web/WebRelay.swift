import CLinux
import Glibc
import Platform
import WebProtocol

/// Passes bytes between a browser and the server behind the gate, until one of them ends.
///
/// One thread uses it.
struct WebRelay {
    let browser: CInt
    let server: CInt

    private var gate = FrameGate()
    private var rate = RateLimit.requests
    /// The time before which nothing is taken from the browser.
    private var resumeTime: Int64 = 0

    /// The time for which a browser may not take anything, in seconds.
    static let patience = 20
    /// The time for an answer, in nanoseconds.
    private static let answerTime: Int64 = 60_000_000_000
    /// The most bytes that are passed at once.
    private static let chunk = 65_536
    /// The most bytes that are taken from a browser at once: the rate is checked behind each of them.
    private static let request = 2_048

    init(browser: CInt, server: CInt) {
        (self.browser, self.server) = (browser, server)
    }

    /// Passes the answer to a request; the browser has no more to say.
    ///
    /// It ends when the answer does, or after a time: a browser that takes a byte now and then would
    /// hold the bytes of the answer for as long as it likes.
    func passAnswer() {
        let end = seqd_monotonic_nanoseconds() + Self.answerTime
        var patienceEnd = end
        var rest: ArraySlice<UInt8> = []
        while true {
            let left = min(end, rest.isEmpty ? end : patienceEnd) - seqd_monotonic_nanoseconds()
            guard left > 0 else { return }
            var waits = [
                // Not while bytes wait: a server that has ended would be ready all the time.
                pollfd(fd: rest.isEmpty ? server : -1, events: Int16(POLLIN), revents: 0),
                // Without bytes, only the end of the connection.
                pollfd(fd: browser, events: rest.isEmpty ? 0 : Int16(POLLOUT), revents: 0),
            ]
            let time = CInt(left / 1_000_000 + 1)
            guard unsafe poll(&waits, nfds_t(waits.count), time) >= 0 || errno == EINTR else {
                return
            }
            if waits[1].revents & ~Int16(POLLOUT) != 0 { return }
            if waits[1].revents != 0 {
                guard let count = InternetSocket.sendPart(rest, to: browser) else { return }
                rest = rest.dropFirst(count)
            } else if waits[0].revents != 0 {
                guard let bytes = InternetSocket.receive(from: server, atMost: Self.chunk) else {
                    return
                }
                rest = bytes[...]
            } else {
                continue
            }
            patienceEnd = seqd_monotonic_nanoseconds() + Int64(Self.patience) * 1_000_000_000
        }
    }

    /// Passes the frames of a WebSocket.
    ///
    /// - Parameter rest: The bytes that came with the head.
    mutating func passMessages(_ rest: [UInt8]) {
        guard passFrames(rest) else { return drain() }
        while true {
            let now = seqd_monotonic_nanoseconds()
            let isPaused = now < resumeTime
            var waits = [
                pollfd(fd: server, events: Int16(POLLIN), revents: 0),
                pollfd(fd: browser, events: isPaused ? 0 : Int16(POLLIN), revents: 0),
            ]
            let time = isPaused ? CInt(min((resumeTime - now) / 1_000_000 + 1, 1_000)) : -1
            guard unsafe poll(&waits, nfds_t(waits.count), time) >= 0 || errno == EINTR else {
                return
            }
            if waits[0].revents != 0 {
                guard let bytes = InternetSocket.receive(from: server, atMost: Self.chunk),
                    InternetSocket.send(bytes, to: browser)
                else { return }
            }
            if waits[1].revents & Int16(POLLERR | POLLNVAL) != 0 { return }
            if waits[1].revents != 0, !isPaused {
                guard let bytes = InternetSocket.receive(from: browser, atMost: Self.request) else {
                    return
                }
                guard passFrames(bytes) else { return drain() }
            } else if waits[1].revents & Int16(POLLHUP) != 0 {
                return
            }
        }
    }

    /// Passes bytes of the browser.
    ///
    /// - Returns: `false` after a violation; the server has been told to close.
    private mutating func passFrames(_ bytes: [UInt8]) -> Bool {
        let passage = gate.take(bytes)
        for _ in 0..<passage.frames {
            let now = seqd_monotonic_nanoseconds()
            let pause = rate.take(at: now)
            if pause > 0 { resumeTime = now + pause }
        }
        guard InternetSocket.send(passage.bytes, to: server) else { return false }
        guard let violation = passage.violation else { return true }
        _ = InternetSocket.send(FrameGate.close(violation), to: server)
        return false
    }

    /// Passes what the server still has to say, with its close frame; what the browser sends is
    /// discarded, as unread bytes would reset the connection.
    private func drain() {
        let end = seqd_monotonic_nanoseconds() + 2_000_000_000
        while seqd_monotonic_nanoseconds() < end {
            var waits = [
                pollfd(fd: server, events: Int16(POLLIN), revents: 0),
                pollfd(fd: browser, events: Int16(POLLIN), revents: 0),
            ]
            guard unsafe poll(&waits, nfds_t(waits.count), 2_000) > 0 else { return }
            if waits[1].revents != 0,
                InternetSocket.receive(from: browser, atMost: Self.chunk) == nil
            {
                return
            }
            if waits[0].revents != 0 {
                guard let bytes = InternetSocket.receive(from: server, atMost: Self.chunk),
                    InternetSocket.send(bytes, to: browser)
                else {
                    shutdown(browser, CInt(SHUT_WR))
                    return discard(until: end)
                }
            }
        }
    }

    private func discard(until end: Int64) {
        while seqd_monotonic_nanoseconds() < end {
            var wait = pollfd(fd: browser, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&wait, 1, 500) > 0,
                InternetSocket.receive(from: browser, atMost: Self.chunk) != nil
            else { return }
        }
    }
}
