import Glibc

/// A discrete Fourier transform of a fixed size.
///
/// Two real signals share one transform: one is the real part and the other the imaginary part, and
/// the symmetry of their spectra tells them apart.
package struct FourierTransform: Sendable {
    /// The number of samples, a power of two.
    package let size: Int

    /// The factors of the butterflies: one turn in `size` steps, of which half are needed.
    private let cosines: [Float]
    private let sines: [Float]
    /// The index of each sample with its bits in the opposite order.
    private let mirrored: [Int]

    /// Makes a transform.
    ///
    /// - Parameter size: The number of samples, a power of two from 2 on.
    package init(size: Int) {
        precondition(size >= 2 && size & (size - 1) == 0, "expected a power of two")
        self.size = size
        let angles = (0..<size / 2).map { -2 * Double.pi * Double($0) / Double(size) }
        cosines = angles.map { Float(cos($0)) }
        sines = angles.map { Float(sin($0)) }
        let bits = size.trailingZeroBitCount
        mirrored = (0..<size).map { index in
            (0..<bits).reduce(0) { $0 | (index >> $1 & 1) << (bits - 1 - $1) }
        }
    }

    /// Transforms samples in place.
    ///
    /// - Parameters:
    ///   - real: The real parts of ``size`` samples.
    ///   - imaginary: Their imaginary parts.
    package func transform(_ real: inout [Float], _ imaginary: inout [Float]) {
        precondition(real.count == size && imaginary.count == size, "expected \(size) samples")
        for index in 0..<size where index < mirrored[index] {
            real.swapAt(index, mirrored[index])
            imaginary.swapAt(index, mirrored[index])
        }
        var half = 1
        while half < size {
            butterflies(half, &real, &imaginary)
            half *= 2
        }
    }

    /// Joins pairs of transforms of a half size each.
    private func butterflies(_ half: Int, _ real: inout [Float], _ imaginary: inout [Float]) {
        let step = size / (2 * half)
        // All indices are below `size`, which all arrays have, or half of it: without checks the
        // transform takes half of the time.
        var re = real.mutableSpan
        var im = imaginary.mutableSpan
        let cosines = cosines.span
        let sines = sines.span
        var start = 0
        while start < size {
            var turn = 0
            for even in start..<start + half {
                let odd = even &+ half
                let cosine = unsafe cosines[unchecked: turn]
                let sine = unsafe sines[unchecked: turn]
                let (oddRe, oddIm) = unsafe (re[unchecked: odd], im[unchecked: odd])
                let turnedRe = oddRe * cosine - oddIm * sine
                let turnedIm = oddRe * sine + oddIm * cosine
                let (evenRe, evenIm) = unsafe (re[unchecked: even], im[unchecked: even])
                unsafe re[unchecked: odd] = evenRe - turnedRe
                unsafe im[unchecked: odd] = evenIm - turnedIm
                unsafe re[unchecked: even] = evenRe + turnedRe
                unsafe im[unchecked: even] = evenIm + turnedIm
                turn &+= step
            }
            start += 2 * half
        }
    }

    /// The powers of two real signals that were transformed together.
    ///
    /// - Parameters:
    ///   - real: The real parts after ``transform(_:_:)``.
    ///   - imaginary: The imaginary parts.
    ///   - bin: The bin, 0 … ``size`` / 2.
    /// - Returns: The squares of the magnitudes in the bin.
    package func powers(
        _ real: [Float],
        _ imaginary: [Float],
        of bin: Int
    ) -> (first: Float, second: Float) {
        let other = bin == 0 ? 0 : size - bin
        let firstReal = (real[bin] + real[other]) / 2
        let firstImaginary = (imaginary[bin] - imaginary[other]) / 2
        let secondReal = (imaginary[bin] + imaginary[other]) / 2
        let secondImaginary = (real[other] - real[bin]) / 2
        return (
            firstReal * firstReal + firstImaginary * firstImaginary,
            secondReal * secondReal + secondImaginary * secondImaginary
        )
    }
}
