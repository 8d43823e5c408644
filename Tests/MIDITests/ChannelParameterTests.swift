import MIDI
import Testing

@Suite("A channel's parameter") struct ChannelParameterTests {
    @Test(
        "is known by its number",
        arguments: [
            (true, 0, 5, .modulationDepth), (true, 0, 4, .tuningProgram),
            (false, 1, 0x20, .controller(74)), (false, 1, 0x66, .controller(72)),
            (false, 0x1A, 38, .drum(.level, key: 38)), (false, 127, 26, .awe32(26)),
            (false, 120, 8, .generator),
        ] as [(Bool, UInt8, UInt8, ChannelParameter)]
    )
    func known(isRegistered: Bool, coarse: UInt8, fine: UInt8, wanted: ChannelParameter) {
        let parameter = ChannelParameter.named(
            isRegistered: isRegistered,
            coarse: coarse,
            fine: fine
        )
        #expect(parameter == wanted)
    }

    @Test(
        "has no effect otherwise",
        arguments: [
            (true, 0, 6), (true, 1, 0), (true, 127, 127), (false, 1, 0x24), (false, 0x1B, 38),
            (false, 127, 27), (false, 127, 127), (false, 0, 0),
        ] as [(Bool, UInt8, UInt8)]
    )
    func unknown(isRegistered: Bool, coarse: UInt8, fine: UInt8) {
        let parameter = ChannelParameter.named(
            isRegistered: isRegistered,
            coarse: coarse,
            fine: fine
        )
        #expect(parameter == nil)
    }
}
