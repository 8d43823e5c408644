/// A musical position: bar and beat from 1, and ticks within the beat from 0.
public struct BarBeat: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The bar, from 1.
    public var bar: Int64
    /// The beat of the meter, from 1.
    public var beat: Int64
    /// Ticks since the beat began.
    public var tick: Int64

    /// Makes a position.
    public init(bar: Int64, beat: Int64, tick: Int64 = 0) {
        self.bar = bar
        self.beat = beat
        self.tick = tick
    }

    /// Whether the left one comes first.
    public static func < (left: BarBeat, right: BarBeat) -> Bool {
        (left.bar, left.beat, left.tick) < (right.bar, right.beat, right.tick)
    }

    /// The position as it is typed: `17:1`, or `17:1:240` within a beat.
    public var description: String {
        tick == 0 ? "\(bar):\(beat)" : "\(bar):\(beat):\(tick)"
    }
}
