import Glibc

/// The velocity curves of a table: 128 values each, the first of them as they are.
struct VelocityCurves {
    /// The curves, one behind another.
    private(set) var values: [UInt8] = (0..<128).map { UInt8($0) }
    private var numbers: [VelocityCurve: UInt16] = [.linear: 0]

    init() {}

    /// The number of a curve, which is added if it is new.
    mutating func number(of curve: VelocityCurve) -> UInt16 {
        if let known = numbers[curve] { return known }
        let number = UInt16(truncatingIfNeeded: values.count / 128)
        numbers[curve] = number
        // Velocity 0 is a note-off and stays one.
        values += [0] + (1...127).map { curve.value(at: $0) }
        return number
    }
}

extension VelocityCurve {
    /// The velocity that is played for one of 1 … 127.
    public func value(at velocity: Int) -> UInt8 {
        switch self {
        case .linear: UInt8(min(max(velocity, 1), 127))
        case .fixed(let value): min(max(value, 1), 127)
        case .power(let exponent):
            UInt8(min(max((127 * pow(Double(velocity) / 127, exponent)).rounded(), 1), 127))
        }
    }
}
