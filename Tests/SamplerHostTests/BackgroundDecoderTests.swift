import SoundTestSupport
import TestSupport
import Testing
import Voices

@testable import SamplerHost
@testable import Synthesis

/// Fonts with compressed samples under live inputs.
@Suite("Decoding while a live input plays")
struct BackgroundDecoderTests {
    private let directory: TemporaryDirectory
    private let path: String
    private var settings: SamplerSettings {
        SamplerSettings(testing: path)
    }

    init() throws {
        directory = try TemporaryDirectory()
        path = try CompressedFont.write(in: directory, programs: 6)
    }

    private func left(_ instance: any SynthesizerInstance) -> [Int] {
        instance.undecodedSamples.map(\.sample)
    }

    @Test(
        "the first preset is decoded before the first note, and nothing else",
        .enabled(if: TestedEngine.isFluidSynth)
    )
    func first() throws {
        let instances = try SamplerInstances(live: settings, rate: 48_000).instances
        #expect(instances.count == 2)
        for instance in instances { #expect(left(instance) == [1, 2, 3, 4, 5]) }
    }

    @Test(
        "selected presets come first, then the others in their order",
        .enabled(if: TestedEngine.isFluidSynth)
    )
    func order() throws {
        let instances = try SamplerInstances(live: settings, rate: 48_000).instances
        var work = BackgroundDecoder.Work(instances)
        work.step { _ in [] }
        #expect(left(instances[0]) == [2, 3, 4, 5])
        // The second instance selects one, and one that is missing: the first of its family plays.
        work.step { $0 == 1 ? [.init(bank: 0, program: 4), .init(bank: 0, program: 7)] : [] }
        #expect(left(instances[1]) == [1, 2, 3, 5])
        #expect(left(instances[0]) == [2, 3, 4, 5])
        var steps = 0
        while !work.isDone {
            work.step { _ in [] }
            steps += 1
        }
        #expect(steps == 9)
        for instance in instances { #expect(left(instance).isEmpty) }
    }

    @Test("a preset that is selected while playing sounds when it is decoded")
    func sound() throws {
        let performance = try Performance(font: path)
        performance.opens(0, at: 0)
        performance.sends([0x90, 69, 100], from: 0, at: 20)
        performance.sends([0x80, 69, 64], from: 0, at: 120)
        performance.sends([0xC0, 5], from: 0, at: 200)
        performance.at(220) { performance.engine.liveRack?.finishDecoding() }
        performance.sends([0x90, 69, 100], from: 0, at: 240)
        try performance.run(until: 400)
        let left = try performance.sink.channels(rate: Performance.rate).left
        func level(_ program: Int, at milliseconds: Int) throws -> Double {
            let start = milliseconds * 48
            return try left.level(
                ofPartial: CompressedFont.tone(program),
                in: start..<start + 3_840
            )
        }
        #expect(try level(0, at: 40) > -45 && level(5, at: 40) < -60)
        #expect(try level(5, at: 280) > -45 && level(0, at: 280) < -60)
    }

    @Test("an instrument of sound files plays by its samples' beginnings while the rest is read")
    func heads() throws {
        let studio = try InstrumentStudio()
        try studio.add("low.wav", WAVBuilder([WAVBuilder.sine(220, frames: 96_000)]))
        let path = try studio.write(
            "<region> sample=sine.wav key=69 <region> sample=low.wav key=57"
        )
        var settings = SamplerSettings(testing: path)
        settings.engine = .fluidSynth
        let instances = try SamplerInstances(live: settings, rate: 48_000).instances
        let font = try SharedSoundFont.open(path)
        for instance in instances { #expect(left(instance) == [0, 1]) }
        for sample in 0..<2 {
            #expect(font.samples.isUnfinished(sample))
            #expect(font.samples.sample(sample, isHeadEnough: true) != nil)
            // Music waits for the rest.
            #expect(font.samples.sample(sample) == nil)
        }
        var work = BackgroundDecoder.Work(instances)
        while !work.isDone { work.step { _ in [] } }
        for instance in instances { #expect(left(instance).isEmpty) }
        #expect(!font.samples.isUnfinished(0) && !font.samples.isUnfinished(1))
        // What was read in two parts is what is read at once.
        let whole = try FontContent(path, isForFile: true)
        let parts = try FontContent(path)
        for sample in 0..<2 {
            let frames = try parts.frames(ofSample: sample)
            #expect(try frames == whole.frames(ofSample: sample) && frames.count == 96_000)
        }
    }

    @Test("a note of a live input sounds at once and to its end")
    func liveInstrument() throws {
        let studio = try InstrumentStudio()
        let path = try studio.write("<region> sample=sine.wav key=69")
        let performance = try Performance(font: path)
        performance.opens(0, at: 0)
        performance.sends([0x90, 69, 100], from: 0, at: 20)
        performance.at(40) { while SampleStream.shared.step() {} }
        try performance.run(until: 800)
        let left = try performance.sink.channels(rate: Performance.rate).left
        for milliseconds in [60, 300, 380, 700] {
            let start = milliseconds * 48
            #expect(try left.level(ofPartial: 440, in: start..<start + 3_840) > -45)
        }
    }

    @Test("a rack that goes while it decodes ends its thread")
    func ending() throws {
        weak var font: SharedSoundFont?
        for _ in 0..<20 {
            let rack = try SamplerRack(live: settings, rate: 48_000, maximumPeriod: 256)
            font = try SharedSoundFont.open(path)
            _ = rack.shardCount
        }
        #expect(font == nil)
    }
}
