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
}
