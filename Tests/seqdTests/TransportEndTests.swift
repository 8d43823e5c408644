import ArgumentParser
import Logging
import Sequencer
import Testing

@testable import SeqdDaemon
@testable import seqd

@Suite("The end of the daemon's transport")
struct TransportEndTests {
    @Test("leaves nothing that holds it")
    func release() async throws {
        let place = try DaemonRun.place()
        let command = try DaemonCommand.parse(
            ["--null", "--connect", "none", "--sf2", place.font]
        )
        var settings = try command.settings()
        settings.capture = nil
        weak let transport = try await Self.ended(settings)
        // The last callbacks of its threads may be under way.
        for _ in 0..<1_000 {
            if transport == nil { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("the transport is still held")
    }

    /// A transport that has run and ended.
    @EventLoop
    private static func ended(_ settings: TransportSettings) async throws -> Transport {
        let transport = try await Transport.make(
            settings,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try transport.start(settings.live)
        try transport.player.setWatch(true, .now)
        await transport.shutDown()
        return transport
    }
}
