import TestSupport
import Testing

@testable import SamplerHost

/// Which System Exclusive messages FluidSynth accepts, and which of them it only seems to.
@Suite struct SystemExclusiveEffectTests {
    private func effect(_ bytes: [UInt8]) -> SystemExclusiveEffect {
        bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { SystemExclusiveEffect(of: $0, count: buffer.count) } ?? .none
        }
    }

    /// A Roland GS data set message with a correct checksum.
    private static func roland(_ data: [UInt8], device: UInt8 = 0x10) -> [UInt8] {
        let sum = data.reduce(0) { $0 + Int($1) }
        return [0x41, device, 0x42, 0x12] + data + [UInt8((128 - sum % 128) % 128)]
    }

    @Test(
        arguments: [
            ([0x7E, 0x7F, 0x09, 0x01], .reset(.gm)),
            ([0x7E, 0x10, 0x09, 0x03], .reset(.gm)),
            (roland([0x40, 0x00, 0x7F, 0x00]), .reset(.gs)),
            (roland([0x40, 0x00, 0x7F, 0x00], device: 0x7F), .reset(.gs)),
            (roland([0x40, 0x00, 0x7F, 0x7F]), .reset(.gm)),
            ([0x43, 0x10, 0x4C, 0x00, 0x00, 0x7E, 0x00], .reset(.xg)),
            ([0x43, 0x7F, 0x4C, 0x00, 0x00, 0x7F, 0x00], .reset(.xg)),
            (roland([0x40, 0x10, 0x15, 0x00]), .part(channel: 9, isRhythm: false)),
            (roland([0x40, 0x11, 0x15, 0x01]), .part(channel: 0, isRhythm: true)),
            (roland([0x40, 0x1A, 0x15, 0x02]), .part(channel: 10, isRhythm: true)),
        ] as [([UInt8], SystemExclusiveEffect)]
    )
    func acceptedMessagesHaveTheirEffect(bytes: [UInt8], expected: SystemExclusiveEffect) {
        #expect(effect(bytes) == expected)
        for count in 0..<bytes.count { #expect(effect(Array(bytes.prefix(count))) == .none) }
    }

    @Test(
        arguments: [
            // General MIDI System Off, and messages for other devices.
            [0x7E, 0x7F, 0x09, 0x02], [0x7E, 0x11, 0x09, 0x01],
            roland([0x40, 0x00, 0x7F, 0x00], device: 0x11),
            roland([0x40, 0x11, 0x15, 0x01], device: 0x00),
            [0x43, 0x11, 0x4C, 0x00, 0x00, 0x7E, 0x00],
            // Wrong checksums.
            [0x41, 0x10, 0x42, 0x12, 0x40, 0x00, 0x7F, 0x00, 0x40],
            [0x41, 0x10, 0x42, 0x12, 0x40, 0x11, 0x15, 0x01, 0x00],
            // Other data, or too much of it.
            roland([0x40, 0x00, 0x7F, 0x01]), roland([0x40, 0x11, 0x15, 0x03]),
            roland([0x40, 0x11, 0x15, 0x01, 0x00]), roland([0x40, 0x00, 0x7F, 0x00, 0x00]),
            [0x43, 0x10, 0x4C, 0x00, 0x00, 0x7E, 0x01],
            [0x43, 0x10, 0x4C, 0x00, 0x00, 0x7E, 0x00, 0x00],
        ] as [[UInt8]]
    )
    func ignoredMessagesHaveNone(bytes: [UInt8]) {
        #expect(effect(bytes) == .none)
    }

    @Test func selectionsFollowTheEffectAndNotTheIntent() {
        var selections = PresetSelections(samplers: 1, mode: .gs)
        func take(_ bytes: [UInt8]) -> Bool {
            selections.take(bytes, port: 0)
        }
        let rhythm = Self.roland([0x40, 0x11, 0x15, 0x01])
        #expect(!take(Self.roland([0x40, 0x11, 0x15, 0x01], device: 0)))
        #expect(!selections.channels[0].isDrums)
        #expect(!take(rhythm))
        #expect(selections.channels[0].isDrums)
        #expect(!take([0x7E, 0x7F, 0x09, 0x02]))
        #expect(selections.channels[0].isDrums)
        #expect(take(Self.roland([0x40, 0x00, 0x7F, 0x7F])))
        // That was the end of GS mode.
        #expect(!take(rhythm))
        #expect(!selections.channels[0].isDrums)
    }
}
