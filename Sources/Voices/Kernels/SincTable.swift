import Glibc
import Realtime

/// The factors of the frames around a position, for 256 positions between two frames and the first
/// behind them.
///
/// Made once for each kind, and never freed.
@safe
struct SincTable: @unchecked Sendable {
    /// The rows, one after the other.
    let factors: UnsafePointer<Float>

    /// The positions between two frames.
    private static let rows = 256

    /// The table of an interpolation; `nil` for one that needs none.
    static func of(_ interpolation: Interpolation) -> SincTable? {
        switch interpolation {
        case .nearest, .linear, .cubic: nil
        case .sinc7: seven
        case .sinc32: thirtyTwo
        }
    }

    private static let seven = SincTable(points: 8) { row, point in
        guard point < 7 else { return 0 }
        // FluidSynth's rows stand for the ends of their parts.
        let distance = Double(point) - 3.5 + Double(rows - 1 - row) / Double(rows)
        return sinc(distance) * 0.5 * (1 + cos(2 * .pi * distance / 7))
    }

    private static let thirtyTwo = SincTable(points: 32) { row, point in
        let distance = Double(point) - 15 - Double(row) / Double(rows)
        let ratio = distance / 16
        guard abs(ratio) < 1 else { return 0 }
        return sinc(distance) * bessel(9 * (1 - ratio * ratio).squareRoot()) / bessel(9)
    }

    private init(points: Int, _ factor: (_ row: Int, _ point: Int) -> Double) {
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: (Self.rows + 1) * points)
        for row in 0...Self.rows {
            let values = (0..<points).map { factor(row, $0) }
            // A constant stays what it is. FluidSynth does not see to that.
            let sum = points == 8 ? 1 : values.reduce(0, +)
            for point in 0..<points {
                unsafe memory[row * points + point] = Float(values[point] / sum)
            }
        }
        unsafe factors = UnsafePointer(memory)
    }

    private static func sinc(_ distance: Double) -> Double {
        abs(distance) < 1e-6 ? 1 : sin(.pi * distance) / (.pi * distance)
    }

    /// The modified Bessel function of the first kind and order 0.
    private static func bessel(_ x: Double) -> Double {
        var (sum, term) = (1.0, 1.0)
        for index in 1..<60 {
            term *= (x / 2 / Double(index)) * (x / 2 / Double(index))
            sum += term
        }
        return sum
    }
}
