import CZlib
import Glibc
import SMF
import SMFText
import SoundFont

/// Writes the fuzzer's first inputs into a folder: `write-seeds FOLDER FILE…`.
///
/// They are the fixtures of the tests and the MIDI files that are named; for the targets that take
/// text, what is made of them; generated SoundFonts; and small instruments of other kinds.
@main
enum WriteSeeds {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count >= 2 else { fail("usage: write-seeds FOLDER FILE…") }
        let folder = SeedFolder(path: arguments[1])
        let examples = arguments.dropFirst(2).map(SeedFolder.bytes(ofFileAt:))
        folder.write(Fixture.all + examples, kind: "files")
        folder.write(Fixture.all.flatMap(texts(of:)), kind: "texts")
        folder.write(strings(Fixture.all), kind: "strings")
        folder.write(fonts(), kind: "fonts")
        folder.write(InstrumentSeeds.sfz, kind: "sfz")
        folder.write(InstrumentSeeds.dls, kind: "dls")
        folder.write(InstrumentSeeds.gusPatches, kind: "guspatch")
        folder.write(InstrumentSeeds.auPresets, kind: "aupreset")
        folder.write(TuningSeeds.all, kind: "tuning")
        folder.write(GameMusicSeeds.all, kind: "gamemusic")
        folder.write(RequestSeeds.words, kind: "words")
        folder.write(RequestSeeds.json, kind: "jsonrpc")
    }

    /// Small SoundFonts, sensible ones and others.
    private static func fonts() -> [[UInt8]] {
        (0..<40).compactMap { seed in
            var random = SeededGenerator(seed: UInt64(seed))
            let (bank, data) = RandomBank.make(using: &random, isWild: seed % 2 == 1)
            return try? bank.bytes(data)
        }
    }

    /// A file as text and as records.
    private static func texts(of bytes: [UInt8]) -> [[UInt8]] {
        guard let file = try? MIDIFile(bytes, keeping: .everything) else { return [] }
        return [TextDump(file).bytes, CSVDump(file).bytes]
    }

    /// Texts in several encodings, and packed files.
    private static func strings(_ files: [[UInt8]]) -> [[UInt8]] {
        let texts = files.compactMap { try? MIDIFile($0) }
            .flatMap { $0.tracks.flatMap { track in track.texts.map { Array($0.bytes) } } }
        let more = [
            "82E082E082BD82EB82A482B382F1", "83418343B1B2B3DE", "1B2442244A1B2842",
            "FEFF00410042D83DDE00", "FFFE4100", "C7D1B1B9C0BD", "EFF0E8E2E5F2", "8130813083A1",
            "2B414F51412D", "'{@JP}'82A0", "'@LJAPN'", "'{@LATIN}'E9",
        ].map(Fixture.bytes)
        return texts + more + files.prefix(8).flatMap { [stored($0), deflated($0)] }
    }

    /// A gzip file (RFC 1952) that holds the bytes as they are; they are fewer than 64 KiB.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let count = UInt16(truncatingIfNeeded: bytes.count)
        return member(of: bytes, data: [1] + littleEndian(count) + littleEndian(~count) + bytes)
    }

    /// A gzip file of packed bytes.
    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var count = compressBound(uLong(bytes.count))
        var packed = [UInt8](repeating: 0, count: Int(count))
        guard compress(&packed, &count, bytes, uLong(bytes.count)) == Z_OK else {
            fail("cannot pack")
        }
        // Without the head and the checksum of zlib's own form (RFC 1950).
        return member(of: bytes, data: Array(packed[2..<(Int(count) - 4)]))
    }

    private static func member(of bytes: [UInt8], data: [UInt8]) -> [UInt8] {
        let checksum = UInt32(truncatingIfNeeded: crc32(0, bytes, UInt32(bytes.count)))
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + data + littleEndian(checksum)
            + littleEndian(UInt32(bytes.count))
    }

    private static func littleEndian(_ number: some FixedWidthInteger) -> [UInt8] {
        (0..<(number.bitWidth / 8)).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
