import MIDI
import Testing

@Suite("The meaning of a System Exclusive message")
struct SystemExclusiveTests {
    private func meaning(_ bytes: [UInt8]) -> SystemExclusive {
        SystemExclusive.meaning(of: bytes.span)
    }

    @Test(
        "is a reset for the resets of GM, GS and XG",
        arguments: [
            ([0x7E, 0x7F, 0x09, 0x01], .generalMIDI),
            ([0x7E, 0x10, 0x09, 0x01], .generalMIDI),
            ([0x7E, 0x7F, 0x09, 0x02], .generalMIDIOff),
            ([0x7E, 0x7F, 0x09, 0x03], .generalMIDI2),
            ([0x41, 0x10, 0x42, 0x12, 0x40, 0x00, 0x7F, 0x00, 0x41], .gs),
            ([0x43, 0x10, 0x4C, 0x00, 0x00, 0x7E, 0x00], .xg),
        ] as [([UInt8], SystemExclusive.Reset)]
    )
    func resets(_ bytes: [UInt8], _ reset: SystemExclusive.Reset) {
        #expect(meaning(bytes) == .reset(reset))
    }

    @Test("is a master volume, low bits first, for the universal message")
    func universalVolume() {
        #expect(meaning([0x7F, 0x7F, 0x04, 0x01, 0x00, 0x40]) == .masterVolume(8192))
        #expect(meaning([0x7F, 0x7F, 0x04, 0x01, 0x7F, 0x7F]) == .masterVolume(16383))
        #expect(meaning([0x7F, 0x7F, 0x04, 0x01, 0x05, 0x00]) == .masterVolume(5))
    }

    @Test("is the same full volume for GS and XG, which have seven bits")
    func vendorVolume() {
        let gs: [UInt8] = [0x41, 0x10, 0x42, 0x12, 0x40, 0x00, 0x04, 0x7F, 0x3D]
        #expect(meaning(gs) == .masterVolume(16383))
        let xg: [UInt8] = [0x43, 0x10, 0x4C, 0x00, 0x00, 0x04, 0x00]
        #expect(meaning(xg) == .masterVolume(0))
    }

    @Test(
        "is a rhythm part with the channel of a GS block",
        arguments: [(0x10, 9), (0x11, 0), (0x19, 8), (0x1A, 10), (0x1F, 15)] as [(UInt8, UInt8)]
    )
    func rhythmPart(_ block: UInt8, _ channel: UInt8) {
        let bytes: [UInt8] = [0x41, 0x10, 0x42, 0x12, 0x40, block, 0x15, 0x02, 0x00]
        #expect(meaning(bytes) == .rhythmPart(channel: channel, map: 2))
    }

    @Test("is nothing of its own for a message that is cut short anywhere")
    func truncation() {
        let messages: [[UInt8]] = [
            [0x7E, 0x7F, 0x09, 0x01],
            [0x7F, 0x7F, 0x04, 0x01, 0x00, 0x40],
            [0x41, 0x10, 0x42, 0x12, 0x40, 0x00, 0x7F, 0x00, 0x41],
            [0x43, 0x10, 0x4C, 0x00, 0x00, 0x7E, 0x00],
        ]
        for message in messages {
            for length in 1..<message.count {
                #expect(meaning(Array(message.prefix(length))) == .other)
            }
        }
    }

    @Test(
        "is nothing of its own for other messages of the same makers",
        arguments: [
            [0x7E, 0x7F, 0x09, 0x04], [0x7E, 0x7F, 0x06, 0x01],
            [0x7F, 0x7F, 0x04, 0x02, 0x00, 0x40], [0x7F, 0x7F, 0x01, 0x01, 0, 0, 0, 0],
            [0x41, 0x10, 0x42, 0x11, 0x40, 0x00, 0x7F, 0x00, 0x41],
            [0x41, 0x10, 0x42, 0x12, 0x40, 0x01, 0x30, 0x00, 0x0F],
            [0x43, 0x10, 0x4C, 0x02, 0x01, 0x00, 0x01], [0x43, 0x20, 0x4C, 0x00, 0x00, 0x7E, 0x00],
        ] as [[UInt8]]
    )
    func other(_ bytes: [UInt8]) {
        #expect(meaning(bytes) == .other)
    }
}
