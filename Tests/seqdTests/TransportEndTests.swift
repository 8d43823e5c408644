import ArgumentParser
import Logging
import NIOCore
import NIOPosix
import Sequencer
import Testing

@testable import SeqdDaemon
@testable import seqd

@Suite("The end of the daemon's transport")
struct TransportEndTests {
    @Test("leaves nothing that holds it")
    func release() async throws {
        let place = try DaemonRun.place()
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let reference = try await loop.flatSubmit {
            do {
                let command = try DaemonCommand.parse(
                    ["--null", "--connect", "none", "--sf2", place.font]
                )
                var settings = try command.settings()
                settings.capture = nil
                let transport = try Transport(
                    settings,
                    on: loop,
                    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
                )
                try transport.start(settings.live)
                try transport.setWatch(true, .now)
                let reference = NIOLoopBound(WeakReference(transport), eventLoop: loop)
                return transport.shutDown().map { reference }
            } catch {
                return loop.makeFailedFuture(error)
            }
        }.get()
        // The last callbacks of its threads may be under way.
        for _ in 0..<1_000 {
            if try await loop.submit({ reference.value.object == nil }).get() { return }
            try await Task.sleep(for: .milliseconds(5))
        }
        Issue.record("the transport is still held")
    }
}
