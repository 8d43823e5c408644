import CLinux

/// A time of the monotonic clock, which an event loop uses.
package struct LoopTime: Hashable, Comparable, Sendable {
    /// The nanoseconds of `CLOCK_MONOTONIC`.
    package var nanoseconds: Int64

    /// Makes a time.
    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// A time before all others.
    package static let distantPast = LoopTime(nanoseconds: .min)

    /// The current time.
    package static func now() -> LoopTime {
        LoopTime(nanoseconds: seqd_monotonic_nanoseconds())
    }

    package static func < (first: LoopTime, second: LoopTime) -> Bool {
        first.nanoseconds < second.nanoseconds
    }

    package static func + (time: LoopTime, duration: Duration) -> LoopTime {
        LoopTime(nanoseconds: time.nanoseconds + duration.wholeNanoseconds)
    }

    package static func - (end: LoopTime, start: LoopTime) -> Duration {
        .nanoseconds(end.nanoseconds - start.nanoseconds)
    }
}

extension Duration {
    fileprivate var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
