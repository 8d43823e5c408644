import MIDI
import SMF

/// A file in the MUS format of the DMX library.
///
/// Sources: MUS File Format 1.31 (V. Arnost, 1996), ModdingWiki's page of the format, and the
/// converter of Chocolate Doom, which plays as the games do.
struct MUSFile {
    /// Ticks per quarter note.
    ///
    /// With ``tempo``, that is the 140 ticks per second of Doom, Heretic and Hexen.
    private static let division: UInt16 = 70
    /// Microseconds per quarter note: 120 beats per minute.
    static let tempo: UInt32 = 500_000

    private let bytes: [UInt8]
    /// The offset of the score.
    private let start: Int
    /// The end of the score, as the header says.
    private let claimedEnd: Int

    /// Reads the header.
    init(_ bytes: [UInt8]) throws(SMFError) {
        guard let length = bytes.littleEndian16(at: 4), let start = bytes.littleEndian16(at: 6),
            bytes.count >= 16
        else {
            throw SMFError(
                code: .headerShort,
                offset: 0,
                detail: "MUS header truncated after \(bytes.count) bytes, expected 16"
            )
        }
        guard start < bytes.count else {
            throw SMFError(
                code: .notMIDI,
                offset: 6,
                detail: "MUS score at byte \(hexadecimal(start)), but the file has only "
                    + "\(bytes.count) bytes"
            )
        }
        self.bytes = bytes
        self.start = start
        claimedEnd = start + length
    }

    /// Reads the score.
    func midiFile(log: inout DiagnosticLog) -> MIDIFile {
        var reader = MUSScoreReader(bytes, from: start)
        let (track, trackLog, end) = reader.read()
        log.merge(trackLog)
        if let end, end != claimedEnd {
            log.report(
                .chunkLengthWrong,
                .warning,
                offset: 4,
                "score length is \(claimedEnd - start), but the score ends after \(end - start) "
                    + "bytes (read to its end)"
            )
        }
        return MIDIFile(
            format: .single,
            division: .ticksPerQuarter(Self.division),
            tracks: [track]
        )
    }
}
