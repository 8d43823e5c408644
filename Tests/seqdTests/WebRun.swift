import Glibc
import Platform
import TestSupport
import Testing

/// `seqd web` beside a daemon that runs for a test, at a port of its own.
final class WebRun: Sendable {
    let daemon: DaemonRun
    let process: RunningCommand
    let port: UInt16
    private let environment: [String: String?]

    /// Starts a daemon and `seqd web`, and waits until it listens.
    init() async throws {
        let daemon = try await DaemonRun()
        self.daemon = daemon
        let runtime = daemon.place.folder.path("run")
        #expect(mkdir(runtime, 0o700) == 0)
        environment = [
            "SEQD_CONFIG": "", "XDG_RUNTIME_DIR": runtime,
            "XDG_STATE_HOME": daemon.place.folder.path("web-state"),
        ]
        port = try Self.freePort()
        process = try RunningCommand(
            builtProduct("seqd"),
            [
                "web", "--socket", daemon.socket, "--allow-path", daemon.place.folder.path,
                "--listen", "127.0.0.1:\(port)",
            ],
            environment: environment,
            directory: daemon.place.folder.path,
            timeout: .seconds(120)
        )
        while !process.errorText.contains("page at http://127.0.0.1:\(port)/") {
            guard !process.isFinished else {
                throw TestSupportError("no seqd web: \(process.errorText)")
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    deinit {
        process.send(signal: SIGKILL)
    }

    /// Runs a command of `seqd web` that ends.
    func web(_ arguments: String...) async throws -> CommandRun {
        try await CommandRun.run(
            builtProduct("seqd"),
            ["web"] + arguments,
            environment: environment,
            directory: daemon.place.folder.path
        )
    }

    /// Makes a token.
    func token(_ name: String, _ role: String) async throws -> String {
        let run = try await web("--new-token", name, "--\(role)")
        guard let start = run.outputText.firstIndex(of: "#") else {
            throw TestSupportError("no token: \(run)")
        }
        return String(run.outputText[start...].dropFirst().prefix(32))
    }

    /// A connection to the server.
    func client() throws -> WebClient { try WebClient(port: port) }

    private static func freePort() throws -> UInt16 {
        let end = InternetSocket.End(bytes: [127, 0, 0, 1], port: 0)
        let socket = try InternetSocket.listen(at: end, backlog: 1)
        defer { close(socket) }
        guard let local = InternetSocket.local(of: socket) else {
            throw TestSupportError("no port is free")
        }
        return local.port
    }
}

/// A client of HTTP and of WebSockets, by the bytes.
final class WebClient {
    private let socket: CInt
    private let port: UInt16

    init(port: UInt16) throws {
        self.port = port
        socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        var time = timeval(tv_sec: 15, tv_usec: 0)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw TestSupportError("connect: \(errno)") }
    }

    deinit {
        close(socket)
    }

    /// Sends a request with the server's name, and returns the whole answer.
    func get(_ path: String, _ headers: String...) throws -> String {
        try request(["GET \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + headers)
    }

    /// Sends the lines of a request and a body, and returns the whole answer.
    func request(_ lines: [String], body: String = "") throws -> String {
        send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8))
        return try rest()
    }

    /// The bytes up to the end of the connection.
    func rest() throws -> String {
        var bytes: [UInt8] = []
        while let piece = receive(4_096) { bytes += piece }
        return String(decoding: bytes, as: UTF8.self)
    }

    func send(_ bytes: [UInt8]) {
        _ = InternetSocket.send(bytes, to: socket)
    }

    /// Opens a WebSocket, with the cookie of a token or without.
    func open(token: String? = nil) throws {
        var lines = [
            "GET /socket HTTP/1.1", "Host: 127.0.0.1:\(port)", "Origin: http://127.0.0.1:\(port)",
            "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]
        if let token { lines.append("Cookie: seqd-\(port)=\(token)") }
        send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
        var head: [UInt8] = []
        while !head.ends(with: Array("\r\n\r\n".utf8)) {
            guard let byte = receive(1) else { break }
            head += byte
        }
        let text = String(decoding: head, as: UTF8.self)
        guard text.hasPrefix("HTTP/1.1 101"), text.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") else {
            throw TestSupportError("not a WebSocket: \(text)")
        }
    }

    /// Sends a frame with a mask of zeros.
    func frame(_ text: String, opcode: UInt8 = 1) {
        let bytes = Array(text.utf8)
        var head: [UInt8] = [0x80 | opcode]
        if bytes.count < 126 {
            head.append(0x80 | UInt8(bytes.count))
        } else {
            head += [0x80 | 127] + (0..<8).reversed().map { UInt8(bytes.count >> (8 * $0) & 255) }
        }
        send(head + [0, 0, 0, 0] + bytes)
    }

    /// The next frame: its opcode, and its content as text; `nil` at the end.
    func frame() throws -> (opcode: UInt8, bytes: [UInt8])? {
        guard let head = receive(exactly: 2) else { return nil }
        var length = Int(head[1] & 127)
        if length >= 126, let more = receive(exactly: length == 126 ? 2 : 8) {
            length = more.reduce(0) { $0 << 8 | Int($1) }
        }
        guard let bytes = receive(exactly: length) else { return nil }
        return (head[0] & 15, bytes)
    }

    /// Asks the daemon, and returns the line of the answer.
    func ask(_ method: String) throws -> String {
        frame("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\(method)\"}")
        return String(decoding: try frame()?.bytes ?? [], as: UTF8.self)
    }

    private func receive(exactly count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            guard let piece = receive(count - bytes.count) else { return nil }
            bytes += piece
        }
        return bytes
    }

    private func receive(_ limit: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = recv(socket, &bytes, limit, 0)
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }
}

extension [UInt8] {
    fileprivate func ends(with end: [UInt8]) -> Bool { suffix(end.count).elementsEqual(end) }
}
