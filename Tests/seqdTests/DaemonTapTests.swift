import ControlProtocol
import Foundation
import Glibc
import TestSupport
import Testing

@testable import SeqdDaemon

@Suite("A tap of the daemon")
struct DaemonTapTests {
    @Test("records a strip and the mix while they play, and ends at a command")
    func recording() async throws {
        let run = try await SessionRun("--no-reverb", "--no-chorus")
        let folder = run.place.folder.path
        let client = run.client()
        let watcher = run.client()
        #expect(try await watcher.ask("subscribe tap") == ["OK"])
        #expect(try await client.ask("tap master \(folder)/mix.wav format=float")[0] == "tap: 1")
        #expect(
            try await watcher.event("tap").hasSuffix(
                " tap=1 state=running strip=master target=\(folder)/mix.wav seconds=0 lost=0"
            )
        )
        #expect(try await client.ask("tap sampler \(folder)/part.flac")[0] == "tap: 2")
        #expect(try await client.ask("play \(folder)/other.mid").last == "OK")
        while try await client.ask("taps")[0].hasPrefix("tap: 1 running 0") {
            try await Task.sleep(for: .milliseconds(20))
        }
        let running = try await client.ask("taps")
        #expect(running.count == 3 && running[1].hasPrefix("tap: 2 running "), "\(running)")
        let ended = try await client.ask("untap 1")
        #expect(ended[0].hasPrefix("tap: 1 ended ") && ended.last == "OK", "\(ended)")
        #expect(ended[0].hasSuffix(" lost=0 master -> \(folder)/mix.wav"), "\(ended)")
        // Complete as soon as that is answered.
        let mix = try SoundFile(path: "\(folder)/mix.wav")
        #expect(mix.seconds > 1 && mix.peak > 0.01)
        // Many readers of WAV know no extensible header, which RF64 has.
        let header = try run.place.folder.read("mix.wav").prefix(22)
        #expect(header.suffix(10).elementsEqual(Array("fmt ".utf8) + [16, 0, 0, 0, 3, 0]))
        #expect(try await client.ask("untap 1") == ["ERR 64 untap: 1: has ended already: ended"])
        #expect(try await client.ask("untap 3") == ["ERR 64 untap: 3: no such tap"])
        // The daemon's end completes the other one.
        try await run.end()
        #expect(try run.place.folder.read("part.flac").starts(with: "fLaC".utf8))
        #expect(try run.place.folder.read("part.flac").count > 10_000)
    }

    @Test("has the rate that it was asked for, and tells its seconds by that")
    func rate() async throws {
        let run = try await SessionRun("--no-reverb", "--no-chorus")
        let folder = run.place.folder.path
        let client = run.client()
        let command = "tap sampler \(folder)/low.wav rate=8000 point=pre"
        #expect(try await client.ask(command)[0] == "tap: 1")
        #expect(try await client.ask("play \(folder)/other.mid").last == "OK")
        while try await client.ask("taps")[0].hasPrefix("tap: 1 running 0") {
            try await Task.sleep(for: .milliseconds(20))
        }
        let ended = try await client.ask("untap 1")
        let seconds = try await client.ask("taps")[0].split(separator: " ")[3].dropLast()
        let file = try SoundFile(path: "\(folder)/low.wav")
        #expect(file.rate == 8_000)
        #expect(file.peak > 0.01)
        #expect(abs(file.seconds - (Double(seconds) ?? 0)) < 0.1, "\(ended) \(seconds)")
        #expect(
            try await client.ask("tap sampler \(folder)/a.opus rate=44100")[0]
                .hasPrefix("ERR -32602 rate: 44100: expected one of 8000")
        )
        try await run.end()
    }

    @Test("is refused for a strip, a target or a type that cannot be, and leaves no file")
    func refusals() async throws {
        let run = try await SessionRun()
        let folder = run.place.folder.path
        let client = run.client()
        let before = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        let cases = [
            (
                "tap bass \(folder)/a.wav",
                #"ERR 64 strip "bass": no such strip; "#
                    + #"expected one of "master", "sampler", "live""#
            ),
            (
                "tap master \(folder)/a.txt",
                "ERR -32602 tap: \"\(folder)/a.txt\": unknown extension; expected one of a type "
                    + "(wav, rf64, aiff, flac, ogg, opus, mp3, raw), or the option type"
            ),
            (
                "tap master \(folder)/a.ogg format=s16",
                #"ERR -32602 format: "s16": ogg has no formats; leave it out"#
            ),
            (
                "tap master \(folder)/none/a.wav",
                "ERR 73 tap: \(folder)/none: not a directory"
            ),
            ("tap master \(folder)", "ERR -32602 tap: \"\(folder)\": unknown extension;"),
            (
                "tap master /dev/full type=wav",
                "ERR 73 tap: /dev/full: not a file and not a pipe"
            ),
            (
                "tap master \(run.song) type=wav",
                "ERR 73 tap: \(run.song): already exists; replace=on replaces it"
            ),
            ("tap master a.wav", "ERR -32602 tap: \"a.wav\": expected absolute path"),
            ("tap sampler/10 \(folder)/a.wav", #"ERR 64 strip "sampler/10": no such strip;"#),
        ]
        for (line, error) in cases {
            let answer = try await client.ask(line)
            #expect(answer.count == 1 && answer[0].hasPrefix(error), "\(line): \(answer)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == before)
        #expect(try await client.ask("tap master \(folder)/a.wav")[0] == "tap: 1")
        #expect(
            try await client.ask("tap sampler \(folder)/a.wav replace=on")
                == ["ERR 64 tap: \(folder)/a.wav: also the target of tap 1"]
        )
        try await run.end()
    }

    @Test("makes room for others when it has ended, again and again")
    func room() async throws {
        let run = try await SessionRun()
        let folder = run.place.folder.path
        let client = run.client()
        for number in 1...64 {
            let answer = try await client.ask("tap master \(folder)/\(number).raw")
            #expect(answer == ["tap: \(number)", "OK"], "\(answer)")
        }
        #expect(
            try await client.ask("tap master \(folder)/65.raw")
                == ["ERR 75 too many taps: 64 run; end one by untap"]
        )
        for number in 1...200 {
            #expect(try await client.ask("untap \(number)").last == "OK")
            let answer = try await client.ask("tap master \(folder)/\(number + 64).raw")
            #expect(answer == ["tap: \(number + 64)", "OK"], "\(answer)")
        }
        let listed = try await client.ask("taps")
        #expect(listed.count == 100 + 64 + 1 && listed[0].hasPrefix("tap: 101 ended "))
        try await run.end()
    }

    @Test("is given up after five seconds too if its pipe has lost its name and is full")
    func namelessPipe() async throws {
        let run = try await SessionRun("--no-reverb", "--no-chorus")
        let client = run.client()
        let pipe = run.place.folder.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        // Read by nobody: the writer waits when the pipe is full.
        let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        #expect(reader >= 0)
        defer { close(reader) }
        #expect(try await client.ask("tap master \(pipe) type=raw")[0] == "tap: 1")
        #expect(try await client.ask("play \(run.song)").last == "OK")
        // The pipe holds 64 KiB, a third of a second.
        while try await client.ask("taps")[0].hasPrefix("tap: 1 running 0.0") {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(unlink(pipe) == 0)
        try await Task.sleep(for: .seconds(1))
        #expect(
            try await client.ask("untap 1") == ["ERR 74 \(pipe): the reader does not read"]
        )
        try await run.end()
    }

    @Test("ends while playback is paused")
    func paused() async throws {
        let run = try await SessionRun()
        let folder = run.place.folder.path
        let client = run.client()
        #expect(try await client.ask("play \(run.song)").last == "OK")
        #expect(try await client.ask("tap master \(folder)/a.wav")[0] == "tap: 1")
        #expect(try await client.ask("pause") == ["OK"])
        #expect(try await client.ask("untap 1").last == "OK")
        #expect(try SoundFile(path: "\(folder)/a.wav").frameCount >= 0)
        try await run.end()
    }

    @Test("into a pipe loses frames while its reader is too slow, and fails when that goes")
    func slowReader() async throws {
        let run = try await SessionRun()
        let pipe = "\(run.place.folder.path)/pipe"
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        let client = run.client()
        let watcher = run.client()
        #expect(try await watcher.ask("subscribe tap") == ["OK"])
        #expect(try await client.ask("play \(run.song)").last == "OK")
        #expect(try await client.ask("tap master \(pipe)")[0] == "tap: 1")
        #expect(try await watcher.event("tap").contains(" lost=0"))
        let reader = unsafe open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        #expect(reader >= 0)
        let event = try await watcher.event("tap", within: 60)
        #expect(event.contains(" state=running ") && !event.contains(" lost=0"), "\(event)")
        close(reader)
        var last = try await watcher.event("tap", within: 60)
        while last.contains(" state=running ") {
            last = try await watcher.event("tap", within: 60)
        }
        #expect(last.contains(" state=failed ") && last.contains("number=74"), "\(last)")
        #expect(try await client.ask("taps")[0].hasPrefix("tap: 1 failed "))
        // Playback has not stopped for it.
        #expect(try await client.ask("status").contains("state: playing"))
        try await run.end()
    }
}
