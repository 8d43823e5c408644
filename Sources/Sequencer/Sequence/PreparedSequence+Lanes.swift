extension PreparedSequence {
    /// The most lanes that a sequence can be split into.
    public static let maximumLanes = 256

    /// The lanes, by the number that events have as their port.
    ///
    /// Those of the ports come first.
    public var lanes: [Lane] {
        splitLanes.isEmpty ? ports.indices.map { Lane(port: $0) } : splitLanes
    }

    /// The same music with some tracks in lanes of their own: a lane for each of them and each port
    /// that it has channel messages for.
    ///
    /// A track takes its own channel messages along. One that has no notes on a channel, but other
    /// messages for it, sets the channel up: its messages go to each lane that plays the channel, as
    /// the System Exclusive messages of a port go to each of its lanes. ``ports`` has the FF 21 value
    /// of each lane; all else is as before, so what was found in the whole sequence (selections,
    /// positions) holds for the split one.
    ///
    /// - Parameters:
    ///   - singled: The tracks, from 0 in file order.
    ///   - previous: The lanes of another split of the music; what has a lane there keeps its
    ///     number.
    ///   - changes: The changes of channel messages in the lanes, which may have copies for them.
    /// - Returns: The sequence itself where no track gets a lane and nothing changes; `nil` where
    ///   there would be more than ``maximumLanes``.
    public func split(
        tracks singled: Set<Int>,
        after previous: [Lane] = [],
        changing changes: (any LaneMessageChanges)? = nil
    ) -> PreparedSequence? {
        precondition(splitLanes.isEmpty, "it has been split already")
        let wanted = singled.sorted().filter(tracks.indices.contains).flatMap { track in
            Set(tracks[track].channels.map { Int($0.port) }).sorted()
                .map { Lane(port: $0, track: track) }
        }
        guard !wanted.isEmpty || changes != nil else { return self }
        let copies = changes?.copies ?? []
        guard let numbers = numbers(of: wanted + copies, after: previous) else { return nil }
        var sequence = self
        sequence.splitLanes = numbers
        sequence.ports = numbers.map { ports[$0.port] }
        sequence.portDevices = numbers.map { portDevices[$0.port] }
        sequence.schedule = LaneSplit(of: self, into: numbers, changing: changes).schedule
        return sequence
    }

    /// The same music, with other drum channels than the messages say: keys of drum channels are
    /// not transposed, and their notes are not chased.
    ///
    /// - Parameter drums: By lane, bit n for channel n.
    /// - Returns: The sequence itself where nothing differs.
    public func withDrums(_ drums: [UInt16]) -> PreparedSequence {
        precondition(drums.count == schedule.drumChannels.count, "a number for each lane")
        guard drums != schedule.drumChannels else { return self }
        var sequence = self
        sequence.schedule = schedule.withDrums(drums)
        return sequence
    }

    /// The lanes by number: the ports, then those that were there before at their places, and the
    /// new ones in the gaps and behind them.
    private func numbers(of wanted: [Lane], after previous: [Lane]) -> [Lane]? {
        var result: [Lane?] = ports.indices.map { Lane(port: $0) }
        let known = Set(wanted)
        if previous.count > result.count {
            result += previous[result.count...].map { known.contains($0) ? $0 : nil }
        }
        let placed = Set(result.compactMap { $0 })
        var next = ports.count
        for lane in wanted where !placed.contains(lane) {
            while next < result.count, result[next] != nil { next += 1 }
            if next == result.count { result.append(lane) } else { result[next] = lane }
        }
        while result.last == .some(nil) { result.removeLast() }
        guard result.count <= Self.maximumLanes else { return nil }
        // A gap is a lane without events.
        return result.map { $0 ?? Lane(port: 0) }
    }
}
