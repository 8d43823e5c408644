extension PreparedSequence {
    /// The tick of a position; a time becomes the last tick that is not after it.
    ///
    /// - Throws: `PositionError` if there is no such position, or if it is relative to where playing
    ///   is (`next-bar`, `next-beat`), which a sequence does not know.
    public func tick(of position: Position) throws(PositionError) -> Int64 {
        switch position {
        case .seconds(let nanoseconds):
            let units = try units(ofNanoseconds: nanoseconds)
            return tempoMap.tick(atUnits: units)
        case .barBeat(let bar, let beat, let tick):
            return try checked(meterMap.tick(bar: bar, beat: beat, tick: tick), position)
        case .ticks(let ticks):
            return try checked(max(ticks, 0), position)
        case .marker(let name):
            return try tick(ofMarker: name)
        case .nextBar, .nextBeat:
            throw PositionError(
                code: .relative,
                description:
                    "\(position) is relative to the playback position, but nothing is playing"
            )
        }
    }

    /// The frame of a position: the first that is not before its exact time.
    ///
    /// A time is not rounded to a tick first.
    ///
    /// - Parameters:
    ///   - position: The position.
    ///   - rate: Frames per second, 1 or more.
    /// - Returns: The frame, counted from the start of the sequence.
    /// - Throws: `PositionError`, as ``tick(of:)``.
    public func frame(of position: Position, rate: Int) throws(PositionError) -> Int64 {
        guard case .seconds(let nanoseconds) = position else {
            return try tempoMap.frame(atTick: tick(of: position), rate: rate)
        }
        precondition(rate > 0, "a rate is 1 or more frames per second")
        _ = try units(ofNanoseconds: nanoseconds)
        let scaled = Int128(max(nanoseconds, 0)) * Int128(rate)
        return Int64(min((scaled + 999_999_999) / 1_000_000_000, Int128(TempoMap.lastFrame)))
    }

    /// The last unit of the tempo map that is not after a time within the sequence.
    private func units(ofNanoseconds nanoseconds: Int64) throws(PositionError) -> Int128 {
        let scaled = Int128(max(nanoseconds, 0)) * Int128(tempoMap.unitsPerSecond)
        let units = scaled / 1_000_000_000
        let end = tempoMap.units(atTick: endTick)
        guard units < end || (units == end && scaled % 1_000_000_000 == 0) else {
            throw afterEnd(.seconds(nanoseconds: nanoseconds))
        }
        return units
    }

    private func checked(_ tick: Int64, _ position: Position) throws(PositionError) -> Int64 {
        guard tick <= endTick else { throw afterEnd(position) }
        return tick
    }

    private func afterEnd(_ position: Position) -> PositionError {
        var length = TimeText.text(nanoseconds: tempoMap.nanoseconds(atTick: endTick))
        if let end = meterMap.position(atTick: endTick) { length += ", \(end)" }
        return PositionError(
            code: .afterEnd,
            description: "\(position) is after the end: the length is \(length) (\(endTick)t)"
        )
    }

    private func tick(ofMarker name: String) throws(PositionError) -> Int64 {
        if let marker = markers.first(where: { $0.name == name }) { return marker.tick }
        let lowercased = name.lowercased()
        if let marker = markers.first(where: { $0.name.lowercased() == lowercased }) {
            return marker.tick
        }
        var listed: [String] = []
        for marker in markers where !listed.contains(marker.name) {
            // A longer list does not help.
            if listed.count == 20 {
                listed.append("…")
                break
            }
            listed.append(marker.name)
        }
        let known =
            listed.isEmpty
            ? "the file has none"
            : "markers: \(listed.map { $0 == "…" ? $0 : "@\($0)" }.joined(separator: ", "))"
        throw PositionError(
            code: .noSuchMarker,
            description: "no marker @\(name); \(known)"
        )
    }
}
