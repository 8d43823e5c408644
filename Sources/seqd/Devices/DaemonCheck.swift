/// Whether a daemon runs, and could.
struct DaemonCheck {
    var name: String
    var socket: String?

    /// A daemon answers at once.
    private static let patience = 2

    var checkup: Checkup {
        let paths: [String]
        do throws(CommandFailure) {
            paths = try SocketPath.candidates(path: socket, name: name)
        } catch {
            return .note(
                "daemon",
                error.description,
                advice: "log in directly (su and sudo do not set up that folder), or start seqd "
                    + "daemon with --socket PATH"
            )
        }
        let answer = TimeLimit.value(within: Self.patience) { Self.ask(paths) }
        switch answer {
        case nil:
            return .note(
                "daemon",
                "a daemon is running but does not answer within \(Self.patience) s",
                advice: "restart it (systemctl --user restart seqd)"
            )
        case .failure(let failure)? where failure.status == .unavailable:
            return .ok("daemon", failure.description)
        case .failure(let failure)?:
            return .note("daemon", failure.description)
        case .success(let lines)?:
            return words(for: lines)
        }
    }

    /// What a daemon says of itself: lines `key: value`.
    private static func ask(_ paths: [String]) -> Result<[String], CommandFailure> {
        do throws(CommandFailure) {
            let connection = try CtlConnection(paths)
            try connection.send("version")
            var lines: [String] = []
            // A few lines and OK; what says more than that is no daemon of ours.
            while lines.count < 20, let line = try connection.receive() {
                if line == "OK" { return .success(lines) }
                lines.append(line)
            }
            return .failure(
                CommandFailure(
                    .internal,
                    "the program listening on the daemon's socket is not seqd"
                )
            )
        } catch {
            return .failure(error)
        }
    }

    private func words(for lines: [String]) -> Checkup {
        func value(_ key: String) -> String? {
            let line = lines.first { $0.hasPrefix("\(key): ") }
            return line.map { String($0.dropFirst(key.count + 2)) }
        }
        let version = value("version")
        let message =
            "daemon: running (process \(value("pid") ?? "unknown")), seqd \(version ?? "unknown")"
        guard version != Seqd.versionNumber else { return .ok("daemon", message) }
        return .note(
            "daemon",
            message,
            advice: "the daemon's version differs from this program's; restart it "
                + "(systemctl --user restart seqd)"
        )
    }
}
