import Foundation
import FoundationXML
import TestSupport
import Testing

@Suite("seqd inspect --piano-roll")
struct PianoRollTests {
    /// A picture that was drawn, as XML.
    private struct Picture {
        let bytes: [UInt8]
        private let document: XMLDocument

        init(_ path: String) throws {
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            bytes = Array(data)
            document = try XMLDocument(data: data)
        }

        /// The elements of a kind within the group with this name; in all without one.
        func elements(_ kind: String, in group: String? = nil) throws -> [XMLElement] {
            let place = group.map { "//*[@id='\($0)']" } ?? ""
            return try document.nodes(forXPath: "\(place)//*[local-name()='\(kind)']")
                .compactMap { $0 as? XMLElement }
        }

        func texts(in group: String? = nil) throws -> [String] {
            try elements("text", in: group).map { element in
                // Without its tooltip.
                (element.children ?? []).filter { $0.kind == .text }
                    .compactMap(\.stringValue).joined()
            }
        }

        /// How many lines the paths of a group have.
        func lines(in group: String) throws -> Int {
            try elements("path", in: group).reduce(0) { sum, path in
                let steps = path["d"] ?? ""
                return sum + steps.filter { $0 == "M" }.count
            }
        }

        var width: Double { Double(document.rootElement()?["width"] ?? "") ?? 0 }
    }

    /// Draws a song to `song.svg` of a folder of its own.
    private func draw(
        _ song: [UInt8],
        _ arguments: [String] = [],
        name: String = "song.mid"
    ) async throws -> Picture {
        let folder = try TemporaryDirectory()
        try folder.write(song, to: name)
        let run = try await seqd(
            ["inspect", name, "--piano-roll", "song.svg"] + arguments,
            directory: folder.path,
            timeout: .seconds(300)
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.output.isEmpty && run.errorOutput.isEmpty, "\(run)")
        return try Picture(folder.path("song.svg"))
    }

    // MARK: What is drawn

    @Test("draws every note once, drums apart, with bars, keys, markers and a legend")
    func contents() async throws {
        let picture = try await draw(InspectedSong.full.bytes)
        #expect(try picture.lines(in: "notes") == 3)
        #expect(try picture.lines(in: "drums") == 1)
        let tips = try picture.elements("title", in: "notes").compactMap(\.stringValue)
        #expect(tips.contains("C4, velocity 100, 1:1"))
        let drums = try picture.elements("title", in: "drums").compactMap(\.stringValue)
        #expect(drums.contains("Bass Drum 1, velocity 100, 2:1"))
        let ruler = try picture.texts(in: "ruler")
        for label in ["1", "2", "3", "4/4", "3/4", "0s"] { #expect(ruler.contains(label)) }
        #expect(try picture.texts(in: "keyboard").contains("C4"))
        #expect(try picture.texts(in: "markers") == ["Intro", "Verse \"1\"\\"])
        #expect(try picture.texts(in: "tempo") == ["120", "60"])
        #expect(try picture.texts(in: "programs") == ["ch 1 String Ensemble 1"])
        let legend = try picture.texts(in: "legend")
        #expect(
            legend == [
                "Piano [2J · ch 1/1 · Electric Piano 1, …", "Drums · ch 2/10 · Standard Kit",
            ]
        )
        #expect(try picture.texts().contains("Étude"))
    }

    @Test("has no scripts, styles or references, and says how large it is")
    func selfContained() async throws {
        let picture = try await draw(InspectedSong.full.bytes)
        for kind in ["script", "style", "image", "use", "a", "foreignObject"] {
            #expect(try picture.elements(kind).isEmpty)
        }
        let root = try #require(try picture.elements("svg").first)
        let size = ["width", "height"].compactMap { root[$0] }
        #expect(root["viewBox"] == "0 0 \(size.joined(separator: " "))")
        let text = String(decoding: picture.bytes, as: UTF8.self)
        #expect(!text.contains("href"))
    }

    @Test("gives the same bytes for the same song")
    func deterministic() async throws {
        let first = try await draw(InspectedSong.full.bytes)
        let second = try await draw(InspectedSong.full.bytes)
        #expect(first.bytes == second.bytes)
    }

    @Test("shows a pedal with the height that it is pressed to")
    func halfPedal() async throws {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track {
            $0.note(at: 0, length: 1920, channel: 0, key: 60)
            for (tick, value) in [(0, 127), (480, 64), (960, 0)] as [(UInt32, UInt8)] {
                $0.control(at: tick, channel: 0, 64, value)
            }
        }
        let picture = try await draw(song.bytes)
        let path = try #require(try picture.elements("path", in: "pedals").first)
        let steps = try #require(path["d"])
        let heights = steps.split(separator: "V").dropFirst().compactMap {
            Double($0.prefix { $0 == "." || $0.isNumber })
        }
        let base = try #require(heights.last)
        #expect(heights.prefix(3).map { ((base - $0) * 10).rounded() / 10 } == [18, 9.1, 0])
    }

    @Test("shows both of two parts that play the same note")
    func unison() async throws {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        for channel: UInt8 in 0..<2 {
            song.track { $0.note(at: 0, length: 480, channel: channel, key: 60) }
        }
        let picture = try await draw(song.bytes)
        let widths = try picture.elements("g", in: "notes").compactMap {
            $0["stroke-width"].flatMap(Double.init)
        }
        #expect(widths.count == 2)
        #expect(widths == widths.sorted(by: >) && Set(widths).count == 2, "\(widths)")
    }

