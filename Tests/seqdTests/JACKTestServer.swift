import AudioOutput
import Glibc
import TestSupport

/// A JACK server without a sound card, for a test.
///
/// It waits for its clients, so that a busy machine does not drop periods.
final class JACKTestServer: Sendable {
    /// One server at a time: JACK's library knows one for each process.
    static let name = "seqdtest\(getpid())"
    /// Frames of a period.
    static let period = 512

    private let process: RunningCommand

    /// Starts a server and waits until it answers.
    init(rate: Int = 48_000) async throws {
        process = try RunningCommand(
            "/usr/bin/jackd",
            ["-n", Self.name, "--no-realtime", "-p", "32", "-S", "-t", "10000", "-d", "dummy"]
                + ["-r", "\(rate)", "-p", "\(Self.period)"],
            environment: ["JACK_NO_AUDIO_RESERVATION": "1"],
            timeout: .seconds(60)
        )
        while true {
            if let client = try? JACKClient("probe", server: Self.name, device: "jack") {
                client.close()
                return
            }
            guard !process.isFinished else {
                throw TestSupportError("no JACK server: \(process.errorText)")
            }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    deinit { process.send(signal: SIGTERM) }

    /// Ends it: it removes what it has in `/dev/shm`.
    func end() async {
        process.send(signal: SIGTERM)
        _ = await process.finished()
    }

    /// The environment in which programs find it.
    static func environment(state: TemporaryDirectory) -> [String: String?] {
        ["JACK_DEFAULT_SERVER": name, "XDG_STATE_HOME": state.path]
    }
}
