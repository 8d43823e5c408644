import Testing
import Transcoding

@Suite("Gzip")
struct GzipTests {
    /// What `printf 'hello, hello, hello' | gzip -n9` writes.
    static let hello: [UInt8] = [
        0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9,
        0xD7, 0x51, 0xC8, 0x40, 0xA2, 0x00, 0x9F, 0xA1, 0xCA, 0x09, 0x13, 0x00, 0x00, 0x00,
    ]
    static let content = Array("hello, hello, hello".utf8)
    /// `head -c 1000000 /dev/zero | gzip -n9`.
    static let zeros: [UInt8] =
        [
            0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xED, 0xC1, 0x01, 0x01,
            0x00,
            0x00, 0x00, 0x82, 0x20, 0xFF, 0xAF, 0x6E, 0x48, 0x40, 0x01,
        ]
        + Array(repeating: 0x00, count: 968)
        + [0xAF, 0x06, 0x9E, 0xCB, 0x79, 0x12, 0x40, 0x42, 0x0F, 0x00]

    @Test("is known by its first two bytes")
    func presence() {
        #expect(Gzip.isPresent(in: Self.hello))
        #expect(Gzip.isPresent(in: [0x1F, 0x8B]))
        #expect(!Gzip.isPresent(in: [0x1F]))
        #expect(!Gzip.isPresent(in: []))
        #expect(!Gzip.isPresent(in: Array("MThd".utf8)))
    }

    @Test("is unpacked")
    func content() throws {
        #expect(try Gzip.decompressed(Self.hello) == Self.content)
    }

    @Test("may have several members, which follow each other")
    func members() throws {
        let twice = try Gzip.decompressed(Self.hello + Self.hello)
        #expect(twice == Self.content + Self.content)
    }

    @Test("may have a name and a comment in its header")
    func headerFields() throws {
        var named = Self.hello
        named[3] = 0x18
        named.insert(contentsOf: Array("song.mid\0a comment\0".utf8), at: 10)
        #expect(try Gzip.decompressed(named) == Self.content)
    }

    @Test("may have anything behind it", arguments: [[0], [0, 0, 0, 0], [1, 2, 3], [0x1F]])
    func garbage(bytes: [UInt8]) throws {
        #expect(try Gzip.decompressed(Self.hello + bytes) == Self.content)
    }

    @Test("that is cut anywhere is refused, with the place")
    func cut() {
        for count in 2..<Self.hello.count {
            let error = #expect(throws: TranscodingError.self) {
                try Gzip.decompressed(Array(Self.hello.prefix(count)))
            }
            #expect(error?.code == .cutShort)
            #expect(error?.offset == count)
        }
    }

    @Test("that is damaged anywhere but in its time stamp is refused or unpacks the same")
    func damage() {
        for place in Self.hello.indices {
            var bytes = Self.hello
            bytes[place] ^= 0xFF
            guard let unpacked = try? Gzip.decompressed(bytes) else { continue }
            #expect(unpacked == Self.content, "byte \(place)")
        }
        var bytes = Self.hello
        bytes[bytes.count - 8] ^= 1
        let error = #expect(throws: TranscodingError.self) { try Gzip.decompressed(bytes) }
        #expect(error?.code == .damaged)
        #expect(error?.description.contains("incorrect data check") ?? false)
    }

    @Test("unpacks to the limit and no further")
    func limit() throws {
        #expect(try Gzip.decompressed(Self.zeros, limit: 1_000_000).count == 1_000_000)
        let error = #expect(throws: TranscodingError.self) {
            try Gzip.decompressed(Self.zeros, limit: 999_999)
        }
        #expect(error?.code == .tooLarge)
        #expect(error?.description.contains("999999 bytes") ?? false)
        #expect(throws: TranscodingError.self) { try Gzip.decompressed(Self.hello, limit: 0) }
        #expect(throws: TranscodingError.self) { try Gzip.decompressed(Self.hello, limit: -1) }
    }

    @Test("is asked for, not guessed")
    func notGzip() {
        let error = #expect(throws: TranscodingError.self) { try Gzip.decompressed([1, 2, 3]) }
        #expect(error?.code == .notGzip)
    }
}
