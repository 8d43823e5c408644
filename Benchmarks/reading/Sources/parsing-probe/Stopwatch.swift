import Glibc

/// The time since it was made.
struct Stopwatch {
    private let start = Self.now()

    /// Seconds of the monotonic clock.
    var seconds: Double { Self.now() - start }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
