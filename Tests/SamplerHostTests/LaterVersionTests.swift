import Foundation
import MIDI
import SamplerHost
import TestSupport
import Testing

/// Faults of FluidSynth 2.3.1 that later versions do not have: docs/fluidsynth.md.
///
/// In both they sound as in the later ones.
@Suite struct LaterVersionTests {
    /// A font with one zone: a sine of 440 Hz for 0.2 s, then one of 880 Hz, for key 69.
    private static func font(
        _ generators: [SoundFontGenerator],
        correction: Int8 = 0,
        modulators: [SoundFontModulator] = [],
        loop: Range<Int>? = nil
    ) -> [UInt8] {
        var font = SoundFontBuilder(name: "later")
        let frames = (0..<19_200).map { frame in
            let frequency = frame < 9_600 ? 440.0 : 880.0
            return Int16(16_384 * sin(2 * .pi * Double(frame) * frequency / 48_000))
        }
        let sample = font.add(
            .init(
                name: "s",
                frames: frames,
                rate: 48_000,
                rootKey: 69,
                correction: correction,
                loop: loop
            )
        )
        let zone = SoundFontBuilder.Zone(
            target: sample,
            generators: generators,
            modulators: modulators
        )
        let instrument = font.add(.init(name: "i", zones: [zone]))
        font.add(.init(name: "p", bank: 0, program: 0, zones: [.init(target: instrument)]))
        return font.bytes
    }

    private func render(
        _ font: [UInt8],
        _ body: @escaping @Sendable (inout SMFBuilder.Track) -> Void
    ) throws -> Rendering {
        let directory = try TemporaryDirectory()
        let path = try directory.write(font, to: "font.sf2")
        return try Rendering(.milliseconds(body), font: path)
    }

    private func pitch(of rendering: Rendering, _ milliseconds: Range<Int>) throws -> Double {
        cents(try rendering.left.frequency(in: rendering.frames(milliseconds)), above: 440)
    }

    /// Cured in 2.6.0: a sample's correction counts however its zone follows the keys.
    @Test(arguments: [0, 50, 100] as [Int16], [-40, 30] as [Int8])
    func correctionsOfSamples(scale: Int16, correction: Int8) throws {
        let font = Self.font([.init(.scaleTuning, scale)], correction: correction)
        let rendering = try render(font) { $0.key(0...180, 71) }
        let expected = Double(scale) * 2 + Double(correction)
        #expect(abs(try pitch(of: rendering, 20..<150) - expected) < 1.5)
    }

    /// Cured in 2.4.0: the sample goes on, unheard, while the volume envelope waits.
    @Test(
        arguments: [
            // Delay in milliseconds, key, and the pitch 30 ms behind it; `nil` for silence.
            (100, 69, 0), (250, 69, 1_200), (120, 81, 2_400), (220, 81, nil), (450, 69, nil),
        ] as [(Int, UInt8, Double?)]
    )
    func delays(delay: Int, key: UInt8, expected: Double?) throws {
        let timecents = Int16((1_200 * log2(Double(delay) / 1_000)).rounded())
        let rendering = try render(Self.font([.init(.volumeDelay, timecents)])) {
            $0.key(0...600, key)
        }
        #expect(try rendering.left.isSilent(in: rendering.frames(0..<delay - 5)))
        let heard = rendering.frames(delay + 15..<delay + 45)
        if let expected {
            #expect(abs(try pitch(of: rendering, delay + 15..<delay + 45) - expected) < 2)
        } else {
            #expect(try rendering.left.isSilent(in: heard))
        }
    }

    @Test func delaysOfLoops() throws {
        // The loop is in the first part: 0.1 s.
        let font = Self.font(
            [.init(.volumeDelay, 0), .init(.sampleModes, 1)],
            loop: 2_400..<7_200
        )
        let rendering = try render(font) { $0.key(0...1_300) }
        #expect(abs(try pitch(of: rendering, 1_050..<1_250)) < 2)
    }

