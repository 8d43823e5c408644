/// The sounds of a Roland MT-32 as programs of General MIDI.
///
/// Source of the numbers: the MT-32's owner's manual, "Preset patches": groups A and B of eight
/// banks with eight patches each. The choice of the nearest sound is seqd's, from the names; a game
/// that has loaded sounds of its own into the module has others.
package enum MT32Program {
    /// The program of General MIDI that is nearest to a preset patch.
    ///
    /// - Parameter number: The patch, 0 to 127, as a program change has it.
    /// - Returns: The program, 0 to 127; numbers outside stay as they are.
    @_noLocks
    package static func generalMIDI(_ number: Int) -> Int {
        number < 64 ? groupA(number) : groupB(number)
    }

    @_noLocks
    private static func groupA(_ number: Int) -> Int {
        switch number {
        case 0, 2: 0  // AcouPiano1, 3
        case 1: 1  // AcouPiano2
        case 3, 5: 4  // ElecPiano1, 3
        case 4, 6: 5  // ElecPiano2, 4
        case 7: 3  // Honkytonk
        case 8, 11: 16  // Elec Org 1, 4
        case 9: 17  // Elec Org 2
        case 10: 18  // Elec Org 3
        case 12, 13, 14: 19  // Pipe Org 1 to 3
        case 15: 21  // Accordion
        case 16, 17, 18: 6  // Harpsi 1 to 3
        case 19, 20, 21: 7  // Clavi 1 to 3
        case 22, 23: 8  // Celesta 1, 2
        case 24, 26: 62  // Syn Brass 1, 3
        case 25, 27: 63  // Syn Brass 2, 4
        case 28, 30: 38  // Syn Bass 1, 3
        case 29, 31: 39  // Syn Bass 2, 4
        case 32: 88  // Fantasy
        case 33: 89  // Harmo Pan
        case 34: 52  // Chorale
        case 35: 92  // Glasses
        case 36: 97  // Soundtrack
        case 37: 99  // Atmosphere
        case 38: 98  // Warm Bell
        case 39: 54  // Funny Vox
        case 40, 43: 102  // Echo Bell, Echo Pan
        case 41: 96  // Ice Rain
        case 42: 68  // Oboe 2001
        case 44: 81  // DoctorSolo
        case 45: 100  // SchoolDaze
        case 46: 14  // Bell Singer
        case 47: 80  // SquareWave
        case 48, 49: 48  // Str Sect 1, 2
        case 50: 49  // Str Sect 3
        case 51: 45  // Pizzicato
        case 52, 53: 40  // Violin 1, 2
        case 54, 55: 42  // Cello 1, 2
        case 56: 43  // Contrabass
        case 57, 58: 46  // Harp 1, 2
        case 59: 24  // Guitar 1
        case 60: 25  // Guitar 2
        case 61: 27  // Elec Gtr 1
        case 62: 28  // Elec Gtr 2
        case 63: 104  // Sitar
        default: number
        }
    }

    @_noLocks
    private static func groupB(_ number: Int) -> Int {
        switch number {
        case 64, 65: 32  // Acou Bass 1, 2
        case 66: 33  // Elec Bass 1
        case 67: 34  // Elec Bass 2
        case 68: 36  // Slap Bass 1
        case 69: 37  // Slap Bass 2
        case 70, 71: 35  // Fretless 1, 2
        case 72, 73: 73  // Flute 1, 2
        case 74, 75: 72  // Piccolo 1, 2
        case 76: 74  // Recorder
        case 77: 75  // Pan Pipes
        case 78: 64  // Sax 1
        case 79: 65  // Sax 2
        case 80: 66  // Sax 3
        case 81: 67  // Sax 4
        case 82, 83: 71  // Clarinet 1, 2
        case 84: 68  // Oboe
        case 85: 69  // Engl Horn
        case 86: 70  // Bassoon
        case 87: 22  // Harmonica
        case 88, 89: 56  // Trumpet 1, 2
        case 90, 91: 57  // Trombone 1, 2
        case 92, 93: 60  // Fr Horn 1, 2
        case 94: 58  // Tuba
        case 95, 96: 61  // Brs Sect 1, 2
        case 97, 98: 11  // Vibe 1, 2
        case 99: 108  // Syn Mallet
        case 100: 112  // Wind Bell
        case 101: 9  // Glock
        case 102: 14  // Tube Bell
        case 103: 13  // Xylophone
        case 104: 12  // Marimba
        case 105: 107  // Koto
        case 106: 20  // Sho
        case 107: 77  // Shakuhachi
        case 108, 109: 78  // Whistle 1, 2
        case 110, 111: 76  // Bottleblow, Breathpipe
        case 112: 47  // Timpani
        case 113: 117  // Melodic Tom
        case 114, 115, 116: 118  // Deep Snare, Elec Perc 1, 2
        case 117: 116  // Taiko
        case 118, 120: 115  // Taiko Rim, Castanets
        case 119: 119  // Cymbal
        case 121: 112  // Triangle
        case 122: 55  // Orche Hit
        case 123: 124  // Telephone
        case 124: 123  // Bird Tweet
        case 125: 0  // One Note Jam
        case 126: 98  // Water Bells
        case 127: 117  // Jungle Tune
        default: number
        }
    }
}
