/// The delays of a thread that a device wakes for each period.
///
/// A device wakes it at even distances by a clock of its own. The earliest wake-ups are taken as
/// punctual, and the distance as the mean one, so that the drift of the two clocks is no delay.
package enum WakeUpDelays {
    /// The delays of wake-ups that followed each other without an underrun.
    ///
    /// - Parameter times: The times of the wake-ups in nanoseconds.
    /// - Returns: The delay of each in nanoseconds; none of fewer than three.
    package static func delays(of times: [Int64]) -> [Int64] {
        guard times.count >= 3, let first = times.first else { return [] }
        // The line of the least squares, counted from the middle.
        let count = Double(times.count)
        let middle = (count - 1) / 2
        let offsets = times.map { Double($0 - first) }
        let mean = offsets.reduce(0, +) / count
        var product = 0.0
        var square = 0.0
        for (index, offset) in offsets.enumerated() {
            let distance = Double(index) - middle
            product += distance * (offset - mean)
            square += distance * distance
        }
        let slope = product / square
        let residuals = offsets.enumerated().map { index, offset in
            offset - mean - slope * (Double(index) - middle)
        }
        let earliest = residuals.min() ?? 0
        return residuals.map { Int64($0 - earliest) }
    }
}
