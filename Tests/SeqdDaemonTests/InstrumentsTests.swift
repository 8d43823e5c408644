import Playback
import SamplerHost
import Testing

@testable import SeqdDaemon

@Suite("The engine of SoundFonts that a client loads")
struct InstrumentsTests {
    private static let (first, second) = (
        [SoundFontReference(path: "/first.sf2")], [SoundFontReference(path: "/second.sf2")]
    )

    /// Instruments whose options name the first SoundFont, with a rack.
    ///
    /// - Parameter fallback: The engine of the rack's own fallback; `nil` for none.
    /// - Returns: The instruments.
    private func instruments(fallback: SynthesisEngine? = nil) -> Instruments {
        var instruments = Instruments(SamplerSettings(fonts: Self.first))
        var other = RackSettings.Sampler(name: "other", settings: instruments.sampler)
        other.settings.fonts = Self.second
        var rack = RackSettings(samplers: [other])
        rack.fallback = RackSettings.Sampler(name: "rest", settings: other.settings)
        rack.fallback?.settings.engine = fallback ?? .auto
        instruments.setRack(RackChoice(), rack, hasOwnFallback: fallback != nil)
        return instruments
    }

    @Test("is that of the options at first, then the last one that was chosen")
    func withoutRack() {
        var instruments = Instruments(SamplerSettings(fonts: Self.first))
        #expect(instruments.restEngine == .auto && instruments.fontEngine == nil)
        instruments.setFonts(Self.second, engine: .seqd)
        #expect(instruments.restEngine == .seqd)
        #expect(instruments.plainRack.fallback?.settings.engine == .seqd)
        #expect(instruments.fontSampler.fonts == Self.second)
        instruments.setFonts(Self.first, engine: nil)
        #expect(instruments.restEngine == .seqd)
        instruments.setFonts(Self.first, engine: .fluidSynth)
        #expect(instruments.restEngine == .fluidSynth)
        // New samplers of routes have that of the options.
        #expect(instruments.sampler.engine == .auto)
    }

    @Test("applies to what no rule takes, and to no sampler of the rack")
    func rack() {
        var instruments = instruments()
        instruments.setFonts(Self.first, engine: .seqd)
        #expect(instruments.rack?.samplers.map(\.settings.engine) == [.auto])
        #expect(instruments.rack?.fallback?.settings.engine == .seqd)
        #expect(instruments.liveRack.fallback?.settings.engine == .seqd)
    }

    @Test("replaces that of the rack's own fallback only where it is chosen")
    func ownFallback() {
        var instruments = instruments(fallback: .seqd)
        #expect(instruments.restEngine == .seqd)
        instruments.setFonts(Self.first, engine: nil)
        #expect(instruments.restEngine == .seqd && instruments.restFonts == Self.first)
        instruments.setFonts(Self.first, engine: .fluidSynth)
        #expect(instruments.restEngine == .fluidSynth)
        // Another rack with a fallback has priority, until SoundFonts are loaded again.
        instruments.takeRack(of: self.instruments(fallback: .seqd))
        #expect(instruments.restEngine == .seqd && instruments.restFonts == Self.second)
        instruments.setFonts(Self.first, engine: nil)
        #expect(instruments.restEngine == .seqd && instruments.restFonts == Self.first)
    }

    @Test("is lost if the options' settings replace it")
    func options() {
        for keeps in [true, false] {
            var instruments = instruments()
            instruments.setFonts(Self.first, engine: .seqd)
            var settings = SamplerSettings(fonts: Self.first)
            settings.polyphony = 77
            instruments.setSampler(settings, keepsEngine: keeps)
            #expect(instruments.restEngine == (keeps ? .seqd : .auto))
            #expect(instruments.fontSampler.polyphony == 77)
        }
    }
}
