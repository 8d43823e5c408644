import Foundation
import Testing
import Transcoding

@Suite("Base64")
struct Base64Tests {
    private static let samples = (0..<70).map { count in
        (0..<count).map { UInt8($0 * 37 & 0xFF) }
    }

    @Test("is as Foundation has it, in both directions", arguments: samples)
    func both(bytes: [UInt8]) {
        let text = Data(bytes).base64EncodedString()
        #expect(Base64.text(of: bytes) == text)
        #expect(Base64.bytes(of: text) == bytes)
    }

    @Test(
        "is refused with missing padding, padding within, other characters and stray bits",
        arguments: [
            "A", "AA", "AAA", "A===", "====", "AA=A", "AA==AAAA", "AAA\n", "AA A", "AA-_", "AB==",
            "AAB=", "AAAÄ", "AAAAA", "wr?ng", "\u{0}AAA",
        ]
    )
    func refused(text: String) {
        #expect(Base64.bytes(of: text) == nil)
    }
}
