import Testing

@testable import MPRIS

@Suite("Times and texts of the bus")
struct MediaTimeTests {
    @Test("are those of frames, and end at the longest")
    func frames() {
        #expect(MediaTime.microseconds(ofFrame: 48_000, rate: 48_000) == 1_000_000)
        #expect(MediaTime.microseconds(ofFrame: 1, rate: 44_100) == 22)
        #expect(MediaTime.microseconds(ofFrame: 1 << 50, rate: 48_000) == 23_456_248_059_221_333)
        #expect(MediaTime.microseconds(ofFrame: 1 << 61, rate: 48_000) == .max)
    }

    @Test("are those of seconds, or none")
    func seconds() {
        #expect(MediaTime.microseconds(ofSeconds: 1.5) == 1_500_000)
        #expect(MediaTime.microseconds(ofSeconds: 1e13) == nil)
        #expect(MediaTime.microseconds(ofSeconds: .infinity) == nil)
    }

    @Test("have no characters that the bus refuses")
    func noncharacters() throws {
        var text = String.UnicodeScalarView()
        for value in [0x61, 0xFFFE, 0xFDD0, 0x1_FFFF, 0xE9, 0xFDCF] as [UInt32] {
            text.append(try #require(Unicode.Scalar(value)))
        }
        let result = BusMessage.withoutNoncharacters(String(text)).unicodeScalars.map(\.value)
        #expect(result == [0x61, 0xFFFD, 0xFFFD, 0xFFFD, 0xE9, 0xFDCF])
    }
}
