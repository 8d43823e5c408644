/// The parts of one tempo and one meter.
extension PreparedSequence {
    /// The segments in the order of time; none for a file without bars.
    ///
    /// - Parameter pace: The speed at which the sequence is played.
    /// - Returns: The segments.
    public func beatSegments(pace: Speed = .normal) -> [BeatSegment] {
        guard !meterMap.segments.isEmpty else { return [] }
        let starts = Set(
            [0] + tempoMap.changes.map { max($0.tick, 0) } + meterMap.segments.map(\.tick)
        )
        var meters = meterMap.segments[...]
        return starts.sorted().map { tick in
            while let next = meters.dropFirst().first, next.tick <= tick { meters.removeFirst() }
            return segment(at: tick, meters[meters.startIndex], pace)
        }
    }

    private func segment(
        at tick: Int64,
        _ meter: MeterMap.Segment,
        _ pace: Speed
    ) -> BeatSegment {
        let beat = Double(meterMap.wholeNote) / Double(Int64(1) << Int64(meter.denominatorPower))
        let bar = beat * Double(meter.numerator)
        let offset = Double(tick - meter.tick)
        let bars = (offset / bar).rounded(.down)
        let quarter = Double(tempoMap.microsecondsPerQuarter(atTick: tick)) / 1e6
        return BeatSegment(
            seconds: tempoMap.seconds(atTick: tick) / pace.factor,
            bar: meter.bar + Int64(bars) + 1,
            ticks: offset - bars * bar,
            barStart: Double(meter.tick) + bars * bar,
            ticksPerSecond: Double(meterMap.wholeNote) / 4 / max(quarter, 1e-6) * pace.factor,
            ticksPerBeat: beat,
            beatsPerBar: Int(meter.numerator),
            beatType: 1 << Int(meter.denominatorPower)
        )
    }
}
