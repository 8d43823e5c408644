import MIDI
public import SMF

/// Writes a MIDI file as the records of John Walker's midicsv 1.1, byte for byte.
///
/// For content that midicsv adds, as for a meta event of a wrong length, this has an
/// `Unknown_meta_event` with all its bytes; docs/text-format.md lists the cases. The format cannot
/// hold the encoding of events or content outside tracks, which are left out.
public struct CSVDump: Sendable {
    /// The file.
    public let file: MIDIFile

    /// Makes a dump of a file.
    public init(_ file: MIDIFile) {
        self.file = file
    }

    /// Hands out the records.
    ///
    /// Texts have the bytes that they have in the file, so this need not be UTF-8.
    ///
    /// - Parameter sink: Takes a piece of about 64 KiB; it is valid during the call only.
    /// - Throws: The error of `sink`, at once.
    public func write<Failure: Error>(
        to sink: (UnsafeRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let output = TextOutput()
        output.append("0, 0, Header")
        append(file.format.rawValue, to: output)
        append(file.tracks.count, to: output)
        append(Int16(bitPattern: file.division.word), to: output)
        output.append(0x0A)
        for (index, track) in file.tracks.enumerated() {
            output.append(decimal: index + 1)
            output.append(", 0, Start_track\n")
            var tick: Int64 = 0
            for event in track {
                tick += Int64(event.delta)
                output.append(decimal: index + 1)
                output.append(", ")
                output.append(decimal: tick)
                append(event.event, to: output)
                output.append(0x0A)
                try unsafe output.flush(to: sink)
            }
        }
        output.append("0, 0, End_of_file\n")
        try unsafe output.flush(isEnd: true, to: sink)
    }

    /// The whole text.
    public var bytes: [UInt8] {
        var all: [UInt8] = []
        unsafe write { unsafe all.append(contentsOf: $0) }
        return all
    }

    // MARK: Records

    /// The records of text events, FF 01 … FF 07.
    private static let textNames: [StaticString] = [
        ", Text_t", ", Copyright_t", ", Title_t", ", Instrument_name_t", ", Lyric_t", ", Marker_t",
        ", Cue_point_t",
    ]

    /// The records of meta events whose fields are their bytes.
    private static let byteNames: [UInt8: StaticString] = [
        0x20: ", Channel_prefix", 0x21: ", MIDI_port", 0x54: ", SMPTE_offset",
        0x58: ", Time_signature",
    ]

    @inline(__always)
    private func append(_ number: some FixedWidthInteger, to output: TextOutput) {
        output.append(", ")
        output.append(decimal: number)
    }

    private func append(bytes: ArraySlice<UInt8>, to output: TextOutput) {
        append(bytes.count, to: output)
        for byte in bytes { append(byte, to: output) }
    }

    @inline(__always)
    private func append(_ event: Event, to output: TextOutput) {
        switch event {
        case .channel(let message): append(message, to: output)
        case .systemExclusive(let packet):
            output.append(
                packet.form == .start ? ", System_exclusive" : ", System_exclusive_packet"
            )
            append(bytes: packet.bytes, to: output)
        case .meta(let meta): append(meta, to: output)
        }
    }

    @inline(__always)
    private func append(_ message: MIDIMessage, to output: TextOutput) {
        switch message.status & 0xF0 {
        case 0x80: output.append(", Note_off_c")
        case 0x90: output.append(", Note_on_c")
        case 0xA0: output.append(", Poly_aftertouch_c")
        case 0xB0: output.append(", Control_c")
        case 0xC0: output.append(", Program_c")
        case 0xD0: output.append(", Channel_aftertouch_c")
        default: output.append(", Pitch_bend_c")
        }
        append(message.channel, to: output)
        guard message.status < 0xE0 else { return append(message.bend, to: output) }
        append(message.data1, to: output)
        if message.status & 0xE0 != 0xC0 { append(message.data2, to: output) }
    }

    private func append(_ meta: MetaEvent, to output: TextOutput) {
        let bytes = meta.bytes
        switch (meta.type, bytes.count) {
        case (0x2F, 0): output.append(", End_track")
        case (0x01...0x07, _):
            output.append(Self.textNames[Int(meta.type) - 1])
            append(quoted: bytes, to: output)
        case (0x00, 2):
            output.append(", Sequence_number")
            append(bytes.reduce(0) { $0 << 8 | UInt16($1) }, to: output)
        case (0x20, 1), (0x21, 1), (0x54, 5), (0x58, 4):
            output.append(Self.byteNames[meta.type] ?? "")
            for byte in bytes { append(byte, to: output) }
        case (0x51, 3):
            output.append(", Tempo")
            append(bytes.reduce(0) { $0 << 8 | UInt32($1) }, to: output)
        case (0x59, 2) where bytes[bytes.startIndex + 1] < 2:
            output.append(", Key_signature")
            append(Int8(bitPattern: bytes[bytes.startIndex]), to: output)
            output.append(bytes[bytes.startIndex + 1] == 1 ? ", \"minor\"" : ", \"major\"")
        case (0x7F, _):
            output.append(", Sequencer_specific")
            append(bytes: bytes, to: output)
        default:
            output.append(", Unknown_meta_event")
            append(meta.type, to: output)
            append(bytes: bytes, to: output)
        }
    }

    /// Adds a text: quotes and backslashes are doubled; three octal digits represent a byte that is
    /// not a graphic character of ISO 8859-1.
    private func append(quoted bytes: ArraySlice<UInt8>, to output: TextOutput) {
        output.append(", \"")
        for byte in bytes {
            switch byte {
            case 0x22: output.append("\"\"")
            case 0x5C: output.append(#"\\"#)
            case 0x20...0x7E, 0xA1...0xFF: output.append(byte)
            default:
                output.append(0x5C)
                for shift in [6, 3, 0] { output.append(0x30 + (byte >> UInt8(shift) & 7)) }
            }
        }
        output.append(0x22)
    }
}
