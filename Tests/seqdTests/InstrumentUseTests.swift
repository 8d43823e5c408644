import Foundation
import TestSupport
import Testing

/// Instruments that are not SoundFonts, wherever a SoundFont can be given.
@Suite("An SFZ file or a folder of samples")
struct InstrumentUseTests {
    private static func add(to folder: TemporaryDirectory) throws {
        let sine = WAVBuilder.sine(440, frames: 48_000)
        try folder.write(WAVBuilder([sine]).bytes, to: "set/A4.wav")
        try folder.write(
            "<region> sample=set/A4.wav pitch_keycenter=69 noise_level=-9",
            to: "tone.sfz"
        )
    }

    private static func place() throws -> Workplace {
        let place = try Workplace()
        try place.add(PlayedSong.tone(beats: 1))
        try add(to: place.folder)
        return place
    }

    @Test(
        "is a font of its own, a layer, and a route's destination",
        arguments: [
            ["--sf2", "tone.sfz"], ["--sf2", "set"], ["--sf2", "set/"], ["--sf2", "set/A4.wav"],
            ["--sf2", "set", "--sf2", "tone.sfz+128"], ["--route", "ch:1=tone.sfz"],
            ["--route", "ch:1=tone.sfz+set,gain=-3"],
        ]
    )
    func fonts(options: [String]) async throws {
        let place = try Self.place()
        let run = try await place.run(["render", "song.mid", "-o", "a.wav"] + options)
        #expect(run.status == .exited(0), "\(run)")
        let sound = try SoundFile(path: place.folder.path("a.wav"))
        #expect(sound.peak > 0.01)
    }

    @Test("tells once what is not supported")
    func findings() async throws {
        let place = try Self.place()
        let run = try await place.run(["render", "song.mid", "-o", "a.wav", "--sf2", "tone.sfz"])
        #expect(
            run.errorText.hasPrefix("seqd: tone.sfz: line 1: noise_level: not supported\n"),
            "\(run)"
        )
        let presets = try await seqd(["presets", "set"], directory: place.folder.path)
        #expect(presets.outputText == "0:0  set\n", "\(presets)")
    }

    @Test("is loaded by the daemon, and refused with its reason")
    func daemon() async throws {
        let daemon = try await DaemonRun("--log-level", "warning")
        try Self.add(to: daemon.place.folder)
        let client = try daemon.client()
        let folder = daemon.place.folder
        for name in ["tone.sfz", "set"] {
            let answer = try await client.ask("load-font \(folder.path(name))")
            #expect(answer.last == "OK", "\(answer)")
        }
        try folder.write("<region> sample=gone.wav", to: "gone.sfz")
        let refused = try await client.ask("load-font \(folder.path("gone.sfz"))")
        #expect(refused.first?.hasPrefix("ERR 65 ") == true, "\(refused)")
        #expect(refused.first?.contains("line 1: gone.wav: no such file") == true, "\(refused)")
        #expect(await daemon.end().status == .exited(0))
    }
}
