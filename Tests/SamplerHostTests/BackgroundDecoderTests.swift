import TestSupport
import Testing

@testable import SamplerHost

/// Fonts with compressed samples under live inputs.
@Suite("Decoding while a live input plays")
struct BackgroundDecoderTests {
    private let directory: TemporaryDirectory
    private let path: String
    private var settings: SamplerSettings {
        SamplerSettings(fonts: [SoundFontReference(path: path)])
    }

    init() throws {
        directory = try TemporaryDirectory()
        path = try CompressedFont.write(in: directory, programs: 6)
    }

    private func left(_ instance: FluidSynthInstance) -> [Int] {
        instance.undecodedSamples.map(\.sample)
    }

    @Test("the first preset is decoded before the first note, and nothing else")
    func first() throws {
        let instances = try SamplerInstances(live: settings, rate: 48_000).instances
        #expect(instances.count == 2)
        for instance in instances { #expect(left(instance) == [1, 2, 3, 4, 5]) }
    }

    @Test("selected presets come first, then the others in their order")
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
        performance.at(220) { performance.engine.rack(ofInput: 0)?.finishDecoding() }
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
