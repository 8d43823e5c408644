extension MeterMap {
    /// The bar, beat and rest of a tick; `nil` for an SMPTE division.
    ///
    /// - Parameter tick: A tick; below 0 counts as 0.
    /// - Returns: The position.
    public func position(atTick tick: Int64) -> BarBeat? {
        guard !segments.isEmpty else { return nil }
        let tick = max(tick, 0)
        let segment = segments[max(segments.partitioningIndex { $0.tick > tick } - 1, 0)]
        let offset = tick - segment.tick
        let beat = segment.beat(atOffset: offset, wholeNote: wholeNote)
        return BarBeat(
            bar: segment.bar + beat / segment.numerator + 1,
            beat: beat % segment.numerator + 1,
            tick: offset - segment.offset(ofBeat: beat, wholeNote: wholeNote)
        )
    }

    /// The tick of a bar, a beat and a rest.
    ///
    /// - Parameters:
    ///   - bar: The bar, from 1; there is no last one.
    ///   - beat: The beat of the bar's meter, from 1.
    ///   - tick: Ticks since the beat began, fewer than the beat has.
    /// - Returns: The tick, counted from the start of the sequence.
    /// - Throws: `PositionError` that says what the bar has, if it has no such beat or tick.
    public func tick(bar: Int64, beat: Int64, tick: Int64) throws(PositionError) -> Int64 {
        guard !segments.isEmpty else {
            throw PositionError(
                code: .noBars,
                description:
                    "the file counts SMPTE frames and has no bars; a time is written 1m30s"
            )
        }
        guard bar >= 1 else {
            throw PositionError(
                code: .noSuchBeat,
                description: "there is no bar \(bar): bars count from 1; "
                    + "a time is written 1m30s"
            )
        }
        let index = max(segments.partitioningIndex { $0.bar > bar - 1 } - 1, 0)
        let segment = segments[index]
        guard beat >= 1, beat <= segment.numerator else {
            throw noSuchBeat(bar: bar, beat: beat, has: segment.numerator, meter: segment.name)
        }
        let bars = Int128(bar - 1 - segment.bar)
        let first = Int64(clamping: bars * Int128(segment.numerator) + Int128(beat - 1))
        let start = segment.offset(ofBeat: first, wholeNote: wholeNote)
        let next = index + 1 < segments.count ? segments[index + 1] : nil
        if let next, start >= next.tick - segment.tick {
            let left = segment.beat(
                atOffset: next.tick - segment.tick - 1,
                wholeNote: wholeNote
            )
            throw noSuchBeat(
                bar: bar,
                beat: beat,
                has: left % segment.numerator + 1,
                meter: "\(segment.name), cut short by the \(next.name) after it"
            )
        }
        var end = segment.offset(ofBeat: first == .max ? first : first + 1, wholeNote: wholeNote)
        if let next { end = min(end, next.tick - segment.tick) }
        guard tick >= 0, tick < max(end - start, 1) else {
            throw PositionError(
                code: .noSuchBeat,
                description: "beat \(bar):\(beat) has \(max(end - start, 1)) ticks, "
                    + "0 to \(max(end - start, 1) - 1), no tick \(tick)"
            )
        }
        return Int64(clamping: Int128(segment.tick) + Int128(start) + Int128(tick))
    }

    private func noSuchBeat(bar: Int64, beat: Int64, has: Int64, meter: String) -> PositionError {
        PositionError(
            code: .noSuchBeat,
            description: "bar \(bar) has \(has) beat\(has == 1 ? "" : "s") (\(meter)), "
                + "no beat \(beat); a time is written 1m30s"
        )
    }
}
