import Testing

@testable import SamplerHost

@Suite struct PresetSelectionsTests {
    /// A Roland GS data set message with a correct checksum.
    private static func roland(_ data: [UInt8], device: UInt8 = 0x10) -> [UInt8] {
        let sum = data.reduce(0) { $0 + Int($1) }
        return [0x41, device, 0x42, 0x12] + data + [UInt8((128 - sum % 128) % 128)]
    }

    @Test func messagesThatFluidSynthIgnoresSelectNothing() {
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
