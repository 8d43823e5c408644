import Foundation
import TestSupport
import Testing

@Suite("seqd render --stems")
struct StemTests {
    /// Renders stems without the limiter, and compares their sum with the mix.
    ///
    /// - Returns: The names of the stems.
    @discardableResult
    private func stems(
        _ kind: String,
        of place: Workplace,
        _ options: [String] = []
    ) async throws -> [String] {
        let line = "render song.mid -o out.wav --format float --rate 16000 --no-limiter --stems"
        let arguments = line.split(separator: " ").map(String.init) + [kind]
        let run = try await place.run(arguments + options)
        #expect(run.status == .exited(0), "\(run)")
        let names = try FileManager.default.contentsOfDirectory(atPath: place.folder.path("out"))
        let mix = try place.sound("out.wav")
        for side in 0..<2 {
            var sum = [Float](repeating: 0, count: mix.frameCount)
            for name in names {
                let stem = try place.sound("out/\(name)")
                #expect(stem.frameCount == mix.frameCount, "\(name)")
                for (index, sample) in stem[side].samples.enumerated() { sum[index] += sample }
            }
            let difference = zip(sum, mix[side].samples).map { abs($0 - $1) }.max() ?? 1
            // -120 dB of full scale.
            #expect(difference < 1e-6, "\(kind): \(difference)")
        }
        return names.sorted()
    }

    private func level(_ place: Workplace, _ name: String, key: UInt8) throws -> Double {
        try place.sound("out/\(name).wav")[0]
            .level(ofPartial: frequency(ofKey: key), in: 2_000..<7_000)
    }

    @Test("of tracks, with their names, add up to the mix")
    func tracks() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.parts)
        let names = try await stems("tracks", of: place, ["--gain", "-5"])
        #expect(names == ["01 Melody.wav", "02 Drone.wav", "effects.wav"])
        #expect(try level(place, "01 Melody", key: 69) > -40)
        #expect(try level(place, "01 Melody", key: PlayedSong.droneKey) < -90)
        #expect(try level(place, "02 Drone", key: PlayedSong.droneKey) > -40)
        #expect(try level(place, "02 Drone", key: 69) < -90)
    }

    @Test("of channels and samplers, on two ports and with effects, add up to the mix")
    func channels() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.ensemble)
        let channels = try await stems("channels", of: place, ["--gain", "6"])
        #expect(
            channels == [
                "effects.wav", "sampler 2 channel 01.wav", "sampler channel 01.wav",
                "sampler channel 02.wav", "sampler channel 10.wav",
            ]
        )
        #expect(try place.sound("out/effects.wav").peak > 0.001)
        try FileManager.default.removeItem(atPath: place.folder.path("out"))
        let samplers = try await stems("samplers", of: place, ["--metronome"])
        #expect(samplers == ["effects.wav", "metronome.wav", "sampler 2.wav", "sampler.wav"])
        try FileManager.default.removeItem(atPath: place.folder.path("out"))
        try await stems("tracks", of: place)
    }

    @Test("of a rack have the gains and pans of its strips")
    func rack() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.parts)
        let routes = ["--route", "ch:1=\(place.font),gain=-7,pan=40,name=left"]
        let channels = try await stems("channels", of: place, routes)
        #expect(
            channels == ["effects.wav", "left channel 01.wav", "sampler channel 02.wav"],
            "\(channels)"
        )
        try FileManager.default.removeItem(atPath: place.folder.path("out"))
        let samplers = try await stems("samplers", of: place, routes)
        #expect(samplers == ["effects.wav", "left.wav", "sampler.wav"])
    }

    @Test("are refused where another output would be in their folder")
    func folders() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.parts)
        let song = try Data(contentsOf: URL(fileURLWithPath: place.folder.path("song.mid")))
        for name in ["in/a.mid", "in/a/effects.mid"] {
            try place.folder.write(Array(song), to: name)
        }
        let run = try await place.run(
            "render in -o out/ --stems samplers".split(separator: " ").map(String.init)
        )
        #expect(run.status == .exited(64), "\(run)")
        #expect(
            run.errorText.contains(
                "out/a/effects.wav: is in the folder of the stems of out/a.wav"
            ),
            "\(run)"
        )
        #expect(!FileManager.default.fileExists(atPath: place.folder.path("out")))
    }

    @Test("leave nothing of a render that is interrupted, and are part of a continued batch")
    func interrupted() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.endless, "long.mid")
        let running = try place.start("render", "long.mid", "-o", "y.wav", "--stems", "channels")
        try await place.waitForOutput(of: running)
        running.send(signal: SIGTERM)
        #expect(await running.finished().status == .exited(143))
        #expect(try place.folder.names() == ["long.mid"])

        try place.add(PlayedSong.tone(), "song.mid")
        let arguments =
            ["render", "song.mid", "-o", "out/", "--continue", "--stems", "tracks", "--quiet"]
            + ["--tail", "none"]
        #expect(try await place.run(arguments).status == .exited(0))
        let stem = place.folder.path("out/song/01 track.wav")
        let expected = try Data(contentsOf: URL(fileURLWithPath: stem))
        try FileManager.default.removeItem(atPath: stem)
        #expect(try await place.run(arguments).status == .exited(0))
        #expect(try Data(contentsOf: URL(fileURLWithPath: stem)) == expected)
    }
}
