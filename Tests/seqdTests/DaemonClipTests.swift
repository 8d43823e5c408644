import Foundation
import TestSupport
import Testing

@testable import SeqdDaemon

@Suite("Clips that clients play")
struct DaemonClipTests {
    /// Writes a sine of so many seconds.
    private func sound(_ run: SessionRun, _ seconds: Double, _ name: String) throws -> String {
        let wave = WAVBuilder([WAVBuilder.sine(440, frames: Int(seconds * 48_000))])
        return try run.place.folder.write(wave.bytes, to: name)
    }

    @Test("play, follow each other, and say when they begin and end")
    func playing() async throws {
        let run = try await SessionRun()
        let (client, watcher) = (run.client(), run.client())
        #expect(try await watcher.ask("subscribe clip") == ["OK"])
        let (one, two) = (try sound(run, 0.4, "one.wav"), try sound(run, 0.3, "two.wav"))
        for command in [
            "load-clip one \(one)", "load-clip two \(two) strip=one gain=-3", "play-clip one",
            "play-clip two queue=on",
        ] {
            #expect(try await client.ask(command) == ["OK"], "\(command)")
        }
        var times: [Double] = []
        for expected in [
            "clip=one change=began", "clip=one change=ended", "clip=two change=began",
            "clip=two change=ended",
        ] {
            let event = try await watcher.event("clip")
            #expect(event.contains(expected), "\(event)")
            times += event.components(separatedBy: "heard=").dropFirst().compactMap(Double.init)
        }
        #expect(times.count == 4)
        // What is heard is counted in frames of the output.
        #expect(abs(times[1] - times[0] - 0.4) < 0.002 && abs(times[2] - times[1]) < 0.001)
        let strips = try await client.ask("strips")
        #expect(
            strips.contains { $0.hasSuffix(" one") } && !strips.contains { $0.hasSuffix(" two") }
        )
        #expect(
            try await client.ask("clips") == [
                "clip: idle 0.4 one one <- \(one)", "clip: idle 0.3 two one <- \(two)", "OK",
            ]
        )
        try await run.end()
    }

    @Test("are listed as they are, whatever replaces or follows them")
    func states() async throws {
        let run = try await SessionRun()
        let (client, watcher) = (run.client(), run.client())
        #expect(try await watcher.ask("subscribe clip") == ["OK"])
        let (one, two) = (try sound(run, 0.3, "one.wav"), try sound(run, 30, "two.wav"))
        for command in [
            "load-clip one \(one)", "load-clip two \(two) strip=one", "play-clip one",
            "play-clip two queue=on", "play-clip one queue=on",
        ] {
            #expect(try await client.ask(command) == ["OK"], "\(command)")
        }
        for expected in ["clip=one change=began", "clip=one change=ended", "clip=two change=began"]
        {
            #expect(try await watcher.event("clip").contains(expected))
        }
        func states() async throws -> [String] {
            try await client.ask("clips").dropLast().map {
                String($0.split(separator: " ")[1])
            }
        }
        #expect(try await states() == ["waiting", "playing"])
        #expect(try await client.ask("play-clip one") == ["OK"])
        #expect(try await watcher.event("clip").contains("clip=two change=ended"))
        #expect(try await watcher.event("clip").contains("clip=one change=began"))
        #expect(try await watcher.event("clip").contains("clip=one change=ended"))
        #expect(try await states() == ["idle", "idle"])
        try await run.end()
    }

    @Test("begin at a position of the music, and in groups")
    func positions() async throws {
        let run = try await SessionRun()
        let (client, watcher) = (run.client(), run.client())
        #expect(try await watcher.ask("subscribe clip") == ["OK"])
        let one = try sound(run, 30, "one.wav")
        for command in ["load-clip one \(one)", "play \(run.song)"] {
            #expect(try await client.ask(command).last == "OK", "\(command)")
        }
        #expect(try await client.ask("play-clip one at=100:2").last == "OK")
        // Only now does the position come near, however slow the machine is.
        #expect(try await client.ask("seek 100:1") == ["OK"])
        #expect(try await watcher.event("clip").contains("clip=one change=began"))
        for command in ["begin", "stop-clip one", "gain -3"] {
            #expect(try await client.ask(command).last == "OK", "\(command)")
        }
        #expect(try await client.ask("clips")[0].hasPrefix("clip: playing 30 one "))
        #expect(try await client.ask("end").last == "OK")
        #expect(try await watcher.event("clip").contains("clip=one change=ended"))
        try await run.end()
    }

    @Test("of a song are read with it, and may name only files that clients may name")
    func ofSongs() async throws {
        let outside = try TemporaryDirectory()
        let place = try DaemonRun.place()
        let run = try await SessionRun("--allow-path", place.folder.path, in: place)
        let client = run.client()
        _ = try sound(run, 30, "vocals.wav")
        let wave = WAVBuilder([WAVBuilder.sine(440, frames: 4_800)])
        let secret = try outside.write(wave.bytes, to: "secret.wav")
        func play(_ list: String) async throws -> String {
            try place.folder.write(list, to: "other.clips.json")
            return try await client.ask("play \(place.folder.path("other.mid"))").last ?? ""
        }
        #expect(try await play(#"{"clips": [{"file": "vocals.wav"}]}"#) == "OK")
        #expect(try await client.ask("strips").contains { $0.hasSuffix(" vocals") })
        #expect(try await client.ask("status").contains { $0.hasPrefix("length: 30") })
        #expect(
            try await play(#"{"clips": [{"file": "\#(secret)"}]}"#).hasPrefix("ERR 77 \(secret)")
        )
        #expect(try await play(#"{"clips": [{"file": "../a.wav"}]}"#).hasPrefix("ERR 77"))
        #expect(try await play(#"{"clips": [{"fil": "a"}]}"#).hasPrefix("ERR 65"))
        let list = place.folder.path("other.clips.json")
        try FileManager.default.removeItem(atPath: list)
        let other = try outside.write(#"{"clips": []}"#, to: "list.json")
        try FileManager.default.createSymbolicLink(atPath: list, withDestinationPath: other)
        #expect(
            try await client.ask("play \(place.folder.path("other.mid"))").last?.hasPrefix("ERR 77")
                == true
        )
        try await run.end()
    }

    @Test("are refused where they cannot be played")
    func refusals() async throws {
        let run = try await SessionRun()
        let client = run.client()
        let one = try sound(run, 0.4, "one.wav")
        #expect(try await client.ask("load-clip one \(one) loop=yes") == ["OK"])
        #expect(try await client.ask("load-clip two \(one) strip=one") == ["OK"])
        #expect(try await client.ask("play-clip one") == ["OK"])
        for (command, message) in [
            ("load-clip one \(one)", "\"one\": already loaded"),
            ("load-clip a \(one) loop-start=1", "needs loop=yes"),
            ("load-clip a \(one) offset=3", "offset is behind the end"),
            ("load-clip master \(one)", "means the whole mix"),
            ("load-clip a \(one).no", "no such file"),
            ("load-clip a \(run.song)", "not a sound file that can be read"),
            ("play-clip three", "no such clip; expected one of \"one\", \"two\""),
            ("stop-clip three", "no such clip"), ("remove-clip three", "no such clip"),
        ] {
            let answer = try await client.ask(command).last ?? ""
            #expect(answer.hasPrefix("ERR 6") && answer.contains(message), "\(command): \(answer)")
        }
        #expect(try await client.ask("play-clip three at=9:1").last?.hasPrefix("ERR 64") == true)
        #expect(try await client.ask("remove-clip one") == ["OK"])
        #expect(try await client.ask("clips").count == 2)
        try await run.end()
    }
}
