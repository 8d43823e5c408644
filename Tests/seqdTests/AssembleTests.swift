import TestSupport
import Testing

@Suite("seqd assemble")
struct AssembleTests {
    private static let text = """
        smf-text 1
        format 0
        division 96
        running-status no
        track
        0 note-on ch:1 60 100
        96 note-on ch:1 60 0
        96 end-of-track

        """
    private static let bytes: [UInt8] =
        Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8)
        + [0, 0, 0, 12, 0, 0x90, 60, 100, 96, 0x90, 60, 0, 0, 0xFF, 0x2F, 0]

    @Test("makes a MIDI file of text, in a pipe and in a file")
    func text() async throws {
        let pipe = try await seqd(["assemble", "-", "-o", "-"], input: Array(Self.text.utf8))
        #expect(pipe.status == .exited(0) && pipe.errorOutput.isEmpty, "\(pipe)")
        #expect(pipe.output == Self.bytes)
        let folder = try TemporaryDirectory()
        let path = try folder.write(Self.text, to: "song.txt")
        let run = try await seqd(["assemble", path, "-o", folder.path("song.mid")])
        #expect(run.status == .exited(0) && run.output.isEmpty, "\(run)")
        #expect(try folder.read("song.mid") == Self.bytes)
        #expect(try folder.names() == ["song.mid", "song.txt"])
    }

    @Test("gives back the file that was dumped, byte by byte")
    func roundTrip() async throws {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.headerExtension = [1, 2, 3]
        song.trailer = SMFBuilder.chunk("XFIH", [0, 1])
        song.track("Conductor") { $0.tempo(at: 0, beatsPerMinute: 90) }
        song.track("Piano") { track in
            track.usesRunningStatus = true
            track.note(at: 0, length: 480, channel: 0, key: 60, velocity: 100)
            track.raw(at: 480, [0x80, 60, 64])
            track.raw(at: 480, [0xFF, 0x01, 0x80, 0x01, 0xFF])
        }
        let dump = try await seqd(["dump", "-"], input: song.bytes)
        let again = try await seqd(["assemble", "-", "-o", "-"], input: dump.output)
        #expect(again.status == .exited(0), "\(again)")
        #expect(again.output == song.bytes)
    }

    @Test("makes a MIDI file of midicsv's records, which it knows by their first line")
    func csv() async throws {
        let records = """
            # a comment
            0, 0, Header, 0, 1, 96
            1, 0, Start_track
            1, 0, Note_on_c, 0, 60, 100
            1, 96, note_ON_c, 0, 60, 0
            1, 96, End_track
            0, 0, End_of_file
            """
        for arguments in [[], ["--csv"]] {
            let run = try await seqd(
                ["assemble", "-", "-o", "-"] + arguments,
                input: Array(records.utf8)
            )
            #expect(run.status == .exited(0), "\(run)")
            // As csvmidi does, it uses running status.
            var expected = Self.bytes
            expected.remove(at: 27)
            expected[21] = 11
            #expect(run.output == expected)
        }
        let words = try await seqd(["assemble", "-", "-o", "-", "--csv"], input: [0x61])
        #expect(words.status == .exited(65), "\(words)")
        #expect(words.errorText.contains("standard input:1:1: track \"a\""), "\(words)")
    }

    @Test("tells all that is wrong with its place, and leaves an old file as it is")
    func faults() async throws {
        let folder = try TemporaryDirectory()
        let text = Self.text.replacing("60 100", with: "128 100").replacing("60 0", with: "60")
        let path = try folder.write(text, to: "song.txt")
        try folder.write("old", to: "song.mid")
        let run = try await seqd(
            ["assemble", "song.txt", "-o", "song.mid"],
            directory: folder.path
        )
        #expect(run.status == .exited(65), "\(path): \(run)")
        #expect(
            run.errorText == """
                seqd: song.txt:6:16: key 128, expected 0 … 127
                seqd: song.txt:7:19: velocity missing, expected 0 … 127

                """
        )
        #expect(try folder.read("song.mid") == Array("old".utf8))
        #expect(try folder.names() == ["song.mid", "song.txt"])
    }

    @Test(
        "refuses what it cannot do",
        arguments: [
            (["song.txt"], 64, "--output"),
            (["none.txt", "-o", "x.mid"], 66, "none.txt: no such file"),
            (["song.txt", "-o", "x.mid.gz"], 64, "is not compressed"),
            (["song.txt", "-o", "song.txt"], 64, "is also the input"),
            (
                ["double.txt", "-o", "x.mid"], 65,
                "double.txt:5:1: second track in format 0, expected only one"
            ),
        ] as [([String], Int32, String)]
    )
    func refusals(_ arguments: [String], _ status: Int32, _ word: String) async throws {
        let folder = try TemporaryDirectory()
        try folder.write(Self.text, to: "song.txt")
        try folder.write("smf-text 1\nformat 0\ndivision 96\ntrack\ntrack\n", to: "double.txt")
        let run = try await seqd(["assemble"] + arguments, directory: folder.path)
        #expect(run.status == .exited(status), "\(run)")
        #expect(run.errorText.contains(word), "\(run)")
        #expect(try folder.names() == ["double.txt", "song.txt"])
    }
}
