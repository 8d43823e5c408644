import Testing
import Waveform

@Suite("A channel mix")
struct ChannelMixTests {
    @Test("is the mean of the channels, or each by itself")
    func mean() {
        var mix = ChannelMix(channels: 2, isSplit: false)
        mix.apply([1, 0, -1, 1, 0.5, 0.25].span)
        #expect(mix.samples == [0.5, 0, 0.375])
        #expect(mix.peak == 0.5)
        #expect(mix.outputs == 1)
        var split = ChannelMix(channels: 2, isSplit: true)
        split.apply([1, 0, -1, 1].span)
        #expect(split.samples == [1, 0, -1, 1])
        #expect(split.outputs == 2)
    }

    @Test("takes samples that are not finite for 0, and counts them")
    func invalid() {
        var mix = ChannelMix(channels: 1, isSplit: false)
        mix.apply([Float.nan, 0.5, .infinity, -.infinity].span)
        #expect(mix.samples == [0, 0.5, 0, 0])
        #expect(mix.peak == 0.5)
        #expect(mix.invalidSamples == 3)
    }

    @Test("stays finite for samples of any size")
    func huge() {
        var mix = ChannelMix(channels: 2, isSplit: false)
        mix.apply([Float.greatestFiniteMagnitude, .greatestFiniteMagnitude].span)
        #expect(mix.samples.allSatisfy { $0.isFinite })
    }
}
