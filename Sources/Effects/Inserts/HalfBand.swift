import Realtime

/// The taps of a low-pass at half of the lower of two rates, one of which is twice the other.
///
/// Every second tap is 0, except for the middle one. By Kaiser's window: aliases and images are
/// 100 dB down from 0.6 of the lower rate on.
struct HalfBand {
    /// The taps that are not 0, without the middle one; their sum is 1.
    let taps: [Float]

    /// The parameter of Kaiser's window for 100 dB.
    private static let beta = 10.06

    /// Makes the taps.
    ///
    /// - Parameter half: Half their number.
    init(half: Int) {
        // In steps of the higher rate, the middle is at 2 * half − 1.
        let values = (0..<2 * half).map { index in
            let distance = Double(2 * index - (2 * half - 1))
            let sinc = Elementary.sine(ofTurns: distance / 4) / (distance * .pi / 2)
            let part = distance / Double(2 * half)
            let root = Elementary.squareRoot(1 - part * part)
            return sinc * Self.bessel(Self.beta * root)
        }
        let sum = values.reduce(0, +)
        taps = values.map { Float($0 / sum) }
    }

    /// The modified Bessel function of the first kind, order 0.
    private static func bessel(_ x: Double) -> Double {
        var (sum, term, order) = (1.0, 1.0, 1.0)
        while term > sum * 1e-16 {
            term *= x * x / (4 * order * order)
            sum += term
            order += 1
        }
        return sum
    }
}

/// A channel's way to twice the rate, and back.
///
/// Each way delays by ``delay`` frames of the higher rate.
struct RateDoubler: ~Copyable {
    private let taps: SampleMemory
    private let half: Int
    /// The frames before, then the frames of a piece, at the lower rate.
    private let rising: SampleMemory
    /// The same of the even and of the odd frames of the higher rate.
    private let even: SampleMemory
    private let odd: SampleMemory

    /// Makes a silent one.
    ///
    /// - Parameters:
    ///   - half: Half the number of its filter's taps.
    ///   - capacity: The most frames of a piece at the lower rate.
    init(half: Int, capacity: Int) {
        self.half = half
        let values = HalfBand(half: half).taps
        taps = SampleMemory(count: values.count)
        let memory = unsafe taps.samples(from: 0, count: values.count)
        for (index, value) in values.enumerated() { unsafe memory[index] = value }
        rising = SampleMemory(count: 2 * half + capacity)
        even = SampleMemory(count: 2 * half + capacity)
        odd = SampleMemory(count: half + capacity)
    }

    /// The frames of the higher rate by which each way delays.
    var delay: Int { @_noLocks get { 2 &* half &- 1 } }

    /// Silences it.
    @_noLocks
    mutating func reset() {
        rising.clear()
        even.clear()
        odd.clear()
    }

    /// Doubles the rate of a piece.
    ///
    /// - Parameters:
    ///   - input: Its frames.
    ///   - count: Their number.
    ///   - output: Twice as many frames.
    @_noLocks
    mutating func rise(
        _ input: UnsafePointer<Float>,
        count: Int,
        to output: UnsafeMutablePointer<Float>
    ) {
        let history = 2 &* half &- 1
        let line = unsafe rising.samples(from: 0, count: history + count)
        for index in 0..<count { unsafe line[history + index] = input[index] }
        let taps = unsafe taps.samples(from: 0, count: 2 * half)
        for index in 0..<count {
            unsafe output[2 * index] = sum(taps, line + index)
            unsafe output[2 * index + 1] = line[index + half]
        }
        for index in 0..<history { unsafe line[index] = line[count + index] }
    }

    /// Halves the rate of a piece.
    ///
    /// - Parameters:
    ///   - input: Twice as many frames.
    ///   - count: The number of frames at the lower rate.
    ///   - output: The frames.
    @_noLocks
    mutating func fall(
        _ input: UnsafePointer<Float>,
        count: Int,
        to output: UnsafeMutablePointer<Float>
    ) {
        let history = 2 &* half &- 1
        let evens = unsafe even.samples(from: 0, count: history + count)
        let odds = unsafe odd.samples(from: 0, count: half + count)
        for index in 0..<count {
            unsafe evens[history + index] = input[2 * index]
            unsafe odds[half + index] = input[2 * index + 1]
        }
        let taps = unsafe taps.samples(from: 0, count: 2 * half)
        for index in 0..<count {
            unsafe output[index] = (sum(taps, evens + index) + odds[index]) * 0.5
        }
        for index in 0..<history { unsafe evens[index] = evens[count + index] }
        for index in 0..<half { unsafe odds[index] = odds[count + index] }
    }

    /// The sum of the taps times samples.
    @inline(__always)
    @_noLocks
    private func sum(
        _ taps: UnsafePointer<Float>,
        _ samples: UnsafePointer<Float>
    ) -> Float {
        // The taps are symmetrical and even in number: four sums, whatever the vectors.
        var sums = SIMD4<Float>()
        var index = 0
        while index &+ 4 <= half {
            let tap = unsafe UnsafeRawPointer(taps + index).loadUnaligned(as: SIMD4<Float>.self)
            let one = unsafe UnsafeRawPointer(samples + index).loadUnaligned(
                as: SIMD4<Float>.self
            )
            let last = 2 &* half &- 4 &- index
            let other = unsafe UnsafeRawPointer(samples + last).loadUnaligned(
                as: SIMD4<Float>.self
            )
            sums += tap * (one + SIMD4(other.w, other.z, other.y, other.x))
            index &+= 4
        }
        var result = (sums.x + sums.y) + (sums.z + sums.w)
        while index < half {
            result += unsafe taps[index] * (samples[index] + samples[2 &* half &- 1 &- index])
            index &+= 1
        }
        return result
    }
}
