/// A divisor that is used many times: it computes quotients by multiplying.
///
/// A division of 64 bits takes some 40 to 90 cycles, which is more than all else that playing an
/// event takes; this takes about ten, and gives the very same integers.
struct ExactDivisor: BitwiseCopyable, Sendable {
    let divisor: Int64
    /// ⌊(2⁶⁴ − 1) / divisor⌋.
    private let reciprocal: UInt64

    /// - Parameter divisor: 1 or more.
    init(_ divisor: Int64) {
        self.divisor = divisor
        reciprocal = UInt64.max / UInt64(divisor)
    }

    /// A number divided by the divisor, rounded down.
    ///
    /// The estimate is at most 1 too small: the reciprocal lacks at most 1 of 2⁶⁴ / divisor, so the
    /// product, divided by 2⁶⁴, lacks less than ½ for a number below 2⁶³.
    ///
    /// - Parameter number: 0 or more.
    /// - Returns: The quotient.
    @inline(__always)
    @_noLocks
    func quotient(_ number: Int64) -> Int64 {
        assert(number >= 0)
        let unsigned = UInt64(bitPattern: number)
        let estimate = reciprocal.multipliedFullWidth(by: unsigned).high
        let rest = unsigned &- estimate &* UInt64(bitPattern: divisor)
        return Int64(bitPattern: rest >= UInt64(bitPattern: divisor) ? estimate &+ 1 : estimate)
    }
}
