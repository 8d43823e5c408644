import Testing
import Transcoding

@Suite("A text converter")
struct TextConverterTests {
    @Test(
        "knows what iconv knows",
        arguments: [
            ("Shift_JIS", [0x83, 0x81, 0x83, 0x8D, 0x83, 0x66, 0x83, 0x42], "メロディ"),
            ("sjis", [0x87, 0x40, 0x5C, 0x7E], "①\\~"),
            ("EUC-JP", [0xB2, 0xBB, 0xB3, 0xDA], "音楽"),
            ("GBK", [0xD2, 0xF4, 0xB9, 0xEC, 0x31], "音轨1"),
            ("big5", [0xAD, 0xB5, 0xBC, 0xD6], "音樂"),
            ("EUC-KR", [0xC0, 0xBD, 0xBE, 0xC7], "음악"),
            ("windows-1251", [0xCF, 0xE5, 0xF1, 0xED, 0xFF], "Песня"),
            ("windows-1252", [0x93, 0x80, 0x94, 0xFC], "“€”ü"),
            ("ISO-8859-2", [0xA3, 0xF3, 0x64, 0xBC], "Łódź"),
            ("UTF-16LE", [0x41, 0x00, 0x3C, 0xD8, 0xB9, 0xDF], "A🎹"),
            ("ISO-2022-JP", [0x1B, 0x24, 0x42, 0x32, 0x3B, 0x1B, 0x28, 0x42], "音"),
            ("utf-8", [0xE2, 0x99, 0xAF], "♯"),
        ] as [(String, [UInt8], String)]
    )
    func encodings(name: String, bytes: [UInt8], text: String) throws {
        #expect(try TextConverter(encoding: name).text(decoding: bytes) == text)
    }

    @Test("puts U+FFFD where there is no character, and goes on behind it")
    func undecodable() throws {
        let japanese = try TextConverter(encoding: "Shift_JIS")
        #expect(japanese.text(decoding: [0x41, 0xFF, 0x42]) == "A\u{FFFD}B")
        // A lead byte at the end.
        #expect(japanese.text(decoding: [0x89, 0xB9, 0x8A]) == "音\u{FFFD}")
        let utf8 = try TextConverter(encoding: "UTF-8")
        #expect(utf8.text(decoding: [0x41, 0xC0, 0x80, 0x42]) == "A\u{FFFD}\u{FFFD}B")
    }

    @Test(
        "never fails, whatever the bytes",
        arguments: ["Shift_JIS", "UTF-7", "UTF-16", "GB18030"]
    )
    func allBytes(name: String) throws {
        let converter = try TextConverter(encoding: name)
        let all = (UInt8.min...UInt8.max).map { $0 }
        #expect(!converter.text(decoding: all).isEmpty)
        #expect(!converter.text(decoding: all.reversed()).isEmpty)
        #expect(converter.text(decoding: []) == "")
    }

    @Test("begins each text anew")
    func state() throws {
        let converter = try TextConverter(encoding: "ISO-2022-JP")
        // Ends within two-byte characters.
        #expect(converter.text(decoding: [0x1B, 0x24, 0x42, 0x32, 0x3B]) == "音")
        #expect(converter.text(decoding: Array("2;".utf8)) == "2;")
    }

    @Test("takes texts of any length")
    func long() throws {
        let converter = try TextConverter(encoding: "Shift_JIS")
        let bytes = (0..<100_000).flatMap { _ in [0x89, 0xB9] as [UInt8] }
        #expect(converter.text(decoding: bytes) == String(repeating: "音", count: 100_000))
    }

    @Test("of an unknown name says how to find the known ones", arguments: ["", "klingon", "a//b"])
    func unknown(name: String) {
        let error = #expect(throws: TranscodingError.self) { try TextConverter(encoding: name) }
        #expect(error?.code == .unknownEncoding)
        #expect(error?.description.contains("iconv -l") ?? false)
    }

    @Test("may be used by several tasks at once")
    func concurrency() async throws {
        let converter = try TextConverter(encoding: "Shift_JIS")
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    (0..<1_000).allSatisfy { _ in
                        converter.text(decoding: [0x89, 0xB9, 0x8A, 0x79]) == "音楽"
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
