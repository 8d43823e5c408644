import Foundation
import FoundationXML
import TestSupport
import Testing

@Suite("seqd inspect --piano-roll")
struct PianoRollTests {
    /// Draws a file to `song.svg` of a folder of its own.
    private func draw(_ song: [UInt8], _ arguments: [String] = []) async throws -> String {
        let folder = try TemporaryDirectory()
        try folder.write(song, to: "song.mid")
        let run = try await seqd(
            ["inspect", "song.mid", "--piano-roll", "song.svg"] + arguments,
            directory: folder.path
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.output.isEmpty && run.errorOutput.isEmpty, "\(run)")
        return try String(contentsOfFile: folder.path("song.svg"), encoding: .utf8)
    }

    @Test("draws a file with its name, its title and its lyrics")
    func contents() async throws {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track("Title") {
            $0.note(at: 0, length: 480, channel: 0, key: 60)
            $0.text(at: 0, .lyric, "Good day")
        }
        let picture = try await draw(song.bytes)
        for text in [">Title<", ">song.mid  ·  ", ">Good day<"] {
            #expect(picture.contains(text), "\(text)")
        }
    }

    @Test("draws all patterns of format 2, or the one that is asked for")
    func patterns() async throws {
        var song = SMFBuilder(format: 2, ticksPerQuarter: 96)
        for number in 1...26 {
            song.track("P\(number)") { $0.note(at: 0, length: 96, channel: 0, key: 60) }
        }
        let all = try await draw(song.bytes)
        #expect(all.contains(">Pattern 1: P1<") && all.contains(">Pattern 24: P24<"))
        #expect(all.contains(">… 2 more patterns (--pattern N draws one)<"))
        let one = try await draw(song.bytes, ["--pattern", "25"])
        #expect(one.contains(">Pattern 25: P25<") && !one.contains(">Pattern 1: P1<"))
        let folder = try TemporaryDirectory()
        let path = folder.path("x.svg")
        let run = try await seqd(
            ["inspect", "-", "--piano-roll", path, "--pattern", "27"],
            input: song.bytes
        )
        #expect(run.status == .exited(64), "\(run)")
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    // MARK: Files

    @Test("takes a name in .svg or .png, or a folder for several files")
    func names() async throws {
        let folder = try TemporaryDirectory()
        for name in ["a.mid", "b.mid"] { try folder.write(InspectedSong.full.bytes, to: name) }
        let wrong = [
            ["a.mid", "--piano-roll", "a.gif"], ["a.mid", "--piano-roll", "-"],
            ["a.mid", "b.mid", "--piano-roll", "a.svg"], ["-", "--piano-roll", "./"],
            ["a.mid", "--pattern", "1"], ["a.mid", "--lyrics", "--piano-roll", "a.svg"],
            ["a.mid", "./a.mid", "--piano-roll", "new/"],
        ]
        for arguments in wrong {
            let run = try await seqd(["inspect"] + arguments, directory: folder.path)
            #expect(run.status == .exited(64), "\(arguments) \(run)")
        }
        let run = try await seqd(
            ["inspect", "a.mid", "b.mid", "--piano-roll", "new/"],
            directory: folder.path
        )
        #expect(run.status == .exited(0), "\(run)")
        for name in ["a", "b"] {
            let url = URL(fileURLWithPath: folder.path("new/\(name).svg"))
            _ = try XMLDocument(data: Data(contentsOf: url))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 3)
    }

    @Test("leaves what was there alone when a file cannot be read or written")
    func atomic() async throws {
        let folder = try TemporaryDirectory()
        try folder.write("no music", to: "bad.mid")
        try folder.write("before", to: "roll.svg")
        let bad = try await seqd(
            ["inspect", "bad.mid", "--piano-roll", "roll.svg"],
            directory: folder.path
        )
        #expect(bad.status == .exited(65), "\(bad)")
        #expect(try String(contentsOfFile: folder.path("roll.svg"), encoding: .utf8) == "before")
        let nowhere = try await seqd(
            ["inspect", "-", "--piano-roll", folder.path("none/roll.svg")],
            input: InspectedSong.full.bytes
        )
        #expect(nowhere.status == .exited(73), "\(nowhere)")
    }

    /// A folder with a command `rsvg-convert` that runs these lines of a shell.
    ///
    /// Another process writes it: a command that some process has open for writing cannot be run,
    /// and the processes that other tests begin meanwhile would have ours open for a moment.
    private func converter(_ script: String) async throws -> TemporaryDirectory {
        let folder = try TemporaryDirectory()
        let path = try folder.write("#!/bin/sh\n\(script)\n", to: "script")
        let arguments = ["-m", "755", path, folder.path("rsvg-convert")]
        let run = try await CommandRun.run("/usr/bin/install", arguments)
        #expect(run.status == .exited(0), "\(run)")
        return folder
    }

    private func drawPNG(
        _ song: [UInt8],
        in folder: TemporaryDirectory,
        path: String
    ) async throws -> CommandRun {
        try folder.write(song, to: "song.mid")
        return try await seqd(
            ["inspect", "song.mid", "--piano-roll", "roll.png"],
            environment: ["PATH": path],
            directory: folder.path
        )
    }

    @Test("hands the picture to rsvg-convert for PNG")
    func png() async throws {
        let (folder, tools) = (try TemporaryDirectory(), try await converter("echo \"$*\"\ncat"))
        let run = try await drawPNG(
            InspectedSong.full.bytes,
            in: folder,
            path: "\(tools.path):/usr/bin:/bin"
        )
        #expect(run.status == .exited(0), "\(run)")
        let output = try String(contentsOfFile: folder.path("roll.png"), encoding: .utf8)
        let lines = output.split(separator: "\n", maxSplits: 1)
        #expect(lines.first?.hasPrefix("--format=png --unlimited --width=") == true, "\(output)")
        #expect(lines.last?.hasPrefix("<?xml") == true)
        #expect(lines.last?.hasSuffix("</svg>\n") == true)
    }

    @Test("makes a PNG that would be too large smaller, and says so")
    func largePNG() async throws {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 96)
        song.track { track in
            for key: UInt8 in 0..<128 { track.note(at: 0, length: 96, channel: 0, key: key) }
            for key: UInt8 in 0..<128 { track.note(at: 0, length: 96, channel: 9, key: key) }
            track.endTick = 96 * 4_000
        }
        let (folder, tools) = (try TemporaryDirectory(), try await converter("echo \"$*\""))
        let run = try await drawPNG(song.bytes, in: folder, path: "\(tools.path):/usr/bin:/bin")
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorText.contains("roll.png: scaled to "), "\(run)")
        let output = try String(contentsOfFile: folder.path("roll.png"), encoding: .utf8)
        let numbers = output.split(whereSeparator: { !$0.isNumber }).compactMap { Double($0) }
        #expect(numbers.count == 2 && numbers.reduce(1, *) <= 64e6, "\(output)")
    }

    @Test("names the package where rsvg-convert is missing, and leaves nothing where it fails")
    func failingPNG() async throws {
        let folder = try TemporaryDirectory()
        let missing = try await drawPNG(
            InspectedSong.full.bytes,
            in: folder,
            path: folder.path
        )
        #expect(missing.status == .exited(69), "\(missing)")
        #expect(missing.errorText.contains("librsvg2-bin"), "\(missing)")
        let tools = try await converter("echo half\necho 'no way' >&2\nexit 3")
        let failing = try await drawPNG(
            InspectedSong.full.bytes,
            in: folder,
            path: "\(tools.path):/usr/bin:/bin"
        )
        #expect(failing.status == .exited(74), "\(failing)")
        #expect(failing.errorText == "seqd: roll.png: rsvg-convert failed: no way\n")
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(left == ["song.mid"])
    }
}
