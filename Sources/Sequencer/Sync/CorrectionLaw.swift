/// The law by which playback follows a source of time.
///
/// A distance above 0.1 s is a jump, one below 0.1 ms is nothing, and between the two the rate is
/// multiplied by 10 to the power of the distance in seconds: 10 ms make it 2.3 % faster, and after
/// 0.43 s about a third of the distance is left.
public struct CorrectionLaw: Hashable, Sendable {
    /// The action for a distance.
    public enum Verdict: Hashable, Sendable {
        /// Playback moves to the source's position.
        case jump
        /// The rate is multiplied by this factor.
        case rate(Double)
    }

    /// The distance above which playback jumps, in seconds.
    public var jump = 0.1
    /// The distance below which nothing is corrected, in seconds.
    public var tolerance = 0.0001

    /// Makes the law with its usual limits.
    public init() {}

    /// The action for a distance.
    ///
    /// - Parameter gap: The seconds that the source is ahead of playback.
    /// - Returns: The action.
    public func verdict(for gap: Double) -> Verdict {
        guard gap.magnitude <= jump else { return .jump }
        return .rate(gap.magnitude < tolerance ? 1 : Self.power(gap))
    }

    /// 10 to the power of a small number, by the series of the exponential function: below 0.3 its
    /// error is less than 1e−9.
    private static func power(_ exponent: Double) -> Double {
        let x = exponent * 2.302_585_092_994_046
        var (sum, term) = (1.0, 1.0)
        for number in 1...10 {
            term *= x / Double(number)
            sum += term
        }
        return sum
    }
}
