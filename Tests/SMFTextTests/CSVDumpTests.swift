import SMF
import SMFText
import TestSupport
import Testing

@Suite("The records of a MIDI file")
struct CSVDumpTests {
    @Test("are those of midicsv")
    func records() throws {
        let bytes = CSVDump(try MIDIFile(TextFixture.full.bytes)).bytes
        // As ISO 8859-1: each byte is the character of that number.
        let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        #expect(
            text == #"""
                0, 0, Header, 1, 2, 480
                1, 0, Start_track
                1, 0, Title_t, "Ã\211tude ""1"""
                1, 0, Sequence_number, 258
                1, 0, Unknown_meta_event, 0, 0
                1, 0, Copyright_t, "Â© me"
                1, 0, Tempo, 500000
                1, 0, Time_signature, 6, 3, 24, 8
                1, 0, Key_signature, -3, "minor"
                1, 0, SMPTE_offset, 65, 2, 3, 4, 5
                1, 960, Tempo, 700000
                1, 960, Marker_t, "Tab\011and\012line \\ \001"
                1, 960, Cue_point_t, "â\200®bell"
                1, 960, End_track
                2, 0, Start_track
                2, 0, Channel_prefix, 9
                2, 0, MIDI_port, 1
                2, 0, Instrument_name_t, "Kit"
                2, 0, Unknown_meta_event, 8, 4, 82, 111, 111, 109
                2, 0, Unknown_meta_event, 9, 3, 66, 111, 120
                2, 0, Unknown_meta_event, 10, 3, 116, 101, 110
                2, 0, Program_c, 9, 8
                2, 0, Program_c, 0, 48
                2, 0, Control_c, 0, 7, 100
                2, 0, Control_c, 0, 3, 1
                2, 0, Note_on_c, 0, 60, 100
                2, 0, Lyric_t, "la"
                2, 120, Pitch_bend_c, 0, 0
                2, 240, Pitch_bend_c, 15, 16383
                2, 240, Channel_aftertouch_c, 0, 7
                2, 240, Poly_aftertouch_c, 0, 60, 8
                2, 480, Note_off_c, 0, 60, 33
                2, 480, System_exclusive, 5, 126, 127, 9, 1, 247
                2, 490, System_exclusive, 2, 67, 18
                2, 495, System_exclusive_packet, 2, 0, 247
                2, 500, System_exclusive_packet, 2, 243, 1
                2, 500, Sequencer_specific, 2, 65, 0
                2, 500, Unknown_meta_event, 96, 1, 255
                2, 500, End_track
                0, 0, End_of_file

                """#
        )
    }

    @Test("have all the bytes of a meta event whose length or content is wrong")
    func wrong() throws {
        var song = SMFBuilder(format: 0, framesPerSecond: 25, ticksPerFrame: 40)
        song.track { track in
            track.meta(at: 0, type: 0x58, [4, 2])
            track.meta(at: 0, type: 0x51, [1, 2, 3, 4])
            track.meta(at: 0, type: 0x59, [9, 0])
            track.meta(at: 0, type: 0x59, [1, 2])
        }
        let file = try MIDIFile(song.bytes)
        let text = CSVDump(file).bytes
        #expect(
            String(decoding: text, as: UTF8.self) == """
                0, 0, Header, 0, 1, -6360
                1, 0, Start_track
                1, 0, Unknown_meta_event, 88, 2, 4, 2
                1, 0, Unknown_meta_event, 81, 4, 1, 2, 3, 4
                1, 0, Key_signature, 9, "major"
                1, 0, Unknown_meta_event, 89, 2, 1, 2
                1, 0, End_track
                0, 0, End_of_file

                """
        )
        let again = try MIDIFile(assembling: text)
        #expect(again.tracks == file.tracks)
        #expect(again.division == file.division)
    }
}
