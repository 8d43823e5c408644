import TestSupport
import Testing

@Suite("seqd dump")
struct DumpTests {
    /// Eight bars of 6/8 whose text is in Windows-1252.
    private static var song: SMFBuilder {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 100)
        song.track { track in
            track.meta(at: 0, type: 0x03, [0xC9, 0x74])
            track.meter(at: 0, 6, denominatorPower: 3)
            track.noteOn(at: 450, channel: 9, key: 35, velocity: 1)
        }
        return song
    }

    private static let text = #"""
        smf-text 1
        format 0
        division 100  # ticks per quarter note
        running-status yes

        track  # 1: Ét
        0 track-name "\xC9t"  # Ét
        0 meter 6/8 clocks 24 thirty-seconds 8
        450 note-on ch:10 35 1
        450 end-of-track

        """#

    @Test("writes a line for each event to standard output")
    func standardOutput() async throws {
        let run = try await seqd(["dump", "-"], input: Self.song.bytes)
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.outputText == Self.text)
        #expect(run.errorOutput.isEmpty, "\(run)")
    }

    @Test("writes a file, and leaves nothing else behind")
    func file() async throws {
        let folder = try TemporaryDirectory()
        let path = try folder.write(Self.song.bytes, to: "song.mid")
        try folder.write("old", to: "song.txt")
        let run = try await seqd(["dump", path, "-o", folder.path("song.txt")])
        #expect(run.status == .exited(0) && run.output.isEmpty, "\(run)")
        #expect(try folder.read("song.txt") == Array(Self.text.utf8))
        #expect(try folder.names() == ["song.mid", "song.txt"])
    }

    @Test("shows where each event is")
    func positions() async throws {
        let run = try await seqd(["dump", "--positions", "-"], input: Self.song.bytes)
        #expect(run.outputText.contains("\n0 track-name \"\\xC9t\"  # 1:1 0.0s  Ét\n"), "\(run)")
        #expect(run.outputText.contains("\n450 note-on ch:10 35 1  # 2:4 2.2s\n"), "\(run)")
        var frames = SMFBuilder(format: 2, framesPerSecond: 25, ticksPerFrame: 40)
        frames.track { $0.noteOn(at: 1500, channel: 0, key: 1, velocity: 1) }
        let other = try await seqd(["dump", "--positions", "-"], input: frames.bytes)
        #expect(other.outputText.contains("\n1500 note-on ch:1 1 1  # 1.5s\n"), "\(other)")
    }

    @Test("writes midicsv's records")
    func csv() async throws {
        let run = try await seqd(["dump", "--csv", "-"], input: Self.song.bytes)
        #expect(run.status == .exited(0), "\(run)")
        #expect(
            run.output == Array(
                "0, 0, Header, 0, 1, 100\n1, 0, Start_track\n1, 0, Title_t, \"".utf8
            )
                + [0xC9]
                + Array(
                    """
                    t"
                    1, 0, Time_signature, 6, 3, 24, 8
                    1, 450, Note_on_c, 9, 35, 1
                    1, 450, End_track
                    0, 0, End_of_file

                    """.utf8
                )
        )
    }

    @Test("tells what is wrong with a file, and writes what could be read")
    func damage() async throws {
        var song = Self.song
        song.tracks[0].hasEndOfTrack = false
        let run = try await seqd(["dump", "-"], input: song.bytes)
        #expect(run.status == .exited(0), "\(run)")
        #expect(
            run.errorText.hasPrefix("seqd: standard input: warning: track 1, byte 0x"),
            "\(run)"
        )
        #expect(run.outputText == Self.text)
    }

    @Test(
        "refuses what it cannot do, and writes nothing",
        arguments: [
            (["nothing.mid"], 66, "nothing.mid: no such file"),
            (["text.mid"], 65, "text.mid: not a MIDI file"),
            (["song.mid", "--csv", "--positions"], 64, "--positions"),
            (["song.mid", "-o", "song.mid"], 64, "is also the input"),
            (["song.mid", "-o", "no/such/out.txt"], 73, "no/such/out.txt"),
            (["song.mid", "-o", ""], 64, "-o needs a name"),
            (["song.mid", "--encoding", "klingon"], 64, "klingon"),
        ] as [([String], Int32, String)]
    )
    func refusals(_ arguments: [String], _ status: Int32, _ word: String) async throws {
        let folder = try TemporaryDirectory()
        try folder.write(Self.song.bytes, to: "song.mid")
        try folder.write("hello", to: "text.mid")
        let run = try await seqd(["dump"] + arguments, directory: folder.path)
        #expect(run.status == .exited(status), "\(run)")
        #expect(run.errorText.contains(word) && run.output.isEmpty, "\(run)")
        #expect(try folder.names() == ["song.mid", "text.mid"])
    }
}
