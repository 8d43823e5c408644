import SMF

/// Finds gaps in which no note begins or ends for ten minutes or more.
///
/// They come from a wrong delta time or end of track rather than from a composer, and a renderer
/// writes gigabytes of silence for them.
struct GapFaults {
    /// The shortest gap that is reported, in nanoseconds.
    private static let shortest: Int64 = 600_000_000_000

    private let sequence: PreparedSequence
    /// A number of ticks that can last as long as the shortest gap.
    private let ticks: Int64
    /// The time of the last note event.
    private var last: Int64 = 0

    init(_ sequence: PreparedSequence) {
        self.sequence = sequence
        switch sequence.division {
        case .ticksPerQuarter(let ticks):
            let slowest = sequence.tempoMap.changes.map(\.microsecondsPerQuarter).max() ?? 0
            self.ticks =
                Self.shortest / 1_000 * Int64(ticks) / Int64(max(slowest, TempoMap.defaultTempo))
        case .smpte: ticks = 1
        }
    }

    /// Takes a note-on or note-off.
    mutating func take(_ event: ScheduledEvent, _ log: inout FaultLog) {
        check(to: event.tick, track: Int(event.track), &log)
    }

    /// Checks the gap before the end.
    mutating func finish(_ log: inout FaultLog) {
        let end = sequence.endTick
        check(to: end, track: sequence.tracks.firstIndex { $0.endTick == end }, isEnd: true, &log)
    }

    private mutating func check(
        to tick: Int64,
        track: Int?,
        isEnd: Bool = false,
        _ log: inout FaultLog
    ) {
        let start = last
        last = tick
        guard tick - start >= ticks else { return }
        let map = sequence.tempoMap
        let length = map.nanoseconds(atTick: tick) - map.nanoseconds(atTick: start)
        guard length >= Self.shortest else { return }
        log.report(
            .longGap,
            .warning,
            track: track,
            tick: start,
            "no note begins or ends for \(TimeText.text(nanoseconds: length, decimals: 0...0))"
                + "\(isEnd ? ", up to the end of track" : ""): is this intended?"
        )
    }
}
