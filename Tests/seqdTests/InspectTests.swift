import Foundation
import TestSupport
import Testing

@Suite("seqd inspect")
struct InspectTests {
    @Test("shows people what is in a file")
    func text() async throws {
        let run = try await seqd(["inspect", "-"], input: InspectedSong.full.bytes)
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorOutput.isEmpty, "\(run)")
        let text = run.outputText
        let expected = """
            standard input
              File     format 1 (tracks that sound together), 480 ticks per quarter note
              Name     Étude
              Length   9.000s, 3 bars, 5280 ticks
              Notes    4
              Tempo    60 to 120 BPM
              Meter    4/4, 3/4
              Key      D major, F♯ minor
              Ports    1, 2

              Tempo changes (2)
                Position  Time    BPM
                1:1       0.000s  120
                2:1       2.000s  60

              Meters (2)
                Position  Time    Meter
                1:1       0.000s  4/4
                3:1       6.000s  3/4

              Keys (2)
                Position  Time    Key
                1:1       0.000s  D major
                3:1       6.000s  F♯ minor

              Markers (2)
                Position  Time    Name
                1:1       0.000s  Intro
                2:2       3.000s  Verse "1"\\

              Tracks (3)
                No  Name       Channels  Notes  Bars  Programs
                 1  Étude                    0
                 2  Piano [2J  1/1           3  1-3   0:4 Electric Piano 1
                                                      8:48 String Ensemble 1
                 3  Drums      2/10          1  2-3   128:0 Standard Kit

            """
        #expect(text == expected)
    }

    @Test("prints all of it as one JSON object")
    func json() async throws {
        let run = try await seqd(["inspect", "--json", "-"], input: InspectedSong.full.bytes)
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.outputText.filter { $0 == "\n" }.count == 1)
        let file = try Document(run.output)
        #expect(file["schema"] == 1)
        #expect(file["format"] == 1)
        #expect(file["division", "ticksPerQuarter"] == 480)
        #expect(file["trackCount"] == 3)
        #expect(file["noteCount"] == 4)
        #expect(file["seconds"] == 9)
        #expect(file.list("diagnostics").isEmpty)
        let sequences = file.list("sequences")
        #expect(sequences.count == 1)
        let song = try #require(sequences.first)
        #expect(song["name"] == "Étude")
        #expect(song["bars"] == 3)
        #expect(song["endTick"] == 5280)
        let tempo = try #require(song.list("tempoChanges").last)
        #expect(tempo["tick"] == 1920)
        #expect(tempo["position"] == "2:1")
        #expect(tempo["seconds"] == 2)
        #expect(tempo["beatsPerMinute"] == 60)
        #expect(tempo["microsecondsPerQuarter"] == 1_000_000)
        let meter = try #require(song.list("timeSignatures").last)
        #expect(meter["numerator"] == 3)
        #expect(meter["denominator"] == 4)
        let key = try #require(song.list("keySignatures").last)
        #expect(key["name"] == "F♯ minor")
        #expect(key["sharps"] == 3)
        #expect(key["isMinor"] == true)
        #expect(song.list("markers").map { $0["name"] } == ["Intro", "Verse \"1\"\\"])
        let tracks = song.list("tracks")
        #expect(tracks.map { $0["track"] } == [1, 2, 3])
        #expect(tracks[1]["name"] == "Piano\u{1B}[2J")
        #expect(tracks[1]["instrumentName"] == "Grand")
        let strings = try #require(tracks[1].list("programs").last)
        #expect(strings["bankMSB"] == 8)
        #expect(strings["bankLSB"] == 0)
        #expect(strings["program"] == 48)
        #expect(strings["name"] == "String Ensemble 1")
        #expect(strings["isDrums"] == false)
        let drums = try #require(tracks[2].list("channels").first)
        #expect(drums["port"] == 2)
        #expect(drums["channel"] == 10)
    }

    @Test("never lets a file's text reach the terminal as commands")
    func escapes() async throws {
        let song = InspectedSong.full.bytes
        for arguments in [["inspect", "-"], ["inspect", "--json", "-"]] {
            let run = try await seqd(arguments, input: song)
            #expect(!run.output.contains(0x1B), "\(run)")
        }
    }

    @Test("reports what is wrong with a file that can be read, and succeeds")
    func diagnostics() async throws {
        let bytes = InspectedSong.damaged.bytes
        let text = try await seqd(["inspect", "-"], input: bytes)
        #expect(text.status == .exited(0), "\(text)")
        #expect(text.outputText.contains("  warning  track 1, byte 0x"), "\(text)")
        let json = try await seqd(["inspect", "--json", "-"], input: bytes)
        let diagnostics = try Document(json.output).list("diagnostics")
        let missing = try #require(diagnostics.first { $0["code"] == "end-of-track-missing" })
        #expect(missing["severity"] == "warning")
        #expect(missing["track"] == 1)
        #expect(missing["offset"] == Double(bytes.count))
    }

    @Test("cuts long lists for people, and gives scripts all")
    func longLists() async throws {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 96)
        song.track { track in
            for number in 0..<100 { track.marker(at: UInt32(number) * 96, "M\(number)") }
        }
        let text = try await seqd(["inspect", "-"], input: song.bytes)
        #expect(text.outputText.contains("Markers (100)"), "\(text)")
        #expect(text.outputText.contains("… 89 more (--json has all)"), "\(text)")
        #expect(!text.outputText.contains("M11\n"))
        let json = try await seqd(["inspect", "--json", "-"], input: song.bytes)
        let markers = try Document(json.output).list("sequences").first?.list("markers")
        #expect(markers?.count == 100)
        #expect(markers?.last?["position"] == "25:4")
    }

    @Test("stays within 80 columns with long and wide names")
    func columns() async throws {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 96)
        for name in [
            String(repeating: "long name ", count: 30), String(repeating: "音楽", count: 40),
        ] {
            song.track(name) { track in
                track.marker(at: 0, name)
                for channel: UInt8 in 0..<16 where channel % 2 == 0 {
                    track.program(at: 0, channel: channel, 120, bank: 8 << 7 | 3)
                    track.note(at: 0, length: 96, channel: channel, key: 60)
                }
            }
        }
        let run = try await seqd(["inspect", "-"], input: song.bytes)
        for line in run.outputText.split(separator: "\n") {
            let width = line.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 ? 2 : 1) }
            #expect(width <= 80, "\(line)")
        }
    }

    @Test("counts SMPTE frames in seconds, without bars")
    func smpte() async throws {
        var song = SMFBuilder(format: 0, framesPerSecond: 25, ticksPerFrame: 40)
        song.track {
            $0.tempo(at: 0, beatsPerMinute: 77)
            $0.note(at: 0, length: 1500, channel: 0, key: 60)
        }
        let text = try await seqd(["inspect", "-"], input: song.bytes)
        #expect(text.outputText.contains("25 SMPTE frames/s × 40 ticks"), "\(text)")
        #expect(text.outputText.contains("Length   1.500s, 1500 ticks"), "\(text)")
        #expect(!text.outputText.contains("77"), "\(text)")
        let json = try await seqd(["inspect", "--json", "-"], input: song.bytes)
        let file = try Document(json.output)
        #expect(file["division", "framesPerSecond"] == 25)
        #expect(file["division", "ticksPerFrame"] == 40)
        #expect(file["seconds"] == 1.5)
        #expect(file.list("sequences").first?["bars"] == nil)
    }

    @Test("shows each pattern of format 2 on its own")
    func patterns() async throws {
        var song = SMFBuilder(format: 2, ticksPerQuarter: 96)
        for number: UInt32 in 1...2 {
            song.track("Pattern \(number)") {
                $0.tempo(at: 0, beatsPerMinute: Double(number) * 60)
                $0.note(at: 0, length: 384, channel: 0, key: 60)
            }
        }
        let text = try await seqd(["inspect", "-"], input: song.bytes)
        #expect(text.outputText.contains("  Pattern 2\n    Name     Pattern 2\n"), "\(text)")
        let json = try await seqd(["inspect", "--json", "-"], input: song.bytes)
        let file = try Document(json.output)
        #expect(file["seconds"] == 6)
        let sequences = file.list("sequences")
        #expect(sequences.map { $0["pattern"] } == [1, 2])
        #expect(sequences.map { $0["seconds"] } == [4, 2])
        #expect(sequences.map { $0.list("tracks").first?["track"] } == [1, 2])
    }

    @Test("finds a SoundFont in a RIFF file")
    func soundBank() async throws {
        let font = [UInt8]("RIFF".utf8) + [4, 0, 0, 0] + [UInt8]("sfbk".utf8)
        let song = InspectedSong.full.bytes
        let data = riffChunk("data", song)
        let bytes = riffChunk("RIFF", [UInt8]("RMID".utf8) + data + font)
        let text = try await seqd(["inspect", "-"], input: bytes)
        #expect(text.outputText.contains("RIFF with a SoundFont of 12 bytes"), "\(text)")
        let json = try await seqd(["inspect", "--json", "-"], input: bytes)
        let file = try Document(json.output)
        #expect(file["container"] == "riff")
        #expect(file["soundBank", "kind"] == "sf2")
        #expect(file["soundBank", "offset"] == Double(12 + data.count))
        #expect(file["soundBank", "bytes"] == 12)
    }

    private func riffChunk(_ name: String, _ contents: [UInt8]) -> [UInt8] {
        let size = UInt32(contents.count)
        return Array(name.utf8) + [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: size >> $0) }
            + contents + (contents.count % 2 == 1 ? [0] : [])
    }

    @Test("goes on after a bad file, and exits as the first failure says")
    func several() async throws {
        let folder = try TemporaryDirectory()
        let good = try folder.write(InspectedSong.full.bytes, to: "good.mid")
        let bad = try folder.write("no music", to: "bad.mid")
        let files = [bad, good, folder.path("none.mid"), good]
        let run = try await seqd(["inspect", "--json"] + files)
        #expect(run.status == .exited(65), "\(run)")
        let lines = run.outputText.split(separator: "\n")
        #expect(lines.count == 2)
        for line in lines { #expect(try Document(Array(line.utf8))["file"] == .init(good)) }
        let messages = run.errorText.split(separator: "\n")
        #expect(messages.count == 2)
        #expect(messages.first?.hasPrefix("seqd: \(bad): not a MIDI file") ?? false, "\(run)")
        #expect(messages.last == "seqd: \(folder.path("none.mid")): no such file")
    }
}
