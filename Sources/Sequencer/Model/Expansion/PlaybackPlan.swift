/// The passes and positions at which each track of a sequence is played.
struct PlaybackPlan {
    /// One track's part.
    struct Part {
        /// The length of the track, in its own ticks.
        var length: Int64
        /// The ticks at its end that come again; 0 for none.
        var loop: Int64 = 0
        /// The number of passes.
        var passes: Int64 = 1
        /// The start, in ticks of the sequence.
        var offset: Int64
        /// The position at which notes end and events are left out, in ticks of the track; `nil`
        /// plays all.
        var cut: Int64?
        /// Whether the events on the very tick where it ends are played: unless its end was set.
        var includesEnd: Bool
        /// The position at which it is cut off, in ticks of the sequence; `nil` if it ends by
        /// itself.
        var stop: Int64?

        /// The end, in ticks of the sequence; below 0 if it ends before the sequence begins.
        var end: Int64 { shift(ofPass: passes - 1).addingClamped(length) }

        /// The number of ticks by which a pass is played later than written.
        func shift(ofPass pass: Int64) -> Int64 {
            let (ticks, overflow) = loop.multipliedReportingOverflow(by: pass)
            return overflow ? .max : offset.addingClamped(ticks)
        }
    }

    /// The parts by track.
    private(set) var parts: [Part] = []
    /// The range that is to be repeated, if all tracks loop for ever.
    private(set) var repeats: Range<Int64>?

    /// The most events that loops may make.
    static let maximumEvents: Int64 = 20_000_000
    /// The limit of offsets and lengths, so that no sum of two overflows; a file cannot hold events
    /// at later positions.
    private static let farthest: Int64 = 1 << 60

    init(_ sequence: MusicSequence) throws(SequenceError) {
        var endless: [Int] = []
        for track in sequence.tracks {
            let length = min(track.playedLength, Self.farthest)
            var part = Part(
                length: length,
                offset: min(max(track.startOffset, -Self.farthest), Self.farthest),
                cut: track.length.map { min(max($0, 0), Self.farthest) },
                includesEnd: track.length == nil
            )
            if let loop = track.loop, length > 0, loop.count != 1 {
                part.loop = min(max(loop.length, 1), length)
                part.cut = length
                if let count = loop.count {
                    part.passes = Int64(max(count, 1))
                } else {
                    endless.append(parts.count)
                }
            }
            parts.append(part)
        }
        if !endless.isEmpty { try unroll(endless, of: sequence) }
        try checkCount(sequence)
    }

    /// Finds out how often tracks without end are played.
    private mutating func unroll(
        _ endless: [Int],
        of sequence: MusicSequence
    ) throws(SequenceError) {
        let others = Set(parts.indices).subtracting(endless).filter { parts[$0].length > 0 }
        // Each is played once to its own end at least.
        var end = endless.reduce(0) { max($0, parts[$1].end) }
        if let last = others.map({ parts[$0].end }).max() {
            end = max(end, last, sequence.tempoTrack.endTick)
        } else {
            let start = endless.reduce(sequence.tempoTrack.lastTempoEnd) { latest, number in
                max(latest, loopStart(number, of: sequence.tracks[number]))
            }
            var common: Int64 = 1
            for number in endless {
                common = try Self.leastCommonMultiple(common, parts[number].loop)
            }
            end = start.addingClamped(common)
            repeats = start..<end
        }
        for number in endless {
            let part = parts[number]
            let rest = end.addingClamped(-part.end)
            if rest > 0 {
                let (passes, remainder) = rest.quotientAndRemainder(dividingBy: part.loop)
                parts[number].passes = part.passes.addingClamped(passes)
                    .addingClamped(remainder > 0 ? 1 : 0)
            }
            parts[number].stop = end
        }
    }

    /// The tick of the sequence from which a track repeats itself.
    ///
    /// Events on the end of a track are played at the start of the second pass, but not of the
    /// first.
    private func loopStart(_ number: Int, of track: MusicTrack) -> Int64 {
        let part = parts[number]
        let hasEnd = part.includesEnd && track.events.last?.tick == part.length
        return part.offset.addingClamped(hasEnd ? part.length : part.length - part.loop)
    }

    private static func leastCommonMultiple(
        _ first: Int64,
        _ second: Int64
    ) throws(SequenceError) -> Int64 {
        var (divisor, rest) = (first, second)
        while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
        let (multiple, overflow) = (first / divisor).multipliedReportingOverflow(by: second)
        guard !overflow else {
            throw SequenceError(
                code: .tooManyEvents,
                detail: "all tracks loop endlessly, and their loops never end together"
            )
        }
        return multiple
    }

    /// Refuses loops that make too many events.
    private func checkCount(_ sequence: MusicSequence) throws(SequenceError) {
        var total: Int64 = 0
        for (number, part) in parts.enumerated() where part.passes > 1 {
            let range = max(part.length - part.loop, 0)..<part.length
            // A pass without events takes time, too.
            let count = max(Int64(sequence.tracks[number].events[ticks: range].count), 1)
            let (events, overflow) = count.multipliedReportingOverflow(by: part.passes)
            total = overflow ? .max : total.addingClamped(events)
            guard total <= Self.maximumEvents else {
                throw SequenceError(
                    code: .tooManyEvents,
                    track: number,
                    detail: "the loop is played \(part.passes) times, and all loops together have "
                        + "more than \(Self.maximumEvents) events"
                )
            }
        }
    }
}

extension TempoTrack {
    /// From when on the tempo stays as it is.
    fileprivate var lastTempoEnd: Int64 {
        events.reduce(0) { end, entry in
            switch entry.event {
            case .ramp(let ramp): max(end, entry.tick.addingClamped(ramp.length))
            case .tempo, .timeSignature, .keySignature, .marker, .meta: max(end, entry.tick)
            }
        }
    }
}
