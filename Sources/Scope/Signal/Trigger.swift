/// Finds the place in a sound at which a picture of it begins, so that a tone does not move.
///
/// It is a rising zero crossing, between two frames. Of several the last one is taken whose trough is
/// as deep as the deepest: a wave with more crossings than periods does not jump between them.
enum Trigger {
    /// The part of the peak that a trough has to reach, so that noise around 0 triggers nothing.
    static let hysteresis: Float = 0.125
    /// The part of the deepest trough that counts as just as deep.
    private static let tolerance: Float = 0.97
    /// The peak below which there is no tone.
    static let silence: Float = 0.000_1

    /// Finds a crossing.
    ///
    /// - Parameters:
    ///   - samples: Interleaved stereo samples.
    ///   - limit: The frame before which the crossing has to be.
    /// - Returns: The position in frames, with a fraction; `nil` without a crossing.
    static func position(in samples: ArraySlice<Float>, before limit: Int) -> Double? {
        let base = samples.startIndex
        let count = min(limit, samples.count / 2)
        guard count > 1 else { return nil }
        let channel = channel(of: samples)
        var peak: Float = 0
        for frame in 0..<count { peak = max(peak, samples[base + 2 * frame + channel].magnitude) }
        guard peak > silence else { return nil }
        var (trough, deepest): (Float, Float) = (0, 0)
        var position: Double?
        var previous = samples[base + channel]
        for frame in 1..<count {
            let sample = samples[base + 2 * frame + channel]
            trough = min(trough, previous)
            if previous < 0, sample >= 0, trough < -peak * hysteresis {
                if trough <= deepest * tolerance {
                    position = crossing(from: previous, to: sample, at: frame)
                    deepest = min(deepest, trough)
                }
                trough = 0
            }
            previous = sample
        }
        return position
    }

    /// The position of a crossing between a frame and the one before.
    static func crossing(from previous: Float, to sample: Float, at frame: Int) -> Double {
        Double(frame) - Double(sample) / Double(sample - previous)
    }

    /// The channel that is followed: the left one, unless the right one is more than twice as loud.
    static func channel(of samples: ArraySlice<Float>) -> Int {
        var (left, right): (Float, Float) = (0, 0)
        for index in stride(from: samples.startIndex, to: samples.endIndex - 1, by: 2) {
            left = max(left, samples[index].magnitude)
            right = max(right, samples[index + 1].magnitude)
        }
        return right > 2 * left ? 1 : 0
    }
}

extension Trigger {
    /// The first rising zero crossing behind a trough that is no noise.
    ///
    /// - Parameter samples: Interleaved stereo samples.
    /// - Returns: The position in frames, with a fraction; `nil` without a crossing.
    static func first(in samples: ArraySlice<Float>) -> Double? {
        let base = samples.startIndex
        let channel = channel(of: samples)
        var peak: Float = 0
        for index in samples { peak = max(peak, index.magnitude) }
        guard peak > silence else { return nil }
        var trough: Float = 0
        var previous: Float = 0
        for frame in 0..<samples.count / 2 {
            let sample = samples[base + 2 * frame + channel]
            trough = min(trough, sample)
            // A tone may begin at its rising edge.
            let begins = previous == 0 && trough == 0 && sample > peak * 0.01
            if begins { return Double(max(frame - 1, 0)) }
            if previous < 0, sample >= 0, trough < -peak * hysteresis {
                return crossing(from: previous, to: sample, at: frame)
            }
            previous = sample
        }
        return nil
    }

    /// Whether no sample is as loud as a tone.
    static func isSilent(_ samples: ArraySlice<Float>) -> Bool {
        samples.allSatisfy { $0.magnitude <= silence }
    }
}
