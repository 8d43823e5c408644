import MIDI
import Testing

@testable import SamplerHost

@Suite struct PresetSelectionsTests {
    /// A Roland GS data set message with a correct checksum.
    private static func roland(_ data: [UInt8]) -> [UInt8] {
        let sum = data.reduce(0) { $0 + Int($1) }
        return [0x41, 0x10, 0x42, 0x12] + data + [UInt8((128 - sum % 128) % 128)]
    }

    @Test func rhythmPartsAreThoseOfGS() {
        var selections = PresetSelections(samplers: 1, mode: .auto)
        func take(_ bytes: [UInt8]) -> Bool {
            selections.take(bytes, port: 0)
        }
        let rhythm = Self.roland([0x40, 0x11, 0x15, 0x01])
        #expect(!selections.isDrums(0))
        #expect(!take(rhythm))
        #expect(selections.isDrums(0))
        #expect(selections.wanted[0] == PresetSubstitution.Choice(bank: 128, program: 0))
        #expect(!take([0x7E, 0x7F, 0x09, 0x02]))
        #expect(selections.isDrums(0))
        #expect(take(Self.roland([0x40, 0x00, 0x7F, 0x7F])))
        // That was the end of GS mode.
        #expect(!take(rhythm))
        #expect(!selections.isDrums(0))
    }

    @Test func bankSelectIsFollowed() {
        var selections = PresetSelections(samplers: 2, mode: .xg)
        for (number, value) in [(0, 64), (32, 0)] as [(UInt8, UInt8)] {
            let message = MIDIMessage(status: 0xB3, data1: number, data2: value)
            selections.control(message, port: 1)
        }
        #expect(selections.wanted[19] == PresetSubstitution.Choice(bank: 0, program: 0))
        selections.program(MIDIMessage(status: 0xC3, data1: 7, data2: 0), port: 1)
        #expect(selections.wanted[19] == PresetSubstitution.Choice(bank: 64, program: 7))
        #expect(selections.wanted[3] == PresetSubstitution.Choice(bank: 0, program: 0))
    }
}
