import Foundation
import Glibc
import TestSupport

/// A daemon without a device that runs for a test, with the measuring font and a song.
final class DaemonRun: Sendable {
    let place: Workplace
    let process: RunningCommand
    let socket: String
    /// Removed with the daemon, which is killed and not waited for.
    private let stateFolder: TemporaryDirectory

    /// `song.mid`, which lasts three hours; `other.mid` beside it a second.
    var song: String { place.folder.path("song.mid") }

    /// Starts a daemon and waits until it answers.
    convenience init(
        _ arguments: String...,
        in place: Workplace? = nil,
        environment: [String: String?] = [:]
    ) async throws {
        try await self.init(arguments, in: place, environment: environment)
    }

    /// The same with a list of arguments.
    init(
        _ arguments: [String],
        in place: Workplace? = nil,
        environment: [String: String?] = [:]
    ) async throws {
        let place = try place ?? Self.place()
        self.place = place
        socket = place.folder.path("s")
        stateFolder = try TemporaryDirectory()
        process = try RunningCommand(
            builtProduct("seqd"),
            ["daemon", "--null", "--connect", "none", "--sf2", place.font, "--socket", socket]
                + arguments,
            environment: ["XDG_STATE_HOME": stateFolder.path].merging(environment) { $1 },
            directory: place.folder.path,
            timeout: .seconds(300)
        )
        try await Self.waitForAnswer(socket, process)
    }

    deinit {
        process.send(signal: SIGKILL)
    }

    static func place() throws -> Workplace {
        let place = try Workplace()
        try place.add(PlayedSong.endless)
        try place.add(PlayedSong.tone(beats: 2), "other.mid")
        return place
    }

    func client() throws -> ProtocolClient { try ProtocolClient(socket, of: self) }

    /// Runs `seqd ctl` with the daemon's socket.
    func ctl(_ arguments: String..., input: String = "") async throws -> CommandRun {
        try await seqd(
            ["ctl", "--socket", socket] + arguments,
            directory: place.folder.path,
            input: Array(input.utf8)
        )
    }

    /// Ends it by SIGTERM.
    func end() async -> CommandRun {
        process.send(signal: SIGTERM)
        return await process.finished()
    }

    /// Waits until a daemon answers at a socket.
    static func waitForAnswer(_ socket: String, _ process: RunningCommand) async throws {
        while true {
            if let client = try? ProtocolClient(socket), try await client.ask("ping") == ["OK"] {
                return
            }
            guard !process.isFinished else {
                throw TestSupportError("no daemon: \(process.errorText)")
            }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
