import TestSupport
import Testing

@Suite("An output that cannot be")
struct UnsuitableOutputTests {
    @Test(
        "is refused before anything is rendered, with what would do",
        arguments: [
            (["-o", "x.opus", "--rate", "44100"], 64, "8000, 12000, 16000, 24000, 48000"),
            (["-o", "x.mp3", "--rate", "96000"], 64, "44100, 48000"),
            (["-o", "x.flac", "--format", "s32"], 64, "s16, s24"),
            (["-o", "x.flac", "--format", "float"], 64, "s16, s24"),
            (["-o", "x.ogg", "--format", "s16"], 64, "omit --format"),
            (["-o", "x.wav", "--rate", "200000"], 64, "8000 to 96000"),
            (["-o", "x.xyz"], 64, "wav, rf64, aiff, flac, ogg, opus, mp3, raw"),
            (["-o", "x"], 64, "--type"),
            (["-o", "x.wav", "--type", "midi"], 64, "wav, rf64, aiff, flac"),
            (["-o", ""], 64, "-o needs a name"),
            (["-o", "-", "--type", "aiff"], 64, "pipe"),
            (["-o", "x.wav", "--nope"], 64, "--nope"),
            (["-o", "x.wav", "--tail", "long"], 64, "auto, none, or 0 to 3600 seconds"),
            (["-o", "x.wav", "--jobs", "0"], 64, "1 to 256"),
            (["-o", "x.wav", "--from", "9:1"], 64, "after the end"),
            (["-o", "x.wav", "--from", "1s", "--to", "0.5s"], 64, "--to is not after --from"),
            (["-o", "x.wav", "--mute", "7"], 64, "song.mid: "),
            (["-o", "missing/x.wav"], 73, "missing/x.wav: there is no folder missing"),
            (["-o", "missing/sub/"], 73, "missing/sub/: there is no folder missing"),
            (["-o", "song.mid/x.wav"], 73, "song.mid/x.wav: song.mid is not a folder"),
            (["other.mid", "-o", "x.wav"], 64, "2 inputs need a folder"),
            (["other.mid", "-o", "-"], 64, "2 inputs need a folder"),
            (["./song.mid", "-o", "sub/"], 64, "would both become sub/song.wav"),
            (["-o", "song.mid", "--type", "wav"], 64, "is also the input"),
            (["-o", "./song.mid", "--type", "raw"], 64, "is also the input"),
        ] as [([String], Int32, String)]
    )
    func refused(_ arguments: [String], _ status: Int32, _ words: String) async throws {
        let place = try Workplace()
        let song = PlayedSong.parts
        try place.add(song)
        try place.add(song, "other.mid")
        let run = try await place.run(["render", "song.mid"] + arguments)
        run.expectRefusal(status, words)
        #expect(try place.folder.names() == ["other.mid", "song.mid"])
        #expect(try place.folder.read("song.mid") == song.bytes)
    }

    @Test("leaves an existing file as it was", arguments: ["none.mid", "text.mid", "song.mid"])
    func existing(_ song: String) async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone())
        try place.folder.write("not a song", to: "text.mid")
        try place.folder.write("precious", to: "out.wav")
        let run = try await place.render(song, "-o", "out.wav", "--from", "99s")
        #expect(run.status != .exited(0), "\(run)")
        #expect(try place.folder.read("out.wav") == Array("precious".utf8))
        #expect(try place.folder.names() == ["out.wav", "song.mid", "text.mid"])
    }

    @Test("does not keep the other files from being rendered; the first failure is the status")
    func several() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone(), "a.mid")
        try place.folder.write("not a song", to: "b.mid")
        try place.add(PlayedSong.tone(), "d.mid")
        let run = try await place.render(
            "a.mid",
            "b.mid",
            "c.mid",
            "d.mid",
            "-o",
            "out/",
            "--quiet",
            "--jobs",
            "1"
        )
        #expect(run.status == .exited(65), "\(run)")
        let lines = run.errorText.split(separator: "\n")
        #expect(lines.count == 2, "\(run)")
        #expect(lines.first?.hasPrefix("seqd: b.mid: ") ?? false, "\(run)")
        #expect(lines.last == "seqd: c.mid: no such file", "\(run)")
        let made = try await place.shell("ls out")
        #expect(made.outputText == "a.wav\nd.wav\n")
        let played = try await place.play("c.mid", "b.mid", "a.mid", "--null")
        #expect(played.status == .exited(66), "\(played)")
        #expect(played.duration > .seconds(0.5))
    }

    @Test(
        "because the disk is full ends with 74",
        arguments: ["wav", "raw", "flac", "ogg", "opus", "mp3"]
    )
    func full(_ type: String) async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone())
        try await place.render("song.mid", "-o", "/dev/full", "--type", type, "--quiet")
            .expectRefusal(74, "/dev/full: No space left on device")
        try await place.shell(
            "exec \"$seqd\" render song.mid --sf2 \"$font\" -o - --type \(type) > /dev/full"
        ).expectRefusal(74, "standard output: No space left on device")
    }

    @Test(
        "because the reader has gone ends with 74, and soon",
        arguments: ["wav", "raw", "flac", "ogg", "opus", "mp3"]
    )
    func closed(_ type: String) async throws {
        let place = try Workplace()
        try place.add(PlayedSong.endless)
        try await place.shell(
            "\"$seqd\" render song.mid --sf2 \"$font\" -o - --type \(type) | true; "
                + "exit ${PIPESTATUS[0]}"
        ).expectRefusal(74, "standard output: closed by the reader")
    }

    @Test("because standard output is closed ends with 74, and messages go nowhere else")
    func missingStreams() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone())
        let run = try await place.shell(
            "\"$seqd\" render song.mid --sf2 \"$font\" -o - >&-; echo $? >&2"
        )
        #expect(run.errorText.hasSuffix("\n74\n"), "\(run)")
        // Else the file would be descriptor 2, and have the messages in it.
        let bare = try await place.shell(
            "\"$seqd\" render song.mid --sf2 \"$font\" -o bare.wav <&- >&- 2>&-; echo $?"
        )
        #expect(bare.outputText == "0\n", "\(bare)")
        _ = try await place.render("song.mid", "-o", "out.wav")
        #expect(try place.folder.read("bare.wav") == place.folder.read("out.wav"))
    }
}
