/// Times as they are printed everywhere, and as positions are typed: `29.6s`, `1m29.6s`,
/// `1h02m03.5s`.
public enum TimeText {
    /// A time, rounded down, so that what is read back is never after it.
    ///
    /// - Parameters:
    ///   - nanoseconds: The time; below 0 it counts as 0.
    ///   - decimals: The least and the greatest number of decimals of the seconds, within 0 and 9;
    ///     zeros at the end beyond the least are left out. Up to a millisecond unless specified.
    /// - Returns: A text that `Position(parsing:)` reads.
    public static func text(
        nanoseconds: Int64,
        decimals: ClosedRange<Int> = 1...3
    ) -> String {
        let value = max(nanoseconds, 0)
        let (seconds, rest) = value.quotientAndRemainder(dividingBy: 1_000_000_000)
        var digits = String(String(1_000_000_000 + rest).dropFirst().prefix(decimals.upperBound))
        while digits.count > decimals.lowerBound, digits.last == "0" { digits.removeLast() }
        let fraction = digits.isEmpty ? "" : "." + digits
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        guard hours > 0 || minutes > 0 else { return "\(seconds)\(fraction)s" }
        let prefix = hours > 0 ? "\(hours)h\(two(minutes))m" : "\(minutes)m"
        return "\(prefix)\(two(seconds % 60))\(fraction)s"
    }

    /// The time of a frame, counted from 0.
    ///
    /// - Parameters:
    ///   - frames: The frame.
    ///   - rate: Frames per second, 1 or more.
    ///   - decimals: As for ``text(nanoseconds:decimals:)``.
    /// - Returns: The text.
    public static func text(
        frames: Int64,
        rate: Int,
        decimals: ClosedRange<Int> = 1...3
    ) -> String {
        let scaled = Int128(max(frames, 0)) * 1_000_000_000 / Int128(rate)
        return text(nanoseconds: Int64(clamping: scaled), decimals: decimals)
    }

    /// A time in seconds; one that is not a number, or below 0, is 0.
    ///
    /// - Parameters:
    ///   - seconds: The time.
    ///   - decimals: As for ``text(nanoseconds:decimals:)``.
    /// - Returns: The text.
    public static func text(seconds: Double, decimals: ClosedRange<Int> = 1...3) -> String {
        // Rounded: seconds that came from nanoseconds or frames are those again.
        let nanoseconds = (seconds * 1e9).rounded()
        guard nanoseconds > 0 else { return text(nanoseconds: 0, decimals: decimals) }
        return text(nanoseconds: Int64(min(nanoseconds, 9e18)), decimals: decimals)
    }

    private static func two(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
