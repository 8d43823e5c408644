import MIDI
import Testing

@Suite("The meaning of a System Exclusive message")
struct SystemExclusiveTests {
    private func meaning(_ bytes: [UInt8]) -> SystemExclusive {
        SystemExclusive.meaning(of: bytes.span)
    }

    /// A Roland GS data set message with a correct checksum.
    private static func roland(_ data: [UInt8], device: UInt8 = 0x10) -> [UInt8] {
        let sum = data.reduce(0) { $0 + Int($1) }
        return [0x41, device, 0x42, 0x12] + data + [UInt8((128 - sum % 128) % 128)]
    }

    @Test(
        "is a reset for the resets of GM, GS and XG",
        arguments: [
            ([0x7E, 0x7F, 0x09, 0x01], .generalMIDI),
            ([0x7E, 0x10, 0x09, 0x01], .generalMIDI),
            ([0x7E, 0x10, 0x09, 0x03], .generalMIDI2),
            (roland([0x40, 0x00, 0x7F, 0x00]), .gs),
            (roland([0x40, 0x00, 0x7F, 0x00], device: 0x7F), .gs),
            (roland([0x40, 0x00, 0x7F, 0x7F]), .endOfGS),
            ([0x43, 0x10, 0x4C, 0x00, 0x00, 0x7E, 0x00], .xg),
            ([0x43, 0x7F, 0x4C, 0x00, 0x00, 0x7F, 0x00], .xg),
            // For other devices.
            ([0x7E, 0x11, 0x09, 0x01], .generalMIDI),
            (roland([0x40, 0x00, 0x7F, 0x00], device: 0x11), .gs),
            ([0x43, 0x11, 0x4C, 0x00, 0x00, 0x7E, 0x00], .xg),
        ] as [([UInt8], SystemExclusive.Reset)]
    )
    func resets(_ bytes: [UInt8], _ reset: SystemExclusive.Reset) {
        #expect(meaning(bytes) == .reset(reset))
    }

    @Test(
        "is nothing for what only looks like one",
        arguments: [
            // General MIDI System Off.
            [0x7E, 0x7F, 0x09, 0x02],
            // An XG bulk dump, and a request.
            [0x43, 0x01, 0x4C, 0x00, 0x00, 0x7E, 0x00],
            [0x43, 0x31, 0x4C, 0x00, 0x00, 0x04, 0x40],
            // Wrong checksums.
            [0x41, 0x10, 0x42, 0x12, 0x40, 0x00, 0x7F, 0x00, 0x40],
            [0x41, 0x10, 0x42, 0x12, 0x40, 0x11, 0x15, 0x01, 0x00],
            [0x41, 0x10, 0x42, 0x12, 0x40, 0x00, 0x04, 0x7F, 0x00],
            // Other data, or too much of it.
            roland([0x40, 0x00, 0x7F, 0x01]), roland([0x40, 0x11, 0x15, 0x03]),
            roland([0x40, 0x11, 0x15, 0x01, 0x00]), roland([0x40, 0x00, 0x7F, 0x00, 0x00]),
            [0x43, 0x10, 0x4C, 0x00, 0x00, 0x7E, 0x01],
            [0x43, 0x10, 0x4C, 0x00, 0x00, 0x7E, 0x00, 0x00],
        ] as [[UInt8]]
    )
    func ignored(_ bytes: [UInt8]) {
        #expect(meaning(bytes) == .other)
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
        for map in UInt8(0)...2 {
            let bytes = Self.roland([0x40, block, 0x15, map])
            #expect(meaning(bytes) == .rhythmPart(channel: channel, map: map))
        }
    }

    @Test("is a tuning of everything, in cents or semitones")
    func masterTuning() {
        #expect(meaning([0x7F, 0x7F, 0x04, 0x03, 0x00, 0x40]) == .masterTuning(0))
        #expect(meaning([0x7F, 0x7F, 0x04, 0x03, 0x00, 0x60]) == .masterTuning(50))
        #expect(meaning([0x7F, 0x7F, 0x04, 0x04, 0x00, 0x3F]) == .masterTransposition(-1))
        #expect(
            meaning(Self.roland([0x40, 0x00, 0x00, 0x00, 0x03, 0x0E, 0x08])) == .masterTuning(-2.4)
        )
        #expect(meaning(Self.roland([0x40, 0x00, 0x05, 0x45])) == .masterTransposition(5))
        #expect(meaning(Self.roland([0x40, 0x00, 0x05, 0x59])) == .other)
        #expect(
            meaning([0x43, 0x10, 0x4C, 0, 0, 0, 0x00, 0x04, 0x01, 0x08]) == .masterTuning(2.4)
        )
        #expect(meaning([0x43, 0x10, 0x4C, 0, 0, 6, 0x28]) == .masterTransposition(-24))
    }

    @Test("is a controller of a part, for parameters of parts with its meaning")
    func parts() {
        #expect(
            meaning(Self.roland([0x40, 0x10, 0x32, 20]))
                == .part(channel: 9, controller: 74, value: 20)
        )
        #expect(
            meaning([0x43, 0x10, 0x4C, 8, 3, 0x1C, 70])
                == .part(channel: 3, controller: 72, value: 70)
        )
        // A random pan, a part that does not exist, and a parameter without a controller.
        #expect(meaning(Self.roland([0x40, 0x11, 0x1C, 0])) == .other)
        #expect(meaning([0x43, 0x10, 0x4C, 8, 16, 0x1C, 70]) == .other)
        #expect(meaning([0x43, 0x10, 0x4C, 8, 3, 0x0C, 70]) == .other)
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
            [0x41, 0x10, 0x42, 0x12, 0x40, 0x01, 0x37, 0x00, 0x08],
            [0x43, 0x10, 0x4C, 0x02, 0x01, 0x00, 0x01], [0x43, 0x20, 0x4C, 0x00, 0x00, 0x7E, 0x00],
        ] as [[UInt8]]
    )
    func other(_ bytes: [UInt8]) {
        #expect(meaning(bytes) == .other)
    }
}
