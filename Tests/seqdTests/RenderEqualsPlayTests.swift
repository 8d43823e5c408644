import TestSupport
import Testing

@Suite("What is rendered equals what is played")
struct RenderEqualsPlayTests {
    @Test("sample for sample, with effects, on two ports", arguments: ["s16", "s32"])
    func tee(_ format: String) async throws {
        let place = try Workplace()
        try place.add(PlayedSong.ensemble)
        let device = "tee:null,'\(place.folder.path("played.wav"))',wav"
        let played = try await place.play("song.mid", "--device", device, "--format", format)
        #expect(played.status == .exited(0), "\(played)")
        #expect(played.output.isEmpty && played.errorOutput.isEmpty, "\(played)")
        let rendered = try await place.render("song.mid", "-o", "out.wav", "--format", format)
        #expect(rendered.status == .exited(0), "\(rendered)")
        let sound = try place.sound("out.wav")
        #expect(sound.seconds > 1 && sound.peak > 0.01)
        #expect(try place.samples("played.wav") == sound.data)
    }

    @Test("with other periods, a raw file as the device, and musical options")
    func options() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.ensemble)
        let musical = ["--mute", "2", "--transpose", "-3", "--gain", "-4.5", "--no-chorus"]
        let played = try await place.run(
            ["play", "song.mid", "--device", "file:'played.raw',raw", "--format", "s16"]
                + ["--period", "100", "--periods", "3"] + musical
        )
        #expect(played.status == .exited(0), "\(played)")
        let rendered = try await place.run(["render", "song.mid", "-o", "out.wav"] + musical)
        #expect(rendered.status == .exited(0), "\(rendered)")
        #expect(try place.folder.read("played.raw") == place.sound("out.wav").data)
    }

    @Test("where the default device is a plugin of the user's configuration")
    func defaultDevice() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.ensemble)
        let environment = try place.configureALSA(
            """
            pcm.!default { type file; slave.pcm null; file "played.raw"; format raw }
            """
        )
        let played = try await place.play("song.mid", environment: environment)
        #expect(played.status == .exited(0), "\(played)")
        _ = try await place.render("song.mid", "-o", "out.wav")
        #expect(try place.folder.read("played.raw") == place.sound("out.wav").data)
    }

    @Test("and several files, one after the other, are the same each time")
    func severalFiles() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.ensemble, "a.mid")
        try place.add(PlayedSong.tone(), "b.mid")
        for name in ["first.wav", "second.wav"] {
            let device = "tee:null,'\(name)',wav"
            let run = try await place.play("a.mid", "b.mid", "--device", device)
            #expect(run.status == .exited(0), "\(run)")
        }
        let first = try place.samples("first.wav")
        #expect(try first == place.samples("second.wav"))
        _ = try await place.render("a.mid", "-o", "a.wav", "--tail", "none")
        let alone = try place.sound("a.wav").data
        #expect(first.starts(with: alone))
        // The second begins on the grid of 64 frames, half a second long, and has a tail.
        let frames = (alone.count / 4 + 63) / 64 * 64
        let second = try SoundFile(
            raw: Array(first.dropFirst(4 * frames)),
            encoding: .signed16,
            channelCount: 2,
            rate: 48_000
        )
        // The first one's reverberation is in it, whose zero crossings are many.
        let frequency = try second[0].frequency(near: 440, in: 2_000..<22_000)
        #expect(abs(cents(frequency, above: 440)) < 5)
        #expect(second.seconds > 0.5)
    }
}

extension Workplace {
    /// Gives ALSA a configuration beside the system's.
    ///
    /// - Returns: What the environment has to have.
    func configureALSA(_ text: String) throws -> [String: String?] {
        try folder.write("</usr/share/alsa/alsa.conf>\n\(text)\n", to: "asound.conf")
        return ["ALSA_CONFIG_PATH": folder.path("asound.conf")]
    }
}
