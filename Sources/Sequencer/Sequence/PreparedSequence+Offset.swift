extension PreparedSequence {
    /// The frame at a distance from another one, from the start to the end of the sequence.
    ///
    /// - Parameters:
    ///   - offset: The distance.
    ///   - frame: The other frame, counted from the start of the sequence.
    ///   - rate: Frames per second, 1 or more.
    /// - Returns: The frame; the start or the end where the distance leads out of the sequence.
    /// - Throws: `PositionError` for bars or beats of a sequence that has none.
    public func frame(
        at offset: PositionOffset,
        from frame: Int64,
        rate: Int
    ) throws(PositionError) -> Int64 {
        let end = endFrame(rate: rate)
        switch offset {
        case .seconds(let nanoseconds):
            let moved = Int128(frame) + Int128(nanoseconds) * Int128(rate) / 1_000_000_000
            return Int64(min(max(moved, 0), Int128(end)))
        case .ticks(let ticks):
            return self.frame(ofTick: tempoMap.tick(atFrame: frame, rate: rate), plus: ticks, rate)
        case .beats(let beats):
            let tick = tempoMap.tick(atFrame: frame, rate: rate)
            guard let moved = meterMap.tick(tick, plusBeats: beats, end: endTick) else {
                throw Self.noBars
            }
            return min(end, tempoMap.frame(atTick: moved, rate: rate))
        case .bars(let bars):
            let here = try position(atFrame: frame, rate)
            let bar = here.bar + bars
            guard bar >= 1 else { return 0 }
            var tick = try meterMap.tick(bar: bar, beat: 1, tick: 0)
            // A shorter bar has fewer beats.
            for beat in stride(from: here.beat, through: 1, by: -1) {
                guard let found = try? meterMap.tick(bar: bar, beat: beat, tick: here.tick) else {
                    continue
                }
                tick = found
                break
            }
            return min(end, tempoMap.frame(atTick: min(tick, endTick), rate: rate))
        }
    }

    private func frame(ofTick tick: Int64, plus ticks: Int64, _ rate: Int) -> Int64 {
        let moved = min(max(Int128(tick) + Int128(ticks), 0), Int128(endTick))
        return min(endFrame(rate: rate), tempoMap.frame(atTick: Int64(moved), rate: rate))
    }

    private func position(atFrame frame: Int64, _ rate: Int) throws(PositionError) -> BarBeat {
        let tick = tempoMap.tick(atFrame: frame, rate: rate)
        guard let position = meterMap.position(atTick: tick) else { throw Self.noBars }
        return position
    }

    private static let noBars = PositionError(
        code: .noBars,
        description: "the file counts SMPTE frames and has no bars; a time is written +10s"
    )
}
