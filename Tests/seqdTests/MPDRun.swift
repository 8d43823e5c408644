import Glibc
import TestSupport

/// `seqd mpd` beside a daemon that runs for a test, at a Unix socket.
final class MPDRun: Sendable {
    let daemon: DaemonRun
    let process: RunningCommand
    let socket: String

    /// Starts a daemon and `seqd mpd`, and waits until it answers.
    init(_ arguments: [String] = [], daemon given: DaemonRun? = nil) async throws {
        let daemon: DaemonRun
        if let given { daemon = given } else { daemon = try await DaemonRun() }
        self.daemon = daemon
        socket = daemon.place.folder.path("mpd")
        process = try RunningCommand(
            builtProduct("seqd"),
            ["mpd", "--socket", daemon.socket, "--allow-path", daemon.place.folder.path]
                + (arguments.isEmpty ? ["--listen", socket] : arguments),
            environment: ["SEQD_CONFIG": ""],
            directory: daemon.place.folder.path,
            timeout: .seconds(120)
        )
        guard arguments.isEmpty else { return }
        while (try? await client()) == nil {
            guard !process.isFinished else {
                throw TestSupportError("no seqd mpd: \(process.errorText)")
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    deinit {
        process.send(signal: SIGKILL)
    }

    /// A client that has been greeted.
    func client() async throws -> ProtocolClient {
        let client = try ProtocolClient(socket)
        let greeting = try await client.line(within: 20)
        guard greeting == "OK MPD 0.23.5" else {
            throw TestSupportError("not a greeting: \(greeting ?? "nothing")")
        }
        return client
    }
}

extension ProtocolClient {
    /// Sends a line to `seqd mpd`, and waits for its answer.
    ///
    /// - Returns: The lines of the answer, with `OK` or `ACK …` at the end.
    func mpd(_ line: String) async throws -> [String] {
        try await send(line)
        return try await mpdAnswer()
    }

    /// The lines up to the next `OK` or `ACK …`.
    func mpdAnswer() async throws -> [String] {
        var lines: [String] = []
        while let line = try await line(within: 30) {
            lines.append(line)
            if line == "OK" || line.hasPrefix("ACK ") { break }
        }
        return lines
    }

    /// The value of a key in the answer to a command.
    func mpd(_ command: String, _ key: String) async throws -> String? {
        try await mpd(command).first { $0.hasPrefix("\(key): ") }
            .map { String($0.dropFirst(key.count + 2)) }
    }
}
