import Glibc
import Sequencer
import TestSupport
import Testing

@testable import SeqdDaemon

/// How exactly a source is followed is tested in `SyncFollowerTests` and on ALSA's drivers.
@Suite("A daemon that follows a source", .serialized)
struct DaemonFollowingTests {
    /// A FIFO that the daemon reads.
    private final class Source {
        let path: String
        private var writer: Int32 = -1

        init(in place: Workplace) throws {
            path = place.folder.path("fifo")
            try #require(mkfifo(path, 0o600) == 0)
        }

        deinit { if writer >= 0 { close(writer) } }

        func send(_ bytes: UInt8...) {
            if writer < 0 { writer = open(path, O_WRONLY) }
            #expect(write(writer, bytes, bytes.count) == bytes.count)
        }
    }

    @Test("plays when a clock starts, pauses when it stops, and refuses what the clock decides")
    func clock() async throws {
        let place = try DaemonRun.place()
        let source = try Source(in: place)
        let daemon = try await SessionRun("--raw", source.path, "--follow", "clock", in: place)
        let client = daemon.client()
        let wait = "waiting for the MIDI clock, of which nothing has come"
        #expect(
            try await client.ask("play \(daemon.song)")
                == ["warning: \(wait); 'follow off' plays without it", "OK"]
        )
        let reasons = try await client.ask("why")
        #expect(reasons.contains { $0.hasSuffix("music: \(wait)") }, "\(reasons)")
        var status = try await client.ask("status")
        #expect(status.contains("state: paused"), "\(status)")
        #expect(status.contains("follow: clock"), "\(status)")
        #expect(status.contains("follow-state: waiting"), "\(status)")
        source.send(0xFA, 0xF8)
        while !status.contains("state: playing") {
            try await Task.sleep(for: .milliseconds(20))
            source.send(0xF8)
            status = try await client.ask("status")
        }
        #expect(status.contains { $0.hasPrefix("follow-bpm: ") }, "\(status)")
        #expect(status.contains("speed: 1"), "\(status)")
        for line in ["seek 1:1", "speed 2", "tempo 90"] {
            let answer = try await client.ask(line)
            #expect(
                answer == ["ERR 64 playback follows a MIDI clock; 'follow off' ends that"],
                "\(line): \(answer)"
            )
        }
        source.send(0xFC)
        while try await !client.ask("status").contains("state: paused") {}
        source.send(0xF2, 0x20, 0x00)
        while try await !client.ask("status").contains("position: 3:1") {}
        #expect(try await daemon.savedState().follow?.value == SyncSettings(.clock))
        #expect(try await client.ask("follow off") == ["OK"])
        #expect(try await client.ask("seek 1:1") == ["OK"])
        status = try await client.ask("status")
        #expect(status.contains("follow: off"), "\(status)")
        #expect(!status.contains { $0.hasPrefix("follow-state") }, "\(status)")
        try await daemon.end()
    }

    @Test("refuses an input that there is not")
    func inputs() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        #expect(
            try await client.ask("follow mtc input=2")
                == ["ERR 64 input: no input 2, expected 1 to 1"]
        )
        #expect(
            try await client.ask("map cc 1 next input=3")
                == ["ERR 64 input: no input 3, expected 1 to 1"]
        )
        try await daemon.end()
    }

    @Test("learns a controller, obeys it, and keeps its map")
    func learning() async throws {
        let place = try DaemonRun.place()
        let source = try Source(in: place)
        let daemon = try await SessionRun("--raw", source.path, in: place)
        let client = daemon.client()
        let other = daemon.client()
        #expect(try await other.ask("subscribe midi") == ["OK"])
        try await client.send("learn \"gain {}\" min=-12 max=12 step=0.5")
        #expect(try await other.ask("ping") == ["OK"])
        source.send(0xB4, 33, 64)
        #expect(
            try await client.answer() == [
                #"map: 1 admin cc 33 "gain {}" channel=5 input=1 min=-12 max=12 step=0.5"#, "OK",
            ]
        )
        let event = try await other.event("midi")
        #expect(event.contains(#"message="cc 5 33 64" bytes=B42140"#), "\(event)")
        source.send(0xB4, 33, 127)
        while try await !client.ask("status").contains("gain: 12") {}
        let saved = try await daemon.savedState()
        try await daemon.end()
        let restarted = try await SessionRun("--raw", source.path, in: place, restoring: saved)
        let maps = try await restarted.client().ask("maps")
        #expect(maps.count == 2 && maps[0].hasPrefix("map: 1 admin cc 33 "), "\(maps)")
        try await restarted.end()
    }
}
