/// The number of notes that sound at once in the course of a sequence.
///
/// A note sounds while its key is down or a pedal holds it (CC64, CC66); its release phase is the
/// sampler's affair. A key that is played again while it sounds counts once.
public struct Polyphony: Hashable, Sendable {
    /// A stretch of the sequence: a bar, or several where there are very many; where there are no
    /// bars, a part of the length.
    public struct Stretch: Hashable, Sendable {
        /// The start.
        public var tick: Int64
        /// The first of its bars, from 1; `nil` if there are none.
        public var bar: Int64?
        /// The most notes that sound at once in it.
        public var peak: Int

        /// Makes a stretch.
        public init(tick: Int64, bar: Int64?, peak: Int) {
            self.tick = tick
            self.bar = bar
            self.peak = peak
        }
    }

    /// The most notes that sound at once.
    public let peak: Int
    /// The first tick at which as many sound; 0 without any notes.
    public let peakTick: Int64
    /// The course of it, in order; the last stretch ends with the sequence.
    public let stretches: [Stretch]

    /// The stretches of a sequence, nothing counted yet.
    static func stretches(of sequence: PreparedSequence, most: Int) -> [Stretch] {
        let end = sequence.endTick
        guard end > 0 else { return [] }
        guard let bars = sequence.meterMap.position(atTick: end - 1)?.bar else {
            // Parts of the same length, of a tick at least.
            let step = max((end + Int64(most) - 1) / Int64(most), 1)
            return Swift.stride(from: 0, to: end, by: Int(step)).prefix(most).map {
                Stretch(tick: Int64($0), bar: nil, peak: 0)
            }
        }
        let step = max((bars + Int64(most) - 1) / Int64(most), 1)
        return Swift.stride(from: 1, through: bars, by: Int(step)).map { bar in
            let tick = try? sequence.meterMap.tick(bar: bar, beat: 1, tick: 0)
            return Stretch(tick: tick ?? end, bar: bar, peak: 0)
        }
    }
}
