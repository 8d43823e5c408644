import MIDI
import Realtime
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// Live sources: who holds what, and what is released when one goes.
@Suite struct LiveSourceTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private func perform(inputs: Int = 1) throws -> Performance {
        let performance = try Performance(font: studio.font, inputs: inputs)
        performance.opens(0, at: 0)
        performance.opens(1, at: 0)
        return performance
    }

    @Test func aKeyIsHeardFromTheNextGridFrameOnAndEnds() throws {
        let performance = try perform()
        performance.sends([0x90, 69, 100], from: 0, at: 100)
        performance.sends([0x80, 69, 0], from: 0, at: 300)
        try performance.run(until: 600)
        let left = try performance.sink.channels(rate: 48_000).left
        let onset = try #require(left.firstSound())
        // FluidSynth fades a voice in: the first frame of the block itself is 0.
        let start = Performance.frame(100) + Performance.latency
        #expect((start...start + 8).contains(onset))
        #expect(try performance.isHeard(69, at: 200))
        #expect(try !performance.isHeard(69, at: 400))
    }

    @Test func aSourceThatGoesTakesItsKeysAndPedalsAndNoOthers() throws {
        let performance = try perform()
        performance.sends([0x90, 60, 100], from: 0, at: 50)
        performance.sends([0xB0, 64, 127], from: 0, at: 60)
        performance.sends([0x90, 64, 100], from: 0, at: 70)
        performance.sends([0x80, 64, 0], from: 0, at: 90)
        performance.sends([0x91, 67, 100], from: 1, at: 50)
        performance.closes(0, at: 300)
        try performance.run(until: 600)
        for key: UInt8 in [60, 64, 67] { #expect(try performance.isHeard(key, at: 200)) }
        #expect(try !performance.isHeard(60, at: 400))
        #expect(try !performance.isHeard(64, at: 400))
        #expect(try performance.isHeard(67, at: 400))
    }

    @Test func aKeyThatTwoHoldEndsWithTheSecond() throws {
        for goes in [true, false] {
            let performance = try perform()
            performance.sends([0x90, 60, 100], from: 0, at: 50)
            performance.sends([0x90, 60, 100], from: 1, at: 60)
            if goes {
                performance.closes(0, at: 200)
            } else {
                performance.sends([0x80, 60, 0], from: 0, at: 200)
            }
            performance.sends([0x80, 60, 0], from: 1, at: 400)
            try performance.run(until: 600)
            #expect(try performance.isHeard(60, at: 300))
            #expect(try !performance.isHeard(60, at: 500))
        }
    }

    @Test func aPedalThatTwoHoldEndsWithTheSecond() throws {
        let performance = try perform()
        performance.sends([0xB0, 64, 127], from: 0, at: 10)
        performance.sends([0xB0, 64, 127], from: 1, at: 20)
        performance.sends([0x90, 60, 100], from: 0, at: 50)
        performance.sends([0x80, 60, 0], from: 0, at: 100)
        performance.sends([0xB0, 64, 0], from: 0, at: 200)
        performance.closes(1, at: 400)
        try performance.run(until: 600)
        #expect(try performance.isHeard(60, at: 300))
        #expect(try !performance.isHeard(60, at: 500))
    }

    @Test func aKeyStruckTwiceEndsWithItsFirstNoteOffAsOnAnInstrument() throws {
        let performance = try perform()
        performance.sends([0x90, 60, 100], from: 0, at: 50)
        performance.sends([0x90, 60, 100], from: 0, at: 100)
        performance.sends([0x80, 60, 0], from: 0, at: 200)
        // The other source strikes and lets go: nothing holds the key back.
        performance.sends([0x90, 60, 100], from: 1, at: 320)
        performance.sends([0x80, 60, 0], from: 1, at: 420)
        try performance.run(until: 700)
        #expect(try !performance.isHeard(60, at: 270))
        #expect(try performance.isHeard(60, at: 360))
        #expect(try !performance.isHeard(60, at: 520))
    }

    @Test(arguments: [UInt8(121), 123])
    func oneSourcesResetLeavesAnothersNotesAndPedals(controller: UInt8) throws {
        let performance = try perform()
        performance.sends([0xB0, 64, 127], from: 1, at: 10)
        performance.sends([0x90, 60, 100], from: 1, at: 50)
        performance.sends([0x80, 60, 0], from: 1, at: 100)
        performance.sends([0x90, 67, 100], from: 1, at: 100)
        performance.sends([0xB0, controller, 0], from: 0, at: 200)
        try performance.run(until: 500)
        #expect(try performance.isHeard(60, at: 300))
        #expect(try performance.isHeard(67, at: 300))
    }

    @Test func whoOpensAgainBeginsAnew() throws {
        let performance = try perform()
        performance.sends([0x90, 60, 100], from: 0, at: 50)
        performance.opens(0, at: 200)
        performance.sends([0x90, 64, 100], from: 0, at: 210)
        try performance.run(until: 500)
        #expect(try !performance.isHeard(60, at: 300))
        #expect(try performance.isHeard(64, at: 300))
    }

    @Test func whoNeverOpenedIsNotHeard() throws {
        let performance = try perform()
        performance.sends([0x90, 60, 100], from: 7, at: 50)
        try performance.run(until: 300)
        #expect(try performance.sink.channels(rate: 48_000).left.firstSound() == nil)
    }

    @Test func inputsHaveSamplersOfTheirOwn() throws {
        let performance = try Performance(font: studio.font, inputs: 2)
        performance.opens(0, at: 0, input: 0)
        performance.opens(1, at: 0, input: 1)
        // Program 5 is hard left, 6 hard right: one channel, two sounds.
        performance.sends([0xC0, 5], from: 0, at: 10)
        performance.sends([0xC0, 6], from: 1, at: 10)
        performance.sends([0x90, 60, 100], from: 0, at: 50)
        performance.sends([0x90, 67, 100], from: 1, at: 50)
        performance.sends([0x80, 60, 0], from: 1, at: 200)
        try performance.run(until: 500)
        let (left, right) = try performance.sink.channels(rate: 48_000)
        let frames = 14_400..<19_200
        #expect(try left.level(ofPartial: frequency(ofKey: 60), in: frames) > -30)
        #expect(try right.level(ofPartial: frequency(ofKey: 60), in: frames) < -70)
        #expect(try right.level(ofPartial: frequency(ofKey: 67), in: frames) > -30)
    }

    @Test func panicSilencesEverythingAtOnce() throws {
        let performance = try perform()
        performance.sends([0xB0, 64, 127], from: 0, at: 10)
        performance.sends([0x90, 60, 100], from: 0, at: 50)
        performance.sends([0x95, 67, 100], from: 1, at: 50)
        performance.at(200, .panic(stamp: 0))
        performance.sends([0x90, 72, 100], from: 0, at: 300)
        performance.sends([0x80, 72, 0], from: 0, at: 400)
        try performance.run(until: 700)
        let left = try performance.sink.channels(rate: 48_000).left
        #expect(try left.isSilent(in: 12_000..<14_400))
        #expect(try performance.isHeard(72, at: 340))
        // The pedal is up too.
        #expect(try !performance.isHeard(72, at: 500))
    }

    @Test func masterVolumeAndResetsComeBySystemExclusive() throws {
        let performance = try perform()
        performance.sends([0x90, 69, 127], from: 0, at: 50)
        // Half of 16383 twice: 40 · log10(1/2) dB.
        performance.at(
            200,
            .systemExclusive([0x7F, 0x7F, 0x04, 0x01, 0x00, 0x40], source: 0, stamp: 0)
        )
        performance.at(
            400,
            .systemExclusive([0x7E, 0x7F, 0x09, 0x01], source: 0, stamp: 0)
        )
        performance.sends([0x90, 69, 127], from: 0, at: 500)
        try performance.run(until: 800)
        let before = try performance.level(ofKey: 69, at: 150)
        #expect(abs(try performance.level(ofKey: 69, at: 300) - before + 12.04) < 0.1)
        #expect(abs(try performance.level(ofKey: 69, at: 600) - before) < 0.1)
    }

    @Test func programsOfSeqdsOwnAreWhatTheySayWhateverTheBankMode() throws {
        let performance = try Performance(font: studio.font) { $0.sampler.bankMode = .gm }
        performance.opens(0, at: 0)
        performance.at(10, .program(bank: 128, program: 0, channel: 3, source: 0, stamp: 0))
        performance.at(10, .program(bank: 0, program: 5, channel: 9, source: 0, stamp: 0))
        performance.sends([0x93, 60, 127], from: 0, at: 50)
        performance.sends([0x99, 60, 127], from: 0, at: 200)
        try performance.run(until: 400)
        let (left, right) = try performance.sink.channels(rate: 48_000)
        // The drums of the font are a click: over at once.
        #expect(try left.peakLevel(in: 2_400..<4_800) > -40)
        #expect(try left.isSilent(in: 4_800..<9_600))
        // And channel 10 plays the sine that is hard left.
        #expect(try performance.isHeard(60, at: 300))
        #expect(try right.isSilent(in: 14_400..<16_000))
    }

    @Test func aFloodOfEventsInOnePeriodLosesNone() throws {
        let performance = try perform()
        // More than a queue of the shards takes, all in one period; the last one counts.
        performance.sends([0x90, 69, 127], from: 0, at: 50)
        performance.at(100) {
            for count in 0..<8_000 {
                let volume = MIDIMessage(
                    status: 0xB0,
                    data1: 7,
                    data2: count == 7_999 ? 127 : UInt8(count % 100)
                )
                let event = LiveEvent.message(volume, source: 0, stamp: 0)
                #expect(performance.engine.input.push(event))
            }
        }
        try performance.run(until: 300)
        let level = try performance.level(ofKey: 69, at: 200)
        let quieter = try performance.level(ofKey: 69, at: 55)
        // From the usual volume of 100 to 127.
        #expect(level - quieter > 3)
    }

    @Test func allSoundOffLeavesPedalsWhoseEndIsTheSources() throws {
        let performance = try perform()
        performance.sends([0xB0, 64, 127], from: 0, at: 10)
        performance.sends([0xB0, 120, 0], from: 0, at: 50)
        // FluidSynth keeps the pedal down too: what is struck now is held by it.
        performance.sends([0x90, 60, 100], from: 1, at: 100)
        performance.sends([0x80, 60, 0], from: 1, at: 150)
        performance.closes(0, at: 300)
        try performance.run(until: 600)
        #expect(try performance.isHeard(60, at: 200))
        #expect(try !performance.isHeard(60, at: 400))
    }

    @Test func panicLiftsPedalsThatAreDownInSilence() throws {
        let performance = try perform()
        performance.sends([0xB0, 64, 127], from: 0, at: 10)
        // Long enough for the input's samplers to sleep.
        performance.at(900, .panic(stamp: 0))
        performance.sends([0x90, 60, 100], from: 0, at: 1_000)
        performance.sends([0x80, 60, 0], from: 0, at: 1_100)
        try performance.run(until: 1_400)
        #expect(try performance.isHeard(60, at: 1_040))
        #expect(try !performance.isHeard(60, at: 1_250))
    }

    @Test(arguments: [
        [UInt8(0x7E), 0x7F, 0x09, 0x01], [0x41, 0x10, 0x42, 0x12, 0x40, 0, 0x7F, 0, 0x41],
    ])
    func aResetEndsKeysOnTheOldSoundFontToo(message: [UInt8]) throws {
        let performance = try perform()
        let live = try SamplerRack(
            live: SamplerSettings(testing: studio.font),
            rate: 48_000,
            maximumPeriod: 256
        )
        performance.sends([0x90, 60, 100], from: 0, at: 10)
        performance.at(100) { #expect(performance.engine.install(live)) }
        performance.at(300, .systemExclusive(message, source: 0, stamp: 0))
        performance.closes(0, at: 350)
        try performance.run(until: 700)
        #expect(try performance.isHeard(60, at: 200))
        #expect(try !performance.isHeard(60, at: 500))
    }

    /// A System Reset ends notes, pedals and all settings of what its source plays on, also after
    /// another rack took over, and leaves the others alone.
    @Test func aSystemResetEndsWhatItsSourceReaches() throws {
        let performance = try Performance(font: studio.font, inputs: 2)
        for source: UInt8 in 0..<2 {
            performance.opens(source, at: 0, input: Int(source))
            performance.sends([0xB0, 64, 127], from: source, at: 10)
            performance.sends([0xC0, MeasuringFont.Program.right.rawValue], from: source, at: 10)
        }
        performance.sends([0xC0, 0], from: 1, at: 15)
        performance.sends([0x90, 60, 100], from: 0, at: 20)
        performance.sends([0x90, 69, 100], from: 1, at: 20)
        performance.at(100) {
            let rack = try SamplerRack(
                live: SamplerSettings(testing: studio.font),
                inputs: 2,
                rate: Performance.rate,
                maximumPeriod: 256,
                after: performance.engine.liveRack
            )
            #expect(performance.engine.install(rack))
        }
        performance.sends([0xFF], from: 0, at: 200)
        // The first program again, without a pedal.
        performance.sends([0x90, 57, 100], from: 0, at: 400)
        performance.sends([0x80, 57, 0], from: 0, at: 500)
        performance.sends([0x80, 69, 0], from: 1, at: 500)
        try performance.run(until: 800)
        let right = try performance.sink.channels(rate: Performance.rate).right
        func level(_ key: UInt8, _ time: Int) throws -> Double {
            try right.level(ofPartial: frequency(ofKey: key), in: time * 48..<(time + 30) * 48)
        }
        #expect(try level(60, 150) > -35)
        #expect(try level(60, 350) < -60)
        #expect(try performance.isHeard(57, at: 450))
        #expect(try !performance.isHeard(57, at: 700))
        for time in [150, 350, 700] { #expect(try performance.isHeard(69, at: time)) }
        #expect(performance.engine.core.value.livePorts.links.count == 1)
    }

    @Test func drumsOfXGStayDrumsWhenTheFontsChange() throws {
        let performance = try Performance(font: studio.font) { $0.sampler.bankMode = .xg }
        var settings = SamplerSettings(testing: studio.font)
        settings.bankMode = .xg
        let rack = try SamplerRack(live: settings, rate: 48_000, maximumPeriod: 256)
        performance.opens(0, at: 0)
        performance.sends([0xB3, 0, 127], from: 0, at: 10)
        performance.sends([0xC3, 0], from: 0, at: 20)
        performance.at(50) { #expect(performance.engine.install(rack)) }
        // A program that is the same for drums, and another sound elsewhere.
        performance.sends([0xC3, 0], from: 0, at: 100)
        performance.sends([0x93, 60, 127], from: 0, at: 200)
        try performance.run(until: 400)
        let left = try performance.sink.channels(rate: 48_000).left
        // A click, over at once.
        #expect(try left.peakLevel(in: 9_600..<12_000) > -40)
        #expect(try left.isSilent(in: 12_500..<16_000))
    }

    @Test(
        arguments: [
            // General MIDI System Off, and a GS reset with a wrong checksum.
            [0x7E, 0x7F, 0x09, 0x02],
            [0x41, 0x10, 0x42, 0x12, 0x40, 0x00, 0x7F, 0x00, 0x40],
        ] as [[UInt8]]
    )
    func newFontsKeepTheBankModeThatAnIgnoredResetDidNotChange(message: [UInt8]) throws {
        let performance = try perform()
        let rack = try SamplerRack(
            live: SamplerSettings(testing: studio.font),
            rate: 48_000,
            maximumPeriod: 256
        )
        let reset: [UInt8] = [0x43, 0x10, 0x4C, 0x00, 0x00, 0x7E, 0x00]
        performance.at(10, .systemExclusive(reset, source: 0, stamp: 0))
        performance.at(20, .systemExclusive(message, source: 0, stamp: 0))
        performance.at(50) { #expect(performance.engine.install(rack)) }
        // Drums in XG mode alone.
        performance.sends([0xB3, 0, 127], from: 0, at: 100)
        performance.sends([0xC3, 0], from: 0, at: 100)
        performance.sends([0x93, 60, 127], from: 0, at: 200)
        try performance.run(until: 400)
        let left = try performance.sink.channels(rate: 48_000).left
        #expect(try left.peakLevel(in: 9_600..<12_000) > -40)
        #expect(try left.isSilent(in: 12_500..<16_000))
    }
}
