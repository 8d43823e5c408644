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

        /// Makes a sample.
        public init(
            time: Int64,
            position: Int64?,
            loop: Range<Int64>? = nil,
            speed: Speed = .normal
        ) {
            self.time = time
            self.position = position
            self.loop = loop
            self.speed = speed
        }
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
    private var last: (time: Int64, position: Int64, speed: Speed)?
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
        defer { last = (sample.time, position, sample.speed) }
        guard let last else { return begin(at: position, sample) }
        let expected = last.position + last.speed.scaled(sample.time - last.time)
        if abs(position - expected) <= Self.tolerance {
            furthest = max(furthest, position)
            guard sample.speed != last.speed || sample.time - markedTime >= Self.interval else {
                return []
            }
            markedTime = sample.time
            return [TakeMark(time: sample.time, state: .running(position: position))]
        }
        if let loop = sample.loop, loop.contains(position), position < expected,
            last.position < loop.upperBound
        {
            return [begin(at: loop.lowerBound, position, sample)]
        }
        return [begin(at: position, position, sample)]
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
