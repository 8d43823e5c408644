import SeqdPlayer
import TestSupport
import Testing

/// The sound of a player, measured in the file that it writes.
@Suite("A player of a file writes") struct PlayerSoundTests {
    let studio: PlayerStudio

    init() throws { studio = try PlayerStudio() }

    @Test("each note at its frame")
    func onsets() async throws {
        let sound = try await studio.rendered()
        #expect(sound.onsets() == PlayerStudio.clicks([0, 24_000, 48_000, 72_000]))
    }

    @Test("the pitch of a key")
    func pitch() async throws {
        var song = SMFBuilder()
        song.track { $0.note(at: 0, length: 960, channel: 0, key: 81) }
        let sound = try await PlayerStudio(song).rendered()
        let frequency = try sound.frequency(in: sound.frames(0.2..<0.8))
        #expect(abs(cents(frequency, above: 880)) < 1)
    }

    @Test("what follows a position in seconds, in beats and at a marker")
    func positions() async throws {
        let seconds = try await studio.rendered("a.wav") { try $0.seek(to: 0.5) }
        #expect(seconds.onsets() == PlayerStudio.clicks([0, 24_000, 48_000]))
        let beats = try await studio.rendered("b.wav") { try $0.seek(toBeat: 3) }
        #expect(beats.onsets() == PlayerStudio.clicks([0]))
        let marker = try await studio.rendered("c.wav") {
            try $0.seek(to: .marker("Chorus"))
            #expect($0.position == 1)
            #expect($0.positionInBeats == 2)
        }
        #expect(marker.onsets() == PlayerStudio.clicks([0, 24_000]))
    }

    @Test("twice as fast at rate 2")
    func rate() async throws {
        let sound = try await studio.rendered { player in
            try player.setRate(2)
            #expect(player.rate == 2)
            #expect(player.duration == 2)
        }
        #expect(sound.onsets() == PlayerStudio.clicks([0, 12_032, 24_000, 36_032]))
    }

    @Test("a loop as often as it is set")
    func loop() async throws {
        let sound = try await studio.rendered { player in
            let range = PositionRange(
                from: .seconds(nanoseconds: 500_000_000),
                to: .seconds(nanoseconds: 1_000_000_000)
            )
            try player.setLoop(.between(range), count: 3)
        }
        let beats = [0, 24_000, 48_000, 72_000, 96_000]
        #expect(sound.onsets() == PlayerStudio.clicks(beats))
    }

    @Test("with its gain in dB, and silence when muted")
    func gain() async throws {
        let plain = try await studio.rendered("plain.wav")
        let soft = try await studio.rendered("soft.wav") { try $0.setGain(-12) }
        let difference = try soft.peakLevel() - plain.peakLevel()
        #expect(abs(difference + 12) < 0.1)
        var settings = PlaySettings()
        settings.gain = -12
        let set = try await studio.rendered("set.wav", settings)
        let isSame = set.samples == soft.samples
        #expect(isSame)
        let muted = try await studio.rendered("muted.wav") { $0.isMuted = true }
        #expect(try muted.isSilent())
    }

    @Test("without muted parts")
    func parts() async throws {
        let sound = try await studio.rendered {
            try $0.setParts(muted: SelectorSet(parsing: "track:Clicks"))
        }
        #expect(try sound.isSilent())
    }

    @Test("a count-in before the piece")
    func countIn() async throws {
        var settings = PlaySettings()
        settings.countIn = 1
        let sound = try await studio.rendered("song.wav", settings)
        #expect(sound.onsets().count == 8)
    }
}
