import Glibc

/// The discrete Fourier transform of two real signals: bins of positive frequencies.
struct Spectrum {
    var real: [Double]
    var imaginary: [Double]
    let rate: Double

    /// Transforms complex samples, whose number is a power of two.
    init(real: [Double], imaginary: [Double], rate: Double) {
        self.real = real
        self.imaginary = imaginary
        self.rate = rate
        transform(sign: -1)
    }

    /// The frequency of a bin in Hz, −rate / 2 … rate / 2.
    func frequency(of bin: Int) -> Double {
        let signed = bin <= real.count / 2 ? bin : bin - real.count
        return Double(signed) * rate / Double(real.count)
    }

    /// Multiplies each bin with a gain by its frequency, and goes back to samples.
    func filtered(_ gain: (Double) -> Double) -> (real: [Double], imaginary: [Double]) {
        var other = self
        for bin in real.indices {
            let gain = gain(abs(frequency(of: bin))) / Double(real.count)
            other.real[bin] *= gain
            other.imaginary[bin] *= gain
        }
        other.transform(sign: 1)
        return (other.real, other.imaginary)
    }

    private mutating func transform(sign: Double) {
        let count = real.count
        var target = 0
        for index in 1..<count {
            var bit = count >> 1
            while target & bit != 0 {
                target ^= bit
                bit >>= 1
            }
            target |= bit
            if index < target {
                real.swapAt(index, target)
                imaginary.swapAt(index, target)
            }
        }
        var length = 2
        while length <= count {
            let half = length / 2
            let factors = (0..<half).map { index in
                let angle = sign * 2 * .pi * Double(index) / Double(length)
                return (cos(angle), sin(angle))
            }
            for start in stride(from: 0, to: count, by: length) {
                for index in 0..<half {
                    let (cosine, sine) = factors[index]
                    let (even, odd) = (start + index, start + index + half)
                    let re = real[odd] * cosine - imaginary[odd] * sine
                    let im = real[odd] * sine + imaginary[odd] * cosine
                    (real[odd], imaginary[odd]) = (real[even] - re, imaginary[even] - im)
                    real[even] += re
                    imaginary[even] += im
                }
            }
            length *= 2
        }
    }
}
