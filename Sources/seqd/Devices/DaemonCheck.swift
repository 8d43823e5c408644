import ControlProtocol
import Platform
import SeqdClient

/// The check whether a daemon runs, or could.
struct DaemonCheck {
    var name: String
    var socket: String?

    /// The time in seconds within which a daemon answers.
    private static let patience = 2

    var result: DiagnosticResult {
        let paths: [String]
        do throws(RequestError) {
            paths = try SocketPath.candidates(path: socket, name: name)
        } catch {
            return .note(
                "daemon",
                error.message,
                advice: "log in directly (su and sudo do not set up that folder), or start seqd "
                    + "daemon with --socket PATH"
            )
        }
        let answer = TimeLimit.value(within: Self.patience) { Self.version(paths) }
        switch answer {
        case nil:
            return .note(
                "daemon",
                "a daemon is running but does not answer within \(Self.patience) s",
                advice: "restart it (systemctl --user restart seqd)"
            )
        case .failure(let error)? where error.code == .unavailable:
            return .ok("daemon", error.message)
        case .failure(let error)?:
            return .note("daemon", error.message)
        case .success(let version)?:
            return result(for: version)
        }
    }

    /// Asks a daemon for its version.
    private static func version(_ paths: [String]) -> Result<DaemonVersion, RequestError> {
        do throws(RequestError) {
            let connection = try DaemonConnection(paths: paths)
            if let version = try? connection.ask(Command.Version()) {
                return .success(version)
            }
            return .failure(
                RequestError(
                    .internalError,
                    "the program listening on the daemon's socket is not seqd"
                )
            )
        } catch {
            return .failure(error)
        }
    }

    private func result(for version: DaemonVersion) -> DiagnosticResult {
        let message =
            "daemon: running (process \(version.processID)), seqd \(version.version)"
        guard version.version != ProgramVersion.number else { return .ok("daemon", message) }
        return .note(
            "daemon",
            message,
            advice: "the daemon's version differs from this program's; restart it "
                + "(systemctl --user restart seqd)"
        )
    }
}
