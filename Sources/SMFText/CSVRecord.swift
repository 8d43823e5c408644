/// The kinds of midicsv's records.
enum CSVRecord {
    case header
    case startTrack
    case endTrack
    case endOfFile
    /// A channel message with this status, and the names of its fields after the channel.
    case message(UInt8, StaticString, StaticString?)
    case pitchBend
    /// Bytes behind their number: the status is F0 or F7.
    case systemExclusive(UInt8)
    /// A text event of this type.
    case text(UInt8)
    /// A meta event of this type with one number of this many bytes, and the number's name.
    case number(UInt8, Int, StaticString)
    /// A meta event of this type whose fields are its bytes, and their names.
    case bytes(UInt8, [StaticString])
    case keySignature
    case sequencerSpecific
    case unknownMeta

    /// The names, the most frequent first.
    static let all: [(name: StaticString, record: CSVRecord)] = [
        ("Note_on_c", .message(0x90, "key", "velocity")),
        ("Note_off_c", .message(0x80, "key", "velocity")),
        ("Control_c", .message(0xB0, "controller", "value")),
        ("Pitch_bend_c", .pitchBend),
        ("Channel_aftertouch_c", .message(0xD0, "pressure", nil)),
        ("Poly_aftertouch_c", .message(0xA0, "key", "pressure")),
        ("Program_c", .message(0xC0, "program", nil)),
        ("Tempo", .number(0x51, 3, "tempo")),
        ("Lyric_t", .text(0x05)),
        ("Text_t", .text(0x01)),
        ("Marker_t", .text(0x06)),
        ("Title_t", .text(0x03)),
        ("Instrument_name_t", .text(0x04)),
        ("Copyright_t", .text(0x02)),
        ("Cue_point_t", .text(0x07)),
        ("Start_track", .startTrack),
        ("End_track", .endTrack),
        (
            "Time_signature",
            .bytes(0x58, ["numerator", "denominator", "clocks", "thirty-seconds"])
        ),
        ("Key_signature", .keySignature),
        ("MIDI_port", .bytes(0x21, ["port"])),
        ("Channel_prefix", .bytes(0x20, ["channel"])),
        ("Sequence_number", .number(0x00, 2, "number")),
        ("SMPTE_offset", .bytes(0x54, ["hours", "minutes", "seconds", "frames", "subframes"])),
        ("System_exclusive", .systemExclusive(0xF0)),
        ("System_exclusive_packet", .systemExclusive(0xF7)),
        ("Sequencer_specific", .sequencerSpecific),
        ("Unknown_meta_event", .unknownMeta),
        ("Header", .header),
        ("End_of_file", .endOfFile),
    ]

    /// The record of a name, in upper or lower case.
    static func named(_ name: Slice<UnsafeBufferPointer<UInt8>>) -> CSVRecord? {
        all.first { unsafe isEqual(name, $0.name) }?.record
    }

    /// Compares without regard to case; the names are letters and `_`, which is no letter's other
    /// case.
    private static func isEqual(
        _ name: Slice<UnsafeBufferPointer<UInt8>>,
        _ text: StaticString
    ) -> Bool {
        guard unsafe name.count == text.utf8CodeUnitCount else { return false }
        return unsafe zip(name, 0..<name.count).allSatisfy { byte, offset in
            let lowercase = byte &- 0x41 < 26 ? byte | 0x20 : byte
            let expected = unsafe text.utf8Start[offset]
            return lowercase == (expected &- 0x41 < 26 ? expected | 0x20 : expected)
        }
    }
}
