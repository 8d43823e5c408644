import ControlProtocol
import TestSupport
import Testing

@testable import SeqdDaemon
@testable import seqd

@Suite("The daemon's log")
struct TransportLogTests {
    @Test("names the file, and names it once")
    func file() {
        let busy = RequestError(.busy, "too many samplers still sound")
        #expect(
            Transport.message(busy, file: "/music/a.mid")
                == "/music/a.mid: too many samplers still sound"
        )
        let named = RequestError(.data, "/music/a.mid: not a MIDI file")
        #expect(Transport.message(named, file: "/music/a.mid") == "/music/a.mid: not a MIDI file")
        #expect(Transport.message(busy, file: nil) == "too many samplers still sound")
    }

    @Test("says at which bar and beat of which file a command failed that waited")
    func action() async throws {
        let daemon = try await DaemonRun()
        let client = try daemon.client()
        _ = try await client.ask("subscribe action")
        _ = try await client.ask("play \(daemon.song)")
        _ = try await client.ask("seek-lyric at=next-bar none")
        #expect(try await client.event("action").contains("state=failed"))
        let run = await daemon.end()
        #expect(run.errorText.contains("warning: \(daemon.song): seek-lyric at "), "\(run)")
        #expect(!run.errorText.contains("frame"), "\(run)")
    }
}
