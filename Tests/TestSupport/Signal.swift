import Foundation

/// One channel of sound, to be measured.
///
/// Ranges are frames. A range that reaches outside the signal is an error, never silence: a test
/// that looks at nothing must not pass.
public struct Signal: Sendable {
    /// The values; full scale is 1.0.
    public var samples: [Float]
    /// Frames a second.
    public var rate: Int

    /// Makes a signal.
    public init(samples: [Float], rate: Int) {
        self.samples = samples
        self.rate = rate
    }

    /// The number of frames.
    public var frameCount: Int { samples.count }

    /// The frame nearest to a time.
    public func frame(atSeconds seconds: Double) -> Int {
        Int((seconds * Double(rate)).rounded())
    }

    /// The frames between two times in seconds, each rounded to the nearest.
    public func frames(_ seconds: Range<Double>) -> Range<Int> {
        frame(atSeconds: seconds.lowerBound)..<frame(atSeconds: seconds.upperBound)
    }

    /// The sum of two signals, as long as the longer one.
    public static func + (left: Signal, right: Signal) -> Signal {
        left.combined(with: right, +)
    }

    /// The difference of two signals, as long as the longer one.
    public static func - (left: Signal, right: Signal) -> Signal {
        left.combined(with: right, -)
    }

    private func combined(with other: Signal, _ operation: (Float, Float) -> Float) -> Signal {
        let count = max(samples.count, other.samples.count)
        func padded(_ samples: [Float]) -> [Float] {
            samples + [Float](repeating: 0, count: count - samples.count)
        }
        let sum = zip(padded(samples), padded(other.samples)).map(operation)
        return Signal(samples: sum, rate: rate)
    }

    /// A range that is inside the signal and not empty, the whole signal by default.
    func checked(_ range: Range<Int>?) throws -> Range<Int> {
        let range = range ?? 0..<samples.count
        guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= samples.count else {
            throw TestSupportError("frames \(range) of a signal with \(samples.count) frames")
        }
        return range
    }

    /// Runs `body` with a pointer to the frames.
    ///
    /// For plain loops: tests are built without optimisation, where collections are a hundred
    /// times slower than pointers.
    func withPointer<Result>(_ body: (UnsafePointer<Float>) throws -> Result) rethrows -> Result? {
        try samples.withUnsafeBufferPointer { buffer in
            try buffer.baseAddress.map(body)
        }
    }
}

/// A linear magnitude in decibels; 1.0 is 0 dB, 0 is −∞.
public func decibels(_ magnitude: Double) -> Double {
    20 * log10(magnitude)
}
