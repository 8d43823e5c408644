import Sequencer

/// Places ahead of playing.
extension Playback {
    /// The nominal frame of the next bar that is so far ahead that something can be done on it; `nil`
    /// where there is none, and while nothing plays.
    func nextBar() -> Int64? {
        guard let song, isUnderWay else { return nil }
        let map = song.sequence.tempoMap
        let loop = turningLoop(of: song)
        let soon = map.tick(atFrame: place + lead, rate: rate)
        guard let bar = try? song.sequence.tick(after: soon, .nextBar) else {
            return loop?.lowerBound
        }
        let frame = map.frame(atTick: bar, rate: rate)
        // Playing comes round before it is there.
        if let loop, frame >= loop.upperBound { return loop.lowerBound }
        return frame < song.endFrame(rate: rate) ? frame : nil
    }

    /// How far ahead of playing a nominal frame is; below 0 where it lies behind.
    func distance(to frame: Int64) -> Int64 {
        guard let song, let loop = turningLoop(of: song), frame < place, frame >= loop.lowerBound
        else { return frame - place }
        return loop.upperBound - place + (frame - loop.lowerBound)
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
