/// Counts how many rectangles of keys and velocities lie over each point.
package struct RectangleSum {
    /// No font has as many zones in a preset; a hostile one could have four thousand million.
    private static let limit = 1 << 20

    private var added = 0
    /// Differences along both axes, 129 to a row.
    private var differences = [Int32](repeating: 0, count: 129 * 129)

    /// Adds what two zones have in common; `false` where there have been too many.
    package mutating func add(
        _ keys: ClosedRange<Int>,
        _ otherKeys: ClosedRange<Int>,
        _ velocities: ClosedRange<Int>,
        _ otherVelocities: ClosedRange<Int>
    ) -> Bool {
        added += 1
        guard added <= Self.limit else { return false }
        guard keys.overlaps(otherKeys), velocities.overlaps(otherVelocities) else { return true }
        let keys = keys.clamped(to: otherKeys)
        let velocities = velocities.clamped(to: otherVelocities)
        let (low, high) = (keys.lowerBound * 129, (keys.upperBound + 1) * 129)
        differences[low + velocities.lowerBound] += 1
        differences[low + velocities.upperBound + 1] -= 1
        differences[high + velocities.lowerBound] -= 1
        differences[high + velocities.upperBound + 1] += 1
        return true
    }

    /// The counts of 128 keys × 128 velocities.
    package var counts: [UInt16] {
        var counts = [UInt16](repeating: 0, count: 128 * 128)
        var columns = [Int32](repeating: 0, count: 128)
        for key in 0..<128 {
            var row: Int32 = 0
            for velocity in 0..<128 {
                row += differences[key * 129 + velocity]
                columns[velocity] += row
                counts[key << 7 | velocity] = UInt16(clamping: columns[velocity])
            }
        }
        return counts
    }
}
