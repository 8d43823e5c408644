import Effects
import Glibc
import Testing

/// The chorus by what it measures, against FluidSynth's.
@Suite struct ChorusTests {
    private static func level(_ samples: some Collection<Float>) -> Double {
        let energy = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
        return 10 * log10(energy / Double(samples.count))
    }

    /// Noise without the highest octave, of which interpolation loses some.
    private static func soft(_ count: Int) -> [Float] {
        var samples = Noise.samples(count)
        for _ in 0..<4 { samples = zip(samples, samples.dropFirst() + [0]).map { ($0 + $1) / 2 } }
        return samples
    }

    @Test("is as loud and as wide as FluidSynth's")
    func levels() {
        let input = Self.soft(480_000)
        let output = Processing.chorus(ChorusParameters(), input)
        let level = Self.level(input)
        #expect(abs(Self.level(output.left) - level - 3.13) < 0.2)
        #expect(abs(Self.level(output.right) - level - 3.13) < 0.2)
        let mono = zip(output.left, output.right).map { ($0 + $1) / 2 }
        #expect(abs(Self.level(mono) - level + 12.2) < 0.3)
        let products = zip(output.left, output.right).map { Double($0) * Double($1) }
        let energies = [output.left, output.right].map { pow(10, Self.level($0) / 10) }
        let correlation =
            products.reduce(0, +) / Double(input.count) / (energies[0] * energies[1]).squareRoot()
        #expect(abs(correlation + 0.94) < 0.03)
    }

    @Test("keeps high frequencies", arguments: [0.2, 0.6, 3])
    func brightness(speed: Double) {
        var parameters = ChorusParameters()
        (parameters.voices, parameters.level, parameters.speed) = (1, 1, speed)
        let input = Noise.samples(1 << 17)
        let output = Processing.chorus(parameters, input, rate: 44_100).left
        let centres: [Double] = [1_000, 4_000, 8_000, 10_079, 12_699, 16_000]
        let powers = [input, output].map { samples in
            let real = samples.map(Double.init)
            let silence = [Double](repeating: 0, count: real.count)
            let spectrum = Spectrum(real: real, imaginary: silence, rate: 44_100)
            return ImpulseResponse.thirds(of: spectrum, about: centres)
        }
        for (index, centre) in centres.enumerated() {
            let difference = 10 * log10(powers[1][index] / powers[0][index])
            #expect(abs(difference) < 1, "the third at \(centre) Hz: \(difference) dB off")
        }
    }

    /// The delay of one voice in milliseconds, every 10 ms, by the phase of a sine.
    private static func delays(_ parameters: ChorusParameters, seconds: Int) -> [Double] {
        let rate = 48_000
        let step = 2 * Double.pi * 100 / Double(rate)
        let input = (0..<seconds * rate).map { Float(sin(step * Double($0))) }
        let output = Processing.chorus(parameters, input).left
        return stride(from: rate / 2, to: output.count - 480, by: 480).map { start in
            var (real, imaginary) = (0.0, 0.0)
            for frame in start..<start + 480 {
                real += Double(output[frame]) * cos(step * Double(frame))
                imaginary += Double(output[frame]) * sin(step * Double(frame))
            }
            return (atan2(-real, imaginary) / step / Double(rate) * 1_000 + 10)
                .truncatingRemainder(dividingBy: 10)
        }
    }

    @Test("moves its delay by its depth at its speed", arguments: ChorusParameters.Shape.allCases)
    func modulation(shape: ChorusParameters.Shape) {
        var parameters = ChorusParameters()
        (parameters.voices, parameters.speed, parameters.shape) = (1, 0.5, shape)
        let delays = Self.delays(parameters, seconds: 7)
        let (low, high) = (delays.min() ?? 0, delays.max() ?? 0)
        #expect(abs(low - 0.04) < 0.05)
        #expect(abs(high - low - 4.25) < 0.1, "\(low) … \(high) ms")
        // A period is 200 of them.
        for index in 0..<200 { #expect(abs(delays[index] - delays[index + 200]) < 0.02) }
        let middle = (low + high) / 2
        let crossings = (1..<600).count { delays[$0 - 1] < middle && delays[$0] >= middle }
        #expect(crossings == 3)
    }

    @Test func delayComesBeforeTheModulation() {
        var parameters = ChorusParameters()
        (parameters.voices, parameters.speed, parameters.delay) = (1, 0.5, 3)
        let delays = Self.delays(parameters, seconds: 3)
        #expect(abs((delays.min() ?? 0) - 3.04) < 0.05)
    }

    @Test("repeats what is fed back, a little softer each time")
    func feedback() {
        var parameters = ChorusParameters()
        (parameters.voices, parameters.depth, parameters.delay) = (1, 0, 20)
        (parameters.feedback, parameters.level) = (0.5, 1)
        var input = [Float](repeating: 0, count: 48_000)
        input[0] = 1
        let output = Processing.chorus(parameters, input).left
        for (repetition, peak) in [(1, 1.0), (2, 0.5), (3, 0.25), (4, 0.125)] {
            let centre = repetition * 962
            let energy = output[centre - 20..<centre + 20].reduce(0.0) {
                $0 + Double($1) * Double($1)
            }
            #expect(abs(10 * log10(energy) - 20 * log10(peak)) < 1, "repetition \(repetition)")
        }
    }

    @Test("does not grow with the most feedback")
    func stability() {
        var parameters = ChorusParameters()
        (parameters.speed, parameters.depth, parameters.delay) = (15.5, 40, 20)
        parameters.feedback = 0.97
        let noise = Noise.samples(48_000)
        let output = Processing.chorus(parameters, noise + [Float](repeating: 0, count: 192_000))
        let levels = stride(from: 48_000, to: 240_000, by: 48_000).map {
            Self.level(output.left[$0..<$0 + 48_000])
        }
        for (one, next) in zip(levels, levels.dropFirst()) { #expect(next < one) }
    }

    @Test func theReverbGetsItsPart() {
        var parameters = ChorusParameters()
        parameters.reverbSend = 0.5
        let input = Self.soft(96_000)
        let output = Processing.chorus(parameters, input)
        // Three voices of which one counts twice: √6 / 4 of one.
        let expected = Self.level(input) + 20 * log10(0.5 * 0.6 * 6.0.squareRoot() / 4)
        #expect(abs(Self.level(output.send) - expected) < 0.2)
        let none = Processing.chorus(ChorusParameters(), input)
        #expect(none.send.allSatisfy { $0 == 0 })
    }
}
