import Platform

/// The times at which frames leave the sound's output, without the jitter of a device's reports.
///
/// The audio thread's.
package struct WireClock {
    private let rate: Int
    /// The time of frame 0; `nil` before the first report.
    private var origin: Int64?
    /// The frame of the last report.
    private var last: Int64 = 0

    /// Reports that differ by more than this are another clock: after an underrun, on another device.
    private static let largestError: Int64 = 5_000_000

    /// - Parameter rate: Frames per second.
    package init(rate: Int) { self.rate = rate }

    /// Takes a report of the output.
    ///
    /// - Parameters:
    ///   - frame: A frame.
    ///   - time: When it leaves the output.
    /// - Returns: The smoothed time of the frame.
    package mutating func note(_ frame: Int64, at time: Int64) -> Int64 {
        let distance = FrameTime.nanoseconds(of: frame, rate: rate)
        let error = time - distance - (origin ?? 0)
        if let known = origin, abs(error) <= Self.largestError {
            // Half a second of reports is averaged, at least four of them.
            let elapsed = min(max(frame - last, 1), Int64(rate / 8))
            origin = known + error * elapsed / Int64(rate / 2)
        } else {
            origin = time - distance
        }
        last = frame
        return (origin ?? 0) + distance
    }

    /// Forgets the reports before a pause.
    package mutating func forget() { origin = nil }
}