    @Test("writes what is sung below the keys")
    func lyrics() async throws {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track {
            $0.note(at: 0, length: 3840, channel: 0, key: 60)
            $0.text(at: 0, .lyric, "Good ")
            $0.text(at: 240, .lyric, "day\r")
            $0.text(at: 1920, .lyric, "World")
        }
        #expect(try await draw(song.bytes).texts(in: "lyrics") == ["Good day", "World"])
    }

    @Test("counts seconds instead of bars where the file does")
    func smpte() async throws {
        var song = SMFBuilder(format: 0, framesPerSecond: 25, ticksPerFrame: 40)
        song.track { $0.note(at: 0, length: 5000, channel: 0, key: 60) }
        let picture = try await draw(song.bytes)
        #expect(try picture.lines(in: "notes") == 1)
        #expect(try picture.texts(in: "ruler").starts(with: ["0s", "1s"]))
        #expect(try picture.elements("g").allSatisfy { $0["id"] != "tempo" })
    }

    @Test("leaves the keys out where there are only drums")
    func onlyDrums() async throws {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track {
            $0.note(at: 0, length: 10, channel: 9, key: 38)
            $0.note(at: 480, length: 10, channel: 9, key: 100)
        }
        let picture = try await draw(song.bytes)
        #expect(try picture.lines(in: "drums") == 2)
        #expect(try picture.texts(in: "keyboard").isEmpty)
        #expect(try picture.texts().contains("Acoustic Snare"))
        #expect(try picture.texts().contains("Key 100 (E7)"))
    }

    @Test("draws the patterns of format 2 below each other, or the one that is asked for")
    func patterns() async throws {
        var song = SMFBuilder(format: 2, ticksPerQuarter: 96)
        for number: UInt8 in 1...3 {
            song.track("P\(number)") { track in
                for key in 0..<number { track.note(at: 0, length: 96, channel: 0, key: 60 + key) }
            }
        }
        let all = try await draw(song.bytes)
        for number in 1...3 { #expect(try all.lines(in: "notes-\(number)") == number) }
        let one = try await draw(song.bytes, ["--pattern", "2"])
        #expect(try one.lines(in: "notes-2") == 2)
        #expect(try one.lines(in: "notes-1") == 0)
        let folder = try TemporaryDirectory()
        let path = folder.path("x.svg")
        let run = try await seqd(
            ["inspect", "-", "--piano-roll", path, "--pattern", "4"],
            input: song.bytes
        )
        #expect(run.status == .exited(64), "\(run)")
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    // MARK: Bounds

    @Test("bears empty files, single notes and notes without an end")
    func small() async throws {
        var empty = SMFBuilder(format: 1, ticksPerQuarter: 480)
        empty.track()
        #expect(try await draw(empty.bytes).width >= 900)
        var hanging = SMFBuilder(format: 0, ticksPerQuarter: 480)
        hanging.track { $0.noteOn(at: 0, channel: 0, key: 127) }
        #expect(try await draw(hanging.bytes).lines(in: "notes") == 1)
    }

    @Test("shows hostile names as text, cut to what there is room for")
    func hostileNames() async throws {
        let name = "<script>alert(\"&\")</script>\u{0}\u{1B}[2J\u{FFFE}]]>"
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track(name + String(repeating: "e\u{301}", count: 10_000)) {
            $0.marker(at: 0, name)
            $0.text(at: 0, .lyric, name)
            $0.note(at: 0, length: 480, channel: 0, key: 60)
        }
        let picture = try await draw(song.bytes, name: "<&\".mid")
        #expect(try picture.elements("script").isEmpty)
        #expect(try picture.texts(in: "markers").first?.hasPrefix("<script>alert(\"&\")") == true)
        #expect(picture.bytes.count < 20_000)
        #expect(!picture.bytes.contains(0x1B))
    }

    /// A track of notes one after the other on changing keys, each half as long as a step.
    private func manyNotes(_ count: Int, step: UInt8) -> [UInt8] {
        var track: [UInt8] = []
        track.reserveCapacity(count * 8 + 4)
        for number in 0..<count {
            let key = UInt8(number * 37 % 100) + 10
            track += [step - step / 2, 0x90, key, UInt8(number % 127) + 1]
            track += [step / 2, 0x80, key, 64]
        }
        let header: [UInt8] = [0, 0, 0, 1, 0, 96]
        return SMFBuilder.chunk("MThd", header)
            + SMFBuilder.chunk("MTrk", track + [0, 0xFF, 0x2F, 0])
    }

    @Test("gives each of ten thousand notes its tooltip in less than a megabyte")
    func tenThousand() async throws {
        let picture = try await draw(manyNotes(10_000, step: 24))
        #expect(try picture.lines(in: "notes") == 10_000)
        #expect(picture.bytes.count <= 1_000_000, "\(picture.bytes.count)")
    }

    @Test("stays within 32,000 pixels and ten megabytes with a million notes")
    func million() async throws {
        let picture = try await draw(manyNotes(1_000_000, step: 10))
        #expect(picture.width <= 32_000)
        #expect(picture.bytes.count <= 10_000_000, "\(picture.bytes.count)")
        let lines = try picture.lines(in: "notes")
        #expect(lines > 1_000 && lines <= 250_000, "\(lines)")
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
        for name in ["a", "b"] { _ = try Picture(folder.path("new/\(name).svg")) }
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

extension XMLElement {
    /// The value of an attribute.
    ///
    /// `attribute(forName:)` finds none in a document with a namespace.
    fileprivate subscript(name: String) -> String? {
        attributes?.first { $0.name == name }?.stringValue
    }
}
