import MIDI
import SMF
import SMFText
import TestSupport
import Testing

/// Whatever is left of a damaged file can be dumped, and the text makes the same file.
@Suite("A damaged file as text and back")
struct DamageTests {
    /// A file with everything that a text has words for.
    private static let bytes: [UInt8] = {
        var song = TextFixture.full
        song.headerExtension = [1, 2]
        song.trailer = SMFBuilder.chunk("XFIH", [0, 1, 2])
        for index in song.tracks.indices { song.tracks[index].usesRunningStatus = index == 1 }
        return song.bytes
    }()

    private func check(_ bytes: [UInt8]) throws {
        guard let file = try? MIDIFile(bytes, keeping: .everything) else { return }
        let text = TextDump(file).bytes
        let again = try MIDIFile(assembling: text, form: .events)
        #expect(again.tracks == file.tracks)
        #expect(again.format == file.format)
        #expect(again.division == file.division)
        #expect(again.foreignChunks == file.foreignChunks)
        #expect(again.headerExtension == file.headerExtension)
        #expect(TextDump(again).bytes == text)
        let records = CSVDump(file).bytes
        let other = try MIDIFile(assembling: records, form: .csv)
        #expect(other.tracks == file.tracks)
        #expect(other.format == file.format)
        #expect(other.division == file.division)
        // An event of two bytes, or its two ends, makes a line with a comment.
        #expect(text.count <= 200 + bytes.count * 60)
        #expect(records.count <= 200 + bytes.count * 60)
    }

    @Test("is as it was where a sequence number has no number, but a padded length")
    func emptySequenceNumber() throws {
        var song = SMFBuilder(format: 0)
        song.track { $0.raw(at: 0, [0xFF, 0x00, 0x80, 0x00]) }
        try check(song.bytes)
    }

    @Test("is as it was where a quantity is longer than any padding makes it")
    func longQuantities() throws {
        // A delta time of five bytes, of which the first is needless; and one of four that gets
        // the time of a skipped message.
        for content in [
            [0x00, 0x90, 0x3C, 0x40, 0x80, 0xA0, 0x80, 0x80, 0x60, 0x80, 0x3C, 0x40],
            [0x00, 0x90, 0x3C, 0x40, 0x83, 0x00, 0xFA, 0x80, 0x80, 0x80, 0x00, 0x80, 0x3C, 0x40],
        ] as [[UInt8]] {
            try check(
                SMFBuilder(format: 0).bytes.prefix(10) + [0, 1, 0, 96]
                    + SMFBuilder.chunk("MTrk", content + [0x00, 0xFF, 0x2F, 0x00])
            )
        }
    }

    @Test("is as it was where conversion has put events elsewhere")
    func converted() throws {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 1)
        for key: UInt8 in [60, 61] {
            song.track { track in
                track.usesRunningStatus = true
                for tick in 0..<UInt32(4) {
                    track.noteOn(at: tick * 100, channel: key - 60, key: key)
                }
            }
        }
        let file = try MIDIFile(song.bytes, keeping: .everything)
        for other in [try file.merged(), try file.rescaled(ticksPerQuarter: 960)] {
            let again = try MIDIFile(assembling: TextDump(other).bytes)
            #expect(again.tracks == other.tracks)
            #expect(try again.bytes(.preserving) == other.bytes(.preserving))
        }
    }

    @Test("is as it was, wherever the file is cut")
    func cuts() throws {
        for count in 0...Self.bytes.count { try check(Array(Self.bytes.prefix(count))) }
    }

    @Test("is as it was, whichever byte is another")
    func flips() throws {
        for (index, byte) in Self.bytes.enumerated() {
            let values = (0..<8).map { byte ^ (1 << UInt8($0)) } + [0x00, 0x7F, 0x80, 0xFF]
            // Two of the values for each byte, others at the next one.
            for turn in 0..<2 {
                var damaged = Self.bytes
                damaged[index] = values[(index * 5 + turn * 7) % values.count]
                try check(damaged)
            }
        }
    }
}
