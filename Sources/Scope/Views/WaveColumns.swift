/// The curves of an oscilloscope.
struct WaveColumns {
    private let samples: ArraySlice<Float>
    private let start: Double
    private let frames: Double
    /// The highest magnitude of each channel.
    let peaks: (left: Float, right: Float)

    /// Takes a part of a sound.
    ///
    /// - Parameters:
    ///   - samples: Interleaved stereo samples.
    ///   - start: The position of the left edge, in frames.
    ///   - frames: The width in frames.
    init(_ samples: ArraySlice<Float>, from start: Double, frames: Double) {
        (self.samples, self.start, self.frames) = (samples, start, frames)
        let count = samples.count / 2
        let first = min(max(Int(start), 0), count)
        let last = max(min(Int((start + frames).rounded(.up)), count), first)
        var (left, right): (Float, Float) = (0, 0)
        for frame in first..<last {
            left = max(left, samples[samples.startIndex + 2 * frame].magnitude)
            right = max(right, samples[samples.startIndex + 2 * frame + 1].magnitude)
        }
        peaks = (left, right)
    }

    /// The highest magnitude.
    var peak: Float { max(peaks.left, peaks.right) }

    /// The curve of a channel: a line through its samples, or the lowest and the highest of each column
    /// where there are many.
    ///
    /// - Parameters:
    ///   - lane: The channel.
    ///   - reach: The amplitude at the edge of its lane.
    ///   - width: The number of columns.
    /// - Returns: The points.
    func points(_ lane: PlotLane, reach: Float, width: Int) -> [Plot.Point] {
        let channel = lane == .left ? 0 : 1
        let count = samples.count / 2
        guard count > 1 else { return [] }
        func sample(_ frame: Int) -> Float { samples[samples.startIndex + 2 * frame + channel] }
        func y(_ value: Float) -> Double { lane.position(Double(value / reach)) }
        guard frames > 2 * Double(width) else {
            let first = Int(start.rounded(.up))
            let last = min(Int((start + frames).rounded(.down)), count - 1)
            guard first >= 0, first <= last else { return [] }
            var points = (first...last).map { frame in
                Plot.Point((Double(frame) - start) / frames, y(sample(frame)))
            }
            // Both edges lie between two samples.
            for edge in [start, start + frames] {
                let below = Int(edge)
                guard below + 1 < count, Double(below) < edge else { continue }
                let share = Float(edge - Double(below))
                let value = sample(below) * (1 - share) + sample(below + 1) * share
                let point = Plot.Point(edge == start ? 0 : 1, y(value))
                points.insert(point, at: edge == start ? 0 : points.count)
            }
            return points
        }
        var points: [Plot.Point] = []
        for column in 0..<width {
            let first = Int(start + Double(column) * frames / Double(width))
            let last = min(Int(start + Double(column + 1) * frames / Double(width)), count)
            guard first >= 0, first < last else { break }
            var (low, high) = (sample(first), sample(first))
            for frame in first..<last {
                low = min(low, sample(frame))
                high = max(high, sample(frame))
            }
            let x = (Double(column) + 0.5) / Double(width)
            // In turn, so that the lines between columns are short.
            let ends = column % 2 == 0 ? [low, high] : [high, low]
            points += ends.map { Plot.Point(x, y($0)) }
        }
        return points
    }
}
