import Glibc
import TestSupport

/// A daemon with a true ALSA device, of those that need no kernel.
final class DaemonSoundRun: Sendable {
    let place: Workplace
    let process: RunningCommand
    /// Removed with the daemon, which is killed and not waited for.
    private let stateFolder: TemporaryDirectory

    var socket: String { place.folder.path("s") }

    /// Starts it and waits until it answers.
    ///
    /// - Parameters:
    ///   - place: Where it runs.
    ///   - arguments: The device, and more.
    ///   - environment: Variables to set, or with `nil` to remove.
    ///   - program: A seqd that was built elsewhere.
    ///   - timeout: When it is killed.
    /// - Throws: An error when it ends without having answered.
    init(
        in place: Workplace,
        _ arguments: [String],
        environment: [String: String?] = [:],
        program: String? = nil,
        timeout: Duration = .seconds(120)
    ) async throws {
        self.place = place
        stateFolder = try TemporaryDirectory()
        process = try RunningCommand(
            program ?? builtProduct("seqd"),
            ["daemon", "--connect", "none", "--sf2", place.font, "--socket", "s"] + arguments,
            environment: ["XDG_STATE_HOME": stateFolder.path].merging(environment) { $1 },
            directory: place.folder.path,
            timeout: timeout
        )
        try await DaemonRun.waitForAnswer(socket, process)
    }

    deinit {
        process.send(signal: SIGKILL)
    }

    func client() throws -> ProtocolClient { try ProtocolClient(socket) }

    /// Ends it by SIGTERM.
    func end() async -> CommandRun {
        process.send(signal: SIGTERM)
        return await process.finished()
    }
}
