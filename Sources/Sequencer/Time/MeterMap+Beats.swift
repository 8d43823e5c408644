extension MeterMap {
    /// The tick a number of beats after another tick, counted in the meters that are passed.
    ///
    /// It takes time for each change of meter, and not for each beat.
    ///
    /// - Parameters:
    ///   - tick: The tick; its distance from the beat before it stays, if the other beat is that long.
    ///   - beats: The number of beats, below 0 for beats before it.
    ///   - end: The last tick to go to.
    /// - Returns: The tick, from 0 to the end; `nil` for an SMPTE division.
    func tick(_ tick: Int64, plusBeats beats: Int64, end: Int64) -> Int64? {
        guard !segments.isEmpty else { return nil }
        let tick = max(tick, 0)
        var index = max(segments.partitioningIndex { $0.tick > tick } - 1, 0)
        let start = segments[index]
        let beat = start.beat(atOffset: tick - start.tick, wholeNote: wholeNote)
        let rest = tick - start.tick - start.offset(ofBeat: beat, wholeNote: wholeNote)
        var target = Int128(beat) + Int128(beats)
        while target < 0 {
            guard index > 0 else { return 0 }
            index -= 1
            target += Int128(beatCount(of: index) ?? 0)
        }
        while let count = beatCount(of: index), target >= count {
            target -= Int128(count)
            index += 1
        }
        let segment = segments[index]
        guard end >= segment.tick else { return end }
        let last = segment.beat(atOffset: end - segment.tick, wholeNote: wholeNote)
        guard target <= last else { return end }
        let found = Int64(target)
        let first = segment.tick + segment.offset(ofBeat: found, wholeNote: wholeNote)
        var next = segment.tick + segment.offset(ofBeat: found + 1, wholeNote: wholeNote)
        if index + 1 < segments.count { next = min(next, segments[index + 1].tick) }
        return min(rest < next - first ? first + rest : first, end)
    }

    /// The number of beats that begin in a segment; `nil` for the last, which has no end.
    private func beatCount(of index: Int) -> Int64? {
        guard index + 1 < segments.count else { return nil }
        let segment = segments[index]
        let length = segments[index + 1].tick - segment.tick
        return segment.beat(atOffset: length - 1, wholeNote: wholeNote) + 1
    }
}
