public import SMF

/// Ticks to bars and beats and back.
///
/// Each time signature begins a new bar; one inside a bar cuts that bar short. Where a beat is not
/// a whole number of ticks long, beat n begins at the first tick that is not before its exact
/// time, so no error adds up.
public struct MeterMap: Hashable, Sendable {
    /// A time signature from a tick onwards.
    public struct Change: Hashable, Sendable {
        /// From when it holds; below 0 counts as 0.
        public var tick: Int64
        /// The meter.
        public var signature: TimeSignature

        /// Makes a change of meter.
        public init(tick: Int64, signature: TimeSignature) {
            self.tick = tick
            self.signature = signature
        }
    }

    /// The shortest beat that is counted is a 64th note.
    public static let greatestDenominatorPower: UInt8 = 6

    /// The meaning of a tick.
    public let division: Division
    /// The changes by tick, one per tick.
    public let changes: [Change]

    /// A segment of one meter.
    struct Segment: Hashable, Sendable {
        var tick: Int64
        /// The first bar, from 0.
        var bar: Int64
        var numerator: Int64
        var denominatorPower: UInt8
    }

    /// Empty for an SMPTE division; else the first begins at tick 0.
    let segments: [Segment]
    /// Ticks in a whole note: a beat lasts `wholeNote >> denominatorPower` of them, unrounded.
    let wholeNote: Int64

    /// Makes the map from changes in any order; of several at one tick the last counts.
    ///
    /// - Parameters:
    ///   - division: The time base of ticks; with SMPTE time code there are no bars.
    ///   - changes: The meters; one with numerator 0 or a beat shorter than a 64th is left out.
    ///     Before the first it is 4/4.
    public init(division: Division, changes: [Change]) {
        self.division = division
        var merged: [Change] = []
        let valid = changes.lazy.filter { Self.isCountable($0.signature) }
            .map { Change(tick: max($0.tick, 0), signature: $0.signature) }
        for change in valid.sorted(by: { $0.tick < $1.tick }) {
            if merged.last?.tick == change.tick {
                merged.removeLast()
            }
            merged.append(change)
        }
        self.changes = merged
        guard case .ticksPerQuarter(let ticks) = division else {
            wholeNote = 0
            segments = []
            return
        }
        wholeNote = 4 * Int64(max(ticks, 1))
        segments = Self.segments(merged, wholeNote: wholeNote)
    }

    /// Whether bars can be counted in a meter.
    public static func isCountable(_ signature: TimeSignature) -> Bool {
        signature.numerator > 0 && signature.denominatorPower <= greatestDenominatorPower
    }

    private static func segments(_ changes: [Change], wholeNote: Int64) -> [Segment] {
        var last = Segment(tick: 0, bar: 0, numerator: 4, denominatorPower: 2)
        var result: [Segment] = []
        result.reserveCapacity(changes.count + 1)
        for change in changes {
            var bar = last.bar
            if change.tick > last.tick {
                result.append(last)
                // All bars that begin before the change.
                let beats = last.beat(atOffset: change.tick - 1 - last.tick, wholeNote: wholeNote)
                bar += beats / last.numerator + 1
            }
            last = Segment(
                tick: change.tick,
                bar: bar,
                numerator: Int64(change.signature.numerator),
                denominatorPower: change.signature.denominatorPower
            )
        }
        result.append(last)
        return result
    }
}

extension MeterMap.Segment {
    /// The beat, from 0 at the segment's start, that holds `offset` ticks after it.
    func beat(atOffset offset: Int64, wholeNote: Int64) -> Int64 {
        Int64(clamping: (Int128(offset) << Int128(denominatorPower)) / Int128(wholeNote))
    }

    /// The ticks from the segment's start to a beat.
    func offset(ofBeat beat: Int64, wholeNote: Int64) -> Int64 {
        let parts = Int128(beat) * Int128(wholeNote)
        let mask = (Int128(1) << Int128(denominatorPower)) - 1
        return Int64(clamping: (parts + mask) >> Int128(denominatorPower))
    }

    /// The meter as musicians write it.
    var name: String { "\(numerator)/\(1 << Int(denominatorPower))" }
}
