/// The distribution of some durations.
public struct DurationStatistics: Hashable, Sendable {
    /// The durations in nanoseconds, the shortest first.
    public let sorted: [Int64]

    /// Makes the distribution of durations in nanoseconds.
    public init(_ nanoseconds: [Int64]) {
        sorted = nanoseconds.sorted()
    }

    /// The longest duration in nanoseconds; 0 without any.
    public var longest: Int64 { sorted.last ?? 0 }

    /// The duration that a part of all do not exceed.
    ///
    /// - Parameter permille: The part in thousandths, 1 … 1000.
    /// - Returns: Nanoseconds; 0 without any duration.
    public func percentile(permille: Int) -> Int64 {
        guard !sorted.isEmpty else { return 0 }
        let rank = (sorted.count * permille + 999) / 1_000
        return sorted[min(max(rank, 1), sorted.count) - 1]
    }

    /// A histogram.
    ///
    /// - Parameter bounds: The upper bounds of the classes in nanoseconds, rising.
    /// - Returns: How many durations are in each class, bounds included, and as the last element how
    ///   many are above all bounds.
    public func counts(upTo bounds: [Int64]) -> [Int] {
        var counts = [Int](repeating: 0, count: bounds.count + 1)
        var index = 0
        for duration in sorted {
            while index < bounds.count, duration > bounds[index] { index += 1 }
            counts[index] += 1
        }
        return counts
    }
}
