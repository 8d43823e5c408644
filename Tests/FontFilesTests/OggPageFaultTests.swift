import Testing

@testable import FontFiles

@Suite("The pages of an Ogg file")
struct OggPageFaultTests {
    /// Half a second of a tone.
    private static func stream() throws -> [UInt8] {
        let frames = (0..<24_000).map { Float($0 % 100) / 200 - 0.25 }
        return try SampleCompression().stream(of: frames, rate: 48_000, serial: 7, name: "tone")
            .bytes
    }

    @Test("are as they were written")
    func whole() throws {
        let bytes = try Self.stream()
        #expect(OggPage.fault(in: bytes[...]) == nil)
        // A slice counts from its own start.
        let padded = [0, 0, 0] + bytes
        #expect(OggPage.fault(in: padded[3...]) == nil)
        // Behind the last page is no concern of theirs.
        #expect(OggPage.fault(in: (bytes + [0])[...]) == nil)
    }

    @Test("show any byte that was changed")
    func changed() throws {
        let bytes = try Self.stream()
        let missed = stride(from: 0, to: bytes.count, by: 97).filter { index in
            var damaged = bytes
            damaged[index] ^= 0x41
            return OggPage.fault(in: damaged[...]) == nil
        }
        #expect(missed.isEmpty, "bytes \(missed)")
    }

    @Test("show where a file is cut off, or a page is missing")
    func cut() throws {
        let bytes = try Self.stream()
        let fault = try #require(OggPage.fault(in: bytes.dropLast(5)))
        #expect(fault.hasPrefix("cut off: its page at byte 0x"), "\(fault)")
        #expect(OggPage.fault(in: []) == "empty")
        let first = try #require(OggPage(bytes[...], at: 0))
        let second = try #require(OggPage(bytes[...], at: first.end))
        var missing = bytes
        missing.removeSubrange(second.start..<second.end)
        let gap = try #require(OggPage.fault(in: missing[...]))
        #expect(gap.hasSuffix("has the number 2, expected 1"), "\(gap)")
        #expect(
            OggPage.fault(in: Array("fLaC".utf8)[...])?.hasPrefix("damaged at byte 0x0") ?? false
        )
    }
}
