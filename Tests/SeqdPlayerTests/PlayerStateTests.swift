import SeqdPlayer
import TestSupport
import Testing

/// Starting, pausing and ending, and what goes wrong.
@Suite("A player") struct PlayerStateTests {
    let studio: PlayerStudio

    init() throws { studio = try PlayerStudio() }

    /// A song of 50 ms.
    private static var short: SMFBuilder {
        var song = SMFBuilder()
        song.track { $0.note(at: 0, length: 48, channel: 0, key: 69) }
        return song
    }

    @Test("plays again after its end", arguments: [SoundOutput.none, .device("null")])
    func again(_ output: SoundOutput) async throws {
        let player = try PlayerStudio(Self.short).player(output)
        try await player.play()
        #expect(!player.isPlaying)
        #expect(player.position == 0)
        try await player.play()
    }

    @Test("pauses, seeks, resumes and stops")
    func pause() async throws {
        let player = try studio.player(.none)
        try player.start()
        #expect(player.isPlaying)
        player.pause()
        #expect(player.isPaused)
        try player.seek(to: 1.5)
        #expect(player.position == 1.5)
        try player.setRate(2)
        try player.start()
        #expect(player.isPlaying)
        #expect(player.position >= 1.5)
        player.pause()
        player.stop()
        try await player.waitForEnd()
        #expect(!player.isPlaying && !player.isPaused)
        #expect(player.position == 0)
    }

    @Test("that repeats for ever ends when it is stopped")
    func stop() async throws {
        let player = try PlayerStudio(Self.short).player(.none)
        try player.setLoop(.whole)
        try player.start()
        player.stop()
        try await player.waitForEnd()
    }

    @Test("stops when its task is cancelled")
    func cancel() async throws {
        let player = try studio.player(.none)
        try player.setLoop(.whole)
        let task = Task { try await player.play() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await player.waitForEnd()
        #expect(!player.isPlaying)
    }

    @Test("whose sound file is complete plays no more")
    func complete() async throws {
        let player = try studio.player(.file(studio.folder.path("song.wav")))
        try await player.play()
        let error = #expect(throws: PlaybackError.self) { try player.start() }
        #expect(error?.message.contains("song.mid: the sound file is complete") == true)
    }

    @Test("that is freed leaves no sound file")
    func freed() throws {
        do { _ = try studio.player(.file(studio.folder.path("song.wav"))) }
        #expect(try studio.folder.names() == ["measuring.sf2", "song.mid"])
    }

    @Test(
        "names what is wrong",
        arguments: [
            ("none.mid", "measuring.sf2", SoundOutput.none, "none.mid: "),
            ("measuring.sf2", "measuring.sf2", .none, "measuring.sf2: "),
            ("song.mid", "none.sf2", .none, "none.sf2: "),
            ("song.mid", "song.mid", .none, "song.mid: "),
            ("song.mid", "measuring.sf2", .device("seqd-none"), "seqd-none"),
            ("song.mid", "measuring.sf2", .file("song.txt"), "song.txt: not the name"),
            ("song.mid", "measuring.sf2", .file("/no/such/song.wav"), "/no/such/song.wav: "),
        ]
    )
    func faults(song: String, font: String, output: SoundOutput, text: String) throws {
        let error = #expect(throws: PlaybackError.self) {
            try Player(
                studio.folder.path(song),
                soundFont: studio.folder.path(font),
                output: output
            )
        }
        #expect(error?.message.contains(text) == true, "\(String(describing: error))")
    }

    @Test("refuses what it does not have")
    func ranges() throws {
        let player = try studio.player(.none)
        let requests: [(String, () throws -> Void)] = [
            ("rate 0.0: expected 0.01 to 100", { try player.setRate(0) }),
            ("gain 25.0 dB: expected -60 to 24 dB", { try player.setGain(25) }),
            ("position 3.0 s: expected 0 to 2.0 s", { try player.seek(to: 3) }),
            ("beat -1.0: expected 0 to 4.0", { try player.seek(toBeat: -1) }),
            ("no marker", { try player.seek(to: .marker("Coda")) }),
            ("no loop points", { try player.setLoop(.file) }),
            ("loop count 0: expected 1 or more", { try player.setLoop(.whole, count: 0) }),
            (
                "track:Bass: no match",
                { try player.setParts(muted: SelectorSet(parsing: "track:Bass")) }
            ),
        ]
        for (text, request) in requests {
            let error = #expect(throws: PlaybackError.self) { try request() }
            let message = error?.message ?? ""
            #expect(message.contains("song.mid: ") && message.contains(text), "\(message)")
        }
        var sound = studio.sound
        sound.period = 1
        let error = #expect(throws: PlaybackError.self) {
            try Player(studio.song, soundFont: studio.font, output: .none, sound: sound)
        }
        #expect(error?.message == "period 1: expected 16 to 8192 frames")
    }
}
