/// The keys or velocities of a zone, both ends included (§8.1.2, keyRange and velRange).
///
/// The ends are bytes of the file: above 127 they hold nothing more, and a low end above the high one
/// holds nothing at all.
public struct ZoneRange: Hashable, Sendable {
    /// The lowest.
    public var low: UInt8
    /// The highest.
    public var high: UInt8

    /// Makes a range.
    public init(_ low: UInt8, _ high: UInt8) {
        self.low = low
        self.high = high
    }

    /// The range that a generator's amount means: the lowest in the low byte.
    init(amount: UInt16) {
        low = UInt8(truncatingIfNeeded: amount)
        high = UInt8(truncatingIfNeeded: amount >> 8)
    }

    /// The range as the amount of a generator.
    var amount: UInt16 { UInt16(low) | UInt16(high) << 8 }

    /// The numbers from 0 to 127 in it; `nil` for none.
    public var numbers: ClosedRange<Int>? {
        low <= high && low < 128 ? Int(low)...min(Int(high), 127) : nil
    }
}
