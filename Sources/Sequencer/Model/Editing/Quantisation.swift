/// The quantisation of notes: the grid, the strength, and the swing.
public struct Quantisation: Hashable, Sendable {
    /// The distance of two points of the grid, as a part of a whole note: its upper part.
    public var numerator: Int64
    /// The lower part: 16 for sixteenths, 12 for eighth triplets.
    public var denominator: Int64
    /// The part of the distance to the grid by which a note is moved: 0 for none, 1 for all.
    public var strength: Double
    /// The position of the second of two points between the first and the third: 0.5 is straight,
    /// 2/3 the swing of triplets; 0.5 … 0.75.
    public var swing: Double
    /// Whether notes end on the grid, too.
    ///
    /// One that would end where it starts gets the length to the next point.
    public var includesEnds: Bool

    /// Describes a quantisation.
    ///
    /// - Parameters:
    ///   - denominator: Notes of the grid in a whole note: 16 for sixteenths.
    ///   - numerator: The number of them in the width of the grid; 3 over 16 is a dotted eighth.
    ///   - strength: The part of the distance to the grid by which a note is moved, 0 … 1.
    ///   - swing: The position of the second of two points, 0.5 … 0.75.
    ///   - includesEnds: Whether notes end on the grid, too.
    public init(
        grid denominator: Int64,
        numerator: Int64 = 1,
        strength: Double = 1,
        swing: Double = 0.5,
        includesEnds: Bool = false
    ) {
        self.numerator = numerator
        self.denominator = denominator
        self.strength = strength
        self.swing = swing
        self.includesEnds = includesEnds
    }
}

/// A grid in ticks.
///
/// Its points are rounded to whole ticks one by one, so that errors do not add up if the distance
/// is not a whole number of ticks.
struct QuantisingGrid {
    /// The distance is `step / parts` ticks.
    private let step: Int128
    private let parts: Int128
    /// The distance of the second of two points from the first, in thousandths of both distances.
    private let swing: Int128
    private let strength: Double

    /// Makes a grid; `nil` if it has no meaning, or its points are less than two ticks apart.
    init?(_ quantisation: Quantisation, wholeNote: Int64) {
        guard quantisation.numerator > 0, quantisation.denominator > 0, wholeNote > 0,
            quantisation.numerator <= 1_000_000, quantisation.denominator <= 1_000_000,
            quantisation.strength.isFinite, quantisation.swing.isFinite
        else { return nil }
        step = Int128(wholeNote) * Int128(quantisation.numerator)
        parts = Int128(quantisation.denominator)
        swing = Int128((min(max(quantisation.swing, 0.5), 0.75) * 1000).rounded())
        strength = min(max(quantisation.strength, 0), 1)
        // The nearest two points are a quarter of a pair apart.
        guard 2 * step * (1000 - swing) >= 2 * 1000 * parts else { return nil }
    }

    /// The tick of a point, counted from 0.
    private func tick(_ number: Int128) -> Int64 {
        // Pairs of points are straight, those between them swing.
        let pair = number / 2
        let thousandths = 2 * step * (pair * 1000 + (number % 2 == 1 ? swing : 0))
        let divisor = 1000 * parts
        return Int64(clamping: (2 * thousandths + divisor) / (2 * divisor))
    }

    /// The last point that is not after a tick.
    private func point(notAfter tick: Int64) -> Int128 {
        var number = Int128(tick) * parts / step + 2
        while number > 0, self.tick(number) > tick { number -= 1 }
        return number
    }

    /// The next point behind a tick.
    func point(after tick: Int64) -> Int64 { self.tick(point(notAfter: tick) + 1) }

    /// Whether ticks stay where they are.
    var isWithoutStrength: Bool { strength == 0 }

    /// The new position of a tick.
    func quantised(_ tick: Int64) -> Int64 {
        guard tick >= 0 else { return tick }
        let number = point(notAfter: tick)
        let (low, high) = (self.tick(number), self.tick(number + 1))
        let target = tick - low < high - tick ? low : high
        guard strength < 1 else { return target }
        return tick + Int64((Double(target - tick) * strength).rounded())
    }
}
