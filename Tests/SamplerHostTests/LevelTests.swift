import Effects
import Foundation
import MIDI
import SamplerHost
import SoundTestSupport
import TestSupport
import Testing

/// Gain, peak and clipping.
@Suite struct LevelTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private static let note = SMFBuilder.milliseconds { $0.key(0...100) }

    @Test func atZeroDecibelsItIsFluidSynthsUsualLevel() throws {
        let rendering = try studio.render(Self.note)
        #expect(abs(try rendering.left.peakLevel() - TestedEngine.sinePeakLevel) < 0.01)
        #expect(abs(try rendering.right.peakLevel() - TestedEngine.sinePeakLevel) < 0.01)
    }

    @Test(arguments: [-60, -6, 6, 20])
    func gainIsInDecibels(gain: Int) throws {
        var options = Rendering.Options()
        options.gain = Double(gain)
        options.limiter = false
        let rendering = try studio.render(Self.note, options: options)
        let level = try rendering.left.peakLevel()
        #expect(abs(level - TestedEngine.sinePeakLevel - Double(gain)) < 0.01)
    }

    @Test func decibelsAndFactors() {
        #expect(Decibels.factor(0) == 1)
        #expect(abs(Decibels.factor(-6.0206) - 0.5) < 1e-5)
        #expect(Decibels.level(0) == -.infinity)
        #expect(abs(Decibels.level(10) - 20) < 1e-12)
    }

    @Test func thePeakIsTheLargestSample() throws {
        let rendering = try studio.render(Self.note)
        let largest = max(try rendering.left.peak(), try rendering.right.peak())
        #expect(Double(rendering.figures.highestPeak) == largest)
        #expect(rendering.figures.clippedSamples == 0)
    }

    @Test(arguments: [SampleFormat.s16, .s24, .s32])
    func samplesBeyondFullScaleAreClampedAndCounted(format: SampleFormat) throws {
        var options = Rendering.Options()
        options.gain = 30
        options.limiter = false
        let float = try studio.render(Self.note, options: options)
        let beyond = (float.left.samples + float.right.samples).count { $0.magnitude > 1 }
        #expect(beyond > 1_000)
        #expect(float.figures.clippedSamples == 0)
        options.format = format
        let clipped = try studio.render(Self.note, options: options)
        #expect(clipped.figures.clippedSamples == beyond)
        #expect(clipped.figures.highestPeak == float.figures.highestPeak)
        #expect(try clipped.left.peak() <= 1)
        #expect(try clipped.left.peak() > 0.9999)
    }

    @Test func voicesAreCounted() throws {
        let song = SMFBuilder.milliseconds { track in
            for key: UInt8 in 60..<70 { track.key(0...100, key) }
        }
        let (engine, items) = try Rendering.engine(for: [song.bytes], font: studio.font)
        for item in items { _ = engine.enqueue(item, isLast: true) }
        var most = 0
        try engine.run(into: MemorySink(periodFrames: 256, format: .s16)) {
            most = max(most, engine.takeFigures().voices)
        }
        #expect(most == 10)
    }
}
