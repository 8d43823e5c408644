import TestSupport
import Testing

@Suite("The options of seqd render")
struct RenderOptionsTests {
    /// Renders the parts with options, without a tail and effects.
    private func parts(_ arguments: String...) async throws -> SoundFile {
        try await render(PlayedSong.parts, ["--tail", "none"] + arguments)
    }

    private func render(_ song: SMFBuilder, _ arguments: [String]) async throws -> SoundFile {
        let place = try Workplace()
        try place.add(song)
        let dry = ["--no-reverb", "--no-chorus", "--format", "float"]
        let run = try await place.run(["render", "song.mid", "-o", "out.wav"] + dry + arguments)
        #expect(run.status == .exited(0), "\(run)")
        return try place.sound("out.wav")
    }

    /// The middle of a beat, in frames.
    private func beat(_ index: Int) -> Range<Int> {
        index * 24_000 + 4_000..<index * 24_000 + 20_000
    }

    private func level(_ sound: SoundFile, ofKey key: UInt8, beat index: Int) throws -> Double {
        try sound[0].level(ofPartial: frequency(ofKey: key), in: beat(index))
    }

    @Test("without any, all parts are heard")
    func plain() async throws {
        let sound = try await parts()
        #expect(sound.frameCount == 4 * 24_000)
        for (index, key) in PlayedSong.partKeys.enumerated() {
            #expect(try level(sound, ofKey: key, beat: index) > -40)
            #expect(try level(sound, ofKey: PlayedSong.droneKey, beat: index) > -40)
        }
    }

    @Test("--tail none ends with the music, seconds add to it, auto adds what sounds")
    func tail() async throws {
        #expect(try await parts("--tail", "none").frameCount == 96_000)
        #expect(try await parts("--tail", "0").frameCount == 96_000)
        #expect(try await parts("--tail", "0.25").frameCount == 108_000)
        // The release of 15 ms, and a tenth of a second of silence.
        let auto = try await parts("--tail", "auto")
        #expect((100_900...102_000).contains(auto.frameCount), "\(auto.frameCount)")
    }

    @Test("--tail auto ends after ten seconds where something sounds for ever")
    func endlessTail() async throws {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track {
            $0.pedal(at: 0, channel: 0, down: true)
            $0.note(at: 0, length: 480, channel: 0, key: 69)
        }
        let sound = try await render(song, [])
        #expect(sound.frameCount <= 24_000 + 480_000)
    }

    @Test("A file that is longer than the limit is refused before anything is written")
    func length() async throws {
        let place = try Workplace()
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track {
            $0.note(at: 0, length: 480, channel: 0, key: 69)
            $0.marker(at: 14_000_000, "far")
        }
        try place.add(song)
        let refusal =
            "seqd: song.mid: 4h03m03s of sound (last event of music at 0.5s), more than the limit "
            + "of 4h00m00s; choose a part with --to, or raise the limit with --max-length\n"
        for output in ["out.wav", "-"] {
            let run = try await place.run(["render", "song.mid", "-o", output, "--tail", "none"])
            run.expectRefusal(65, refusal)
            #expect(run.output.isEmpty)
        }
        #expect(try await place.shell("ls").outputText.contains("out.wav") == false)
        let part = ["render", "song.mid", "-o", "out.wav", "--to", "1s", "--max-length"]
        for (options, status) in [
            (["1s", "--tail", "none"], Int32(0)), (["1s", "--tail", "0.01"], 65),
            (["1.01s", "--tail", "0.01"], 0), (["1.5s", "--loop-range", "0..1s"], 65),
        ] {
            let loop = options.contains("--loop-range") ? ["--loop-count", "2"] : []
            let run = try await place.run(part + options + loop)
            #expect(run.status == .exited(status), "\(run)")
        }
    }

    @Test("--mute leaves a part out, --solo all others")
    func mute() async throws {
        for arguments in [["--mute", "2"], ["--solo", "1"], ["--mute", "track:Drone"]] {
            let sound = try await render(PlayedSong.parts, arguments)
            #expect(try level(sound, ofKey: PlayedSong.droneKey, beat: 0) < -80)
            #expect(try level(sound, ofKey: 69, beat: 0) > -40)
        }
        let drone = try await parts("--solo", "track:Drone")
        #expect(try level(drone, ofKey: 69, beat: 0) < -80)
        #expect(try level(drone, ofKey: PlayedSong.droneKey, beat: 0) > -40)
    }

    @Test("--transpose moves all keys by semitones")
    func transpose() async throws {
        let sound = try await parts("--transpose", "-7")
        #expect(try level(sound, ofKey: 69, beat: 0) < -80)
        #expect(try level(sound, ofKey: 62, beat: 0) > -40)
        #expect(try level(sound, ofKey: PlayedSong.droneKey - 7, beat: 0) > -40)
    }

    @Test("--gain changes the level by decibels")
    func gain() async throws {
        let plain = try await parts()
        for gain in ["-6.5", "12", "0"] {
            let sound = try await parts("--gain", gain)
            let change = try sound[0].level() - plain[0].level()
            #expect(try abs(change - #require(Double(gain))) < 0.01)
        }
    }

