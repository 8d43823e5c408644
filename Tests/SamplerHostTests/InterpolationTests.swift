import Foundation
import SamplerHost
import TestSupport
import Testing

/// How cleanly samples are played at another pitch.
@Suite struct InterpolationTests {
    /// What is in a note two fifths above the sample's pitch beside the sine itself, in dB below it.
    private func noise(_ interpolation: Interpolation, reset: Bool = false) throws -> Double {
        let song = SMFBuilder.milliseconds {
            if reset { $0.reset(at: 0, "GM") }
            $0.key(10...400, 83)
        }
        var options = Rendering.Options()
        options.interpolation = interpolation
        options.engine = interpolation == .sinc ? .seqd : .fluidSynth
        let left = try Studio().render(song, options: options).left
        let frames = 60 * 48..<360 * 48
        let turn = 2 * Double.pi * (try left.frequency(in: frames)) / 48_000
        // The sine that fits best; what is left is noise.
        var (sine, cosine, energy) = (0.0, 0.0, 0.0)
        for frame in frames {
            let sample = Double(left.samples[frame])
            sine += sample * sin(turn * Double(frame))
            cosine += sample * cos(turn * Double(frame))
        }
        sine *= 2 / Double(frames.count)
        cosine *= 2 / Double(frames.count)
        for frame in frames {
            let fit = sine * sin(turn * Double(frame)) + cosine * cos(turn * Double(frame))
            let rest = Double(left.samples[frame]) - fit
            energy += rest * rest
        }
        let amplitude = (sine * sine + cosine * cosine).squareRoot()
        return 20 * log10((energy / Double(frames.count)).squareRoot() / amplitude)
    }

    @Test func eachMethodHasItsNoiseAndKeepsItAfterAReset() throws {
        let noises = try Interpolation.allCases.map { try noise($0) }
        #expect(noises[0] > -50, "\(noises)")
        for noise in noises.dropFirst() { #expect(noise < noises[0] - 10, "\(noises)") }
        // The noise of the sample's 16 bits is above that of the last.
        for (index, noise) in noises[..<4].enumerated() {
            for other in noises[..<index] { #expect(abs(noise - other) > 0.2, "\(noises)") }
        }
        // The cleanest of all.
        #expect(noises[4] < noises[3], "\(noises)")
        let reset = try Interpolation.allCases.map { try noise($0, reset: true) }
        for (noise, again) in zip(noises, reset) { #expect(abs(noise - again) < 0.1) }
    }

    @Test("is the same in both engines", arguments: Interpolation.allCases.filter { $0 != .sinc })
    func engines(interpolation: Interpolation) throws {
        let song = SMFBuilder.milliseconds { $0.key(0...400, 83) }
        let sounds = try [SynthesisEngine.fluidSynth, .seqd].map { engine in
            var options = Rendering.Options()
            options.interpolation = interpolation
            options.engine = engine
            return try Studio().render(song, options: options).left
        }
        // FluidSynth's levels have steps of 0.1 dB: the factor that fits best.
        var (both, own, energy) = (0.0, 0.0, 0.0)
        let frames = 60 * 48..<360 * 48
        for frame in frames {
            let (one, other) = (sounds[0].samples[frame], sounds[1].samples[frame])
            both += Double(one * other)
            own += Double(other * other)
        }
        var rest = 0.0
        for frame in frames {
            let (one, other) = (Double(sounds[0].samples[frame]), Double(sounds[1].samples[frame]))
            energy += one * one
            rest += (one - both / own * other) * (one - both / own * other)
        }
        #expect(10 * log10(rest / energy) < -60)
    }
}
