import Foundation
import TestSupport
import Testing

/// Tags and loop points of rendered files, as another program reads them.
@Suite("Tags of sound files")
struct TagTests {
    /// The tags that mediainfo reads, by its own names.
    private func tags(_ place: Workplace, _ file: String) async throws -> [String: String] {
        let path = place.folder.path(file)
        let run = try await place.shell("mediainfo --Output=JSON '\(path)'")
        struct Report: Decodable {
            struct Media: Decodable { var track: [[String: Value]] }
            var media: Media
        }
        enum Value: Decodable {
            case text(String)
            case others([String: String])

            init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer()
                if let text = try? value.decode(String.self) {
                    self = .text(text)
                } else {
                    self = .others(try value.decode([String: String].self))
                }
            }
        }
        let report = try JSONDecoder().decode(Report.self, from: Data(run.output))
        var tags: [String: String] = [:]
        for (key, value) in report.media.track.first ?? [:] {
            switch value {
            case .text(let text): tags[key] = text
            case .others(let others): tags.merge(others) { first, _ in first }
            }
        }
        return tags
    }

    /// Two beats of a song with texts and loop points.
    private static var song: SMFBuilder {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track("Größe") { track in
            track.text(at: 0, .text, "A comment")
            track.meta(at: 0, type: 2, Array("Me".utf8))
            track.marker(at: 480, "loopStart")
            track.marker(at: 960, "loopEnd")
        }
        song.track("Melody") {
            $0.note(at: 0, length: 480, channel: 0, key: 69)
            $0.note(at: 480, length: 480, channel: 0, key: 57)
        }
        return song
    }

    private func place() async throws -> Workplace {
        let place = try Workplace()
        try place.add(Self.song)
        return place
    }

    private func render(_ place: Workplace, _ output: String, _ options: [String] = []) async throws
    {
        let run = try await place.run(
            ["render", "song.mid", "-o", output, "--no-reverb", "--no-chorus"] + options
        )
        #expect(run.status == .exited(0), "\(run)")
    }

    @Test("come from the music and the options", arguments: ["wav", "flac", "ogg", "opus", "mp3"])
    func texts(_ type: String) async throws {
        let place = try await place()
        try await render(place, "a.\(type)", ["--tag", "album=Ours", "--tag", "artist=Us"])
        let tags = try await tags(place, "a.\(type)")
        // mediainfo takes INFO for Latin-1, which ffmpeg and others read as UTF-8.
        if type != "wav" { #expect(tags["Title"] == "Größe") }
        #expect(tags["Copyright"] == "Me" || type == "mp3")
        #expect(tags["Comment"] == "A comment")
        if type != "wav" {
            #expect(tags["Album"] == "Ours")
            #expect(tags["Performer"] == "Us")
        }
    }

    @Test("are replaced, left out, numbered, and not written with --no-tags")
    func options() async throws {
        let place = try await place()
        try await render(place, "a.flac", ["--tag", "title=Other", "--tag", "comment="])
        let tags = try await tags(place, "a.flac")
        #expect(tags["Title"] == "Other")
        #expect(tags["Comment"] == nil)
        try await render(place, "none.flac", ["--no-tags"])
        let none = try await self.tags(place, "none.flac")
        #expect(none["Title"] == nil)
        #expect(none["LOOPSTART"] == nil)
        try place.add(Self.song, "other.mid")
        let run = try await place.run(
            ["render", "song.mid", "other.mid", "-o", "out/", "--type", "flac", "--tag", "album=A"]
        )
        #expect(run.status == .exited(0), "\(run)")
        for (name, number) in ["song": "1", "other": "2"] {
            let numbered = try await self.tags(place, "out/\(name).flac")
            #expect(numbered["Track_Position"] == number, "\(numbered)")
            #expect(numbered["Album"] == "A")
        }
        let wrong = try await place.run(["render", "song.mid", "-o", "x.wav", "--tag", "name=A"])
        #expect(wrong.status == .exited(64))
        #expect(wrong.errorText.contains("expected KEY=TEXT with one of title, artist"))
    }

    @Test("have the loop points of the last pass", arguments: ["flac", "ogg", "opus"])
    func loops(_ type: String) async throws {
        let place = try await place()
        // A beat is 24,000 frames.
        try await render(place, "once.\(type)")
        let once = try await tags(place, "once.\(type)")
        #expect(once["LOOPSTART"] == "24000")
        #expect(once["LOOPLENGTH"] == "24000")
        try await render(
            place,
            "twice.\(type)",
            ["--loop-range", "file", "--loop-count", "3", "--fade", "1s"]
        )
        let twice = try await tags(place, "twice.\(type)")
        #expect(twice["LOOPSTART"] == "72000")
        #expect(twice["LOOPLENGTH"] == "24000")
        #expect(twice["Title"] == "Größe")
        // Other programs still decode them.
        let decoded = try await place.shell("sox twice.\(type) -n stat 2>&1 || true")
        #expect(decoded.outputText.contains("Length (seconds):") || type == "opus", "\(decoded)")
    }

    @Test("have the loop of a WAV file as its instrument")
    func instrument() async throws {
        let place = try await place()
        try await render(place, "a.wav", ["--loop-range", "file", "--loop-count", "2"])
        let bytes = try place.folder.read("a.wav")
        let name = Array("smpl".utf8)
        let start = try #require(
            bytes.indices.first { bytes[$0...].starts(with: name) }
        )
        func number(_ offset: Int) -> Int {
            (0..<4).reduce(0) { $0 | Int(bytes[start + offset + $1]) << ($1 * 8) }
        }
        // One loop, forwards, from the second pass to its last frame.
        #expect(number(36) == 1)
        #expect([48, 52, 56].map(number) == [0, 48_000, 71_999])
    }

    @Test("A fade ends the sound behind the last pass of the loop, evenly")
    func fade() async throws {
        let place = try await place()
        try await render(
            place,
            "a.wav",
            ["--loop-range", "file", "--loop-count", "2", "--fade", "1.5s", "--format", "float"]
        )
        let sound = try place.sound("a.wav")
        #expect(sound.frameCount == 72_000 + 72_000)
        func level(_ start: Int) throws -> Double {
            try sound[0].level(
                ofPartial: frequency(ofKey: 57),
                in: (start - 2_000)..<(start + 2_000)
            )
        }
        let full = try level(60_000)
        #expect(try abs(level(72_000 + 12_000) - full - 20 * log10(5.0 / 6)) < 0.2)
        #expect(try abs(level(72_000 + 36_000) - full - 20 * log10(0.5)) < 0.2)
        #expect(try abs(level(72_000 + 60_000) - full - 20 * log10(1.0 / 6)) < 0.3)
        #expect(abs(sound[0].samples[143_999]) < 0.000_1)
        let refused = try await place.run(["render", "song.mid", "-o", "b.wav", "--fade", "1s"])
        #expect(refused.status == .exited(64))
        #expect(refused.errorText.contains("--fade needs --loop-range and --loop-count"))
    }

    @Test("--skip-silence begins with the first note, and ends with the last or its pedal")
    func silence() async throws {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track {
            $0.note(at: 960, length: 480, channel: 0, key: 69)
            $0.marker(at: 9_600, "end")
        }
        let place = try Workplace()
        try place.add(song)
        try await render(place, "a.wav", ["--skip-silence", "--tail", "none", "--format", "float"])
        let sound = try place.sound("a.wav")
        #expect(sound.frameCount == 24_000)
        #expect(try sound[0].level(ofPartial: 440, in: 1_000..<5_000) > -40)
        // A note that is still down at the end is part of the sound.
        try await render(
            place,
            "c.wav",
            ["--skip-silence", "--to", "1.25s", "--tail", "none", "--format", "float"]
        )
        #expect(try place.sound("c.wav").frameCount == 12_000)
        try await render(place, "b.wav", ["--tail", "none", "--format", "float"])
        #expect(try place.sound("b.wav").frameCount == 20 * 24_000)
    }
}
