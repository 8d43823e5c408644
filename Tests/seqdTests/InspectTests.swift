import Foundation
import TestSupport
import Testing
import Wording

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
              File     format 1 (simultaneous tracks), 480 ticks per quarter note
              Text     UTF-8
              Name     Étude
              Length   9.0s, 3 bars, 5280 ticks
              Notes    4
              Voices   ██· at most 1 note at once, at 1:1
              Tempo    60 to 120 BPM
              Meter    4/4, 3/4
              Key      D major, F# minor
              Ports    1, 2

              Tempo changes (2)
                Position  Time  BPM
                1:1       0.0s  120
                2:1       2.0s  60

              Meters (2)
                Position  Time  Meter
                1:1       0.0s  4/4
                3:1       6.0s  3/4

              Keys (2)
                Position  Time  Key
                1:1       0.0s  D major
                3:1       6.0s  F# minor

              Markers (2)
                Position  Time  Name
                1:1       0.0s  Intro
                2:2       3.0s  Verse "1"\\

              Tracks (3)
                No  Name       Channels  Notes  Bars  Programs
                 1  Étude                    0
                 2  Piano [2J  1/1           3  1-3   0:4 Electric Piano 1
                                                      8:48 String Ensemble 1
                 3  Drums      2/10          1  2-3   128:0 Standard Kit

              Channels (2)
                  Ch  Tracks  Notes  Keys   Bend  Programs  Controllers
                 1/1  2           3  C4-E4        0:4 8:48
                2/10  3           1  C2           128:0

            """
        #expect(text == expected)
    }

    @Test("prints each note with --notes")
    func notes() async throws {
        let run = try await seqd(
            ["inspect", "--json", "--notes", "-"],
            input: InspectedSong.full.bytes
        )
        let song = try #require(try Document(run.output).list("sequences").first)
        // Start, duration, track, port, channel, key, velocity.
        #expect(run.outputText.contains("\"notes\":[["), "\(run.outputText)")
        let notes = run.outputText.components(separatedBy: "\"notes\":[").last ?? ""
        let rows = notes.components(separatedBy: "]]").first?.components(separatedBy: "],[") ?? []
        #expect(rows.count == 4, "\(rows)")
        #expect(rows.contains { $0.contains(",2,10,36,") }, "\(rows)")
        #expect(song["noteCount"] == 4)
        let refused = try await seqd(["inspect", "--notes", "-"], input: InspectedSong.full.bytes)
        #expect(refused.status == .exited(64), "\(refused)")
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
        #expect(key["name"] == "F# minor")
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

    @Test("lists the devices that tracks name")
    func devices() async throws {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        for name in ["Synth A", "Synth B", "Synth A"] {
            song.track {
                $0.meta(at: 0, type: 9, Array(name.utf8))
                $0.note(at: 0, length: 10, channel: 0, key: 60)
            }
        }
        let text = try await seqd(["inspect", "-"], input: song.bytes).outputText
        #expect(text.contains("Devices") && text.contains("Synth A (tracks 1, 3)"), "\(text)")
        #expect(text.contains("Synth B (track 2)") && !text.contains("Ports"), "\(text)")
        let run = try await seqd(["inspect", "--json", "-"], input: song.bytes)
        let sequence = try #require(try Document(run.output).list("sequences").first)
        let output = run.outputText
        #expect(output.contains(#""devices":["Synth A","Synth B"]"#), "\(output)")
        #expect(output.contains(#""devices":["Synth B"]"#) && output.contains(#""ports":[1]"#))
        #expect(sequence.list("tracks").count == 3)
    }

    /// A channel with all that can be set on it, and messages.
    private var equipped: SMFBuilder {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track {
            $0.systemExclusive(at: 0, [0x7E, 0x7F, 0x09, 0x01, 0xF7])
            $0.systemExclusive(at: 5, [0x7F, 0x7F, 0x04, 0x01, 0x00, 0x64, 0xF7])
            $0.systemExclusive(at: 6, [0x42, 0x30, 0x36, 0xF7])
            $0.registeredParameter(at: 10, channel: 2, 0, value: 12 << 7)
            $0.control(at: 20, channel: 2, 99, 1)
            $0.control(at: 20, channel: 2, 98, 0x20)
            $0.control(at: 20, channel: 2, 6, 74)
            $0.control(at: 30, channel: 2, 7, 100)
            $0.control(at: 30, channel: 2, 11, 30)
            $0.control(at: 40, channel: 2, 11, 90)
            $0.pedal(at: 480, channel: 2, down: true)
            for key: UInt8 in 48..<60 {
                $0.note(at: 480 + UInt32(key), length: 10, channel: 2, key: key)
            }
            $0.pedal(at: 960, channel: 2, down: false)
            $0.bend(at: 970, channel: 2, 9000)
            $0.note(at: 1920, length: 10, channel: 2, key: 72)
            $0.endTick = 5760
        }
        return song
    }

    @Test("tells what is used: parameters and messages by name, controllers, notes at once")
    func use() async throws {
        let run = try await seqd(["inspect", "-"], input: equipped.bytes)
        let text = run.outputText
        #expect(text.contains("  Voices   █▁· at most 12 notes at once, at 1:2:59\n"), "\(text)")
        let expected = """
              Channels (1)
                Ch  Tracks  Notes  Keys   Bend  Programs  Controllers
                 3  1          13  C3-C5  ±12   0:0       volume, expression, sustain pedal

              Parameters (2)
                Ch  Name              Times  Values
                 3  Pitch bend range      1  ±12 semitones
                 3  TVF cutoff            1  +10

              System Exclusive messages (3)
                From   Times  Name
                1:1        1  GM system on (6 bytes)
                1:1:5      1  Master volume: 12800
                1:1:6      1  Korg (5 bytes)

            """
        #expect(text.contains(expected), "\(text)")
    }

    @Test("tells scripts what is used, with numbers")
    func useAsJSON() async throws {
        let run = try await seqd(["inspect", "--json", "-"], input: equipped.bytes)
        let song = try #require(try Document(run.output).list("sequences").first)
        let channel = try #require(song.list("channels").first)
        #expect(channel["channel"] == 3)
        #expect(channel["lowestKey"] == 48)
        #expect(channel["highestKey"] == 72)
        #expect(channel["pitchBendCount"] == 1)
        let expression = channel.list("controllers").first { $0["number"] == 11 }
        #expect(expression?["name"] == "expression")
        #expect(expression?["count"] == 2)
        #expect(expression?["least"] == 30)
        #expect(expression?["greatest"] == 90)
        let parameters = song.list("parameters")
        #expect(parameters.map { $0["kind"] } == ["rpn", "nrpn"])
        #expect(parameters.map { $0["name"] } == ["Pitch bend range", "TVF cutoff"])
        #expect(parameters.map { $0["lsb"] } == [0, 32])
        let messages = song.list("systemExclusives")
        #expect(messages.map { $0["name"] } == ["GM system on", "Master volume", "Korg"])
        #expect(messages.map { $0["manufacturer"] } == ["Universal", "Universal", "Korg"])
        #expect(messages.map { $0["tick"] } == [0, 5, 6])
        #expect(song["polyphony", "peak"] == 12)
        let peak = try #require(song.object("polyphony"))
        #expect(peak["peakAt", "position"] == "1:2:59")
        #expect(peak.list("stretches").map { $0["bar"] } == [1, 2, 3])
        #expect(peak.list("stretches").map { $0["peak"] } == [12, 1, 0])
    }

    /// Lyric events of two lines, of which the second begins a paragraph.
    private var sung: SMFBuilder {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track {
            for (tick, text) in [
                (0, "Left "), (480, "foot\r"), (960, "\n"), (1920, "Right "), (61 * 960, "foot"),
            ] as [(UInt32, String)] {
                $0.text(at: tick, .lyric, text)
            }
            $0.endTick = 64 * 960
        }
        return song
    }

    @Test("prints what is sung as lines with their times, and nothing else")
    func lyrics() async throws {
        let run = try await seqd(["inspect", "--lyrics", "-"], input: sung.bytes)
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.outputText == "0.0s  Left foot\n\n2.0s  Right foot\n", "\(run)")
        let none = try await seqd(["inspect", "--lyrics", "-"], input: InspectedSong.full.bytes)
        #expect(none.status == .exited(0), "\(none)")
        #expect(none.output.isEmpty)
        #expect(none.errorText == "seqd: standard input: no lyrics\n")
    }

    @Test("gives scripts lines and syllables with ticks and seconds")
    func lyricsAsJSON() async throws {
        let run = try await seqd(["inspect", "--lyrics", "--json", "-"], input: sung.bytes)
        let song = try #require(try Document(run.output).list("sequences").first)
        #expect(song["lyrics", "source"] == "lyric-events")
        let lines = try #require(song.object("lyrics")).list("lines")
        #expect(lines.map { $0["text"] } == ["Left foot", "Right foot"])
        #expect(lines.map { $0["isParagraphStart"] } == [true, true])
        #expect(lines.map { $0["seconds"] } == [0, 2])
        let syllables = lines.last?.list("syllables") ?? []
        #expect(syllables.map { $0["text"] } == ["Right ", "foot"])
        #expect(syllables.map { $0["tick"] } == [1920, 58_560])
        #expect(syllables.map { $0["seconds"] } == [2, 61])
    }

    @Test("shows names in the encoding that is given, and says which it took")
    func encoding() async throws {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 96)
        // ISO 8859-2: Č, ž.
        song.track { $0.meta(at: 0, type: 3, [0xC8, 0x61, 0xBE]) }
        let run = try await seqd(
            ["inspect", "--encoding", "ISO-8859-2", "-"],
            input: song.bytes
        )
        #expect(run.outputText.contains("Text     ISO-8859-2\n"), "\(run)")
        #expect(run.outputText.contains("Name     Čaž\n"), "\(run)")
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
        #expect(text.outputText.contains("… 89 more (--json lists all)"), "\(text)")
        #expect(!text.outputText.contains("M11\n"))
        let json = try await seqd(["inspect", "--json", "-"], input: song.bytes)
        let markers = try Document(json.output).list("sequences").first?.list("markers")
        #expect(markers?.count == 100)
        #expect(markers?.last?["position"] == "25:4")
    }

    /// Two tracks with long names, and many programs.
    private static var wide: SMFBuilder {
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
        return song
    }

    @Test(
        "is as wide as the terminal with long and wide names",
        .enabled(if: Terminals.canBeMade),
        arguments: [80, 132, 200]
    )
    func columns(_ columns: Int) async throws {
        let place = try Workplace()
        try place.add(Self.wide)
        let run = try await Terminals.run(
            "stty cols \(columns); \"$seqd\" inspect song.mid",
            in: place
        )
        #expect(run.status == .exited(0), "\(run)")
        let widths = run.outputText.split(whereSeparator: \.isNewline).map { line in
            line.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 ? 2 : 1) }
        }
        #expect((columns - 1...columns).contains(widths.max() ?? 0), "\(widths)")
    }

    @Test("cuts no name where it is not read on a terminal")
    func wholeNames() async throws {
        let run = try await seqd(["inspect", "-"], input: Self.wide.bytes)
        let name = String(repeating: "long name ", count: 30).trimmingCharacters(in: .whitespaces)
        // The sequence's name, the marker's and the track's.
        #expect(run.outputText.components(separatedBy: name).count == 4, "\(run)")
        #expect(run.outputText.contains(" \(String(repeating: "音楽", count: 40)) "), "\(run)")
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
        #expect(text.outputText.contains("Length   1.5s, 1500 ticks"), "\(text)")
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
