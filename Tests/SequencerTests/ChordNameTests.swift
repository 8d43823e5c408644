import MIDI
import Sequencer
import Testing

@Suite("The name of a chord")
struct ChordNameTests {
    private func name(_ keys: String) -> String {
        ChordName(keys: keys.split(separator: " ").compactMap { NoteName.key(String($0)) })?
            .description ?? "-"
    }

    @Test(
        "is that of its root and kind",
        arguments: [
            ("C4 E4 G4", "C"), ("A3 C4 E4", "Am"), ("B3 D4 F4", "Bdim"), ("C4 E4 G#4", "Caug"),
            ("G3 C4 D4", "Gsus4"), ("D4 E4 A4", "Dsus2"), ("G2 B3 D4 F4", "G7"),
            ("F3 A3 C4 E4", "Fmaj7"), ("D3 F3 A3 C4", "Dm7"), ("C4 D#4 G4 B4", "Cm(maj7)"),
            ("B2 D3 F3 G#3", "Bdim7"), ("B2 D3 F3 A3", "Bm7b5"), ("C3 E3 G#3 A#3", "C7#5"),
            ("C3 E3 F#3 A#3", "C7b5"), ("G3 C4 D4 F4", "G7sus4"), ("C4 E4 G4 A4", "C6"),
            ("A3 C4 E4 F#4", "Am6"), ("C4 D4 E4 G4", "Cadd9"), ("C4 E4 G4 A#4 D5", "C9"),
            ("C4 E4 G4 B4 D5", "Cmaj9"), ("A3 C4 E4 G4 B4", "Am9"), ("E3 G#3 D4", "E7"),
            ("E2 B2", "E5"), ("F#3 A#3 C#4", "F#"),
        ] as [(String, String)]
    )
    func kinds(_ keys: String, _ expected: String) {
        #expect(name(keys) == expected)
    }

    @Test("has the bass behind a stroke if that is not the root")
    func inversions() {
        #expect(name("E3 G3 C4") == "C/E")
        #expect(name("G3 C4 E4") == "C/G")
        #expect(name("F3 G3 B3 D4") == "G7/F")
        // No note of the chord.
        #expect(name("F#2 C4 E4 G4") == "C/F#")
    }

    @Test("is of the lowest note where there are several, at any octave and with doubled notes")
    func octaves() {
        #expect(name("A3 C4 E4 G4") == "Am7")
        #expect(name("C3 A3 E4 G4 C5") == "C6")
        #expect(name("C2 C3 G5 E7 C8") == "C")
        #expect(name("G4 E4 C4") == "C")
        for key in 0..<12 {
            let shifted = [60, 64, 67].map { UInt8($0 + key) }
            #expect(ChordName(keys: shifted)?.root == key)
        }
    }

    @Test("is none for a note, an interval and a cluster")
    func none() {
        for keys in ["", "C4", "C4 C5", "C4 E4", "C4 C#4 D4", "C4 D4 E4 F4 G4 A4 B4"] {
            #expect(name(keys) == "-", "\(keys)")
        }
    }
}
