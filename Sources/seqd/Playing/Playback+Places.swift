import Sequencer

/// Places ahead of playing.
extension Playback {
    /// When the engine is to be told of what is to begin with the next bar.
    enum BarTurn: Hashable {
        /// Later: the bar is too far ahead yet, or comes with the next pass of a loop.
        case waits
        /// Now: it begins at this nominal frame.
        case at(Int64)
        /// Now, and it begins at once: no bar comes, or too soon after another, or nothing plays.
        case atOnce
    }

    /// Whether what is to begin with the next bar has its turn.
    ///
    /// The beginning of a loop is a bar. What is to begin there begins on the last tick before the
    /// loop's end: playing does not reach the end itself, and its beginning lies behind.
    ///
    /// - Parameter horizon: How near the bar has to be, in nominal frames.
    /// - Returns: When its turn is.
    func turnAtBar(within horizon: Int64) -> BarTurn {
        guard let song, isUnderWay else { return .atOnce }
        let map = song.sequence.tempoMap
        let here = place
        let soon = map.tick(atFrame: here + lead, rate: rate)
        var next = (try? song.sequence.tick(after: soon, .nextBar)).map {
            map.frame(atTick: $0, rate: rate)
        }
        if let loop = loopedFrames(of: song), here < loop.upperBound {
            if next.map({ $0 >= loop.upperBound }) ?? true {
                // There is hardly a time at which its end is far enough ahead.
                guard loop.upperBound - loop.lowerBound > 2 * lead else { return .atOnce }
                let last = song.frame(before: loop.upperBound, rate: rate)
                guard last > here + lead else { return .waits }
                next = last
            }
        } else if next.map({ $0 >= song.endFrame(rate: rate) }) ?? true {
            return .atOnce
        }
        guard let next else { return .atOnce }
        return next - here <= horizon ? .at(next) : .waits
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
