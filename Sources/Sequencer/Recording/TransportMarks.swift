/// Turns positions of playback that are looked up now and then into the marks of a take.
///
/// A value; it has no clock.
public struct TransportMarks: Sendable {
    /// A position of playback.
    public struct Sample: Hashable, Sendable {
        /// The time, in nanoseconds of the take.
        public var time: Int64
        /// The audible position, in nanoseconds of the sequence; `nil` while nothing plays.
        public var position: Int64?
        /// The positions that are repeated.
        public var loop: Range<Int64>?
        /// The speed of playback.
        public var speed: Speed
        /// Whether playback is held there, as in practice.
        public var isHeld: Bool

        /// Makes a sample.
        public init(
            time: Int64,
            position: Int64?,
            loop: Range<Int64>? = nil,
            speed: Speed = .normal,
            isHeld: Bool = false
        ) {
            self.time = time
            self.position = position
            self.loop = loop
            self.speed = speed
            self.isHeld = isHeld
        }
    }

    /// A sample while something plays.
    private struct Place {
        var time: Int64
        var position: Int64
        var speed: Speed
        /// Whether playback is held there.
        var isHeld: Bool
    }

    /// The longest time between two marks.
    private static let interval: Int64 = 250_000_000
    /// The greatest distance from the expected position that is not a jump.
    private static let tolerance: Int64 = 20_000_000
    /// The longest time by which the first sample may come after the start.
    private static let latestStart: Int64 = 2_000_000_000

    /// The position at which playback starts, if it is known.
    private let start: Int64?
    /// The last sample while something plays.
    private var last: Place?
    private var markedTime: Int64 = 0
    private var pass = -1
    private var furthest: Int64 = 0

    /// Begins.
    ///
    /// - Parameter start: The position at which playback will start, in nanoseconds of the sequence;
    ///   `nil` if it plays already.
    public init(start: Int64? = nil) { self.start = start }

    /// Takes a sample.
    ///
    /// - Parameter sample: The position; not before that of the last.
    /// - Returns: The marks for it, by time.
    public mutating func take(_ sample: Sample) -> [TakeMark] {
        guard let position = sample.position else {
            guard last != nil else { return [] }
            last = nil
            return [TakeMark(time: sample.time, state: .stopped)]
        }
        var place = Place(
            time: sample.time,
            position: position,
            speed: sample.speed,
            isHeld: sample.isHeld
        )
        defer { last = place }
        guard let last else { return begin(at: position, sample) }
        let expected = last.position + last.speed.scaled(sample.time - last.time)
        // Not a loop that has just as long a pass.
        if position == last.position, expected > position + Self.tolerance { place.isHeld = true }
        let mayStand = place.isHeld || last.isHeld
        let lowest = (mayStand ? min(last.position, expected) : expected) - Self.tolerance
        if position >= lowest, position <= expected + Self.tolerance {
            return goOn(from: last, to: place)
        }
        if let loop = sample.loop, loop.contains(position), position < expected,
            last.position < loop.upperBound
        {
            return wrap(loop, from: last, to: place, sample)
        }
        return [begin(at: position, position, sample)]
    }

    /// Continues without a jump.
    ///
    /// - Returns: The marks of the place, and of the time at which the hold of playback began or
    ///   ended.
    private mutating func goOn(from last: Place, to place: Place) -> [TakeMark] {
        furthest = max(furthest, place.position)
        let distance = max(place.position - last.position, 0)
        var marks: [TakeMark] = []
        if last.isHeld, distance > 0 {
            marks = [Self.left(last, at: place.time - place.speed.inverse(distance))]
        } else if place.isHeld, !last.isHeld {
            let time = min(last.time + last.speed.inverse(distance), place.time)
            marks = [TakeMark(time: time, state: .running(position: place.position))]
        }
        guard
            !marks.isEmpty || place.speed != last.speed || place.time - markedTime >= Self.interval
        else { return [] }
        markedTime = place.time
        return marks + [TakeMark(time: place.time, state: .running(position: place.position))]
    }

    /// Begins the next pass of a loop.
    private mutating func wrap(
        _ loop: Range<Int64>,
        from last: Place,
        to place: Place,
        _ sample: Sample
    ) -> [TakeMark] {
        var start = begin(at: loop.lowerBound, place.position, sample)
        let rest = loop.upperBound - last.position
        if last.isHeld {
            start.time = max(start.time, last.time)
            return [Self.left(last, at: start.time - place.speed.inverse(rest)), start]
                + stand(at: place)
        }
        // The time for which it was held there is not known, but the time at which it left is.
        if place.isHeld { start.time = min(last.time + last.speed.inverse(rest), place.time) }
        return [start] + stand(at: place)
    }

    /// The mark of a place at which playback is held after a start.
    private func stand(at place: Place) -> [TakeMark] {
        place.isHeld
            ? [TakeMark(time: place.time, state: .running(position: place.position))] : []
    }

    /// The mark of the time at which playback left a place where it was held.
    private static func left(_ place: Place, at time: Int64) -> TakeMark {
        TakeMark(time: max(time, place.time), state: .running(position: place.position))
    }

    /// Begins after a silence; the first time, where playback started.
    private mutating func begin(at position: Int64, _ sample: Sample) -> [TakeMark] {
        let ahead = start.map { position - $0 } ?? 0
        let isFirst = pass < 0 && ahead > 0 && ahead <= sample.speed.scaled(Self.latestStart)
        return [begin(at: isFirst ? position - ahead : position, position, sample)]
    }

    /// Begins a run.
    ///
    /// - Parameters:
    ///   - start: The position at which it began, shortly before the sample.
    ///   - position: The position of the sample.
    ///   - sample: The sample.
    /// - Returns: The mark of the beginning.
    private mutating func begin(
        at start: Int64,
        _ position: Int64,
        _ sample: Sample
    ) -> TakeMark {
        if pass < 0 || start < furthest { pass += 1 }
        furthest = position
        // The next sample gets a mark too: two give the pace.
        markedTime = sample.time - Self.interval
        let time = sample.time - sample.speed.inverse(position - start)
        return TakeMark(time: time, state: .started(position: start, pass: pass))
    }
}

extension Speed {
    /// The part of a sequence that plays in a time.
    func scaled(_ time: Int64) -> Int64 {
        Int64(clamping: Int128(time) * Int128(numerator) / Int128(max(denominator, 1)))
    }

    /// The time in which a part of a sequence plays.
    func inverse(_ part: Int64) -> Int64 {
        Int64(clamping: Int128(part) * Int128(denominator) / Int128(max(numerator, 1)))
    }
}
