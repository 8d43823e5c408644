import ControlProtocol
import Foundation
import TestSupport
import Testing

@testable import SeqdDaemon

@Suite("Sounds that clients send")
struct DaemonSentSoundTests {
    /// The requests that send a sine of so many seconds, in parts.
    private func requests(_ name: String, _ seconds: Double) -> [String] {
        let bytes = WAVBuilder([WAVBuilder.sine(440, frames: Int(seconds * 48_000))]).bytes
        let most = Command.SendSound.maximumBytes
        return stride(from: 0, to: bytes.count, by: most).map { start in
            let part = Array(bytes[start..<min(start + most, bytes.count)])
            return Request(Command.SendSound(name, part, append: start > 0)).words
        }
    }

    @Test("play as clips, in parts of as many bytes as a line holds")
    func playing() async throws {
        let run = try await SessionRun()
        let (client, watcher) = (run.client(), run.client())
        #expect(try await watcher.ask("subscribe clip") == ["OK"])
        let requests = requests("my sound", 1.3)
        #expect(requests.count == 3)
        var sent = 0
        for request in requests {
            let answer = try await client.ask(request)
            #expect(answer.last == "OK", "\(answer)")
            let count = try #require(answer[0].split(separator: " ").last.flatMap { Int($0) })
            #expect(count > sent)
            sent = count
        }
        #expect(sent == 62_400 * 2 + 44)
        for command in [
            #"load-clip one "memory:my sound""#,
            #"load-clip two "memory:my sound" strip=one offset=1"#,
            "play-clip one", "play-clip two queue=on",
        ] {
            #expect(try await client.ask(command) == ["OK"], "\(command)")
        }
        var times: [Double] = []
        for _ in 0..<4 {
            let event = try await watcher.event("clip")
            times += event.components(separatedBy: "heard=").dropFirst().compactMap(Double.init)
        }
        #expect(times.count == 4)
        #expect(abs(times[1] - times[0] - 1.3) < 0.002 && abs(times[3] - times[2] - 0.3) < 0.002)
        #expect(
            try await client.ask("clips") == [
                #"clip: idle 1.3 one one <- "memory:my sound""#,
                #"clip: idle 0.3 two one <- "memory:my sound""#, "OK",
            ]
        )
        try await run.end()
    }

    @Test("may be sent where clients may name no file")
    func paths() async throws {
        let outside = try TemporaryDirectory()
        let run = try await SessionRun("--allow-path", outside.path)
        let client = run.client()
        #expect(try await client.ask(requests("a", 0.1)[0]).last == "OK")
        #expect(try await client.ask("load-clip a memory:a") == ["OK"])
        try await run.end()
    }

    @Test("are refused where they cannot be played")
    func refusals() async throws {
        let run = try await SessionRun()
        let client = run.client()
        #expect(try await client.ask("send-sound text aGVsbG8gd29ybGQ=").last == "OK")
        #expect(try await client.ask(requests("good", 0.1)[0]).last == "OK")
        #expect(try await client.ask("load-clip good memory:good") == ["OK"])
        for (command, message) in [
            ("send-sound a hello", #"send-sound: "hello": expected Base64"#),
            ("send-sound a \"\"", #"send-sound: "": expected Base64"#),
            ("send-sound a aGVs append=on", #""a": no such sound; expected one of "good", "text""#),
            ("send-sound good aGVs append=on", "a clip plays it"),
            ("load-clip a memory:b", #""b": no such sound; expected one of "good", "text""#),
            ("load-clip a memory:", "expected absolute path, or memory:SOUND"),
            ("load-clip a memory:text", "memory:text: not a sound file that can be read"),
            ("load-clip a memory:good offset=3", "memory:good: offset is behind the end"),
            ("remove-sound a", "no such sound"), ("remove-sound good", "a clip plays it"),
        ] {
            let answer = try await client.ask(command).last ?? ""
            #expect(answer.hasPrefix("ERR ") && answer.contains(message), "\(command): \(answer)")
        }
        #expect(try await client.ask("remove-clip good") == ["OK"])
        // It went with its clip; the other never had one.
        #expect(
            try await client.ask("load-clip a memory:good").last?
                .contains(#"no such sound; expected one of "text""#) == true
        )
        #expect(try await client.ask("remove-sound text") == ["OK"])
        try await run.end()
    }

    @Test("and their clips are not there after a restart")
    func restart() async throws {
        let run = try await SessionRun()
        let client = run.client()
        let wave = WAVBuilder([WAVBuilder.sine(440, frames: 4_800)])
        let file = try run.place.folder.write(wave.bytes, to: "a.wav")
        #expect(try await client.ask(requests("a", 0.1)[0]).last == "OK")
        #expect(try await client.ask("load-clip one memory:a") == ["OK"])
        #expect(try await client.ask("load-clip two \(file)") == ["OK"])
        let saved = try await run.savedState()
        try await run.end()
        let next = try await SessionRun(in: run.place, restoring: saved)
        #expect(
            try await next.client().ask("clips") == ["clip: idle 0.1 two two <- \(file)", "OK"]
        )
        try await next.end()
    }
}
