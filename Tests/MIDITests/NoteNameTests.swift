import MIDI
import Testing

@Suite("Note names")
struct NoteNameTests {
    @Test(
        "are ASCII, with sharps alone and middle C as C4",
        arguments: [
            (0, "C-1"), (11, "B-1"), (12, "C0"), (60, "C4"), (61, "C#4"), (63, "D#4"), (70, "A#4"),
            (127, "G9"),
        ] as [(UInt8, String)]
    )
    func names(_ key: UInt8, _ name: String) {
        #expect(NoteName.text(key) == name)
    }

    @Test("are there for every key, and differ")
    func all() {
        let names = (UInt8.min...127).map(NoteName.text)
        #expect(Set(names).count == 128)
        #expect(names.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
    }

    @Test("are read as their keys")
    func reading() {
        for key in UInt8.min...127 {
            #expect(NoteName.key(NoteName.text(key)) == key)
            #expect(NoteName.key("\(key)") == key)
        }
        #expect(NoteName.key("bb3") == NoteName.key("A#3"))
        #expect(NoteName.key("Cb4") == NoteName.key("B3"))
    }

    @Test(
        "other than these are none",
        arguments: [
            "", "H2", "C", "C10", "G#9", "Cb-1", "128", "-1", "C4x", "4C", "C--1", "+5", "C 4",
        ]
    )
    func faults(_ text: String) {
        #expect(NoteName.key(text) == nil)
    }
}
