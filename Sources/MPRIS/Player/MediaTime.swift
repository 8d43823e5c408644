/// Times of music as the bus has them.
package enum MediaTime {
    /// The microseconds of a frame, or the nearest number that the bus can have.
    ///
    /// - Parameters:
    ///   - frame: The frame.
    ///   - rate: Frames per second.
    /// - Returns: The microseconds, rounded towards 0.
    package static func microseconds(ofFrame frame: Int64, rate: Int) -> Int64 {
        Int64(clamping: Int128(frame) * 1_000_000 / Int128(rate))
    }

    /// The microseconds of some seconds; `nil` for more than the bus can have.
    package static func microseconds(ofSeconds seconds: Double) -> Int64? {
        Int64(exactly: (seconds * 1_000_000).rounded())
    }
}
