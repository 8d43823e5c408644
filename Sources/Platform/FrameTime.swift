/// The duration of frames.
package enum FrameTime {
    /// The duration of a number of frames in nanoseconds, rounded towards zero.
    ///
    /// - Parameters:
    ///   - frames: The number of frames.
    ///   - rate: Frames per second.
    /// - Returns: The duration; a year of frames does not overflow.
    @_noLocks
    package static func nanoseconds(of frames: Int64, rate: Int) -> Int64 {
        // Seconds and rest apart, so that nothing overflows in a year.
        let seconds = frames / Int64(rate)
        return seconds * 1_000_000_000 + frames % Int64(rate) * 1_000_000_000 / Int64(rate)
    }
}
