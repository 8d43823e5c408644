import Foundation
import TestSupport
import Testing

@Suite("seqd check")
struct CheckTests {
    /// A song without any fault.
    static var clean: SMFBuilder {
        song { $0.note(at: 0, length: 480, channel: 0, key: 60) }
    }

    /// A song whose only note never ends.
    static var stuck: SMFBuilder {
        song { track in
            track.noteOn(at: 480, channel: 2, key: 60)
            track.endTick = 1_920
        }
    }

    static func song(_ body: (inout SMFBuilder.Track) -> Void) -> SMFBuilder {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track("Song") {
            $0.tempo(at: 0, beatsPerMinute: 120)
            $0.meter(at: 0, 4, denominatorPower: 2)
        }
        song.track(nil, body)
        return song
    }

    /// Runs the command on songs in files.
    private func check(
        _ songs: [String: [UInt8]],
        _ arguments: [String]
    ) async throws -> CommandRun {
        let folder = try TemporaryDirectory()
        for (name, bytes) in songs { try folder.write(bytes, to: name) }
        return try await seqd(["check"] + arguments, directory: folder.path)
    }

    @Test("says of a clean file that it is clean")
    func clean() async throws {
        let run = try await check(["song.mid": Self.clean.bytes], ["song.mid"])
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.outputText == "song.mid: clean\n")
        #expect(run.errorOutput.isEmpty)
    }

    @Test("prints a line as compilers do, and a summary; a warning exits with 1")
    func warning() async throws {
        let run = try await check(["song.mid": Self.stuck.bytes], ["song.mid"])
        #expect(run.status == .exited(1), "\(run)")
        let lines = run.outputText.split(separator: "\n")
        #expect(lines.count == 2)
        let line = try #require(lines.first)
        #expect(line.hasPrefix("song.mid: track 2, channel 3, 1:2 (0.5s): warning: C4 (60) "))
        #expect(line.hasSuffix(" [stuck-note]"))
        #expect(lines.last == "song.mid: 1 warning")
    }

    @Test("with --strict a warning is an error")
    func strict() async throws {
        let songs = ["song.mid": Self.stuck.bytes, "clean.mid": Self.clean.bytes]
        let run = try await check(songs, ["--strict", "song.mid"])
        #expect(run.status == .exited(65), "\(run)")
        let clean = try await check(songs, ["--strict", "clean.mid"])
        #expect(clean.status == .exited(0), "\(clean)")
    }

    @Test("tells where in the bytes an error is; lost music exits with 65")
    func error() async throws {
        let bytes = Self.clean.bytes
        let run = try await check(["song.mid": bytes.dropLast(8) + []], ["song.mid"])
        #expect(run.status == .exited(65), "\(run)")
        #expect(run.outputText.contains(": error: "), "\(run)")
        #expect(run.outputText.contains("byte 0x"), "\(run)")
        #expect(run.outputText.contains("[track-truncated]"), "\(run)")
    }

    @Test("notes exit with 0")
    func notes() async throws {
        let song = Self.song { track in
            track.note(at: 0, length: 480, channel: 0, key: 60)
            track.noteOff(at: 960, channel: 0, key: 60)
        }
        let run = try await check(["song.mid": song.bytes], ["song.mid"])
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.outputText.contains(": note: "), "\(run)")
        #expect(run.outputText.hasSuffix("song.mid: clean, 1 remark\n"), "\(run)")
    }

    @Test(
        "with several files the first failure counts, and more than a warning",
        arguments: [
            ("stuck.mid clean.mid", 1), ("stuck.mid none.mid", 66), ("text.mid none.mid", 65),
            ("none.mid text.mid", 66),
        ] as [(String, Int32)]
    )
    func severalFiles(names: String, status: Int32) async throws {
        let files = names.split(separator: " ").map(String.init)
        let songs = [
            "stuck.mid": Self.stuck.bytes, "clean.mid": Self.clean.bytes,
            "text.mid": Array("no music".utf8),
        ]
        let run = try await check(songs, files)
        #expect(run.status == .exited(status), "\(run)")
        for file in files {
            #expect((run.outputText + run.errorText).contains("\(file): "), "\(run)")
        }
    }

    @Test("groups what comes often")
    func groups() async throws {
        let song = Self.song { track in
            track.note(at: 0, length: 480, channel: 0, key: 60)
            for tick in 0..<1_000 { track.noteOff(at: UInt32(tick) + 481, channel: 0, key: 60) }
        }
        let run = try await check(["song.mid": song.bytes], ["song.mid"])
        #expect(run.status == .exited(0), "\(run)")
        let lines = run.outputText.split(separator: "\n")
        #expect(lines.count == 11, "\(run)")
        #expect(lines[9] == "song.mid: note: … 991 more [stray-note-off]")
    }

    @Test("looks for the codes that are asked for")
    func codes() async throws {
        let songs = ["song.mid": Self.stuck.bytes]
        let ignored = try await check(songs, ["song.mid", "--ignore", "stuck-note,pedal-held"])
        #expect(ignored.outputText == "song.mid: clean\n", "\(ignored)")
        #expect(ignored.status == .exited(0))
        let only = try await check(songs, ["song.mid", "--only", "pedal-held"])
        #expect(only.status == .exited(0), "\(only)")
        let wrong = try await check(songs, ["song.mid", "--ignore", "stuck-notes"])
        #expect(wrong.status == .exited(64), "\(wrong)")
        #expect(wrong.errorText.contains("did you mean stuck-note?"), "\(wrong)")
        #expect(wrong.output.isEmpty)
    }

    @Test("prints one JSON object for each file")
    func json() async throws {
        let songs = ["song.mid": Self.stuck.bytes, "text.mid": Array("no music".utf8)]
        let run = try await check(songs, ["--json", "song.mid", "text.mid"])
        #expect(run.status == .exited(65), "\(run)")
        let lines = run.outputText.split(separator: "\n")
        #expect(lines.count == 2)
        let document = try Document(Array(try #require(lines.first).utf8))
        #expect(document["schema"] == 1)
        #expect(document["file"] == "song.mid")
        #expect(document["status"] == "warnings")
        #expect(document["counts", "warnings"] == 1)
        #expect(document["counts", "errors"] == 0)
        let finding = try #require(document.list("findings").first)
        #expect(finding["code"] == "stuck-note")
        #expect(finding["severity"] == "warning")
        #expect(finding["track"] == 2)
        #expect(finding["channel"] == 3)
        #expect(finding["tick"] == 480)
        #expect(finding["seconds"] == 0.5)
        #expect(finding["position"] == "1:2")
        let unreadable = try Document(Array(try #require(lines.last).utf8))
        #expect(unreadable["status"] == "unreadable")
        #expect(unreadable["exitStatus"] == 65)
    }

    @Test("keeps at most a hundred findings of a kind, and counts all")
    func limit() async throws {
        let song = Self.song { track in
            for tick in 0..<3_000 { track.noteOff(at: UInt32(tick), channel: 0, key: 60) }
            track.note(at: 4_000, length: 480, channel: 0, key: 60)
        }
        let run = try await check(["song.mid": song.bytes], ["--json", "song.mid"])
        let document = try Document(run.output)
        #expect(document.list("findings").count == 100)
        #expect(document["counts", "notes"] == 3_000)
    }

    @Test("reads standard input")
    func standardInput() async throws {
        let run = try await seqd(["check", "-"], input: Self.clean.bytes)
        #expect(run.outputText == "standard input: clean\n", "\(run)")
    }
}
