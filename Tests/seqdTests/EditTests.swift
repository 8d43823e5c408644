import Glibc
import TestSupport
import Testing

@Suite("seqd edit")
struct EditTests {
    /// Four quarter notes a bar, 100 ticks each: a melody a little beside the beat, and drums.
    private static var song: SMFBuilder {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 100)
        song.track("Song") {
            $0.tempo(at: 0, microsecondsPerQuarter: 500_000)
            $0.meter(at: 0, 4, denominatorPower: 2)
            $0.tempo(at: 400, microsecondsPerQuarter: 400_000)
            $0.marker(at: 400, "Second")
        }
        song.track("Melody") { track in
            for (index, tick) in [3, 108, 190, 297, 400, 505].enumerated() {
                track.note(at: UInt32(tick), length: 50, channel: 0, key: 60 + UInt8(index))
            }
        }
        song.track("Drums") { track in
            for tick in [0, 200, 400] {
                track.note(at: UInt32(tick), length: 10, channel: 9, key: 36, velocity: 100)
            }
        }
        return song
    }

    /// What becomes of the song, as records of `seqd dump --csv`.
    private func edited(_ arguments: String...) async throws -> [String] {
        let run = try await seqd(["edit", "-", "-o", "-"] + arguments, input: Self.song.bytes)
        #expect(run.status == .exited(0), "\(run)")
        let dump = try await seqd(["dump", "--csv", "-"], input: run.output)
        return dump.outputText.split(separator: "\n").map(String.init)
    }

    /// When and what the notes of a track begin.
    private func notes(_ records: [String], track: Int) -> [[Int]] {
        records.compactMap { record in
            let fields = record.split(separator: ",").map { $0.filter { $0 != " " } }
            guard fields.count == 6, fields[0] == "\(track)", fields[2] == "Note_on_c",
                fields[5] != "0", let tick = Int(fields[1]), let key = Int(fields[4])
            else { return nil }
            return [tick, key]
        }
    }

    private func ticks(_ records: [String], track: Int = 2) -> [Int] {
        notes(records, track: track).map { $0[0] }
    }

    @Test("puts notes onto a grid, all the way or a part of it, straight or swinging")
    func quantise() async throws {
        #expect(ticks(try await edited("--quantise", "1/4")) == [0, 100, 200, 300, 400, 500])
        #expect(ticks(try await edited("--quantize=1/4")) == [0, 100, 200, 300, 400, 500])
        let half = try await edited("--quantise", "1/4", "--strength", "50%")
        #expect(ticks(half) == [1, 104, 195, 299, 400, 502])
        let swung = try await edited("--quantise", "1/4", "--swing", "60%")
        #expect(ticks(swung) == [0, 120, 200, 320, 400, 520])
        let triplets = try await edited("--quantise", "1/8t")
        #expect(ticks(triplets) == [0, 100, 200, 300, 400, 500])
        let ends = try await edited("--track", "Melody", "--quantise", "1/4", "--ends")
        #expect(
            ends.contains {
                $0.hasPrefix("2, 100, Note_off_c, 0, 60") || $0 == "2, 100, Note_on_c, 0, 60, 0"
            }
        )
    }

    @Test("sets the program of parts from the start, instead of what they have")
    func programs() async throws {
        func programs(_ records: [String]) -> [String] {
            records.filter { $0.contains("Program_c") || $0.contains("Control_c") }
        }
        let first = try await edited("--track", "Melody", "--program", "violin")
        let selected = [
            "2, 0, Control_c, 0, 0, 0", "2, 0, Control_c, 0, 32, 0", "2, 0, Program_c, 0, 40",
        ]
        #expect(programs(first) == selected)
        let second = try await edited("--program", "3", "--channel", "1", "--program", "5:40")
        #expect(programs(second).filter { $0.hasPrefix("2") }.last == "2, 0, Program_c, 0, 40")
        #expect(programs(second).filter { $0.hasPrefix("2") }.first == "2, 0, Control_c, 0, 0, 5")
        #expect(programs(second).filter { $0.hasPrefix("3") }.last == "3, 0, Program_c, 9, 3")
        #expect(ticks(second) == [3, 108, 190, 297, 400, 505])
        let wrong = try await seqd(
            ["edit", "-", "-o", "-", "--program", "pian"],
            input: Self.song.bytes
        )
        #expect(wrong.status == .exited(64))
        #expect(wrong.errorText.contains("several presets have this in their names"))
    }

    @Test("does one thing after the other, each to what was selected before it")
    func order() async throws {
        let cutFirst = try await edited("--cut", "1:1..1:2", "--clear", "1:1..1:2")
        #expect(ticks(cutFirst) == [197, 300, 405])
        let clearFirst = try await edited("--clear", "1:1..1:2", "--cut", "1:1..1:2")
        #expect(ticks(clearFirst) == [8, 90, 197, 300, 405])
        let part = try await edited(
            "--track",
            "3",
            "--offset",
            "40t",
            "--track",
            "all",
            "--channel",
            "1",
            "--transpose",
            "2"
        )
        #expect(notes(part, track: 3) == [[40, 36], [240, 36], [440, 36]])
        #expect(notes(part, track: 2).map { $0[1] } == [62, 63, 64, 65, 66, 67])
    }

    @Test("moves keys, but those of drums only where channel 10 is named")
    func transpose() async throws {
        let all = try await edited("--transpose", "-12")
        #expect(notes(all, track: 2).map { $0[1] } == [48, 49, 50, 51, 52, 53])
        #expect(notes(all, track: 3).map { $0[1] } == [36, 36, 36])
        let drums = try await edited("--channel", "10", "--transpose", "4")
        #expect(notes(drums, track: 3).map { $0[1] } == [40, 40, 40])
        #expect(notes(drums, track: 2).map { $0[1] } == [60, 61, 62, 63, 64, 65])
    }

    @Test("says what does not go as far as it was to, and keeps what sets a track up at its start")
    func limits() async throws {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 100)
        song.track { track in
            track.program(at: 0, channel: 0, 5)
            track.note(at: 4, length: 50, channel: 0, key: 120)
            track.note(at: 100, length: 50, channel: 0, key: 60)
        }
        let run = try await seqd(
            ["edit", "-", "-o", "-", "--offset", "-10t", "--transpose", "10"],
            input: song.bytes
        )
        #expect(
            run.errorText == """
                seqd: standard input: --offset -10t: 1 note would begin before the start, and begin \
                there
                seqd: standard input: --transpose 10: 1 note would leave the keys 0 to 127, and \
                come back by octaves

                """
        )
        let dump = try await seqd(["dump", "--csv", "-"], input: run.output)
        let records = dump.outputText.split(separator: "\n").map(String.init)
        #expect(notes(records, track: 1) == [[0, 118], [90, 70]])
        #expect(records.contains { $0.hasPrefix("1, 0, Program_c") })
    }

    @Test("refuses to replace what is no file, at once")
    func inPlaceOfFIFO() async throws {
        let folder = try TemporaryDirectory()
        let path = folder.path("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        let run = try await seqd(["edit", path, "--in-place", "--transpose", "1"])
        #expect(run.status == .exited(66))
        #expect(run.errorText == "seqd: \(path): is not a regular file\n")
    }

    @Test("cuts, clears, copies and moves ranges")
    func ranges() async throws {
        let cut = try await edited("--cut", "1:1..2:1")
        #expect(ticks(cut) == [0, 105])
        // The tempo of the second bar comes with it.
        #expect(cut.contains("1, 0, Tempo, 400000"))
        #expect(cut.contains("1, 0, Marker_t, \"Second\""))
        #expect(ticks(try await edited("--clear", "1:1..2:1")) == [400, 505])
        let copy = try await edited("--copy", "1:1..1:2", "--to", "5:1")
        #expect(ticks(copy) == [3, 108, 190, 297, 400, 505, 1603])
        #expect(ticks(copy, track: 3) == [0, 200, 400, 1600])
        let move = try await edited("--track", "2", "--move", "1:1..1:2", "--to", "@Second")
        #expect(ticks(move) == [108, 190, 297, 400, 403, 505])
        #expect(ticks(move, track: 3) == [0, 200, 400])
    }

    @Test("reverses, scales and shifts time")
    func time() async throws {
        let reversed = try await edited("--track", "Melody", "--reverse", "1:1..2:1")
        #expect(ticks(reversed) == [53, 160, 242, 347, 400, 505])
        let scaled = try await edited("--scale-time", "3/2")
        #expect(ticks(scaled, track: 3) == [0, 300, 600])
        #expect(scaled.contains("1, 600, Tempo, 400000"))
        #expect(ticks(try await edited("--offset", "1/4"), track: 3) == [100, 300, 500])
        #expect(
            ticks(try await edited("--track", "2", "--offset=-5t")) == [0, 103, 185, 292, 395, 500]
        )
        let twice = try await edited("--reverse", "--reverse")
        #expect(ticks(twice) == [3, 108, 190, 297, 400, 505])
    }

    @Test("changes velocity, tempo and tracks")
    func tracks() async throws {
        let soft = try await edited("--track", "Drums", "--scale-velocity", "50%")
        #expect(soft.filter { $0.contains("Note_on_c, 9, 36, 50") }.count == 3)
        let tempo = try await edited("--set-tempo", "100")
        #expect(tempo.filter { $0.contains("Tempo") } == ["1, 0, Tempo, 600000"])
        let tracks = try await edited(
            "--delete-tracks",
            "Melody",
            "--track",
            "2",
            "--rename-track",
            "Kit"
        )
        #expect(tracks.first == "0, 0, Header, 1, 2, 100")
        #expect(tracks.contains("2, 0, Title_t, \"Kit\""))
    }

    @Test("adds the tracks of another file, whatever its ticks are")
    func merge() async throws {
        let folder = try TemporaryDirectory()
        var other = SMFBuilder(format: 0, ticksPerQuarter: 480)
        other.track("Other") { $0.note(at: 960, length: 480, channel: 3, key: 70) }
        let path = try folder.write(other.bytes, to: "other.mid")
        let merged = try await edited("--merge", path)
        #expect(merged.first == "0, 0, Header, 1, 4, 100")
        #expect(notes(merged, track: 4) == [[200, 70]])
    }

    @Test("says what it has done with -v, and always what it has not")
    func reports() async throws {
        let quiet = try await seqd(
            ["edit", "-", "-o", "-", "--quantise", "1/4"],
            input: Self.song.bytes
        )
        #expect(quiet.errorOutput.isEmpty)
        let run = try await seqd(
            [
                "edit", "-", "-o", "-", "-v", "--track", "2", "--quantise", "1/4", "--clear",
                "90:1..91:1",
            ],
            input: Self.song.bytes
        )
        #expect(
            run.errorText == """
                seqd: standard input: --quantise 1/4: quantised 6 notes, 5 changed, moved by up to 10 ticks
                seqd: standard input: --clear 90:1..91:1: nothing to change

                """
        )
    }

    @Test("replaces its input only with --in-place")
    func inPlace() async throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write(Self.song.bytes, to: "song.mid")
        let same = try await seqd(["edit", path, "-o", path, "--transpose", "1"])
        #expect(same.status == .exited(64))
        let run = try await seqd(["edit", path, "--in-place", "--transpose", "1"])
        #expect(run.status == .exited(0), "\(run)")
        let dump = try await seqd(["dump", "--csv", path])
        #expect(
            notes(dump.outputText.split(separator: "\n").map(String.init), track: 2)[0][1] == 61
        )
        let failed = try await seqd([
            "edit", path, "--in-place", "--track", "9", "--transpose", "1",
        ])
        #expect(failed.status == .exited(64))
        #expect(try folder.read("song.mid").count > 100)
        let names = try await seqd(["edit", path, "--transpose", "1"])
        #expect(names.status == .exited(64))
    }

    private static let mistakes: [(arguments: [String], message: String)] = [
        ([], "no operation given"), (["--to", "2:1"], "--to belongs after --copy or --move"),
        (["--copy", "1:1..2:1"], "--copy 1:1..2:1: expected --to"),
        (
            ["--copy", "1:1..2:1", "--transpose", "1", "--to", "3:1"],
            "--copy 1:1..2:1: expected --to"
        ),
        (["--strength", "50%"], "--strength belongs after --quantise"),
        (
            ["--quantise", "1/4", "--swing", "80%"],
            "--swing: expected 50% to 75%, as in 62%, not '80%'"
        ),
        (
            ["--quantise", "1/4", "--strength", "0.5"],
            "--strength: expected 0% to 100%, as in 50%, not '0.5'"
        ),
        (
            ["--quantise", "1/4", "--strength", "50"],
            "--strength: expected 0% to 100%, as in 50%, not '50'"
        ),
        (["--quantise", "1/4", "--strength", "%"], "--strength: expected 0% to 100%"),
        (
            ["--track", "2", "--delete-tracks", "2", "--transpose", "1"],
            "--transpose 1: the tracks that --track has named are deleted: expected another --track"
        ),
        (["--quantise", "16"], "--quantise: expected a note value"),
        (["--quantise", "1/1024"], "the grid is finer than the file's ticks"),
        (["--cut", "2:1..1:1"], "--cut 2:1..1:1: 2:1..1:1 ends before it begins"),
        (["--cut", "1:1..1:9"], "has 4 beats"), (["--transpose", "many"], "--transpose: expected"),
        (["--track", "9", "--transpose", "1"], "no match; the tracks are 1 to 3"),
        (["--channel", "5", "--transpose", "1"], "no match; the channels are: 1, 10"),
        (["--delete-tracks", "1"], "the tempo and the meter"),
        (["--rename-track", "X"], "expected --track with one track"),
        (["--move", "1:1..2:1", "--to", "@Nowhere"], "no marker @Nowhere"),
        (["--set-tempo", "0"], "--set-tempo: expected 4 to 1000"),
    ]

    @Test("names the option and what was expected", arguments: mistakes.indices)
    func mistake(_ index: Int) async throws {
        let (arguments, message) = Self.mistakes[index]
        let run = try await seqd(["edit", "-", "-o", "-"] + arguments, input: Self.song.bytes)
        #expect(run.status == .exited(64), "\(run)")
        #expect(run.errorText.contains(message), "\(run.errorText)")
        #expect(run.output.isEmpty)
    }

    @Test("acts on the tracks that were named last, several in one, whatever they are called since")
    func identity() async throws {
        let both = try await edited("--track", "2,3", "--offset", "10t")
        #expect(ticks(both, track: 3) == [10, 210, 410])
        #expect(ticks(both) == [13, 118, 200, 307, 410, 515])
        let last = try await edited("--track", "2", "--track", "3", "--offset", "10t")
        #expect(ticks(last, track: 3) == [10, 210, 410])
        #expect(ticks(last) == ticks(try await edited("--transpose", "0")))
        let named = try await edited(
            "--track",
            "Drums",
            "--rename-track",
            "Kit",
            "--delete-tracks",
            "2",
            "--offset",
            "10t"
        )
        #expect(ticks(named) == [10, 210, 410])
        #expect(named.contains("2, 0, Title_t, \"Kit\""))
        // What it named is what it stands before.
        let early = try await edited("--track", "3", "--delete-tracks", "2", "--offset", "10t")
        #expect(ticks(early) == [10, 210, 410])
    }

    @Test("acts on everything again after all")
    func everything() async throws {
        let all = try await edited("--cut", "1:1..2:1")
        #expect(try await edited("--track", "2", "--track", "all", "--cut", "1:1..2:1") == all)
        #expect(try await edited("--channel", "1", "--channel", "all", "--cut", "1:1..2:1") == all)
        // The drums stay, as they do where no channel is named.
        #expect(
            try await edited("--channel", "all", "--transpose", "1")
                == (try await edited("--transpose", "1"))
        )
    }

    @Test("refuses to change a track that has only tempo and meter")
    func tempoTrack() async throws {
        for operation in [["--cut", "1:1..2:1"], ["--reverse"], ["--offset", "10t"]] {
            let run = try await seqd(
                ["edit", "-", "-o", "-", "--track", "1"] + operation,
                input: Self.song.bytes
            )
            #expect(run.status == .exited(64), "\(run)")
            #expect(run.errorText.contains("track 1 has only tempo and meter"), "\(run)")
        }
    }

    @Test("does not write over a file that it merges")
    func mergedOutput() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone(), "song.mid")
        try place.add(PlayedSong.tone(), "other.mid")
        let run = try await seqd(
            ["edit", "song.mid", "--merge", "other.mid", "-o", "other.mid"],
            directory: place.folder.path
        )
        #expect(run.status == .exited(64), "\(run)")
        #expect(run.errorText == "seqd: other.mid: is also the input\n", "\(run)")
    }

    @Test("says when the tempo of a file that is merged is left out")
    func mergedTempo() async throws {
        let place = try Workplace()
        try place.add(Self.song)
        var same = SMFBuilder(format: 0, ticksPerQuarter: 100)
        same.track {
            $0.tempo(at: 0, microsecondsPerQuarter: 500_000)
            $0.tempo(at: 400, microsecondsPerQuarter: 400_000)
            $0.note(at: 0, length: 10, channel: 3, key: 60)
        }
        try place.add(same, "same.mid")
        try place.add(PlayedSong.tone(), "other.mid")
        for (file, isSaid) in [("same.mid", false), ("other.mid", true)] {
            let run = try await seqd(
                ["edit", "song.mid", "-o", "out-\(file)", "--merge", file],
                directory: place.folder.path
            )
            #expect(run.status == .exited(0), "\(run)")
            #expect(run.errorText.contains("another tempo") == isSaid, "\(run)")
        }
    }
}
