import Synchronization

/// The stretches of a tempo map as a player at one rate and speed counts them.
///
/// Locating makes a new item each time, mostly at the same rate and speed: a sequence keeps the
/// table that was asked for last, so that a hundred thousand changes of tempo are not converted
/// for each.
struct TempoTable: Sendable {
    private let tempoOverride: UInt32?
    private let rate: Int
    private let speed: Speed
    let segments: FixedBuffer<TempoSegment>

    fileprivate init(of sequence: PreparedSequence, rate: Int, speed: Speed) {
        tempoOverride = sequence.tempoOverride
        self.rate = rate
        self.speed = speed
        let unitsPerSecond = sequence.tempoMap.unitsPerSecond * speed.numerator
        let scaledRate = Int64(rate) * speed.denominator
        segments = FixedBuffer(
            sequence.tempoMap.segments.map {
                TempoSegment($0, unitsPerSecond: unitsPerSecond, rate: scaledRate)
            }
        )
    }

    fileprivate func isOf(_ sequence: PreparedSequence, rate: Int, speed: Speed) -> Bool {
        tempoOverride == sequence.tempoOverride && self.rate == rate && self.speed == speed
    }
}

extension PreparedSequence {
    /// The stretches of the tempo map at a rate and a speed.
    func tempoSegments(rate: Int, speed: Speed) -> FixedBuffer<TempoSegment> {
        schedule.tempos.withLock { last in
            if let last, last.isOf(self, rate: rate, speed: speed) { return last.segments }
            let table = TempoTable(of: self, rate: rate, speed: speed)
            last = table
            return table.segments
        }
    }
}
