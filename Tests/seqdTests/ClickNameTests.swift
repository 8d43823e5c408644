import TestSupport
import Testing

@Suite("The metronome's track", .serialized)
struct ClickNameTests {
    @Test("is not a track of the file: the daemon neither resolves nor lists it")
    func daemon() async throws {
        let daemon = try await SessionRun()
        let client = daemon.client()
        #expect(try await client.ask("metronome on") == ["OK"])
        #expect(try await client.ask("play \(daemon.song)") == ["OK"])
        let name = try await client.ask("mute track:Metronome")
        #expect(name.count == 1 && name[0].contains("no match"), "\(name)")
        #expect(!name[0].replacing("track:Metronome", with: "").contains("Metronome"), "\(name)")
        // The click plays on channel 10, and the song does not.
        let channel = try await client.ask("mute 10")
        #expect(channel[0].contains("ch:10: no match"), "\(channel)")
        #expect(!channel[0].contains("10,") && !channel[0].contains("/"), "\(channel)")
        #expect(try await client.ask("mute all") == ["OK"])
        let muted = try await client.ask("status").first { $0.hasPrefix("muted: ") }
        #expect(try await client.ask("metronome off") == ["OK"])
        let daemonWithout = try await SessionRun()
        let other = daemonWithout.client()
        #expect(try await other.ask("play \(daemonWithout.song)") == ["OK"])
        #expect(try await other.ask("mute all") == ["OK"])
        #expect(try await other.ask("status").first { $0.hasPrefix("muted: ") } == muted)
        try await daemon.end()
        try await daemonWithout.end()
    }

    @Test("is not a track of the file for --mute and --solo either")
    func options() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.parts)
        for option in ["--mute", "--solo"] {
            let run = try await place.render(
                "song.mid",
                "-o",
                "x.wav",
                "--metronome",
                option,
                "track:Metronome"
            )
            #expect(run.status == .exited(64), "\(run)")
            #expect(run.errorText.contains("track:Metronome: no match"), "\(run)")
        }
    }
}
