package import CommandSupport
package import Sequencer
import Wording

/// Operations on ranges of time.
///
/// Cutting, reversing and scaling all tracks changes tempo, meter, keys and markers too; with some
/// tracks or channels, only their events are changed.
extension Editor {
    package mutating func cut(_ range: Range<Int64>, _ scope: EditScope) -> Report {
        let events = count(scope, in: range)
        let hadTime = range.lowerBound < sequence.endTick
        if scope.isAll {
            changeAll { _ = $0.cut(range) }
        } else {
            change(scope) { $0.cut(range) }
        }
        let ticks = range.upperBound - range.lowerBound
        return Report(
            text:
                "cut \(NumberText.count(ticks, "tick")) with \(NumberText.count(events, "event"))",
            isEmpty: scope.isAll ? !hadTime : events == 0 && !hadTime
        )
    }

    package mutating func clear(_ range: Range<Int64>, _ scope: EditScope) -> Report {
        let events = count(scope, in: range)
        change(scope) { $0.clear(range) }
        return report("cleared", events, "event")
    }

    package mutating func copy(_ range: Range<Int64>, to tick: Int64, _ scope: EditScope) -> Report
    {
        let events = count(scope, in: range)
        change(scope) { track in
            let clip = track.copy(range)
            track.merge(clip, at: tick)
        }
        return report("copied", events, "event")
    }

    package mutating func move(_ range: Range<Int64>, to tick: Int64, _ scope: EditScope) -> Report
    {
        let events = count(scope, in: range)
        change(scope) { track in
            let clip = track.copy(range)
            track.clear(range)
            track.merge(clip, at: tick)
        }
        return report("moved", events, "event")
    }

    package mutating func reverse(_ range: Range<Int64>?, _ scope: EditScope) -> Report {
        let whole = range ?? 0..<max(sequence.endTick, 1)
        let events = count(scope, in: whole)
        if scope.isAll {
            changeAll { $0.reverse(range) }
        } else {
            // To the end of the piece, not to that of each track.
            change(scope) { track in
                let end = track.endOfTrack
                if range == nil { track.endOfTrack = max(end, whole.upperBound) }
                track.reverse(whole)
                track.endOfTrack = end
            }
        }
        return report("reversed", events, "event")
    }

    package mutating func scaleTime(by factor: Speed, _ scope: EditScope) throws(CommandFailure)
        -> Report
    {
        guard let scale = TimeScale(factor.numerator, factor.denominator) else {
            throw CommandFailure(.usage, "expected a factor whose parts are 1 to 1000000")
        }
        let events = count(scope)
        let all: Range<Int64> = 0..<Int64.max
        if scope.isAll {
            changeAll { $0.scaleTime(all, by: scale) }
        } else {
            change(scope) { $0.scaleTime(all, by: scale) }
        }
        return report("made", events, "event", " \(factor) times as long")
    }

    package mutating func offset(by distance: EditDistance, _ scope: EditScope)
        throws(CommandFailure)
        -> Report
    {
        let ticks: Int64
        switch distance {
        case .ticks(let number): ticks = number
        case .beats(let beats):
            guard let wholeNote = sequence.ticksPerWholeNote else { throw Self.noBeats }
            ticks = beats.floor(parts: wholeNote / 4)
        }
        let events = count(scope)
        var held = 0
        change(scope) { held += Self.move(&$0, by: ticks) }
        return Report(
            text: "moved \(NumberText.count(events, "event")) by "
                + NumberText.count(ticks, "tick"),
            isEmpty: events == 0 || ticks == 0,
            warning: held == 0
                ? nil
                : "\(NumberText.count(held, "note")) would begin before the start, and begin there"
        )
    }

    /// Moves a track's events; what would come before its start, as programs often would, comes there.
    ///
    /// - Returns: The number of notes that would have begun before the start.
    private static func move(_ track: inout MusicTrack, by ticks: Int64) -> Int {
        guard ticks < 0 && ticks != .min else {
            track.move(0..<Int64.max, by: ticks)
            return 0
        }
        let early = Array(track.events[ticks: 0..<(-ticks)])
        track.clear(0..<(-ticks))
        track.move(0..<Int64.max, by: ticks)
        let first = Array(track.events[ticks: 0..<1])
        track.clear(0..<1)
        for entry in early + first { track.insert(entry.event, at: 0) }
        return early.count { entry in
            if case .note = entry.event { true } else { false }
        }
    }
}
