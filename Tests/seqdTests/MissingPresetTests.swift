import Foundation
import Glibc
import TestSupport
import Testing

/// Presets that the measuring font lacks: it has 0:0 to 0:7 and 128:0.
@Suite("A preset that no SoundFont has", .serialized)
struct MissingPresetTests {
    @Test("is answered by `program` with a warning, and told once as an event, by status and log")
    func live() async throws {
        let daemon = try await DaemonRun("--log-level", "warning")
        let client = try daemon.client()
        let watcher = try daemon.client()
        try await watcher.ask("subscribe substitution")
        #expect(try await client.ask("program 1 0:5") == ["OK"])
        let answer = try await client.ask("program 1 3:99")
        #expect(answer.count == 2)
        #expect(answer.last == "OK")
        #expect(answer.first?.hasPrefix("warning: ") == true, "\(answer)")
        #expect(
            answer.first?.contains(
                "no preset 3:99 in the fonts (channel 1): 0:0 sine plays instead"
            ) == true,
            "\(answer)"
        )
        let event = try await watcher.event("substitution")
        #expect(event == "EVENT substitution 1 preset=3:99 substitute=0:0 name=sine", "\(event)")
        // As a keyboard would: a program change, again, then another one.
        try await client.ask("midi C163 C163")
        let next = try await watcher.event("substitution")
        #expect(next == "EVENT substitution 2 preset=0:99 substitute=0:0 name=sine", "\(next)")
        try await client.ask("midi C163 C262")
        let last = try await watcher.event("substitution")
        #expect(last == "EVENT substitution 3 preset=0:98 substitute=0:0 name=sine", "\(last)")
        let status = try await client.ask("status")
        #expect(
            status.filter { $0.hasPrefix("substitution: ") } == [
                "substitution: 3:99 0:0 sine", "substitution: 0:99 0:0 sine",
                "substitution: 0:98 0:0 sine",
            ],
            "\(status)"
        )
        let run = await daemon.end()
        let line = "seqd: warning: no preset 3:99 in the fonts (channel 1): 0:0 sine plays instead"
        #expect(run.errorText.split(separator: "\n").filter { $0 == line }.count == 1, "\(run)")
    }

    @Test("is told of by `live`, once, whoever selects it")
    func foreground() async throws {
        let place = try Workplace()
        try #require(mkfifo(place.folder.path("midi"), 0o600) == 0)
        let process = try place.start(
            "live",
            "--null",
            "--connect",
            "none",
            "--raw",
            "midi"
        )
        try await process.waitForErrorText("midi")
        let playing = try await place.shell(#"printf '\xC0\x63\xC1\x63\xC0\x05\xC0\x63' > midi"#)
        #expect(playing.status == .exited(0))
        let line = "no preset 0:99 in the fonts (channel 1): 0:0 sine plays instead"
        try await process.waitForErrorText(line)
        process.send(signal: SIGTERM)
        let run = await process.finished()
        #expect(run.errorText.components(separatedBy: "no preset").count == 2, "\(run)")
    }

    private static let song: SMFBuilder = {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track { track in
            track.program(at: 0, channel: 0, 5, bank: 9 << 7)
            track.note(at: 0, length: 480, channel: 0, key: 60)
            track.program(at: 0, channel: 9, 40)
            track.note(at: 0, length: 480, channel: 9, key: 60)
        }
        return song
    }()

    private static let lines = [
        "no preset 9:5 in the fonts (channel 1): 0:5 left plays instead",
        "no preset 128:40 in the fonts (channel 10): 128:0 drums plays instead",
    ]

    @Test("is told of by render and play, each once")
    func files() async throws {
        let place = try Workplace()
        try place.add(Self.song)
        for arguments in [["render", "song.mid", "-o", "a.wav"], ["play", "song.mid", "--null"]] {
            let run = try await place.run(arguments)
            #expect(run.status == .exited(0), "\(run)")
            let told = run.errorText.split(separator: "\n").filter { $0.contains("no preset") }
            #expect(told.count == 2, "\(run)")
            for line in Self.lines { #expect(run.errorText.contains(line), "\(run)") }
        }
    }

    @Test("names the sampler that lacks it, where there are several")
    func samplers() async throws {
        let place = try Workplace()
        try place.add(Self.song)
        let run = try await place.run([
            "render", "song.mid", "-o", "a.wav", "--route", "ch:10=\(place.font),name=kit",
        ])
        #expect(run.status == .exited(0), "\(run)")
        let line = "no preset 128:40 in the fonts of kit (channel 10): 128:0 drums plays instead"
        #expect(run.errorText.contains(line), "\(run)")
    }

    @Test("is told of when the daemon plays a file, and stands in its status")
    func daemonFile() async throws {
        let daemon = try await DaemonRun()
        try daemon.place.add(Self.song, "odd.mid")
        let client = try daemon.client()
        let watcher = try daemon.client()
        try await watcher.ask("subscribe substitution")
        let path = daemon.place.folder.path("odd.mid")
        try await client.ask("play \(path)")
        #expect(
            try await watcher.event("substitution")
                == "EVENT substitution 1 preset=9:5 substitute=0:5 name=left file=\(path)"
        )
        #expect(
            try await watcher.event("substitution")
                == "EVENT substitution 2 preset=128:40 substitute=128:0 name=drums file=\(path)"
        )
        let status = try await client.ask("status")
        #expect(status.contains("substitution: 9:5 0:5 left"), "\(status)")
        // The status of another file says nothing of it.
        try await client.ask("play \(daemon.song)")
        let other = try await client.ask("status")
        #expect(!other.contains { $0.hasPrefix("substitution: ") }, "\(other)")
    }
}
