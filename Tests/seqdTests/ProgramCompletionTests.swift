import TestSupport
import Testing

@testable import seqd

@Suite("Completion of --program")
struct ProgramCompletionTests {
    @Test("offers the presets of the SoundFont behind the part, and nothing before it")
    func presets() throws {
        let place = try Workplace()
        let words = ["seqd", "play", "x.mid", "--sf2", place.font, "--program"]
        // With no shell given, since other tests complete for fish in this process.
        func offered(_ word: String) -> [String] {
            ProgramCompletion.candidates(words + [word], words.count, of: nil)
        }
        #expect(offered("track:Lead=").contains("track:Lead=left"))
        #expect(offered("4=l").contains("4=left"))
        #expect(offered("4").isEmpty)
    }
}
