import CEpoll
import CLinux
import ControlProtocol
import Glibc
import Platform
import WebProtocol

/// The front of the server: it takes the connections of browsers, decides about their requests, and
/// passes what is allowed to the library behind it.
///
/// The library limits neither heads nor frames nor connections. All that reaches it was made or
/// measured here.
final class WebGate: Sendable {
    private let policy: AccessPolicy
    private let tokens: TokenStore
    private let connections = WebConnections()
    /// The socket of the library.
    private let inner: String

    /// The time for a head and a token, in nanoseconds.
    private static let headTime: Int64 = 10_000_000_000
    /// The pause after a connection that the system could not give, in microseconds.
    private static let pause: UInt32 = 100_000
    /// The pause between two looks at the tokens, in microseconds.
    private static let tokenPause: UInt32 = 500_000

    init(_ policy: AccessPolicy, _ tokens: TokenStore, inner: String) {
        (self.policy, self.tokens, self.inner) = (policy, tokens, inner)
    }

    /// Ends the connections of tokens that were revoked, until the process ends.
    func watchTokens() -> Never {
        while true {
            connections.endRevoked(tokens.tokens)
            usleep(Self.tokenPause)
        }
    }

    /// Takes connections until the process ends.
    func accept(at listener: CInt) -> Never {
        while true {
            let socket = seqd_accept(listener)
            guard socket >= 0 else {
                if errno != EINTR, errno != ECONNABORTED { usleep(Self.pause) }
                continue
            }
            // A thread of its own waits for it.
            _ = fcntl(socket, F_SETFL, 0)
            guard let peer = InternetSocket.peer(of: socket),
                let local = InternetSocket.local(of: socket)
            else {
                close(socket)
                continue
            }
            let (peerAddress, ownAddress) = (WebAddress(peer), WebAddress(local))
            guard let number = connections.add(socket, from: peerAddress) else {
                // Without waiting: who fills the limits does not take time as well.
                _ = InternetSocket.send(WebReply(503, "too many connections").bytes, to: socket)
                close(socket)
                continue
            }
            do throws(SystemThread.StartError) {
                try SystemThread("seqd-browser") { [self] in
                    serve(socket, number, peer: peerAddress, own: ownAddress)
                    connections.remove(number)
                }.detach()
            } catch {
                connections.remove(number)
                usleep(Self.pause)
            }
        }
    }

    // MARK: - One connection

    private func serve(_ socket: CInt, _ number: Int, peer: WebAddress, own: WebAddress) {
        InternetSocket.limitSending(socket, seconds: WebRelay.patience)
        InternetSocket.set(socket, CInt(IPPROTO_TCP), TCP_NODELAY, 1)
        // A phone that was switched off says nothing.
        InternetSocket.set(socket, SOL_SOCKET, SO_KEEPALIVE, 1)
        InternetSocket.set(socket, CInt(IPPROTO_TCP), TCP_KEEPIDLE, 30)
        InternetSocket.set(socket, CInt(IPPROTO_TCP), TCP_KEEPINTVL, 10)
        InternetSocket.set(socket, CInt(IPPROTO_TCP), TCP_KEEPCNT, 3)
        let end = seqd_monotonic_nanoseconds() + Self.headTime
        do throws(WebReply) {
            let (head, rest) = try readHead(socket, until: end)
            let client = AccessPolicy.Client(isOwnUser: isOwnUser(peer, own), port: own.port)
            let answer = try policy.answer(to: head, of: client, tokens.tokens)
            switch answer {
            case .reply(let reply): throw reply
            case .logIn(let length, let isSecure):
                let token = try token(socket, rest, length, until: end, peer: peer)
                throw try logIn(token, port: own.port, isSecure: isSecure)
            case .socket(let grant), .piece(_, let grant), .folder(_, let grant):
                connections.admit(number, grant)
            case .file: break
            }
            guard let bytes = InnerRequest.bytes(answer, head) else { return }
            try relay(socket, bytes, rest, isSocket: answer.isSocket)
        } catch {
            guard error.status > 0 else { return }
            _ = InternetSocket.send(error.bytes, to: socket)
            finish(socket)
        }
    }

    /// Ends a connection so that the answer arrives: what the browser still sends would reset it.
    private func finish(_ socket: CInt) {
        shutdown(socket, CInt(SHUT_WR))
        let end = seqd_monotonic_nanoseconds() + 1_000_000_000
        while wait(socket, until: end), InternetSocket.receive(from: socket, atMost: 16_384) != nil
        {}
    }

