import Foundation
import Glibc
import TestSupport
import Testing

/// How a daemon ends, whatever its sound is doing; and that the next one finds nothing in its way.
@Suite("The end of a daemon", .serialized)
struct DaemonSoundEndTests {
    /// What it does when it is told to end.
    enum Occupation: String, CaseIterable, CustomTestStringConvertible {
        case nothing = "with the device open"
        case idle = "with the device released"
        case playing = "playing a song and a note"
        case paused = "paused"
        case ignored = "with clients that do not read"

        var testDescription: String { rawValue }
    }

    @Test("comes soon after SIGTERM and leaves nothing", arguments: Occupation.allCases)
    func terminated(_ occupation: Occupation) async throws {
        let place = try DaemonRun.place()
        let daemon = try await start(in: place, idle: occupation == .idle ? "0.05" : "60")
        let client = try daemon.client()
        let crowd = try await occupy(daemon, client, occupation)
        let sent = ContinuousClock.now
        daemon.process.send(signal: SIGTERM)
        let run = await daemon.process.finished()
        let took = ContinuousClock.now - sent
        #expect(took < .seconds(10), "\(took)")
        #expect(run.status == .exited(0), "\(run)")
        #expect(!run.errorText.contains("shutdown timed out"), "\(run)")
        #expect(!FileManager.default.fileExists(atPath: daemon.socket))
        withExtendedLifetime(crowd) {}
        let next = try await start(in: place)
        #expect(try await next.client().ask("play \(song(place))") == ["OK"])
        #expect(await next.end().status == .exited(0))
    }

    @Test("by SIGKILL, in a song and with clients, is not in the way of the next start")
    func killed() async throws {
        let place = try DaemonRun.place()
        for _ in 0..<3 {
            let daemon = try await start(in: place)
            let client = try daemon.client()
            _ = try await occupy(daemon, client, .playing)
            let crowd = try await occupy(daemon, client, .ignored)
            daemon.process.send(signal: SIGKILL)
            #expect(await daemon.process.finished().status == .signalled(SIGKILL))
            withExtendedLifetime(crowd) {}
        }
        let last = try await start(in: place)
        #expect(try await last.client().ask("play \(song(place))") == ["OK"])
        #expect(await last.end().status == .exited(0))
        #expect(!FileManager.default.fileExists(atPath: last.socket))
    }

    private func start(in place: Workplace, idle: String = "60") async throws -> DaemonSoundRun {
        try await DaemonSoundRun(in: place, ["--device", "null", "--idle", idle])
    }

    /// - Returns: Clients to be kept.
    private func occupy(
        _ daemon: DaemonSoundRun,
        _ client: ProtocolClient,
        _ occupation: Occupation
    ) async throws -> [ProtocolClient] {
        switch occupation {
        case .nothing: break
        case .idle:
            while try await !client.ask("status").contains("output: idle") {
                try await Task.sleep(for: .milliseconds(10))
            }
        case .playing:
            #expect(try await client.ask("play \(song(daemon.place))") == ["OK"])
            #expect(try await client.ask("note 1 60 100") == ["OK"])
        case .paused:
            #expect(try await client.ask("play \(song(daemon.place))") == ["OK"])
            #expect(try await client.ask("pause") == ["OK"])
        case .ignored:
            let crowd = try (0..<10).map { _ in try daemon.client() }
            for one in crowd {
                try await one.send("subscribe all position=100")
                _ = one.sendWithoutWaiting(Array(String(repeating: "help\n", count: 9_000).utf8))
            }
            return crowd
        }
        return []
    }

    private func song(_ place: Workplace) -> String { place.folder.path("song.mid") }
}
