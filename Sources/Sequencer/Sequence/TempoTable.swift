/// The segments of a tempo map as a player at one rate and speed counts them.
///
/// Locating makes a new item each time, mostly at the same rate and speed: a sequence keeps the
/// table that was asked for last, so that a hundred thousand changes of tempo are not converted
/// for each.
struct TempoTable: Sendable {
    private let tempoOverride: UInt32?
    private let rate: Int
    private let speed: Speed
    /// The units of a second: those of the tempo map × the speed's numerator.
    let unitsPerSecond: Int64
    /// Frames per second × the speed's denominator.
    let scaledRate: Int64
    let segments: FixedBuffer<TempoSegment>

    fileprivate init(of sequence: PreparedSequence, rate: Int, speed: Speed) {
        tempoOverride = sequence.tempoOverride
        self.rate = rate
        self.speed = speed
        let units = sequence.tempoMap.unitsPerSecond * speed.numerator
        let frames = Int64(rate) * speed.denominator
        segments = FixedBuffer(
            sequence.tempoMap.segments.map {
                TempoSegment($0, unitsPerSecond: units, rate: frames)
            }
        )
        (unitsPerSecond, scaledRate) = (units, frames)
    }

    fileprivate func isOf(_ sequence: PreparedSequence, rate: Int, speed: Speed) -> Bool {
        tempoOverride == sequence.tempoOverride && self.rate == rate && self.speed == speed
    }
}

extension PreparedSequence {
    /// The segments of the tempo map at a rate and a speed.
    func tempoTable(rate: Int, speed: Speed) -> TempoTable {
        if let last = schedule.derived.stored(TempoTable.self),
            last.isOf(self, rate: rate, speed: speed)
        {
            return last
        }
        let table = TempoTable(of: self, rate: rate, speed: speed)
        schedule.derived.store(table)
        return table
    }
}