    /// Cured in 2.4.5: what adds to a cutoff adds to one within its range.
    @Test(arguments: [(16_000, 13_500), (500, 1_500)] as [(Int16, Int16)])
    func cutoffsOutOfRange(cutoff: Int16, limit: Int16) throws {
        let modulator = SoundFontModulator(
            source: 0x02,
            destination: .filterCutoff,
            amount: cutoff > limit ? -6_000 : 3_000
        )
        let renderings = try [cutoff, limit].map { cutoff in
            try render(Self.font([.init(.filterCutoff, cutoff)], modulators: [modulator])) {
                $0.key(0...300)
            }
        }
        #expect(firstDifference(renderings[0].bytes, renderings[1].bytes) == nil)
    }

    /// New in 2.4.0: sample mode 2, which Polyphone writes, sounds when its key is released.
    @Test func releaseSamples() throws {
        let font = Self.font([.init(.sampleModes, 2), .init(.volumeRelease, 2_400)])
        let rendering = try render(font) {
            $0.key(10...200)
            $0.endTick = 700
        }
        #expect(try rendering.left.isSilent(in: rendering.frames(0..<195)))
        #expect(try rendering.peak(210..<300) > -30)
        #expect(abs(try pitch(of: rendering, 220..<380)) < 2)
        #expect(abs(try pitch(of: rendering, 420..<560) - 1_200) < 2)
        #expect(try rendering.left.isSilent(in: rendering.frames(620..<640)))
    }

    /// Released is what no pedal holds; All Sound Off is silence.
    @Test func releaseSamplesUnderPedals() throws {
        let font = Self.font([.init(.sampleModes, 2), .init(.volumeRelease, 2_400)])
        let rendering = try render(font) {
            $0.pedal(at: 0, channel: 0, down: true)
            $0.key(10...100)
            $0.key(20...120, 81)
            $0.pedal(at: 300, channel: 0, down: false)
            $0.endTick = 400
        }
        #expect(try rendering.left.isSilent(in: rendering.frames(0..<295)))
        for key: UInt8 in [69, 81] {
            #expect(try rendering.level(ofKey: key, 320..<380) > -40, "key \(key)")
        }
        let off = try render(font) {
            $0.key(10...300)
            $0.control(at: 100, channel: 0, 120, 0)
            $0.endTick = 500
        }
        #expect(try off.left.isSilent())
    }

    /// Cured in 2.3.7: compressed samples that decode to more than full scale crackled.
    @Test func loudCompressedSamples() throws {
        let directory = try TemporaryDirectory()
        let levels = try [Float(3.9), 5.6].map { amplitude in
            let path = try CompressedFont.write(in: directory, programs: 1, amplitude: amplitude)
            let rendering = try Rendering(.milliseconds { $0.key(0...400) }, font: path)
            let frames = rendering.frames(100..<300)
            return (
                tone: try rendering.left.level(ofPartial: CompressedFont.tone(0), in: frames),
                all: try rendering.left.level(in: frames)
            )
        }
        #expect(levels[1].tone > levels[0].tone)
        #expect(levels[1].all > levels[0].all)
    }

    /// Cured in 2.4.7: a crash where a preset has gone under the legato pedal.
    @Test func legatoWithoutAPreset() throws {
        var font = SoundFontBuilder(name: "kit")
        let sample = font.add(
            .init(name: "s", frames: [Int16](repeating: 9, count: 1_000), rate: 48_000, rootKey: 69)
        )
        let instrument = font.add(.init(name: "i", zones: [.init(target: sample)]))
        font.add(.init(name: "p", bank: 128, program: 0, zones: [.init(target: instrument)]))
        let rendering = try render(font.bytes) {
            $0.reset(at: 0, "XG")
            $0.control(at: 10, channel: 9, 68, 127)
            $0.key(20...200, 60, channel: 9)
            $0.key(30...150, 64, channel: 9)
            $0.control(at: 100, channel: 9, .bankSelect, 0)
            $0.program(at: 100, channel: 9, 5)
            $0.key(210...240, 60, channel: 9)
            $0.endTick = 300
        }
        #expect(try rendering.left.isSilent(in: rendering.frames(220..<260)))
    }
}
