package import Sequencer

extension PreparedSequence {
    /// The bar in which a tick lies; `nil` in music without bars.
    package func lastBar(notAfter tick: Int64) -> (number: Int64, tick: Int64)? {
        guard let here = meterMap.position(atTick: tick),
            let start = try? meterMap.tick(bar: here.bar, beat: 1, tick: 0)
        else { return nil }
        return (here.bar, start)
    }

    /// The next bar or beat after a tick; `nil` where the music ends before it.
    package func tick(after tick: Int64, _ position: Position) throws(PositionError) -> Int64? {
        guard let here = meterMap.position(atTick: tick) else {
            throw PositionError(
                code: .noBars,
                description: "\(position): the file counts SMPTE frames and has no bars; "
                    + "use a time such as 1m30s"
            )
        }
        var next = try meterMap.tick(bar: here.bar + 1, beat: 1, tick: 0)
        if case .nextBeat = position,
            let beat = try? meterMap.tick(bar: here.bar, beat: here.beat + 1, tick: 0)
        {
            next = beat
        }
        return next <= endTick ? next : nil
    }
}
