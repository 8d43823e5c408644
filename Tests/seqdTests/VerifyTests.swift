import TestSupport
import Testing

@Suite("seqd verify")
struct VerifyTests {
    @Test("finds that a file plays as it renders, with options and other periods")
    func same() async throws {
        let place = try Workplace()
        try place.add(PlayedSong.ensemble)
        try place.add(PlayedSong.parts, "parts.mid")
        for options in [
            [], ["--period", "100", "--transpose", "-3", "--mute", "2", "--gain", "6"],
            ["--metronome", "--count-in", "1", "--speed", "1.5", "--period", "1024"],
        ] {
            let run = try await place.run(
                ["verify", "song.mid", "parts.mid", "--rate", "16000"] + options
            )
            #expect(run.status == .exited(0), "\(run)")
            #expect(run.errorText.isEmpty, "\(run)")
            let lines = run.outputText.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines.first?.hasPrefix("song.mid: plays as it renders: ") == true, "\(run)")
        }
        #expect(try place.folder.names() == ["parts.mid", "song.mid"])
    }

    @Test("goes on after a file that cannot be played")
    func failure() async throws {
        let place = try Workplace()
        try place.folder.write("no music", to: "bad.mid")
        try place.add(PlayedSong.tone())
        try place.add(PlayedSong.patterns, "patterns.mid")
        let run = try await place.run(["verify", "bad.mid", "song.mid", "patterns.mid"])
        #expect(run.status == .exited(65), "\(run)")
        #expect(run.errorText.contains("bad.mid: "), "\(run)")
        #expect(run.errorText.contains("choose one with --pattern"), "\(run)")
        #expect(run.outputText.hasPrefix("song.mid: plays as it renders"), "\(run)")
    }
}
