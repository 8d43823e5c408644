import MIDI
import Testing

@Suite("General MIDI")
struct GeneralMIDITests {
    /// The first program of each family of eight, and the last of all: an entry that is missing or
    /// doubled moves one of them.
    @Test(
        "names the programs",
        arguments: [
            (0, "Acoustic Grand Piano"), (8, "Celesta"), (16, "Drawbar Organ"),
            (24, "Acoustic Guitar (nylon)"), (32, "Acoustic Bass"), (40, "Violin"),
            (48, "String Ensemble 1"), (56, "Trumpet"), (64, "Soprano Sax"), (72, "Piccolo"),
            (80, "Lead 1 (square)"), (88, "Pad 1 (new age)"), (96, "FX 1 (rain)"), (104, "Sitar"),
            (112, "Tinkle Bell"), (120, "Guitar Fret Noise"), (127, "Gunshot"),
        ] as [(UInt8, String)]
    )
    func programs(_ program: UInt8, _ name: String) {
        #expect(GeneralMIDI.programName(program) == name)
    }

    @Test("has 128 programs, each with a name of its own")
    func programCount() {
        #expect(Set((0...127).compactMap { GeneralMIDI.programName($0) }).count == 128)
        #expect(GeneralMIDI.programName(128) == nil)
        #expect(GeneralMIDI.programName(255) == nil)
    }

    @Test(
        "names the drum keys",
        arguments: [
            (35, "Acoustic Bass Drum"), (38, "Acoustic Snare"), (42, "Closed Hi-Hat"),
            (46, "Open Hi-Hat"), (49, "Crash Cymbal 1"), (56, "Cowbell"), (60, "Hi Bongo"),
            (69, "Cabasa"), (75, "Claves"), (81, "Open Triangle"),
        ] as [(UInt8, String)]
    )
    func drums(_ key: UInt8, _ name: String) {
        #expect(GeneralMIDI.drumName(key: key) == name)
    }

    @Test("has 47 drums, each with a name of its own, and none around them")
    func drumCount() {
        #expect(Set((0...255).compactMap { GeneralMIDI.drumName(key: $0) }).count == 47)
        #expect(GeneralMIDI.drumName(key: 34) == nil)
        #expect(GeneralMIDI.drumName(key: 82) == nil)
    }

    @Test("names drum kits, and only those that there are")
    func kits() {
        #expect(GeneralMIDI.drumKitName(0) == "Standard Kit")
        #expect(GeneralMIDI.drumKitName(25) == "Analog Kit")
        #expect(GeneralMIDI.drumKitName(1) == nil)
    }
}
