import Sequencer

/// Places ahead of playing.
extension Playback {
    /// Where something that is to begin with the next bar can.
    enum NextBar: Hashable {
        /// The nominal frame, which is ahead of playing before it comes round.
        case ahead(Int64)
        /// In the next pass of a loop, whose end is too near.
        case afterLoopEnd
    }

    /// The next bar that is so far ahead that the engine can be told of it; `nil` where there is
    /// none, in loops that are too short for it, and while nothing plays.
    ///
    /// The beginning of a loop is a bar. What is to begin there begins on the last tick before the
    /// loop's end: playing does not reach the end itself, and its beginning lies behind.
    func nextBar() -> NextBar? {
        guard let song, isUnderWay else { return nil }
        let map = song.sequence.tempoMap
        let here = place
        let soon = map.tick(atFrame: here + lead, rate: rate)
        let bar = (try? song.sequence.tick(after: soon, .nextBar)).map {
            map.frame(atTick: $0, rate: rate)
        }
        if let loop = loopedFrames(of: song), here < loop.upperBound {
            if let bar, bar < loop.upperBound { return .ahead(bar) }
            // There is hardly a time at which its end is far enough ahead.
            guard loop.upperBound - loop.lowerBound > 2 * lead else { return nil }
            let last = song.frame(before: loop.upperBound, rate: rate)
            return last > here + lead ? .ahead(last) : .afterLoopEnd
        }
        return bar.flatMap { $0 < song.endFrame(rate: rate) ? .ahead($0) : nil }
    }

    /// The nominal frames that are played again and again, where playing is in them.
    private func turningLoop(of song: Song) -> Range<Int64>? {
        loopedFrames(of: song).flatMap { $0.contains(place) ? $0 : nil }
    }

    /// A place so far ahead of what is rendered that the engine hears in time of what is to begin
    /// there.
    func placeAhead(in song: Song) -> Int64 {
        let here = place
        let loop = turningLoop(of: song)
        let end = loop?.upperBound ?? song.endFrame(rate: rate)
        if let loop, here + reach >= end { return loop.lowerBound }
        return min(here + lead, max(end - 1, here))
    }
}
