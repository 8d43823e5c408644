/// Loops over samples for the buffers of the mixer.
///
/// They stand in this module because the tests compile it with optimisation: without, these few loops
/// take a sixth of the tests' time. The caller checks ranges.
package enum SampleLoops {
    /// Silences some samples.
    @_noLocks
    @unsafe
    package static func clear(_ samples: UnsafeMutablePointer<Float>, count: Int) {
        for index in 0..<count { unsafe samples[index] = 0 }
    }

    /// Copies some samples, from the first on; the target may begin before the source.
    @_noLocks
    @unsafe
    package static func copy(
        _ source: UnsafePointer<Float>,
        to target: UnsafeMutablePointer<Float>,
        count: Int
    ) {
        for index in 0..<count { unsafe target[index] = source[index] }
    }

    /// Adds some samples at a gain to others.
    @_noLocks
    @unsafe
    package static func add(
        _ source: UnsafePointer<Float>,
        gain: Float,
        to target: UnsafeMutablePointer<Float>,
        count: Int
    ) {
        for index in 0..<count { unsafe target[index] += source[index] * gain }
    }

    /// Multiplies some samples by a gain.
    ///
    /// - Returns: The highest magnitude of the results; that of what is not a number is higher than
    ///   all others.
    @_noLocks
    @unsafe
    package static func scale(
        _ samples: UnsafeMutablePointer<Float>,
        by gain: Float,
        count: Int
    ) -> Float {
        // Magnitudes order as their bits do, and integers have a vector maximum.
        var peak: Int32 = 0
        for index in 0..<count {
            let sample = unsafe samples[index] * gain
            unsafe samples[index] = sample
            peak = max(peak, Int32(bitPattern: sample.bitPattern & 0x7FFF_FFFF))
        }
        return Float(bitPattern: UInt32(bitPattern: peak))
    }

    /// Multiplies some samples by others.
    @_noLocks
    @unsafe
    package static func multiply(
        _ samples: UnsafeMutablePointer<Float>,
        by factors: UnsafePointer<Float>,
        count: Int
    ) {
        for index in 0..<count { unsafe samples[index] *= factors[index] }
    }

    /// The highest magnitude of some samples; that of what is not a number is higher than all others.
    @_noLocks
    @unsafe
    package static func peak(_ samples: UnsafePointer<Float>, count: Int) -> Float {
        // Magnitudes order as their bits do, and integers have a vector maximum.
        var peak: Int32 = 0
        for index in 0..<count {
            peak = unsafe max(peak, Int32(bitPattern: samples[index].bitPattern & 0x7FFF_FFFF))
        }
        return Float(bitPattern: UInt32(bitPattern: peak))
    }

    /// The sum of the squares of some samples.
    @_noLocks
    @unsafe
    package static func energy(_ samples: UnsafePointer<Float>, count: Int) -> Double {
        var energy = 0.0
        var index = 0
        while index < count {
            // Four sums at a time, which a vector holds; added up before they lose precision.
            let end = min(count, index &+ 256)
            var sum0: Float = 0
            var sum1: Float = 0
            var sum2: Float = 0
            var sum3: Float = 0
            while index &+ 4 <= end {
                sum0 += unsafe samples[index] * samples[index]
                sum1 += unsafe samples[index &+ 1] * samples[index &+ 1]
                sum2 += unsafe samples[index &+ 2] * samples[index &+ 2]
                sum3 += unsafe samples[index &+ 3] * samples[index &+ 3]
                index &+= 4
            }
            while index < end {
                sum0 += unsafe samples[index] * samples[index]
                index &+= 1
            }
            energy += Double((sum0 + sum1) + (sum2 + sum3))
        }
        return energy
    }

    /// The sum of the products of samples with coefficients between two rows.
    ///
    /// - Parameters:
    ///   - samples: The samples.
    ///   - row: The first row of coefficients, with the second behind it.
    ///   - mix: The position between the rows, 0 … 1.
    ///   - count: The number of samples, and of a row's coefficients; a multiple of 8.
    /// - Returns: The sum.
    @_noLocks
    @unsafe
    package static func sum(
        of samples: UnsafePointer<Float>,
        _ row: UnsafePointer<Float>,
        mix: Float,
        count: Int
    ) -> Float {
        var first = SIMD8<Float>(repeating: 0)
        var second = SIMD8<Float>(repeating: 0)
        var index = 0
        while index < count {
            for lane in 0..<8 {
                let sample = unsafe samples[index &+ lane]
                unsafe first[lane] += sample * row[index &+ lane]
                unsafe second[lane] += sample * row[count &+ index &+ lane]
            }
            index &+= 8
        }
        var sum: Float = 0
        for lane in 0..<8 { sum += first[lane] + (second[lane] - first[lane]) * mix }
        return sum
    }
}
