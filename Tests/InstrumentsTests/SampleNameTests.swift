import Testing

@testable import Instruments

@Suite("Keys and velocities in file names")
struct SampleNameTests {
    @Test(
        "a note or a number is the key; C4 is 60",
        arguments: [
            ("C4.wav", 60), ("60.wav", 60), ("piano_F#3_v80.flac", 54), ("Bb2.wav", 46),
            ("As3.aiff", 58), ("a4.wav", 69), ("C-1.wav", 0), ("G9.wav", 127),
            ("Piano C#5 soft.wav", 73),
            ("A0v1.flac", 21), ("D#1v10.flac", 27), ("UprightPianoEb3.wav", 51),
            ("x/piano_048.wav", 48),
            ("Cello-D2-mf.wav", 38), ("C4 (2).wav", 60),
        ] as [(String, Int?)]
    )
    func keys(name: String, key: Int?) {
        #expect(SampleName(name).key == key)
    }

    @Test(
        "other names have none",
        arguments: ["kick.wav", "Bass.wav", "H4.wav", "take 200.wav", ""]
    )
    func noKeys(name: String) {
        #expect(SampleName(name).key == nil)
    }

    @Test(
        "velocities stand behind v, or are dynamic marks",
        arguments: [
            ("C4_v80.wav", 80), ("C4v12.wav", 12), ("C4 vel127.wav", 127), ("C4-mf.wav", 80),
            ("C4.wav", nil), ("C4_v200.wav", nil), ("C4_V1.wav", 1), ("pp_C4.wav", 33),
        ] as [(String, Int?)]
    )
    func velocities(name: String, velocity: Int?) {
        #expect(SampleName(name).velocity == velocity)
    }

    @Test("sides")
    func sides() {
        #expect(SampleName("C4_L.wav").side == -1 && SampleName("C4 right.wav").side == 1)
        #expect(SampleName("C4.wav").side == 0)
    }
}
