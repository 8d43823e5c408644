import Foundation

extension Signal {
    /// The amplitude of the partial at a frequency: 0 dB is a sine of amplitude 1.0.
    ///
    /// Goertzel's sum under a Blackman window, so that partials three or more bins (3 · rate /
    /// frames) away do not reach it (below −58 dB).
    public func level(ofPartial frequency: Double, in range: Range<Int>? = nil) throws -> Double {
        decibels(try phasor(at: frequency, in: checked(range)).magnitude)
    }

    /// The frequency in Hz of the sound in a range that is one sine, or has one period.
    ///
    /// A first value from the zero crossings is refined by ``frequency(near:in:)``.
    public func frequency(in range: Range<Int>? = nil) throws -> Double {
        let part = try checked(range)
        var crossings: [Double] = []
        for frame in part.dropLast() where samples[frame] < 0 && samples[frame + 1] >= 0 {
            let (low, high) = (Double(samples[frame]), Double(samples[frame + 1]))
            crossings.append(Double(frame) - low / (high - low))
        }
        guard let first = crossings.first, let last = crossings.last, crossings.count > 2 else {
            throw TestSupportError("no pitch: \(crossings.count) upward zero crossings")
        }
        let estimate = Double(crossings.count - 1) * Double(rate) / (last - first)
        return try frequency(near: estimate, in: range)
    }

    /// The exact frequency in Hz of the partial near a frequency.
    ///
    /// The phase that the partial gains from the first half of the range to the second. The
    /// estimate has to be right within rate / frames; partials three bins of half the range away
    /// do no harm. Half a second of a steady tone of 16 bits is good for 0.01 cents.
    public func frequency(near estimate: Double, in range: Range<Int>? = nil) throws -> Double {
        let part = try checked(range)
        let half = part.count / 2
        guard half >= 32 else { throw TestSupportError("\(part.count) frames have no pitch") }
        var frequency = estimate
        // Each round halves at least what the window leaks from the negative frequencies.
        for _ in 0..<3 {
            let first = try phasor(at: frequency, in: part.prefix(half))
            let second = try phasor(at: frequency, in: part.dropFirst(half).prefix(half))
            let turns = (second.phase - first.phase) / (2 * .pi)
            // What the partial gained beyond the whole turns of `frequency` itself.
            let expected = frequency * Double(half) / Double(rate)
            let excess = (turns - expected).remainder(dividingBy: 1)
            frequency += excess * Double(rate) / Double(half)
        }
        return frequency
    }

    /// Goertzel's sum over a windowed part; the phase is that at the part's first frame.
    private func phasor(at frequency: Double, in part: Range<Int>) throws -> Phasor {
        guard frequency > 0, frequency < Double(rate) / 2 else {
            throw TestSupportError("\(frequency) Hz is not below half of \(rate) Hz")
        }
        let step = 2 * Double.pi * frequency / Double(rate)
        let windowStep = 2 * Double.pi / Double(part.count)
        var (real, imaginary, weight) = (0.0, 0.0, 0.0)
        withPointer { samples in
            var index = 0
            while index < part.count {
                let position = windowStep * (Double(index) + 0.5)
                let window = 0.42 - 0.5 * cos(position) + 0.08 * cos(2 * position)
                let value = window * Double(samples[part.lowerBound + index])
                real += value * cos(step * Double(index))
                imaginary -= value * sin(step * Double(index))
                weight += window
                index += 1
            }
        }
        return Phasor(
            magnitude: 2 * (real * real + imaginary * imaginary).squareRoot() / weight,
            phase: atan2(imaginary, real)
        )
    }
}

/// The distance of two frequencies in cents, positive if `frequency` is the higher one.
public func cents(_ frequency: Double, above reference: Double) -> Double {
    1200 * log2(frequency / reference)
}

/// The frequency in Hz of a key in equal temperament, A4 (key 69) = 440 Hz.
public func frequency(ofKey key: UInt8) -> Double {
    440 * pow(2, (Double(key) - 69) / 12)
}

private struct Phasor {
    var magnitude: Double
    var phase: Double
}