    private func isOwnUser(_ peer: WebAddress, _ own: WebAddress) -> Bool {
        guard peer.isLoopback, own.isLoopback else { return false }
        let path = own.isIPv6 ? "/proc/net/tcp6" : "/proc/net/tcp"
        guard let table = SmallFile.bytes(path, atMost: 64 << 20) else { return false }
        let user = PeerOwner.user(
            of: peer,
            connectedTo: own,
            table: String(decoding: table, as: UTF8.self)
        )
        // Not root's: it can read the tokens, and has no need of this.
        return user == getuid()
    }

    private func readHead(
        _ socket: CInt,
        until end: Int64
    ) throws(WebReply) -> (RequestHead, [UInt8]) {
        var reader = HeadReader()
        while true {
            guard wait(socket, until: end) else {
                throw WebReply(408, "the request takes too long")
            }
            guard let bytes = InternetSocket.receive(from: socket, atMost: 4_096) else {
                throw WebReply(0, "")
            }
            do throws(RequestHead.Fault) {
                if let found = try reader.append(bytes) { return (found.head, found.rest) }
            } catch {
                throw error == .tooLarge
                    ? WebReply(431, "the head of the request is too large")
                    : WebReply(400, "not a request of HTTP/1.1")
            }
        }
    }

    /// Reads the token that a browser tries.
    private func token(
        _ socket: CInt,
        _ rest: [UInt8],
        _ length: Int,
        until end: Int64,
        peer: WebAddress
    ) throws(WebReply) -> String {
        var body = rest
        while body.count < length {
            guard wait(socket, until: end) else { throw WebReply(408, "the token takes too long") }
            guard let bytes = InternetSocket.receive(from: socket, atMost: 4_096) else {
                throw WebReply(0, "")
            }
            body += bytes
        }
        guard connections.allowsTry(peer) else {
            throw WebReply(
                429,
                "too many tokens; try again in a second",
                headers: ["Retry-After": "1"]
            )
        }
        return String(decoding: body.prefix(length), as: UTF8.self)
    }

    private func logIn(
        _ text: String,
        port: UInt16,
        isSecure: Bool
    ) throws(WebReply) -> WebReply {
        guard let token = AccessToken(text), let entry = tokens.tokens.entry(of: token) else {
            throw WebReply(401, "this token is not valid")
        }
        let cookie = SessionCookie.header(token, port: port, isSecure: isSecure)
        return WebReply(200, "role: \(entry.role.name)", headers: ["Set-Cookie": cookie])
    }

    // MARK: - Passing bytes

    private func relay(
        _ socket: CInt,
        _ head: [UInt8],
        _ rest: [UInt8],
        isSocket: Bool
    ) throws(WebReply) {
        let server = UnixAddress.socket()
        guard server >= 0 else { throw WebReply(503, "no descriptors are left") }
        defer { close(server) }
        InternetSocket.limitSending(server, seconds: WebRelay.patience)
        guard UnixAddress.connect(server, to: inner) == 0, InternetSocket.send(head, to: server)
        else { throw WebReply(502, "the server does not answer") }
        var relay = WebRelay(browser: socket, server: server)
        if isSocket {
            relay.passMessages(rest)
        } else {
            relay.passAnswer()
        }
        // The library reads the end first, and so closes on its own.
        shutdown(server, CInt(SHUT_WR))
        let end = seqd_monotonic_nanoseconds() + 5_000_000_000
        while wait(server, until: end), InternetSocket.receive(from: server, atMost: 65_536) != nil
        {}
    }

    /// Waits for bytes.
    ///
    /// - Returns: `false` if the time is over.
    private func wait(_ socket: CInt, until end: Int64) -> Bool {
        while true {
            let left = end - seqd_monotonic_nanoseconds()
            guard left > 0 else { return false }
            var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            let count = unsafe poll(&wait, 1, CInt(min(left / 1_000_000 + 1, 60_000)))
            if count > 0 { return true }
        }
    }
}

extension WebAddress {
    /// The address of an end of a connection.
    init(_ end: InternetSocket.End) {
        self.init(bytes: end.bytes, port: end.port)
    }
}

extension AccessPolicy.Answer {
    /// Whether it is the WebSocket.
    fileprivate var isSocket: Bool {
        if case .socket = self { true } else { false }
    }
}
