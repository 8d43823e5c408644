import CLinux
import Platform

/// Keeps real time where a device does not: sleeps so that no more than a buffer's length of
/// frames is ever ahead of the clock.
///
/// Late periods are made up for, as long as the delay is one that a busy machine makes. After a
/// longer one, as when the process was stopped for hours, time begins anew: a device would have had
/// an underrun, and would not play those hours in a hurry.
package struct Pacer {
    /// A clock to keep time by.
    package struct Clock {
        /// The time in nanoseconds.
        package var now: () -> Int64
        /// Waits until a time.
        package var sleep: (_ until: Int64) -> Void

        package init(now: @escaping () -> Int64, sleep: @escaping (_ until: Int64) -> Void) {
            (self.now, self.sleep) = (now, sleep)
        }

        /// The system's monotonic clock.
        package static var monotonic: Clock {
            Clock(now: seqd_monotonic_nanoseconds, sleep: seqd_sleep_until)
        }
    }

    /// The longest delay that is made up for.
    private static let longestDelay: Int64 = 1_000_000_000

    private let clock: Clock
    private let rate: Int
    private let ahead: Int
    private var origin: Int64?
    private var frames: Int64 = 0

    /// - Parameters:
    ///   - rate: Frames per second.
    ///   - ahead: How many frames may be ahead of the clock.
    ///   - clock: The clock.
    package init(rate: Int, ahead: Int, clock: Clock = .monotonic) {
        self.clock = clock
        self.rate = rate
        self.ahead = ahead
    }

    /// Counts frames that were written, and sleeps if they are too far ahead.
    package mutating func wrote(_ count: Int) {
        frames += Int64(count)
        let now = clock.now()
        guard let origin else {
            self.origin = now
            return
        }
        let due = origin + FrameTime.nanoseconds(of: frames - Int64(ahead), rate: rate)
        if due > now {
            clock.sleep(due)
        } else if now - origin > FrameTime.nanoseconds(of: frames, rate: rate) + Self.longestDelay {
            begin(at: now, written: Int64(count))
        }
    }

    /// The time at which the counted frames have had their time, in nanoseconds; `nil` before the
    /// first.
    package var endTime: Int64? {
        origin.map { $0 + FrameTime.nanoseconds(of: frames, rate: rate) }
    }

    /// Takes over from a count that began earlier.
    package mutating func begin(at origin: Int64, written frames: Int64) {
        self.origin = origin
        self.frames = frames
    }

    /// Sleeps until all the frames have had their time.
    package mutating func drain() {
        guard let origin else { return }
        clock.sleep(origin + FrameTime.nanoseconds(of: frames, rate: rate))
    }

    /// Begins anew after a pause.
    package mutating func restart() {
        origin = nil
        frames = 0
    }
}
