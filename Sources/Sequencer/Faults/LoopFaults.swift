import SMF

/// Finds loop points that do not belong together.
///
/// See ``LoopPoint``; CC111 is RPG Maker's loop start, whose end is the file's.
struct LoopFaults {
    enum Kind: Int, CaseIterable {
        case start
        case end
        case controller
    }

    private struct Point {
        var tick: Int64
        var track: Int
        /// The number of its ticks; the first is stored.
        var count = 1
        var last: Int64
    }

    private var points: [Point?] = Array(repeating: nil, count: Kind.allCases.count)

    /// Takes a text event.
    mutating func take(_ bytes: ArraySlice<UInt8>, _ kind: TextKind, tick: Int64, track: Int) {
        switch LoopPoint(bytes, kind) {
        case .start: note(.start, tick: tick, track: track)
        case .end: note(.end, tick: tick, track: track)
        case nil: break
        }
    }

    /// Notes a loop point.
    mutating func note(_ kind: Kind, tick: Int64, track: Int) {
        guard var point = points[kind.rawValue] else {
            points[kind.rawValue] = Point(tick: tick, track: track, last: tick)
            return
        }
        // Some programs write a marker into every track.
        if tick != point.last { point.count += 1 }
        point.last = tick
        points[kind.rawValue] = point
    }

    func finish(_ wording: FaultWording, _ log: inout FaultLog) {
        for (kind, name) in zip(Kind.allCases, ["loopStart", "loopEnd", "CC111 (loop start)"]) {
            guard let point = points[kind.rawValue], point.count > 1 else { continue }
            log.report(
                .loopRepeated,
                kind == .controller ? .note : .warning,
                track: point.track,
                tick: point.tick,
                "\(name) at \(point.count) positions; a player can use only one"
            )
        }
        let (start, end) = (points[Kind.start.rawValue], points[Kind.end.rawValue])
        if let start, let end {
            guard end.last <= start.tick else { return }
            log.report(
                .loopUnmatched,
                .warning,
                track: end.track,
                tick: end.tick,
                "loopEnd is not after loopStart, at \(wording.name(ofTick: start.tick))"
            )
        } else if let start {
            log.report(
                .loopUnmatched,
                .note,
                track: start.track,
                tick: start.tick,
                "loopStart without loopEnd: players loop at the end of the music"
            )
        } else if let end {
            log.report(
                .loopUnmatched,
                .note,
                track: end.track,
                tick: end.tick,
                "loopEnd without loopStart: players loop to the beginning, or not at all"
            )
        }
    }
}
