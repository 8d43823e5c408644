import Realtime
import Synchronization

/// The times that rendering took, counted by their part of a period.
///
/// The audio thread counts; any thread reads. The counters are independent of each other, so a reader
/// may see a period in one of them and not yet in another.
struct RenderHistogram: ~Copyable {
    /// Eight classes for each doubling from 2^10 millionths (0.1 %) to 2^25 (3355 %), one for what is
    /// below; what is above is counted in the last.
    private static var firstExponent: Int { @_noLocks get { 10 } }
    private static var classes: Int { @_noLocks get { 121 } }

    private let counts = FixedArray(count: classes) { _ in Atomic<Int>(0) }
    private let late = Atomic<Int>(0)
    private let longest = Atomic<Int64>(0)

    /// Counts a period.
    ///
    /// A period that took longer than a day counts as one of a day: the process was stopped.
    ///
    /// - Parameters:
    ///   - nanoseconds: How long it took to render, by the monotonic clock.
    ///   - frames: Its length.
    ///   - rate: Frames per second.
    @_noLocks
    func note(_ nanoseconds: Int64, frames: Int, rate: Int) {
        let taken = min(max(nanoseconds, 0), 86_400_000_000_000)
        let available = max(Int64(frames) &* 1_000_000_000 / Int64(rate), 1)
        // A day in millionths of the shortest period is below 2^53; in nanoseconds times a million it
        // is not below 2^63.
        let whole = taken / available
        let part = taken % available &* 1_000_000 / available
        let millionths = whole &* 1_000_000 &+ part
        let index = Self.index(of: millionths)
        counts[index].store(counts[index].load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        if taken > available {
            late.store(late.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        }
        if millionths > longest.load(ordering: .relaxed) {
            longest.store(millionths, ordering: .relaxed)
        }
    }

    /// The class of a part of a period.
    @_noLocks
    private static func index(of millionths: Int64) -> Int {
        let exponent = 63 - millionths.leadingZeroBitCount
        guard exponent >= firstExponent else { return 0 }
        let eighth = Int(millionths >> Int64(exponent - 3)) & 7
        return min(1 + (exponent - firstExponent) * 8 + eighth, classes - 1)
    }

    /// The end of a class, in millionths.
    private static func end(of index: Int) -> Int64 {
        guard index > 0 else { return 1 << Int64(firstExponent) }
        let (doublings, eighth) = (index - 1).quotientAndRemainder(dividingBy: 8)
        return Int64(8 + eighth + 1) << Int64(firstExponent + doublings - 3)
    }

    /// The figures so far.
    ///
    /// Any thread but the audio thread.
    var times: RenderTimes {
        let copy = (0..<Self.classes).map { counts[$0].load(ordering: .relaxed) }
        let longest = longest.load(ordering: .relaxed)
        let periods = copy.reduce(0, +)
        func percentile(_ percent: Int) -> Double {
            let rank = (periods * percent + 99) / 100
            var counted = 0
            for (index, count) in copy.enumerated() {
                counted += count
                // The last class has no end.
                guard counted < rank || index == Self.classes - 1 else {
                    return Double(min(Self.end(of: index), longest)) / 1_000_000
                }
            }
            return Double(longest) / 1_000_000
        }
        return RenderTimes(
            periods: periods,
            late: late.load(ordering: .relaxed),
            median: periods > 0 ? percentile(50) : 0,
            percentile99: periods > 0 ? percentile(99) : 0,
            longest: Double(longest) / 1_000_000
        )
    }
}

/// The times that rendering took since the engine was made, as parts of a period: 1 is all the time
/// that there is.
public struct RenderTimes: Hashable, Sendable {
    /// The number of periods.
    public var periods = 0
    /// The number of periods that took longer than they last; the buffer makes up for some.
    public var late = 0
    /// The time that half the periods did not exceed, at most an eighth too long.
    public var median = 0.0
    /// The time that 99 % of the periods did not exceed, at most an eighth too long.
    public var percentile99 = 0.0
    /// The longest time.
    public var longest = 0.0

    /// Makes the times of no period.
    public init() {}

    init(periods: Int, late: Int, median: Double, percentile99: Double, longest: Double) {
        self.periods = periods
        self.late = late
        self.median = median
        self.percentile99 = percentile99
        self.longest = longest
    }
}
