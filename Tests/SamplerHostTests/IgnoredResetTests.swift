import SamplerHost
import TestSupport
import Testing

/// Messages that look like resets and are none.
@Suite struct IgnoredResetTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    @Test(
        arguments: [
            // General MIDI System Off; a GS reset with a wrong checksum; an XG bulk dump.
            [0x7E, 0x7F, 0x09, 0x02, 0xF7], [0x43, 0x00, 0x4C, 0x00, 0x00, 0x7E, 0x00, 0xF7],
            [0x41, 0x10, 0x42, 0x12, 0x40, 0x00, 0x7F, 0x00, 0x40, 0xF7],
        ] as [[UInt8]]
    )
    func aNoteHeldAcrossOneEnds(message: [UInt8]) throws {
        let song = SMFBuilder.milliseconds {
            $0.key(0...200)
            $0.systemExclusive(at: 100, message)
            $0.key(400...600, 81)
        }
        let rendering = try studio.render(song)
        #expect(try rendering.level(ofKey: 69, 110..<190) > -40)
        #expect(try rendering.level(ofKey: 69, 450..<550) < -60)
    }
}
