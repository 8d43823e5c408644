/// A length as musicians write it, a part of a whole note: `1/16`, or `1/8t` for triplets.
public struct NoteValue: Hashable, Sendable, CustomStringConvertible {
    /// The upper part, 1 … 64.
    public let numerator: Int64
    /// The lower part, 1 … 1024: 16 for sixteenths.
    public let denominator: Int64
    /// Whether three are as long as two without it.
    public let isTriplet: Bool

    /// The value as it is typed.
    public var description: String { "\(numerator)/\(denominator)\(isTriplet ? "t" : "")" }

    /// Makes a value; `nil` outside of the ranges.
    public init?(_ numerator: Int64, over denominator: Int64, isTriplet: Bool = false) {
        guard (1...64).contains(numerator), (1...1024).contains(denominator) else { return nil }
        self.numerator = numerator
        self.denominator = denominator
        self.isTriplet = isTriplet
    }

    /// Reads a value; `nil` for anything else.
    ///
    /// - Parameter text: Such as `1/16`, `3/16`, `1/8t`.
    public init?(parsing text: String) {
        let isTriplet = text.hasSuffix("t")
        let parts = text.dropLast(isTriplet ? 1 : 0).split(
            separator: "/",
            omittingEmptySubsequences: false
        )
        guard parts.count == 2, let upper = Self.number(parts[0]), let lower = Self.number(parts[1])
        else { return nil }
        self.init(upper, over: lower, isTriplet: isTriplet)
    }

    /// A whole number without a sign.
    private static func number(_ text: Substring) -> Int64? {
        text.utf8.allSatisfy { (48...57).contains($0) } ? Int64(text) : nil
    }

    /// The length in quarter notes.
    public var beats: Beats? {
        // A whole note is four quarter notes.
        Beats(4 * numerator * (isTriplet ? 2 : 1), over: denominator * (isTriplet ? 3 : 1))
    }

    /// The quantisation to a grid of this width.
    public var quantisation: Quantisation {
        Quantisation(
            grid: denominator * (isTriplet ? 3 : 1),
            numerator: numerator * (isTriplet ? 2 : 1)
        )
    }
}
