/// A position at a time, from which later ones follow while nothing else happens.
package struct MediaPosition: Hashable, Sendable {
    /// Microseconds of the piece at the speed of the file.
    package var microseconds: Int64
    /// The time of the monotonic clock in nanoseconds.
    package var time: Int64
    /// The seconds of the piece that pass in a second; 0 while playback does not move.
    package var pace: Double

    /// Makes a position.
    ///
    /// - Parameters:
    ///   - microseconds: The position.
    ///   - time: Nanoseconds of the monotonic clock.
    ///   - pace: The seconds of the piece that pass in a second.
    package init(microseconds: Int64, time: Int64, pace: Double) {
        (self.microseconds, self.time, self.pace) = (microseconds, time, pace)
    }

    /// The difference that is no jump: what begins is heard a few periods later.
    private static let tolerance: Int64 = 200_000

    /// Whether playback came here from another position without a jump.
    func follows(_ before: MediaPosition) -> Bool {
        // A year is more than any clock should jump.
        let passed = Double(min(max(time - before.time, 0), 31_536_000_000_000_000)) / 1_000
        let expected = Double(before.microseconds) + passed * before.pace
        return abs(Double(microseconds) - expected) <= Double(Self.tolerance)
    }
}
