import Glibc

/// The spectrum of a window of stereo frames: at each frequency that of the louder channel.
///
/// The window is Hann's, divided by its coherent gain of 0.5: a full-scale sine has power 1 (0 dBFS)
/// in the bin of its frequency. Between two bins a sine reads lower, by 1.42 dB at most without
/// padding and by 0.09 dB at most with four times the length.
package struct StereoSpectrum: Sendable {
    /// Frames per second.
    package let rate: Int
    /// The frames of a window, a power of two.
    package let frames: Int

    private let transform: FourierTransform
    private let weights: [Float]
    private var real: [Float]
    private var imaginary: [Float]

    /// Makes an analysis.
    ///
    /// - Parameters:
    ///   - rate: Frames per second, 1 or more.
    ///   - seconds: The length of a window; the nearest power of two of frames is taken.
    ///   - padding: The length with zeros behind the window, in windows: a power of two.
    package init(rate: Int, seconds: Double, padding: Int) {
        let exponent = log2(Double(rate) * seconds).rounded()
        frames = 1 << Int(min(max(exponent, 6), 17))
        self.rate = rate
        transform = FourierTransform(size: frames * padding)
        weights = (0..<frames).map { [frames] index in
            let hann = 0.5 - 0.5 * cos(2 * Double.pi * Double(index) / Double(frames))
            return Float(hann * 4 / Double(frames))
        }
        real = Array(repeating: 0, count: transform.size)
        imaginary = real
    }

    /// The number of bins, from 0 Hz to half of the rate.
    package var bins: Int { transform.size / 2 + 1 }

    /// The distance of two bins in Hz.
    package var binWidth: Double { Double(rate) / Double(transform.size) }

    /// The power in each bin; 1 is that of a full-scale sine.
    ///
    /// - Parameter window: The interleaved samples of ``frames`` frames.
    /// - Returns: The higher power of the two channels for each of ``bins``.
    package mutating func powers(of window: Span<Float>) -> [Float] {
        for index in 0..<frames {
            real[index] = window[2 * index] * weights[index]
            imaginary[index] = window[2 * index + 1] * weights[index]
        }
        for index in frames..<transform.size {
            real[index] = 0
            imaginary[index] = 0
        }
        transform.transform(&real, &imaginary)
        return (0..<bins).map { bin in
            let (left, right) = transform.powers(real, imaginary, of: bin)
            return max(left, right)
        }
    }
}
