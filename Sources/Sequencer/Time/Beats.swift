/// A musical time or length in quarter notes, exactly: a reduced fraction.
///
/// Ticks of any division, triplets and their sums are all exact, so lengths from files with
/// different divisions can be compared and added.
public struct Beats: Hashable, Sendable, BitwiseCopyable {
    /// The reduced fraction's upper part; it carries the sign.
    public let numerator: Int64
    /// The reduced fraction's lower part, 1 or more.
    public let denominator: Int64

    /// No time at all.
    public static var zero: Beats { Beats(whole: 0) }

    /// Makes a whole number of quarter notes.
    public init(whole: Int64) {
        numerator = whole
        denominator = 1
    }

    /// Makes quarter notes from a fraction; `nil` where the denominator is 0, and where the
    /// reduced fraction does not fit 64 bits.
    ///
    /// - Parameters:
    ///   - numerator: The upper part.
    ///   - denominator: The lower part; where it is negative, both change their sign.
    public init?(_ numerator: Int64, over denominator: Int64) {
        guard denominator != 0 else { return nil }
        self.init(reducing: Int128(numerator), Int128(denominator))
    }

    /// Reduces a fraction whose denominator is not 0; `nil` where it does not fit.
    private init?(reducing numerator: Int128, _ denominator: Int128) {
        var (divisor, rest) = (numerator.magnitude, denominator.magnitude)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        let sign: Int128 = denominator < 0 ? -1 : 1
        guard let upper = Int64(exactly: sign * numerator / Int128(divisor)),
            let lower = Int64(exactly: sign * denominator / Int128(divisor))
        else { return nil }
        self.numerator = upper
        self.denominator = lower
    }

    /// The largest whole number of parts that is not above it.
    ///
    /// - Parameter parts: The number of parts in a quarter note, 1 or more: a division's ticks.
    /// - Returns: The number, cut to 64 bits.
    public func floor(parts: Int64) -> Int64 {
        let product = Int128(numerator) * Int128(parts)
        let (quotient, rest) = product.quotientAndRemainder(dividingBy: Int128(denominator))
        return Int64(clamping: rest < 0 ? quotient - 1 : quotient)
    }

    /// The nearest floating-point number, for people: nothing that plays is to count with it.
    public var approximate: Double { Double(numerator) / Double(denominator) }

    /// The sum; `nil` where it does not fit 64 bits.
    ///
    /// - Parameter other: The summand.
    /// - Returns: The exact sum.
    public func adding(_ other: Beats) -> Beats? {
        Beats(
            reducing: Int128(numerator) * Int128(other.denominator)
                + Int128(other.numerator) * Int128(denominator),
            Int128(denominator) * Int128(other.denominator)
        )
    }

    /// The difference; `nil` where it does not fit 64 bits.
    ///
    /// - Parameter other: The amount to subtract.
    /// - Returns: The exact difference.
    public func subtracting(_ other: Beats) -> Beats? {
        Beats(
            reducing: Int128(numerator) * Int128(other.denominator)
                - Int128(other.numerator) * Int128(denominator),
            Int128(denominator) * Int128(other.denominator)
        )
    }

    /// The product with a fraction; `nil` where it does not fit 64 bits, or the fraction has a
    /// denominator of 0.
    ///
    /// - Parameters:
    ///   - numerator: The fraction's upper part.
    ///   - denominator: The fraction's lower part.
    /// - Returns: The exact product.
    public func multiplied(by numerator: Int64, over denominator: Int64 = 1) -> Beats? {
        guard denominator != 0 else { return nil }
        return Beats(
            reducing: Int128(self.numerator) * Int128(numerator),
            Int128(self.denominator) * Int128(denominator)
        )
    }
}

extension Beats: Comparable {
    /// Whether the left one is shorter, or comes first.
    public static func < (left: Beats, right: Beats) -> Bool {
        Int128(left.numerator) * Int128(right.denominator)
            < Int128(right.numerator) * Int128(left.denominator)
    }
}

extension Beats: CustomStringConvertible {
    /// The fraction: `3`, `7/2`, `-1/3`.
    public var description: String {
        denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)"
    }
}
