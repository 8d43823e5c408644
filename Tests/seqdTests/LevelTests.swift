import Testing

@testable import seqd

@Suite("Levels for people")
struct LevelTests {
    @Test(
        "are to a tenth, and silence is called that",
        arguments: [
            (0.5, "-6.0 dBFS"), (1, "0.0 dBFS"), (2, "6.0 dBFS"), (0, "silent"),
            // What is left of a reverb.
            (7.1e-8, "silent"), (2e-6, "-114.0 dBFS"), (.infinity, "over"),
        ] as [(Float, String)]
    )
    func text(_ value: Float, _ text: String) {
        #expect(Level.text(value) == text)
    }

    @Test(
        "are so in the status, too",
        arguments: [(-142.952, "-inf"), (-.infinity, "-inf"), (-22.26, "-22.3"), (0, "0")]
            as [(Double, String)]
    )
    func status(_ level: Double, _ text: String) {
        var status = TransportStatus()
        status.peak = level
        var words = ""
        let answer = StatusAnswer.answer(status, clients: 1)
        answer.write(words: &words)
        #expect(words.contains("\npeak: \(text)\n"), "\(words)")
    }
}
