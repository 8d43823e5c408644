/// A length as musicians write it, a part of a whole note: `1/16`, `1/8.` for a dotted note, or
/// `1/8t` for triplets.
public struct NoteValue: Hashable, Sendable, CustomStringConvertible {
    /// The upper part, 1 … 64.
    public let numerator: Int64
    /// The lower part, 1 … 1024: 16 for sixteenths.
    public let denominator: Int64
    /// Whether three are as long as two without it.
    public let isTriplet: Bool
    /// Whether it is longer by half.
    public let isDotted: Bool

    /// The value as it is typed.
    public var description: String {
        "\(numerator)/\(denominator)\(isTriplet ? "t" : "")\(isDotted ? "." : "")"
    }

    /// Makes a value; `nil` outside of the ranges, and for a triplet that is dotted.
    public init?(
        _ numerator: Int64,
        over denominator: Int64,
        isTriplet: Bool = false,
        isDotted: Bool = false
    ) {
        guard (1...64).contains(numerator), (1...1024).contains(denominator),
            !isTriplet || !isDotted
        else { return nil }
        self.numerator = numerator
        self.denominator = denominator
        self.isTriplet = isTriplet
        self.isDotted = isDotted
    }

    /// Reads a value; `nil` for anything else.
    ///
    /// - Parameter text: Such as `1/16`, `3/16`, `1/8.`, `1/8t`.
    public init?(parsing text: String) {
        let isTriplet = text.hasSuffix("t")
        let isDotted = text.hasSuffix(".")
        let parts = text.dropLast(isTriplet || isDotted ? 1 : 0).split(
            separator: "/",
            omittingEmptySubsequences: false
        )
        guard parts.count == 2, let upper = Self.number(parts[0]), let lower = Self.number(parts[1])
        else { return nil }
        self.init(upper, over: lower, isTriplet: isTriplet, isDotted: isDotted)
    }

    /// A whole number without a sign.
    private static func number(_ text: Substring) -> Int64? {
        text.utf8.allSatisfy { (48...57).contains($0) } ? Int64(text) : nil
    }

    /// The part of a whole note that it is, as a fraction.
    public var wholes: (numerator: Int64, denominator: Int64) {
        (
            numerator * (isTriplet ? 2 : isDotted ? 3 : 1),
            denominator * (isTriplet ? 3 : isDotted ? 2 : 1)
        )
    }
}
