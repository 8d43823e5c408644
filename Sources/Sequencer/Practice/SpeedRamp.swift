/// Speeds that change from one repetition to the next: `60%..100%/5`.
public struct SpeedRamp: Hashable, Sendable, CustomStringConvertible {
    /// The range of the number of repetitions.
    public static let counts = 2...1_000

    /// The speed of the first repetition.
    public let first: Speed
    /// The speed of the last one, and of all that follow.
    public let last: Speed
    /// The number of repetitions from the first speed to the last.
    public let count: Int

    /// Makes a ramp; `nil` for a number of repetitions outside of ``counts``.
    public init?(from first: Speed, to last: Speed, count: Int) {
        guard Self.counts.contains(count) else { return nil }
        self.first = first
        self.last = last
        self.count = count
    }

    /// Reads `60%..100%/5`, or any other speeds; `nil` for anything else.
    ///
    /// - Parameter text: The ramp as people type it. The number behind the last slash is that of
    ///   the repetitions.
    public init?(parsing text: String) {
        guard let slash = text.lastIndex(of: "/"), let dots = text.firstRange(of: ".."),
            dots.upperBound <= slash,
            let first = Speed(parsing: String(text[..<dots.lowerBound])),
            let last = Speed(parsing: String(text[dots.upperBound..<slash])),
            let count = Int(text[text.index(after: slash)...])
        else { return nil }
        self.init(from: first, to: last, count: count)
    }

    /// The speed of a repetition: in equal steps, to a thousandth.
    ///
    /// - Parameter repetition: Its number, from 0.
    /// - Returns: The speed.
    public func speed(ofRepetition repetition: Int) -> Speed {
        guard repetition > 0 else { return first }
        guard repetition < count - 1 else { return last }
        func thousandths(_ speed: Speed) -> Int64 {
            (speed.numerator * 1_000 + speed.denominator / 2) / speed.denominator
        }
        let (from, to) = (thousandths(first), thousandths(last))
        let steps = Int64(count - 1)
        let moved = (to - from) * Int64(repetition)
        let rounded = (moved + (moved < 0 ? -steps : steps) / 2) / steps
        return Speed(numerator: from + rounded, denominator: 1_000) ?? last
    }

    /// The ramp as it is typed: `0.6..1/5`.
    public var description: String { "\(first)..\(last)/\(count)" }
}
