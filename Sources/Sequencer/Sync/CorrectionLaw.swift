/// The law by which playback follows a source of time.
///
/// A distance above ``jump`` is a jump, one below ``tolerance`` is nothing, and between the two the
/// rate is multiplied by 10 to the power of the distance in seconds, ``strength`` times: with the
/// usual values 10 ms make it 2.3 % faster, and after 0.43 s about a third of the distance is left.
/// The rate is at most doubled or halved.
public struct CorrectionLaw: Hashable, Sendable {
    /// The action for a distance.
    public enum Verdict: Hashable, Sendable {
        /// Playback moves to the source's position.
        case jump
        /// The rate is multiplied by this factor.
        case rate(Double)
    }

    /// The distance above which playback jumps, in seconds, 0.01 … 10.
    public var jump = 0.1
    /// The distance below which nothing is corrected, in seconds, 0 … 0.1.
    public var tolerance = 0.0001
    /// The strength of the correction, 0.1 … 10: twice as much corrects in half of the time, and
    /// passes on twice as much of the source's jitter.
    public var strength = 1.0

    /// The possible values of ``jump``.
    public static let jumps = 0.01...10.0
    /// The possible values of ``tolerance``.
    public static let tolerances = 0.0...0.1
    /// The possible values of ``strength``.
    public static let strengths = 0.1...10.0

    /// The exponent whose power of 10 is 2.
    private static let largestExponent = 0.301_029_995_663_981

    /// Makes the law with its usual limits.
    public init() {}

    /// The action for a distance.
    ///
    /// - Parameter gap: The seconds that the source is ahead of playback.
    /// - Returns: The action.
    public func verdict(for gap: Double) -> Verdict {
        guard gap.magnitude <= jump else { return .jump }
        guard gap.magnitude >= tolerance else { return .rate(1) }
        let exponent = gap * strength
        return .rate(Self.power(min(max(exponent, -Self.largestExponent), Self.largestExponent)))
    }

    /// 10 to the power of a small number, by the series of the exponential function: below 0.31 its
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
