import SamplerHost
import TestSupport
import Testing

/// Omni and mono mode messages, which FluidSynth takes for commands to group channels.
@Suite struct LiveThreadModeTests {
    @Test(arguments: 124...127 as ClosedRange<UInt8>)
    func aModeMessageEndsItsChannelsNotesAndLeavesTheOthersAlone(controller: UInt8) throws {
        let studio = try Studio()
        let performance = try Performance(font: studio.font)
        performance.opens(0, at: 0)
        performance.sends([0x90, 60, 100], from: 0, at: 10)
        performance.sends([0x94, 72, 100], from: 0, at: 10)
        performance.sends([0xB0, controller, 1], from: 0, at: 200)
        performance.sends([0x84, 72, 0], from: 0, at: 400)
        performance.sends([0x94, 67, 100], from: 0, at: 600)
        performance.at(800, .panic(stamp: 0))
        try performance.run(until: 1_000)
        #expect(try performance.isHeard(60, at: 100))
        #expect(try !performance.isHeard(60, at: 300))
        #expect(try performance.isHeard(72, at: 300))
        #expect(try !performance.isHeard(72, at: 500))
        #expect(try performance.isHeard(67, at: 700))
        #expect(try !performance.isHeard(67, at: 900))
    }
}
