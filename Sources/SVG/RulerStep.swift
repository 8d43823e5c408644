/// The distances between the lines of a ruler.
package enum RulerStep {
    /// The number of bars from one line to the next: a power of two, as phrases are.
    ///
    /// - Parameters:
    ///   - barWidth: The width of a bar in pixels.
    ///   - least: The least distance of two lines in pixels.
    /// - Returns: The number.
    package static func bars(_ barWidth: Double, least: Double) -> Int64 {
        var step: Int64 = 1
        while barWidth * Double(step) < least, step < 1 << 50 { step *= 2 }
        return step
    }

    /// The milliseconds from one time to the next: a usual number of them, of seconds or of minutes.
    ///
    /// - Parameters:
    ///   - secondWidth: The width of a second in pixels.
    ///   - least: The least distance of two times in pixels.
    ///   - finest: The least step in milliseconds.
    /// - Returns: The milliseconds.
    package static func milliseconds(
        _ secondWidth: Double,
        least: Double,
        finest: Int64
    ) -> Int64 {
        var step = finest
        for candidate in milliseconds where candidate >= finest {
            step = candidate
            if secondWidth * Double(step) >= least * 1000 { return step }
        }
        while secondWidth * Double(step) < least * 1000, step < 1 << 50 { step *= 2 }
        return step
    }

    private static let milliseconds: [Int64] = [
        1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000,
        120_000, 300_000, 600_000, 900_000, 1_800_000, 3_600_000,
    ]
}
