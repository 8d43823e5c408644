import Effects
import Foundation
import MIDI
import Realtime
import Sequencer
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// The mixer's strips: what they do to the sound, and how long they stay.
@Suite struct StripTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// The sine on port 1 and the saw on port 2, no partial of which meets it, 400 ms of both.
    static let song = SMFBuilder.milliseconds(
        { $0.key(0...400, 69) },
        { track in
            track.port(at: 0, 1)
            track.program(at: 0, channel: 0, .saw)
            track.key(0...400, 64)
        }
    )
    /// The same with the sine alone.
    private static let sine = SMFBuilder.milliseconds { $0.key(0...400, 69) }

    /// Renders the song, doing something to the engine before it and at a time in it.
    private func render(
        _ song: SMFBuilder = song,
        before: (Engine) throws -> Void = { _ in },
        at frame: Int = .max,
        _ change: (Engine) throws -> Void = { _ in }
    ) throws -> Rendered {
        let (engine, items) = try Rendering.engine(for: [song.bytes], font: studio.font)
        try before(engine)
        for item in items { _ = engine.enqueue(item, isLast: true) }
        let sink = MemorySink(periodFrames: 256, format: .float)
        var failure: (any Error)?
        var hasChanged = false
        try engine.run(into: sink) {
            guard !hasChanged, sink.frameCount >= frame else { return }
            hasChanged = true
            do { try change(engine) } catch { failure = error }
        }
        if let failure { throw failure }
        let (left, right) = try sink.channels(rate: 48_000)
        return Rendered(left: left, right: right, engine: engine)
    }

    private struct Rendered {
        var left: Signal
        var right: Signal
        var engine: Engine

        /// The level of the sine on port 1.
        func sine(_ signal: Signal, _ range: Range<Int> = 4_800..<14_400) throws -> Double {
            try signal.level(ofPartial: 440, in: range)
        }

        /// The level of the saw on port 2.
        func saw(_ signal: Signal, _ range: Range<Int> = 4_800..<14_400) throws -> Double {
            try signal.level(ofPartial: 329.628, in: range)
        }
    }

    private func settings(_ change: (inout StripSettings) -> Void) -> StripSettings {
        var settings = StripSettings()
        change(&settings)
        return settings
    }

    @Test func eachSamplerHasAStripByItsName() throws {
        #expect(try render().engine.strips == ["sampler", "sampler 2"])
        let failure = #expect(throws: HostError.self) {
            _ = try render { try $0.setStrip("bass", StripSettings()) }
        }
        #expect(failure?.subject == "strip \"bass\"")
        #expect(failure?.reason == "no such strip; expected one of \"sampler\", \"sampler 2\"")
    }

    @Test func settingsThatChangeNothingLeaveEveryBit() throws {
        let plain = try render()
        let set = try render(before: {
            try $0.setStrip("sampler", StripSettings())
            try $0.setStrip("sampler 2", StripSettings())
        })
        #expect(firstDifference(set.left.samples, plain.left.samples) == nil)
        #expect(firstDifference(set.right.samples, plain.right.samples) == nil)
    }

    @Test(arguments: [-60, -6, 3, 12, -Double.infinity])
    func aGainIsItsSamplersAlone(gain: Double) throws {
        let plain = try render()
        let changed = try render(before: { engine in
            try engine.setStrip("sampler", settings { $0.gain = gain })
        })
        let sine = try changed.sine(changed.left) - plain.sine(plain.left)
        if gain > -Double.infinity {
            #expect(abs(sine - gain) < 0.02)
        } else {
            #expect(sine < -50)
        }
        #expect(try abs(changed.saw(changed.left) - plain.saw(plain.left)) < 0.01)
    }

    private static let positions: [(pan: Double, left: Double, right: Double)] = [
        (-100, 0, -.infinity), (-50, 0, -3.0103), (0, 0, 0), (20, -0.436, 0), (100, -.infinity, 0),
    ]

    @Test(arguments: positions)
    func panAttenuatesTheOtherSide(pan: Double, left: Double, right: Double) throws {
        let plain = try render(Self.sine)
        let changed = try render(
            Self.sine,
            before: { engine in try engine.setStrip("sampler", settings { $0.pan = pan }) }
        )
        for (signal, reference, expected) in [
            (changed.left, plain.left, left), (changed.right, plain.right, right),
        ] {
            if expected == -Double.infinity {
                #expect(try signal.isSilent(below: -.infinity))
            } else {
                let difference = try changed.sine(signal) - plain.sine(reference)
                #expect(abs(difference - expected) < 0.01)
            }
        }
    }

    @Test func muteAndSoloAreHeardFromTheFirstFrame() throws {
        let plain = try render()
        let muted = try render(before: { engine in
            try engine.setStrip("sampler", settings { $0.isMuted = true })
        })
        #expect(try muted.sine(muted.left) < -60)
        #expect(try abs(muted.saw(muted.left) - plain.saw(plain.left)) < 0.01)
        let soloed = try render(before: { engine in
            try engine.setStrip("sampler", settings { $0.isSoloed = true })
        })
        #expect(try abs(soloed.sine(soloed.left) - plain.sine(plain.left)) < 0.01)
        let sineAlone = try render(Self.sine)
        #expect(firstDifference(soloed.left.samples, sineAlone.left.samples) == nil)
    }

    @Test func aChangeIsARampWithoutAStep() throws {
        let plain = try render(Self.sine)
        let changed = try render(Self.sine, at: 4_864) { engine in
            try engine.setStrip("sampler", settings { $0.isMuted = true })
        }
        let start = 4_864 + Performance.latency
        // The gain itself, where the sine is far enough from zero to tell.
        var last = 1.0
        for frame in start - 64..<start + 320 where abs(plain.left.samples[frame]) > 0.1 {
            let gain = Double(changed.left.samples[frame] / plain.left.samples[frame])
            let expected = max(0, min(1, 1 - Double(frame - start + 1) / 256))
            #expect(abs(gain - expected) < 0.002, "frame \(frame - start)")
            #expect(gain <= last + 1e-5)
            last = gain
        }
        let rest = start + 256..<changed.left.frameCount
        #expect(try changed.left.isSilent(in: rest, below: -.infinity))
    }

    @Test func settingsOutliveTheSamplersThatArePlayed() throws {
        let song = try sequence(Self.sine)
        let performance = try Performance(font: studio.font)
        let first = try performance.rack(for: song)
        let second = try performance.rack(for: song)
        let engine = performance.engine
        let item = PlayItem(sequence: song, rate: 48_000)
        performance.at(0) {
            _ = engine.start(item, on: first)
            try engine.setStrip("sampler", self.settings { $0.pan = 100 })
        }
        performance.at(500) { _ = engine.start(item, on: second) }
        try performance.run(until: 1_000)
        #expect(engine.strips == ["live", "sampler"])
        let (left, right) = try performance.sink.channels(rate: 48_000)
        #expect(try left.level(in: 28_800..<38_400) < -90)
        let level = try right.level(ofPartial: 440, in: 28_800..<38_400)
        #expect(level > TestedEngine.sinePeakLevel - 6)
    }

    @Test func theMasterVolumeIsTheSamplersAndNotTheStrips() throws {
        // Half of the master volume, a factor of a quarter, and then a second piece.
        let quiet = SMFBuilder.milliseconds { track in
            track.systemExclusive(at: 0, [0x7F, 0x7F, 0x04, 0x01, 0x00, 0x40, 0xF7])
            track.key(0...400, 69)
        }
        let (engine, items) = try Rendering.engine(
            for: [quiet.bytes, Self.sine.bytes],
            font: studio.font
        )
        try engine.setStrip("sampler", settings { $0.gain = -6 })
        for (index, item) in items.enumerated() {
            _ = engine.enqueue(item, isLast: index == items.count - 1)
        }
        let sink = MemorySink(periodFrames: 256, format: .float)
        try engine.run(into: sink)
        let left = try sink.channels(rate: 48_000).left
        let first = try left.level(ofPartial: 440, in: 4_800..<14_400)
        let second = try left.level(ofPartial: 440, in: 24_000..<33_600)
        #expect(abs(second - first - 12.04) < 0.1)
        #expect(try engine.stripSettings("sampler").gain == -6)
    }

    @Test func metersShowTheStripBehindItsGainToEveryReader() throws {
        var readings: [MeterReading] = []
        let (engine, items) = try Rendering.engine(for: [Self.song.bytes], font: studio.font)
        try engine.setStrip("sampler", settings { $0.pan = 100 })
        for item in items { _ = engine.enqueue(item, isLast: true) }
        let sink = MemorySink(periodFrames: 256, format: .float)
        try engine.run(into: sink) {
            // Another reader, which must not take anything.
            _ = try? engine.meter(ofStrip: "sampler")
            if let reading = try? engine.meter(ofStrip: "sampler") { readings.append(reading) }
        }
        let first = try #require(readings.first { $0.frames >= 4_800 })
        let second = try #require(readings.first { $0.frames >= 14_400 })
        let meanSquare = second.meanSquare(since: first)
        let peak = Decibels.factor(TestedEngine.sinePeakLevel)
        #expect(meanSquare.left == 0)
        #expect(abs(10 * log10(meanSquare.right * 2) - TestedEngine.sinePeakLevel) < 0.05)
        #expect(abs(second.peak.right - peak) < 0.01 * peak)
        #expect(abs(second.heldPeak.right - peak) < 0.01 * peak)
        // The other strip has its own; the master has both.
        let master = engine.masterMeter
        #expect(master.frames == engine.framesRendered)
        #expect(master.heldPeak.left > 0)
        #expect(try engine.meter(ofStrip: "sampler 2").heldPeak.left > 0)
    }

    @Test func aHeldPeakStaysForASecondAndThenFalls() {
        var meter = LevelMeter(rate: 48_000)
        var sound = StereoBuffer(capacity: 4_800)
        sound.left[100] = -0.5
        meter.add(sound, frames: 4_800)
        #expect(meter.figures.leftPeak == 0.5)
        #expect(meter.figures.leftEnergy == 0.25)
        sound.left[100] = 0
        for _ in 0..<9 { meter.add(sound, frames: 4_800) }
        #expect(meter.figures.leftPeak == 0)
        #expect(meter.figures.leftHeldPeak == 0.5)
        for _ in 0..<10 { meter.add(sound, frames: 4_800) }
        // A second later it is 20 dB lower, or somewhat more in steps of a tenth.
        let level = Decibels.level(Double(meter.figures.leftHeldPeak) / 0.5)
        #expect(level < -19 && level > -26)
    }

    /// The pitch of the sine in cents above 440 Hz.
    private func pitch(_ rendered: Rendered, _ range: Range<Int> = 4_800..<14_400) throws -> Double
    {
        1_200 * log2(try rendered.left.frequency(in: range) / 440)
    }

    @Test(arguments: [(0, 25.0), (3, 0), (-12, -50), (24, 100), (-24, -100)])
    func aStripTransposesAndTunes(transpose: Int, fineTune: Double) throws {
        let tuned = try render(
            Self.sine,
            before: { engine in
                try engine.setStrip(
                    "sampler",
                    settings {
                        $0.transpose = transpose
                        $0.fineTune = fineTune
                    }
                )
            }
        )
        #expect(abs(try pitch(tuned) - Double(transpose * 100) - fineTune) < 0.5)
    }

    @Test func aVoiceThatSoundsIsTunedTooAndBack() throws {
        let tuned = try render(Self.sine, at: 4_800) { engine in
            try engine.setStrip("sampler", settings { $0.transpose = 2 })
        }
        #expect(abs(try pitch(tuned, 1_000..<4_600)) < 0.5)
        #expect(abs(try pitch(tuned, 6_000..<15_600) - 200) < 0.5)
    }

    @Test func theMusicsOwnTuningAndResetsKeepTheStrips() throws {
        // Fine tuning by 50 cents (RPN 1, 96:0), and then resets of controllers and of everything.
        let song = SMFBuilder.milliseconds { track in
            for (controller, value): (UInt8, UInt8) in [(101, 0), (100, 1), (6, 96), (38, 0)] {
                track.control(at: 0, channel: 0, controller, value)
            }
            track.key(0...200, 69)
            track.reset(at: 300, "GM")
            track.key(400...600, 69)
            track.control(at: 700, channel: 0, 121 as UInt8, 0)
            track.key(800...1_000, 69)
        }
        let tuned = try render(
            song,
            before: { engine in
                try engine.setStrip("sampler", settings { $0.fineTune = 30 })
            }
        )
        #expect(abs(try pitch(tuned, 1_000..<9_000) - 80) < 0.5)
        #expect(abs(try pitch(tuned, 20_200..<28_200) - 30) < 0.5)
        #expect(abs(try pitch(tuned, 39_400..<47_400) - 30) < 0.5)
    }

    @Test func otherSamplersOfAStripAreTunedToo() throws {
        let song = try sequence(Self.sine)
        let performance = try Performance(font: studio.font)
        let rack = try performance.rack(for: song)
        let next = try performance.rack(for: song)
        let engine = performance.engine
        let item = PlayItem(sequence: song, rate: 48_000)
        performance.at(0) {
            _ = engine.start(item, on: rack)
            try engine.setStrip("sampler", self.settings { $0.fineTune = -70 })
        }
        performance.at(500) { _ = engine.replaceRack(rack, with: next) }
        performance.at(600) { _ = engine.start(item, on: next) }
        try performance.run(until: 1_100)
        let left = try performance.sink.channels(rate: 48_000).left
        for range in [4_800..<14_400, 33_600..<43_200] {
            #expect(abs(1_200 * log2(try left.frequency(in: range) / 440) + 70) < 0.5)
        }
    }
}
