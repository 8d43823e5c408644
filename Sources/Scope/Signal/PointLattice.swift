/// Counts the points of a plane in square cells around its centre.
///
/// The cells become twice as wide each time that a point is outside.
struct PointLattice: Sendable {
    /// The number of cells in a row, an even number.
    let size: Int
    /// The greatest coordinate that is inside, in both directions: a power of two.
    private(set) var reach: Float
    /// The number of points in each cell, row by row from the lowest.
    private(set) var counts: [UInt32]

    /// Makes an empty lattice.
    ///
    /// - Parameters:
    ///   - size: The number of cells in a row, a multiple of 4.
    ///   - peak: A coordinate that is inside from the beginning.
    init(size: Int, for peak: Float = 0) {
        precondition(size > 0 && size % 4 == 0, "expected a multiple of 4")
        self.size = size
        reach = 1.0 / 64
        while peak > reach, reach < Self.greatestReach { reach *= 2 }
        counts = Array(repeating: 0, count: size * size)
    }

    /// Greater coordinates are at the edge: no sound has them.
    private static let greatestReach: Float = 1_048_576

    /// Counts a point; coordinates are finite.
    mutating func add(_ x: Float, _ y: Float) {
        while max(x.magnitude, y.magnitude) > reach, reach < Self.greatestReach { widen() }
        let cell = index(of: y) * size + index(of: x)
        counts[cell] = counts[cell] &+ 1
    }

    private func index(of coordinate: Float) -> Int {
        let part = (coordinate / reach + 1) / 2 * Float(size)
        return Int(min(max(part, 0), Float(size - 1)))
    }

    /// Merges cells in fours, around the centre.
    private mutating func widen() {
        var wider = [UInt32](repeating: 0, count: counts.count)
        for row in 0..<size {
            for column in 0..<size where counts[row * size + column] > 0 {
                let cell = (size / 4 + row / 2) * size + size / 4 + column / 2
                wider[cell] = wider[cell] &+ counts[row * size + column]
            }
        }
        counts = wider
        reach *= 2
    }
}
