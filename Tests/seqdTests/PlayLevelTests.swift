import SamplerHost
import SoundTestSupport
import TestSupport
import Testing

@Suite("seqd play --level")
struct PlayLevelTests {
    /// A second of the sine at a volume; a SysEx message sets the master volume meanwhile.
    private func song(volume: UInt8) -> SMFBuilder {
        SMFBuilder.milliseconds { track in
            track.control(at: 0, channel: 0, 7, volume)
            track.raw(at: 10, [0xF0, 0x07, 0x7F, 0x7F, 0x04, 0x01, 0, 0x7F, 0xF7])
            track.note(at: 0, length: 1_000, channel: 0, key: 69, velocity: 127)
        }
    }

    @Test("brings all files of a list to one loudness, with their reverb, and remembers them")
    func loudness() async throws {
        let place = try Workplace()
        try place.add(song(volume: 127), "loud.mid")
        try place.add(song(volume: 60), "soft.mid")
        let cache = place.folder.path("cache")
        let run = try await place.play(
            "loud.mid",
            "soft.mid",
            "--device",
            "null",
            "--level",
            "lufs=-30",
            "--tap",
            "master=m.wav",
            "--verbose",
            environment: ["XDG_CACHE_HOME": cache]
        )
        #expect(run.status == .exited(0), "\(run)")
        #expect(run.errorText.contains("loud.mid: gain -"), "\(run)")
        #expect(run.errorText.contains("soft.mid: gain "), "\(run)")
        let sound = try place.sound("m.wav")
        let levels = [9_600..<43_200, 57_600..<91_200].map { range in
            (try? sound[0].level(in: range)) ?? -200
        }
        #expect(levels[0] > -60 && abs(levels[0] - levels[1]) < 0.2, "\(levels)")
        let stored = try place.folder.names(in: "cache/seqd/loudness")
        #expect(stored.count == 2)
    }

    @Test("plays the end of a file and the beginning of the next together with --crossfade")
    func crossfade() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.tone(beats: 4), "a.mid")
        try place.add(PlayedSong.tone(beats: 4), "b.mid")
        var lengths: [Int] = []
        for crossfade in ["0", "0.5s"] {
            let run = try await place.play(
                "a.mid",
                "b.mid",
                "--device",
                "null",
                "--crossfade",
                crossfade,
                "--tap",
                "master=m\(crossfade).wav"
            )
            #expect(run.status == .exited(0), "\(run)")
            lengths.append(try place.sound("m\(crossfade).wav")[0].frameCount)
        }
        #expect(lengths[0] - lengths[1] == 24_000, "\(lengths)")
        for value in ["61", "-1", "x"] {
            let run = try await place.run(["play", "a.mid", "--crossfade", value])
            #expect(run.status == .exited(64), "\(run)")
            #expect(run.errorText.contains("expected 0 to 60 seconds"), "\(run)")
        }
    }

    @Test("refuses what is no level, and MIDI outputs alone")
    func refusals() async throws {
        let place = try Workplace()
        try place.add(song(volume: 127))
        for (arguments, message) in [
            (["--level", "-16"], "lufs=-16"), (["--level", "album"], "expected peak=DB"),
            (["--level", "lufs=0"], "expected peak=DB"),
        ] {
            let run = try await place.run(["play", "song.mid"] + arguments)
            #expect(run.status == .exited(64), "\(run)")
            #expect(run.errorText.contains(message), "\(run)")
        }
    }
}
