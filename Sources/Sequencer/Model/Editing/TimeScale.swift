/// A factor for lengths: an exact fraction.
public struct TimeScale: Hashable, Sendable {
    /// The upper part of the reduced fraction, 1 … 1,000,000.
    public let numerator: Int64
    /// The lower part, 1 … 1,000,000.
    public let denominator: Int64

    /// Makes a scale; `nil` if a part of the reduced fraction is not 1 … 1,000,000.
    ///
    /// - Parameters:
    ///   - numerator: The upper part: 2 over 1 makes twice as long.
    ///   - denominator: The lower part.
    public init?(_ numerator: Int64, _ denominator: Int64 = 1) {
        guard numerator > 0, denominator > 0 else { return nil }
        var (factor, rest) = (numerator, denominator)
        while rest != 0 { (factor, rest) = (rest, factor % rest) }
        let (upper, lower) = (numerator / factor, denominator / factor)
        guard upper <= 1_000_000, lower <= 1_000_000 else { return nil }
        self.numerator = upper
        self.denominator = lower
    }

    /// A number of ticks as long, rounded to the nearest; a half is rounded up.
    func scaled(_ ticks: Int64) -> Int64 {
        let double = 2 * Int128(ticks) * Int128(numerator) + Int128(denominator)
        let divisor = 2 * Int128(denominator)
        let quotient = double / divisor
        return Int64(clamping: double < 0 && quotient * divisor != double ? quotient - 1 : quotient)
    }
}

/// A range whose length is multiplied.
struct ScaledRange {
    private let range: Range<Int64>
    private let scale: TimeScale
    /// The number of ticks by which later events are moved.
    private let change: Int64

    init(_ range: Range<Int64>, by scale: TimeScale) {
        self.range = range
        self.scale = scale
        change = scale.scaled(range.upperBound - range.lowerBound)
            .addingClamped(range.lowerBound - range.upperBound)
    }

    /// The new position of a tick.
    func moved(_ tick: Int64) -> Int64 {
        guard tick > range.lowerBound else { return tick }
        guard tick < range.upperBound else { return tick.addingClamped(change) }
        return range.lowerBound.addingClamped(scale.scaled(tick - range.lowerBound))
    }
}
