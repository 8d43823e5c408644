import Glibc
import TestSupport
import Testing

@Suite("seqd play --practice", .serialized)
struct PracticeCommandTests {
    private let place: Workplace

    init() throws {
        place = try Workplace()
        try place.add(PlayedSong.parts)
        try #require(mkfifo(place.folder.path("midi"), 0o600) == 0)
    }

    private func start(_ arguments: String...) async throws -> RunningCommand {
        try RunningCommand(
            builtProduct("seqd"),
            ["play", "song.mid", "--sf2", place.font, "--connect", "none", "--raw", "midi"]
                + arguments,
            environment: ["SEQD_CONFIG": ""],
            directory: place.folder.path
        )
    }

    private func press(_ keys: String...) async throws {
        let bytes = keys.map { #"\x90\x"# + $0 + #"\x64\x80\x"# + $0 + #"\x40"# }.joined()
        let playing = try await place.shell("printf '\(bytes)' > midi")
        #expect(playing.status == .exited(0), "\(playing)")
    }

    @Test("waits for the keys of the part, which it does not play, while the rest sounds on")
    func waiting() async throws {
        let process = try await start(
            "--practice",
            "track:Melody",
            "--device",
            "tee:null,'played.wav',wav"
        )
        try await process.waitForErrorText("waiting for A4 at 1:1")
        try await press("45")
        try await process.waitForErrorText("waiting for A3 at 1:2")
        let held = try place.size(of: "played.wav")
        try await place.waitForSize(held + 4 * 48_000, of: "played.wav")
        // The first one is wrong.
        try await press("3A", "39")
        try await process.waitForErrorText("wrong key: A#3")
        try await process.waitForErrorText("waiting for A5 at 1:3")
        try await press("51")
        try await process.waitForErrorText("waiting for A2 at 1:4")
        try await press("2D")
        let run = await process.finished()
        #expect(run.status == .exited(0), "\(run)")
        #expect(
            run.errorText.contains("practice: 4 steps played, 1 wrong key, waited 4 times"),
            "\(run)"
        )
        let sound = try SoundFile(
            path: place.folder.path("played.wav"),
            encoding: .signed16,
            rate: 48_000
        )[0]
        // The drone sounds through the second for which nothing was pressed; the melody is not heard.
        let end = Int(held) / 4
        let waiting = end + 12_000..<end + 36_000
        let drone = frequency(ofKey: PlayedSong.droneKey)
        #expect(try sound.level(ofPartial: drone, in: waiting) > MeasuringFont.sinePeakLevel - 12)
        #expect(try sound.level(ofPartial: frequency(ofKey: 57), in: waiting) < -50)
    }

    @Test("takes rules for its keyboard")
    func rules() async throws {
        let process = try await start("--practice", "1", "--null", "--route", "input:1=none")
        try await process.waitForErrorText("waiting for A4")
        process.send(signal: SIGTERM)
        let run = await process.finished()
        #expect(run.status == .exited(143), "\(run)")
    }

    @Test("ends at once in the middle of waiting")
    func quitting() async throws {
        let process = try await start("--practice", "1", "--null")
        try await process.waitForErrorText("waiting for A4")
        process.send(signal: SIGTERM)
        let run = await process.finished()
        #expect(run.status == .exited(143), "\(run)")
        #expect(run.errorText.contains("practice: 0 steps played"), "\(run)")
    }

    @Test("names the parts that there are")
    func missingPart() async throws {
        let run = try await place.play(
            "song.mid",
            "--null",
            "--practice",
            "track:Flute",
            "--raw",
            "midi"
        )
        #expect(run.status == .exited(64), "\(run)")
        #expect(run.errorText.contains("--practice"), "\(run)")
        #expect(run.errorText.contains("Melody"), "\(run)")
    }

    @Test("with --ramp alone changes the speed of each repetition, and needs no keyboard")
    func ramp() async throws {
        let run = try await place.play(
            "song.mid",
            "--null",
            "--loops",
            "3",
            "--ramp",
            "800%..2000%/3"
        )
        #expect(run.status == .exited(0), "\(run)")
        try place.add(PlayedSong.tone(), "other.mid")
        let several = try await place.play(
            "song.mid",
            "other.mid",
            "--null",
            "--loops",
            "3",
            "--ramp",
            "2..4/3"
        )
        #expect(several.status == .exited(64), "\(several)")
        #expect(several.errorText.contains("--ramp: repeats one file"), "\(several)")
    }
}