    @Test("too much gain is told, with the gain that fits")
    func clipping() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone())
        let run = try await place.render("song.mid", "-o", "out.wav", "--gain", "24", "--solo", "1")
        #expect(run.status == .exited(0), "\(run)")
        #expect(!run.errorText.contains("clipped"), "\(run)")
        var loud = SMFBuilder(format: 0, ticksPerQuarter: 480)
        loud.track { track in
            for _ in 0..<4 { track.noteOn(at: 0, channel: 0, key: 69, velocity: 127) }
            track.noteOff(at: 480, channel: 0, key: 69)
        }
        try place.add(loud, "loud.mid")
        let clipped = try await place.render(
            "loud.mid",
            "-o",
            "out.wav",
            "--gain",
            "24",
            "--no-limiter"
        )
        let message = try #require(
            clipped.errorText.firstMatch(of: /out\.wav: \d+ samples clipped; --gain (-?\d+) would/),
            "\(clipped)"
        )
        let cured = try await place.render(
            "loud.mid",
            "-o",
            "out.wav",
            "--no-limiter",
            "--gain",
            "\(message.1)"
        )
        #expect(!cured.errorText.contains("clipped"), "\(cured)")
        // What is told is the option's new value, not the difference.
        #expect(try #require(Int(message.1)) > 6)
        let coded = try await place.render(
            "loud.mid",
            "-o",
            "out.ogg",
            "--no-limiter",
            "--gain",
            "24"
        )
        #expect(coded.errorText.contains("--gain \(message.1) would"), "\(coded)")
        // The limiter does what the gain would have to, and tells how much.
        let limited = try await place.render("loud.mid", "-o", "out.wav", "--gain", "24")
        #expect(limited.errorText.contains(/peak -1\.\d dBFS, limited by \d+\.\d dB/), "\(limited)")
        #expect(!limited.errorText.contains("clipped"), "\(limited)")
    }

    @Test(
        "--from and --to choose a part",
        arguments: [("1:2", "1:4"), ("0.5s", "1.5s"), ("480t", "1440t")]
    )
    func range(_ from: String, _ to: String) async throws {
        let sound = try await parts("--from", from, "--to", to)
        #expect(sound.frameCount == 48_000)
        #expect(try level(sound, ofKey: PlayedSong.partKeys[1], beat: 0) > -40)
        #expect(try level(sound, ofKey: PlayedSong.partKeys[2], beat: 1) > -40)
        #expect(try level(sound, ofKey: PlayedSong.partKeys[0], beat: 0) < -60)
    }

    @Test("--pattern chooses one of a file of format 2, which else follow each other")
    func pattern() async throws {
        let second = try await render(PlayedSong.patterns, ["--pattern", "2", "--tail", "none"])
        #expect(second.frameCount == 48_000)
        #expect(try abs(cents(second[0].frequency(in: beat(0)), above: 880)) < 1)
        let both = try await render(PlayedSong.patterns, ["--tail", "none"])
        #expect(both.frameCount == 72_000)
        #expect(try abs(cents(both[0].frequency(in: beat(0)), above: 440)) < 1)
        #expect(try abs(cents(both[0].frequency(in: beat(1)), above: 880)) < 1)
    }

    @Test("--no-reverb and --no-chorus leave out what the font sends there")
    func effects() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.ensemble)
        var all: Set<[UInt8]> = []
        for options in [[], ["--no-reverb"], ["--no-chorus"], ["--no-reverb", "--no-chorus"]] {
            _ = try await place.run(["render", "song.mid", "-o", "out.wav"] + options)
            all.insert(try place.sound("out.wav").data)
        }
        #expect(all.count == 4)
    }

    @Test("--reverb and --chorus take names and parameters")
    func namedEffects() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.ensemble)
        var sounds: [[UInt8]] = []
        for options in [
            [], ["--reverb", "default", "--chorus", "default"],
            ["--reverb", "cathedral"], ["--reverb", "cathedral,level=0.2"],
            ["--chorus", "flanger"], ["--reverb", "off"], ["--no-reverb"],
        ] {
            let run = try await place.run(["render", "song.mid", "-o", "out.wav"] + options)
            #expect(run.status == .exited(0), "\(options): \(run)")
            sounds.append(try place.sound("out.wav").data)
        }
        #expect(sounds[0] == sounds[1])
        #expect(sounds[5] == sounds[6])
        #expect(Set(sounds).count == 5)
        // What reverberates for longer has a longer tail.
        #expect(sounds[2].count > sounds[0].count)
    }

    @Test(
        "and refuse what there is not",
        arguments: [
            (["--reverb", "rom"], "no reverb \"rom\"; expected off, default, room"),
            (["--reverb", "time=50"], "time=50: expected 0.7 to 12.5 seconds"),
            (["--chorus", "shape=square"], "shape=square: expected sine or triangle"),
            (["--reverb", "room", "--no-reverb"], "--reverb and --no-reverb"),
            (["--chorus", "off", "--no-chorus"], "--chorus and --no-chorus"),
        ]
    )
    func refusedEffects(options: [String], message: String) async throws {
        let place = try Workplace()
        try place.add(PlayedSong.ensemble)
        let run = try await place.run(["render", "song.mid", "-o", "out.wav"] + options)
        #expect(run.status == .exited(64), "\(run)")
        #expect(run.errorText.contains(message), "\(run.errorText)")
    }
}
