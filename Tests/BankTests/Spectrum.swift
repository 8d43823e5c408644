import Foundation

/// The power of a sound by frequency.
struct Spectrum {
    private let power: [Double]
    /// Hz from one value to the next.
    private let step: Double

    /// Takes the first 2ⁿ values, at most `size`, under a Blackman-Harris window (side lobes below
    /// −92 dB).
    init(_ values: [Double], rate: Double, size: Int = 16_384) {
        var count = 1
        while count * 2 <= min(values.count, size) { count *= 2 }
        var real = (0..<count).map { index in
            let x = 2 * Double.pi * (Double(index) + 0.5) / Double(count)
            let window =
                0.35875 - 0.48829 * cos(x) + 0.14128 * cos(2 * x) - 0.01168 * cos(3 * x)
            return values[index] * window
        }
        var imaginary = [Double](repeating: 0, count: count)
        Self.transform(&real, &imaginary)
        power = (0..<max(count / 2, 1)).map {
            real[$0] * real[$0] + imaginary[$0] * imaginary[$0]
        }
        step = rate / Double(count)
    }

    /// The energy between two frequencies, in any unit.
    func energy(_ low: Double, _ high: Double) -> Double {
        let range = Int(low / step)..<Int(high / step) + 1
        return power[range.clamped(to: 0..<power.count)].reduce(0, +)
    }

    /// The energy around a frequency, within 3 % or the window's width.
    func energy(near frequency: Double) -> Double {
        let reach = max(frequency * 0.03, 4 * step)
        return energy(frequency - reach, frequency + reach)
    }

    /// The whole energy.
    var total: Double { power.reduce(0, +) }

    /// The mean frequency, weighted by energy, Hz: what is heard as brightness.
    var centre: Double {
        var sum = 0.0
        for index in power.indices { sum += Double(index) * step * power[index] }
        return sum / total
    }

    /// Cooley and Tukey's transform, in place.
    private static func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
        let count = real.count
        var other = 0
        for index in 1..<max(count, 1) {
            var bit = count >> 1
            while other & bit != 0 {
                other ^= bit
                bit >>= 1
            }
            other |= bit
            if index < other {
                real.swapAt(index, other)
                imaginary.swapAt(index, other)
            }
        }
        var size = 2
        while size <= count {
            let angle = -2 * Double.pi / Double(size)
            for offset in 0..<size / 2 {
                let (re, im) = (cos(angle * Double(offset)), sin(angle * Double(offset)))
                var start = offset
                while start < count {
                    let partner = start + size / 2
                    let x = real[partner] * re - imaginary[partner] * im
                    let y = real[partner] * im + imaginary[partner] * re
                    real[partner] = real[start] - x
                    imaginary[partner] = imaginary[start] - y
                    real[start] += x
                    imaginary[start] += y
                    start += size
                }
            }
            size *= 2
        }
    }
}
