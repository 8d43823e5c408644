import Testing
import Transcoding

@Suite("Zlib")
struct ZlibTests {
    /// `hello, hello, hello`, compressed.
    private static let hello: [UInt8] = [
        0x78, 0xDA, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0xD7, 0x51, 0xC8, 0x40, 0xA2, 0x00, 0x44, 0x28,
        0x06, 0xD5,
    ]

    @Test("is decompressed, and bytes after its end are left out")
    func content() throws {
        #expect(try Zlib.decompressed(Self.hello) == GzipTests.content)
        #expect(try Zlib.decompressed(Self.hello + [1, 2, 3]) == GzipTests.content)
    }

    @Test("that is damaged, cut short, too large or in gzip's form is refused")
    func damage() {
        var damaged = Self.hello
        damaged[3] ^= 0xFF
        for (bytes, limit, code) in [
            (damaged, 100, TranscodingError.Code.damaged),
            (Array(Self.hello.dropLast(5)), 100, .cutShort), (Self.hello, 18, .tooLarge),
            (GzipTests.hello, 100, .damaged), ([], 100, .cutShort),
        ] {
            let error = #expect(throws: TranscodingError.self) {
                try Zlib.decompressed(bytes, limit: limit)
            }
            #expect(error?.code == code)
            #expect(error?.detail.hasPrefix("zlib: ") == true)
        }
    }

    @Test("compresses what it unpacks again, of any length")
    func compression() throws {
        for count in [0, 1, 1_000, 1_000_000] {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 100) }
            let packed = try Zlib.compressed(bytes)
            #expect(try Zlib.decompressed(packed) == bytes)
            #expect(count < 1_000 || packed.count < count / 10)
        }
    }
}
