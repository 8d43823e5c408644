import Foundation

extension Signal {
    /// The largest magnitude, linear; of the whole signal if no range is given.
    public func peak(in range: Range<Int>? = nil) throws -> Double {
        let range = try checked(range)
        let peak = withPointer { samples in
            var peak: Float = 0
            var frame = range.lowerBound
            while frame < range.upperBound {
                let magnitude = samples[frame].magnitude
                if magnitude > peak { peak = magnitude }
                // What is not a number must not pass for silence.
                if magnitude.isNaN { return Float.nan }
                frame += 1
            }
            return peak
        }
        return Double(peak ?? 0)
    }

    /// The largest magnitude in dBFS.
    public func peakLevel(in range: Range<Int>? = nil) throws -> Double {
        decibels(try peak(in: range))
    }

    /// The root of the mean square in dBFS: a sine of amplitude 1.0 has −3.01 dB.
    public func level(in range: Range<Int>? = nil) throws -> Double {
        let range = try checked(range)
        let energy = withPointer { samples in
            var energy = 0.0
            var frame = range.lowerBound
            while frame < range.upperBound {
                let value = Double(samples[frame])
                energy += value * value
                frame += 1
            }
            return energy
        }
        return decibels(((energy ?? 0) / Double(range.count)).squareRoot())
    }

    /// Whether no frame reaches a level in dBFS; exact zeros only, if that is −∞.
    public func isSilent(in range: Range<Int>? = nil, below limit: Double = -90) throws -> Bool {
        let peak = try peakLevel(in: range)
        return peak < limit || peak == -.infinity
    }

    /// The first frame at or after `start` whose magnitude reaches a level in dBFS.
    public func firstSound(from start: Int = 0, above limit: Double = -90) -> Int? {
        var frame = max(start, 0)
        let count = samples.count
        let threshold = Self.magnitude(limit)
        return withPointer { samples in
            while frame < count {
                if samples[frame].magnitude >= threshold { return frame }
                frame += 1
            }
            return nil
        } ?? nil
    }

    /// The last frame whose magnitude reaches a level in dBFS.
    public func lastSound(above limit: Double = -90) -> Int? {
        var frame = samples.count - 1
        let threshold = Self.magnitude(limit)
        return withPointer { samples in
            while frame >= 0 {
                if samples[frame].magnitude >= threshold { return frame }
                frame -= 1
            }
            return nil
        } ?? nil
    }

    /// The frames at which clicks stand.
    ///
    /// A click is the first frame that reaches the limit, after at least `gap` frames that did
    /// not. Good for clicks of one frame, as of ``MeasuringFont/Program/click`` at equal rates,
    /// and for a tone's onset to within the threshold.
    ///
    /// - Parameters:
    ///   - limit: The level in dBFS that counts as sound.
    ///   - gap: How many quiet frames divide two onsets; below the smallest distance of clicks.
    /// - Returns: The frames, rising.
    public func onsets(above limit: Double = -50, gap: Int = 32) -> [Int] {
        var onsets: [Int] = []
        var previous = -gap - 1
        while let start = firstSound(from: previous < 0 ? 0 : previous + 1, above: limit) {
            if start - previous > gap { onsets.append(start) }
            previous = start
        }
        return onsets
    }

    private static func magnitude(_ level: Double) -> Float {
        Float(pow(10, level / 20))
    }
}
