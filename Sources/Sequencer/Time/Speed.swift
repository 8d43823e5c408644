/// The speed of a sequence against its own tempo: an exact fraction, 1/100 … 100.
///
/// Frames of a sequence at its own speed are *nominal* frames; those that it takes at another
/// speed are *item* frames. Twice the speed makes half as many of them.
public struct Speed: Hashable, Sendable, BitwiseCopyable {
    /// The reduced fraction's upper part, 1 … 100,000,000.
    public let numerator: Int64
    /// The reduced fraction's lower part, 1 … 1,000,000.
    public let denominator: Int64

    /// The sequence's own speed.
    public static var normal: Speed { @_noLocks get { Speed(reduced: 1, 1) } }

    /// Makes a speed from a fraction; `nil` where that is not 1/100 … 100, and where its reduced
    /// denominator is above 1,000,000.
    ///
    /// With finer ones seconds times speeds would not fit 64 bits.
    ///
    /// - Parameters:
    ///   - numerator: The upper part.
    ///   - denominator: The lower part.
    public init?(numerator: Int64, denominator: Int64) {
        guard numerator > 0, denominator > 0 else { return nil }
        var (factor, rest) = (numerator, denominator)
        while rest != 0 {
            (factor, rest) = (rest, factor % rest)
        }
        let (upper, lower) = (numerator / factor, denominator / factor)
        guard lower <= 1_000_000, upper <= 100 * lower, lower <= 100 * upper
        else { return nil }
        self.init(reduced: upper, lower)
    }

    /// Makes the speed nearest to a number, of millionths; `nil` outside of 1/100 … 100.
    ///
    /// - Parameter factor: The number.
    public init?(near factor: Double) {
        guard factor >= 0.01, factor <= 100 else { return nil }
        self.init(numerator: Int64((factor * 1e6).rounded()), denominator: 1_000_000)
    }

    /// The factors of vari-speed: from six octaves and a half below to three above.
    public static let variSpeeds = 0.01...8

    /// Whether it can be a vari-speed.
    public var isVariSpeed: Bool { Self.variSpeeds.contains(factor) }

    /// The speed as a number.
    public var factor: Double { Double(numerator) / Double(denominator) }

    /// The product of two speeds, 1/100 … 100 at the least and at the most: exact where it is a speed,
    /// otherwise the nearest millionth.
    ///
    /// - Parameter other: The other speed.
    /// - Returns: The product.
    public func times(_ other: Speed) -> Speed {
        let exact = Speed(
            numerator: numerator * other.numerator,
            denominator: denominator * other.denominator
        )
        return exact ?? Speed(near: min(max(factor * other.factor, 0.01), 100)) ?? .normal
    }

    @_noLocks
    private init(reduced numerator: Int64, _ denominator: Int64) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The item frames that a nominal frame begins at: `⌊(frame − 1) / speed⌋ + 1`, 0 for 0.
    ///
    /// Frames are rounded up from exact times. So this is the earliest item frame of anything that
    /// has the nominal frame.
    ///
    /// - Parameter frame: A nominal frame; below 0 counts as 0.
    /// - Returns: The item frame, at most `TempoMap.lastFrame`.
    @_noLocks
    public func itemFrame(ofNominalFrame frame: Int64) -> Int64 {
        Self.convert(frame, multiplier: denominator, divisor: numerator)
    }

    /// The nominal frame of an item frame: `⌊(frame − 1) × speed⌋ + 1`, 0 for 0.
    ///
    /// It is the earliest nominal frame of anything that has the item frame, so that playing that
    /// continues there leaves out nothing.
    ///
    /// - Parameter frame: An item frame; below 0 counts as 0.
    /// - Returns: The nominal frame, at most `TempoMap.lastFrame`.
    @_noLocks
    public func nominalFrame(ofItemFrame frame: Int64) -> Int64 {
        Self.convert(frame, multiplier: numerator, divisor: denominator)
    }

    /// An item frame at another speed as the item frame at this one; equal speeds keep it.
    @_noLocks
    func itemFrame(of frame: Int64, at other: Speed) -> Int64 {
        Self.convert(
            frame,
            multiplier: other.numerator * denominator,
            divisor: other.denominator * numerator
        )
    }

    /// Both factors are below 2^47 and a frame below 2^63, so that 128 bits hold the product.
    @_noLocks
    private static func convert(_ frame: Int64, multiplier: Int64, divisor: Int64) -> Int64 {
        guard frame > 0 else { return 0 }
        let converted = Int128(frame - 1) * Int128(multiplier) / Int128(divisor) + 1
        return Int64(min(converted, Int128(TempoMap.lastFrame)))
    }
}
