import Foundation
import FoundationXML
import PianoRoll
import SMF
import Sequencer
import TestSupport
import Testing

@Suite("A piano roll")
struct PianoRollPictureTests {
    // MARK: Contents

    @Test("draws every note once, drums apart, with bars, keys, markers and a legend")
    func contents() throws {
        let picture = try Picture(of: InspectedSong.full.bytes)
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
    func selfContained() throws {
        let picture = try Picture(of: InspectedSong.full.bytes)
        for kind in ["script", "style", "image", "use", "a", "foreignObject"] {
            #expect(try picture.elements(kind).isEmpty)
        }
        let root = try #require(try picture.elements("svg").first)
        let size = ["width", "height"].compactMap { root[$0] }
        #expect(root["viewBox"] == "0 0 \(size.joined(separator: " "))")
        let text = String(decoding: picture.bytes, as: UTF8.self)
        #expect(!text.contains("href"))
    }

    @Test("gives the same bytes for the same sequence")
    func deterministic() throws {
        let first = try Picture(of: InspectedSong.full.bytes)
        let second = try Picture(of: InspectedSong.full.bytes)
        #expect(first.bytes == second.bytes)
    }

    @Test("shows a pedal with the height that it is pressed to")
    func halfPedal() throws {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track {
            $0.note(at: 0, length: 1920, channel: 0, key: 60)
            for (tick, value) in [(0, 127), (480, 64), (960, 0)] as [(UInt32, UInt8)] {
                $0.control(at: tick, channel: 0, 64, value)
            }
        }
        let picture = try Picture(of: song.bytes)
        let path = try #require(try picture.elements("path", in: "pedals").first)
        let steps = try #require(path["d"])
        let heights = steps.split(separator: "V").dropFirst().compactMap {
            Double($0.prefix { $0 == "." || $0.isNumber })
        }
        let base = try #require(heights.last)
        #expect(heights.prefix(3).map { ((base - $0) * 10).rounded() / 10 } == [18, 9.1, 0])
    }

    @Test("shows both of two parts that play the same note")
    func unison() throws {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        for channel: UInt8 in 0..<2 {
            song.track { $0.note(at: 0, length: 480, channel: channel, key: 60) }
        }
        let picture = try Picture(of: song.bytes)
        let widths = try picture.elements("g", in: "notes").compactMap {
            $0["stroke-width"].flatMap(Double.init)
        }
        #expect(widths.count == 2)
        #expect(widths == widths.sorted(by: >) && Set(widths).count == 2, "\(widths)")
    }

    @Test("writes lyrics below the keys")
    func lyrics() throws {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track {
            $0.note(at: 0, length: 3840, channel: 0, key: 60)
            $0.text(at: 0, .lyric, "Good ")
            $0.text(at: 240, .lyric, "day\r")
            $0.text(at: 1920, .lyric, "World")
        }
        #expect(try Picture(of: song.bytes).texts(in: "lyrics") == ["Good day", "World"])
    }

    @Test("counts seconds instead of bars where the file does")
    func smpte() throws {
        var song = SMFBuilder(format: 0, framesPerSecond: 25, ticksPerFrame: 40)
        song.track { $0.note(at: 0, length: 5000, channel: 0, key: 60) }
        let picture = try Picture(of: song.bytes)
        #expect(try picture.lines(in: "notes") == 1)
        #expect(try picture.texts(in: "ruler").starts(with: ["0s", "1s"]))
        #expect(try picture.elements("g").allSatisfy { $0["id"] != "tempo" })
    }

    @Test("leaves the keys out where there are only drums")
    func onlyDrums() throws {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track {
            $0.note(at: 0, length: 10, channel: 9, key: 38)
            $0.note(at: 480, length: 10, channel: 9, key: 100)
        }
        let picture = try Picture(of: song.bytes)
        #expect(try picture.lines(in: "drums") == 2)
        #expect(try picture.texts(in: "keyboard").isEmpty)
        #expect(try picture.texts().contains("Acoustic Snare"))
        #expect(try picture.texts().contains("Key 100 (E7)"))
    }

    @Test("draws the patterns of format 2 below each other, each with its own number")
    func patterns() throws {
        let all = try Picture(of: Self.patterns(3))
        for number in 1...3 { #expect(try all.lines(in: "notes-\(number)") == number) }
        #expect(try all.texts().contains("Pattern 2: P2"))
    }

    @Test("draws as many patterns as a picture has room for, and a footnote")
    func manyPatterns() throws {
        let file = try MIDIFile(Self.patterns(30))
        let contents = PreparedSequence.sequences(from: file).enumerated().map {
            PianoRollPicture.Content($1, pattern: $0 + 1)
        }
        let picture = try Picture(
            PianoRollPicture(contents, fileName: "song.mid", footnote: "… 6 more patterns")
        )
        #expect(try picture.lines(in: "notes-\(PianoRollPicture.patternLimit)") > 0)
        #expect(try picture.lines(in: "notes-\(PianoRollPicture.patternLimit + 1)") == 0)
        #expect(try picture.texts().last == "… 6 more patterns")
    }

    /// Patterns in a file of format 2; each has as many notes as its number says.
    private static func patterns(_ count: UInt8) -> [UInt8] {
        var song = SMFBuilder(format: 2, ticksPerQuarter: 96)
        for number in 1...count {
            song.track("P\(number)") { track in
                for key in 0..<number { track.note(at: 0, length: 96, channel: 0, key: 60 + key) }
            }
        }
        return song.bytes
    }

    // MARK: Bounds

    @Test("bears empty files, single notes and notes without an end")
    func small() throws {
        var empty = SMFBuilder(format: 1, ticksPerQuarter: 480)
        empty.track()
        #expect(try Picture(of: empty.bytes).width >= 900)
        var hanging = SMFBuilder(format: 0, ticksPerQuarter: 480)
        hanging.track { $0.noteOn(at: 0, channel: 0, key: 127) }
        #expect(try Picture(of: hanging.bytes).lines(in: "notes") == 1)
    }

    @Test("shows hostile names as text, cut to what there is room for")
    func hostileNames() throws {
        let name = "<script>alert(\"&\")</script>\u{0}\u{1B}[2J\u{FFFE}]]>"
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track(name + String(repeating: "e\u{301}", count: 10_000)) {
            $0.marker(at: 0, name)
            $0.text(at: 0, .lyric, name)
            $0.note(at: 0, length: 480, channel: 0, key: 60)
        }
        let picture = try Picture(of: song.bytes, fileName: "<&\".mid")
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
    func tenThousand() throws {
        let picture = try Picture(of: manyNotes(10_000, step: 24))
        #expect(try picture.lines(in: "notes") == 10_000)
        #expect(picture.bytes.count <= 1_000_000, "\(picture.bytes.count)")
    }

    @Test("stays within 32,000 pixels and ten megabytes with a million notes")
    func million() throws {
        let picture = try Picture(of: manyNotes(1_000_000, step: 10))
        #expect(picture.width <= 32_000)
        #expect(picture.bytes.count <= 10_000_000, "\(picture.bytes.count)")
        let lines = try picture.lines(in: "notes")
        #expect(lines > 1_000 && lines <= 250_000, "\(lines)")
    }
}
