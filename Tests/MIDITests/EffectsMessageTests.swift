import MIDI
import Testing

@Suite("A System Exclusive message about reverb or chorus")
struct EffectsMessageTests {
    private typealias Parameter = EffectsMessage.Parameter

    private static func message(_ bytes: [UInt8]) -> EffectsMessage? {
        guard case .effects(let message) = SystemExclusive.meaning(of: bytes.span) else {
            return nil
        }
        return message
    }

    private static func gs(_ address: UInt8, _ value: UInt8) -> [UInt8] {
        let sum = 0x40 + 0x01 + Int(address) + Int(value)
        return [0x41, 0x10, 0x42, 0x12, 0x40, 0x01, address, value, UInt8((128 - sum % 128) % 128)]
    }

    @Test(
        "sets a parameter of Roland's by its address",
        arguments: [
            (0x30, .reverbType), (0x31, .reverbCharacter), (0x32, .reverbPreLowPass),
            (0x33, .reverbLevel), (0x34, .reverbTime), (0x35, .reverbDelayFeedback),
            (0x38, .chorusType), (0x3A, .chorusLevel), (0x3B, .chorusFeedback),
            (0x3C, .chorusDelay), (0x3D, .chorusRate),
            (0x3E, .chorusDepth), (0x3F, .chorusReverbSend),
        ] as [(UInt8, EffectsMessage.Parameter)]
    )
    func roland(_ address: UInt8, _ parameter: EffectsMessage.Parameter) {
        let message = Self.message(Self.gs(address, 3))
        #expect(message?.isGS == true)
        #expect(message?[parameter] == 3)
    }

    @Test("may choose one of Roland's delays", arguments: [6, 7] as [UInt8])
    func delays(value: UInt8) {
        #expect(Self.message(Self.gs(0x30, value))?[.reverbType] == value)
        #expect(Self.message(Self.gs(0x31, value))?[.reverbCharacter] == value)
        let message = Self.message([0x7F, 0x7F, 4, 5, 1, 1, 1, 1, 1, 0, value, 1, 64])
        #expect(message?[.reverbType] == nil, "General MIDI 2 has none")
    }

    @Test("sets several parameters of General MIDI 2's at once")
    func generalMIDI2() {
        let reverb = Self.message([0x7F, 0x7F, 4, 5, 1, 1, 1, 1, 1, 0, 8, 1, 64])
        #expect(reverb?.isGS == false)
        #expect(reverb?[.reverbType] == 8)
        #expect(reverb?[.reverbTime] == 64)
        #expect(reverb?[.chorusType] == nil)
        let chorus = Self.message([0x7F, 0x10, 4, 5, 1, 1, 1, 1, 2, 0, 5, 1, 2, 2, 3, 3, 4, 4, 9])
        let values = [.chorusType, .chorusRate, .chorusDepth, .chorusFeedback, .chorusReverbSend]
            .map { (parameter: Parameter) in chorus?[parameter] }
        #expect(values == [5, 2, 3, 4, 9])
    }

    @Test("leaves out values that the standard does not know")
    func unknownValues() {
        let message = Self.message([0x7F, 0x7F, 4, 5, 1, 1, 1, 1, 1, 0, 5, 1, 64, 9, 9])
        #expect(message?[.reverbType] == nil)
        #expect(message?[.reverbTime] == 64)
    }

    @Test(
        "means nothing for unknown parameters, other units and other widths",
        arguments: [
            gs(0x30, 8), gs(0x31, 8), gs(0x37, 1), gs(0x38, 8), gs(0x39, 1), gs(0x32, 8),
            [0x7F, 0x7F, 4, 5, 1, 1, 1, 1, 3, 0, 1], [0x7F, 0x7F, 4, 5, 1, 1, 2, 1, 1, 0, 0, 1],
            [0x7F, 0x7F, 4, 5, 1, 1, 1, 1, 1, 0],
            [0x7F, 0x7F, 4, 5, 1, 1, 1, 2, 1, 0, 1], [0x7F, 0x7F, 4, 5, 1, 1, 1, 1, 1, 2, 1],
        ] as [[UInt8]]
    )
    func others(_ bytes: [UInt8]) {
        #expect(SystemExclusive.meaning(of: bytes.span) == .other)
    }
}
