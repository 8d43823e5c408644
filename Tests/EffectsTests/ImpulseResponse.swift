import Effects
import Glibc

/// The response of a reverb to an impulse, and what it measures.
struct ImpulseResponse {
    let left: [Double]
    let right: [Double]
    let rate: Double

    /// The response to an impulse that comes when the modulation has gone on for some time.
    init(_ parameters: ReverbParameters, rate: Int, seconds: Double, after offset: Int) {
        // So little keeps the reverb awake.
        let count = offset + Int(seconds * Double(rate))
        var input = [Float](repeating: 1e-12, count: count)
        input[offset] = 1
        let output = Processing.reverb(parameters, input, rate: rate)
        left = output.left.dropFirst(offset).map(Double.init)
        right = output.right.dropFirst(offset).map(Double.init)
        self.rate = Double(rate)
    }

    /// The responses to impulses in eight phases of one second of modulation.
    static func eight(_ parameters: ReverbParameters, rate: Int, seconds: Double) -> [Self] {
        (0..<8).map { Self(parameters, rate: rate, seconds: seconds, after: $0 * rate / 8) }
    }

    /// The correlation of the sides.
    var correlation: Double {
        var (product, leftEnergy, rightEnergy) = (0.0, 0.0, 0.0)
        for (l, r) in zip(left, right) {
            product += l * r
            leftEnergy += l * l
            rightEnergy += r * r
        }
        return product / (leftEnergy * rightEnergy).squareRoot()
    }

    /// Both sides in one transform.
    func spectrum() -> Spectrum {
        var length = 1
        while length < left.count { length *= 2 }
        let silence = [Double](repeating: 0, count: length - left.count)
        return Spectrum(real: left + silence, imaginary: right + silence, rate: rate)
    }

    /// The mean power of a frame's bins in third octaves about some frequencies, mean of the sides.
    static func thirds(of spectrum: Spectrum, about centres: [Double]) -> [Double] {
        let count = spectrum.real.count
        return centres.map { centre in
            let step = spectrum.rate / Double(count)
            let first = Int((centre / pow(2, 1.0 / 6) / step).rounded(.up))
            let end = Int((centre * pow(2, 1.0 / 6) / step).rounded(.up))
            var sum = 0.0
            for bin in first..<end {
                // A complex signal's bins of both signs have the powers of its two parts.
                for bin in [bin, count - bin] {
                    let (re, im) = (spectrum.real[bin], spectrum.imaginary[bin])
                    sum += (re * re + im * im) / 4
                }
            }
            return sum / Double(end - first)
        }
    }

    /// The reverberation time in an octave in seconds, from the decay of −5 to −35 dB, mean of the
    /// sides.
    func time(inOctaveAbout centre: Double, _ spectrum: Spectrum) -> Double {
        let (low, high) = (centre / 2.squareRoot(), min(centre * 2.squareRoot(), rate * 0.49))
        // A Butterworth band-pass of the fourth order.
        let band = spectrum.filtered { frequency in
            guard frequency > 0 else { return 0 }
            let place = (frequency * frequency - low * high) / (frequency * (high - low))
            return 1 / (1 + pow(place, 8)).squareRoot()
        }
        let frames = 0..<left.count
        return (Self.time(band.real[frames], rate) + Self.time(band.imaginary[frames], rate)) / 2
    }

    private static func time(_ samples: ArraySlice<Double>, _ rate: Double) -> Double {
        var energies = [Double](repeating: 0, count: samples.count)
        var energy = 0.0
        for (index, sample) in samples.enumerated().reversed() {
            energy += sample * sample
            energies[index] = energy
        }
        let levels = energies.map { 10 * log10($0 / energies[0] + 1e-30) }
        let start = levels.firstIndex { $0 < -5 } ?? 0
        let end = levels.firstIndex { $0 < -35 } ?? levels.count
        let meanTime = Double(start + end - 1) / 2
        let mean = levels[start..<end].reduce(0, +) / Double(end - start)
        var (products, squares) = (0.0, 0.0)
        for index in start..<end {
            let time = Double(index) - meanTime
            products += time * (levels[index] - mean)
            squares += time * time
        }
        return -60 / (products / squares * rate)
    }
}
