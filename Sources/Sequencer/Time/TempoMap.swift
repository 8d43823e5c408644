public import SMF

/// Musical time to real time and back, in exact integers.
///
/// Time is counted in units of which a whole number makes a second: for a division in ticks per
/// quarter note, a tick lasts `tempo` units and a second has 1,000,000 × PPQ of them; for SMPTE
/// time code the tempo counts for nothing and a tick is 1 / (frames per second × ticks per frame)
/// of a second, where 29.97 is 30000/1001. Nothing is ever rounded before it becomes a frame.
public struct TempoMap: Hashable, Sendable {
    /// A tempo from a tick onwards.
    public struct Change: Hashable, Sendable {
        /// From when it holds, in ticks; below 0 counts as 0.
        public var tick: Int64
        /// Microseconds per quarter note, 1 … 0xFFFFFF (the range of meta event FF 51).
        public var microsecondsPerQuarter: UInt32

        /// Makes a change of tempo.
        public init(tick: Int64, microsecondsPerQuarter: UInt32) {
            self.tick = tick
            self.microsecondsPerQuarter = microsecondsPerQuarter
        }
    }

    /// The tempo before the first change: 120 BPM (Standard MIDI Files 1.0, "MThd").
    public static let defaultTempo: UInt32 = 500_000

    /// The greatest frame there is; later ones are cut to it, so that sums of frames never
    /// overflow.
    ///
    /// At 48 kHz it is reached after 1.5 million years.
    public static var lastFrame: Int64 { @_noLocks get { 1 << 61 } }

    /// The meaning of a tick.
    public let division: Division
    /// The changes by tick, one per tick.
    public let changes: [Change]

    /// A segment of constant tempo.
    struct Segment: Hashable, Sendable {
        var tick: Int64
        /// The units that each tick of it lasts, 1 … 0xFFFFFF.
        var unitsPerTick: Int64
        /// The time of its first tick.
        var units: Int128
    }

    /// Never empty; the first begins at tick 0.
    let segments: [Segment]
    /// The units of a second: times of ticks are whole numbers of them.
    public let unitsPerSecond: Int64

    /// Makes the map from changes in any order; of several at one tick the last counts.
    ///
    /// - Parameters:
    ///   - division: The meaning of a tick.
    ///   - changes: The tempos; one outside 1 … 0xFFFFFF µs is left out.
    public init(division: Division, changes: [Change]) {
        self.division = division
        self.changes = Self.merged(changes)
        switch division {
        case .ticksPerQuarter(let ticks):
            unitsPerSecond = 1_000_000 * Int64(max(ticks, 1))
            segments = Self.segments(self.changes)
        case .smpte(let rate, let ticksPerFrame):
            let (numerator, denominator): (Int64, Int64) =
                rate == .fps2997 ? (30_000, 1_001) : (Int64(rate.rawValue), 1)
            unitsPerSecond = numerator * Int64(max(ticksPerFrame, 1))
            segments = [Segment(tick: 0, unitsPerTick: denominator, units: 0)]
        }
    }

    private static func merged(_ changes: [Change]) -> [Change] {
        var result: [Change] = []
        let valid = changes.lazy.filter { (1...0xFF_FFFF).contains($0.microsecondsPerQuarter) }
            .map {
                Change(tick: max($0.tick, 0), microsecondsPerQuarter: $0.microsecondsPerQuarter)
            }
        // `sorted` keeps the order of equal elements: the last at a tick stays last.
        for change in valid.sorted(by: { $0.tick < $1.tick }) {
            if result.last?.tick == change.tick {
                result.removeLast()
            }
            result.append(change)
        }
        return result
    }

    private static func segments(_ changes: [Change]) -> [Segment] {
        var last = Segment(tick: 0, unitsPerTick: Int64(defaultTempo), units: 0)
        var result: [Segment] = []
        result.reserveCapacity(changes.count + 1)
        for change in changes {
            let units = last.units + Int128(change.tick - last.tick) * Int128(last.unitsPerTick)
            if change.tick > last.tick {
                result.append(last)
            }
            last = Segment(
                tick: change.tick,
                unitsPerTick: Int64(change.microsecondsPerQuarter),
                units: units
            )
        }
        result.append(last)
        return result
    }
}
