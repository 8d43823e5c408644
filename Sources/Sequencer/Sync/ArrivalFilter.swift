/// Takes the jitter out of the arrival times of pulses that are sent at equal distances.
///
/// A line of least squares through the pulses of the last seconds, continued pulse by pulse: its
/// gains are those of a line through *n* points, and *n* grows up to the memory. Pulses that do not
/// come are counted by the time that they would have taken. A change of tempo begins another line.
struct ArrivalFilter {
    /// The seconds that the line looks back.
    private static let memory = 2.0
    /// After this time without a pulse the phase is a new one, and the period the last one known.
    private static let longestGap = 0.25
    /// The fewest points after which a pulse can be an outlier.
    private static let leastPoints = 8.0
    /// The points that the period from before a silence is worth.
    private static let knownPeriodPoints = 8.0

    /// The index of the last pulse; pulses that were lost count.
    private(set) var index: Int64 = 0
    /// The seconds between two pulses; 0 before the second one.
    private(set) var period = 0.0
    /// Pulses that did not come.
    private(set) var lost: Int64 = 0
    /// The stamp from which times are counted.
    private var origin: Int64?
    /// The time of the last pulse on the line, and when it arrived.
    private var time = 0.0
    private var arrival = 0.0
    private var interval = 0.0
    private var points = 0.0
    private var variance = 1e-6
    /// The pulses that the last ones seemed to be behind by, each.
    private var lastStep: Int64 = 1
    /// Pulses counted as lost that may just be late, and until when.
    private var (late, lateUntil): (Int64, Double) = (0, 0)
    /// Pulses in a row that were off the line in the same direction, and the last arrivals.
    private var offSide = 0
    private var recent: [(index: Int64, time: Double)] = []

    /// The standard deviation of the arrivals, in seconds.
    var jitter: Double { points >= Self.leastPoints ? variance.squareRoot() : 0 }

    /// Whether there was a pulse.
    var hasBegun: Bool { origin != nil }

    /// The seconds since the last pulse.
    func silence(at now: Int64) -> Double {
        origin.map { Self.seconds(now - $0) - arrival } ?? .infinity
    }

    /// The index, with its fraction, at a time.
    func position(at now: Int64) -> Double {
        guard let origin, period > 0 else { return Double(index) }
        return Double(index) + (Self.seconds(now - origin) - time) / period
    }

    /// Takes a pulse.
    ///
    /// - Parameter stamp: Its arrival, in nanoseconds.
    mutating func note(_ stamp: Int64) {
        guard let origin else {
            self.origin = stamp
            points = 1
            recent = [(0, 0)]
            return
        }
        let now = Self.seconds(stamp - origin)
        let elapsed = max(now - arrival, 0)
        defer {
            arrival = now
            interval = elapsed
        }
        guard period > 0 else {
            index += 1
            (period, time, points) = (max(elapsed, 1e-4), now, 2)
            remember(now)
            return
        }
        if elapsed > max(8 * period, Self.longestGap) {
            rejoin(at: now)
            return
        }
        let step = step(to: now, elapsed)
        index += step
        lastStep = step
        if step > 0 { follow(now, step: Double(step)) }
    }

    /// Continues after a silence: the source counted on meanwhile.
    private mutating func rejoin(at now: Double) {
        let passed = max(Int64(((now - time) / period).rounded()), 1)
        lost += passed - 1
        index += passed
        (time, points, lastStep, offSide, late) = (now, Self.knownPeriodPoints, 1, 0, 0)
        recent = [(index, now)]
    }

    /// The number of pulses since the last one: more than one where some are missing.
    private mutating func step(to now: Double, _ elapsed: Double) -> Int64 {
        let distance = (now - time) / period
        if late > 0, now < lateUntil, distance < 0.5, elapsed < 0.5 * period {
            // It was not lost.
            late -= 1
            lost -= 1
            return 0
        }
        guard points >= 4, distance > 1.5, elapsed > 1.5 * period else { return 1 }
        let step = Int64(distance.rounded())
        if step == lastStep, (elapsed - interval).magnitude < 0.25 * elapsed {
            // Twice the same: the source has become slower.
            index -= lastStep - 1
            lost -= lastStep - 1
            late = 0
            (period, time, points) = (elapsed, now - elapsed, 2)
            recent = [(index, now - elapsed)]
            return 1
        }
        lost += step - 1
        (late, lateUntil) = (step - 1, now + 1)
        return step
    }

    /// Continues the line to a pulse.
    private mutating func follow(_ now: Double, step: Double) {
        let predicted = time + step * period
        var error = now - predicted
        remember(now)
        if points >= Self.leastPoints {
            let limit = max(4 * variance.squareRoot(), 0.001)
            let isOff = error.magnitude > limit
            offSide = isOff ? (error > 0 ? max(offSide, 0) + 1 : min(offSide, 0) - 1) : 0
            if offSide.magnitude >= 3, recent.count == 4 {
                restart()
                return
            }
            error = min(max(error, -limit), limit)
            variance += (error * error - variance) / 32
        }
        let most = max(Self.memory / period, Self.leastPoints)
        points = min(points + 1, most)
        let (n, scale) = (points, points * (points + 1))
        time = predicted + error * 2 * (2 * n - 1) / scale
        period = max(period + error / step * 6 / scale, 1e-4)
    }

    private mutating func remember(_ now: Double) {
        recent.append((index, now))
        if recent.count > 4 { recent.removeFirst() }
    }

    /// Begins another line through the last four pulses.
    private mutating func restart() {
        let count = Double(recent.count)
        let middle = recent.reduce(0) { $0 + Double($1.index - index) } / count
        let mean = recent.reduce(0) { $0 + $1.time } / count
        var (product, square) = (0.0, 0.0)
        for point in recent {
            let distance = Double(point.index - index) - middle
            product += distance * (point.time - mean)
            square += distance * distance
        }
        guard square > 0 else { return }
        period = max(product / square, 1e-4)
        time = mean - middle * period
        (points, offSide) = (count, 0)
    }

    /// Differences of days keep their nanoseconds.
    private static func seconds(_ nanoseconds: Int64) -> Double { Double(nanoseconds) * 1e-9 }
}
