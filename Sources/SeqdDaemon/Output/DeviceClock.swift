/// Measures the rate of the audio device's clock against the system's monotonic one.
///
/// A line of least squares through the times at which frames leave the device, a point per second
/// for ten minutes. After an underrun, or when the device was released, it begins anew.
struct DeviceClock {
    private struct Point {
        var frames: Int64
        var time: Int64
    }

    /// The most points.
    private static let capacity = 600
    /// The least distance of two points, in nanoseconds.
    private static let interval: Int64 = 900_000_000
    /// The points from which on the rate is known.
    private static let leastPoints = 10
    /// The distance from the line beyond which the output was interrupted, in seconds.
    private static let longestJump = 0.02

    private let rate: Double
    private var points: [Point] = []

    /// Makes a clock of a device with a nominal rate.
    init(rate: Int) { self.rate = Double(rate) }

    /// Takes the time at which a frame leaves the device; points in quick succession count once.
    mutating func note(frame: Int64, time: Int64) {
        if let last = points.last {
            guard time - last.time >= Self.interval else { return }
            let expected = Double(frame - last.frames) / rate
            let elapsed = Double(time - last.time) * 1e-9
            if (elapsed - expected).magnitude > Self.longestJump { points = [] }
        }
        points.append(Point(frames: frame, time: time))
        if points.count > Self.capacity { points.removeFirst() }
    }

    /// The deviation of the device's clock from its nominal rate, in parts per million, above 0 for
    /// a fast one; `nil` until it is known.
    var partsPerMillion: Double? {
        guard points.count >= Self.leastPoints, let first = points.first else { return nil }
        // The excess over the nominal number of frames is small, so that nothing is lost.
        let values = points.map { point in
            let seconds = Double(point.time - first.time) * 1e-9
            return (seconds: seconds, excess: Double(point.frames - first.frames) - seconds * rate)
        }
        let count = Double(values.count)
        let meanSeconds = values.reduce(0) { $0 + $1.seconds } / count
        let meanExcess = values.reduce(0) { $0 + $1.excess } / count
        var (product, square) = (0.0, 0.0)
        for value in values {
            let distance = value.seconds - meanSeconds
            product += distance * (value.excess - meanExcess)
            square += distance * distance
        }
        return square > 0 ? product / square / rate * 1e6 : nil
    }
}
