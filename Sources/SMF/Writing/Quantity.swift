/// A variable-length quantity as in a file: up to four bytes of seven bits each.
///
/// SMF 1.0, "Variable-length quantities".
struct Quantity {
    /// The largest value: 28 bits.
    static let largest: UInt32 = 0x0FFF_FFFF

    /// Its bytes, the first in the lowest; those above are 0.
    let word: UInt32
    /// The number of its bytes, 1 … 4.
    let count: UInt32

    /// Encodes the lower 28 bits of a value without a branch.
    ///
    /// - Parameters:
    ///   - value: The value, at most ``largest``.
    ///   - padding: Needless bytes before it; as many as fit into four are written.
    @inline(__always)
    init(_ value: UInt32, padding: UInt32 = 0) {
        let value = value & Self.largest
        // Each step spreads its bits over twice the space: 2 × 14 bits, then 4 × 7.
        let halves = value & 0x3FFF | (value & 0x0FFF_C000) &<< 2
        let groups = halves & 0x007F_007F | (halves & 0x3F80_3F80) &<< 1
        // All but the last byte have their highest bit set.
        let all = (groups | 0x8080_8000).byteSwapped
        // 37 / 256 divides by 7 for all of 0 … 27.
        let highestBit = 31 &- UInt32(truncatingIfNeeded: (value | 1).leadingZeroBitCount)
        let needed = 1 &+ (highestBit &* 37) &>> 8
        count = min(needed &+ padding, 4)
        word = all &>> (32 &- count &* 8)
    }
}
