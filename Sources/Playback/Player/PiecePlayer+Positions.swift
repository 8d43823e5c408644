import Sequencer

/// Positions ahead of playing.
extension PiecePlayer {
    /// The time at which the engine gets a change that takes effect with the next bar.
    public enum SwitchPoint: Hashable {
        /// Later: the bar is too far ahead, or comes with the next pass of a loop.
        case waits
        /// Now: the bar begins at this nominal frame.
        case at(Int64)
        /// Now, and it takes effect at once: no bar comes, or the loop is too short, or nothing plays.
        case atOnce
    }

    /// The time at which the engine gets a change that takes effect with the next bar.
    ///
    /// The start of a loop is a bar. A change there takes effect on the last tick before the loop's
    /// end: playing does not reach the end itself, and the start lies behind.
    ///
    /// - Parameter horizon: The largest distance of the bar, in nominal frames.
    /// - Returns: The time.
    public func switchPoint(within horizon: Int64) -> SwitchPoint {
        guard let piece, isUnderWay else { return .atOnce }
        let map = piece.sequence.tempoMap
        let here = position
        let soon = map.tick(atFrame: here + lookahead, rate: rate)
        var next = (try? piece.sequence.tick(after: soon, .nextBar)).map {
            map.frame(atTick: $0, rate: rate)
        }
        if let loop = loopedFrames(of: piece), here < loop.upperBound {
            if next.map({ $0 >= loop.upperBound }) ?? true {
                // Its end is hardly ever far enough ahead.
                guard loop.upperBound - loop.lowerBound > 2 * lookahead else { return .atOnce }
                let last = piece.frame(before: loop.upperBound, rate: rate)
                guard last > here + lookahead else { return .waits }
                next = last
            }
        } else if next.map({ $0 >= piece.endFrame(rate: rate) }) ?? true {
            return .atOnce
        }
        guard let next else { return .atOnce }
        return next - here <= horizon ? .at(next) : .waits
    }

    /// The loop, if the position is in it.
    private func activeLoop(of piece: LoadedPiece) -> Range<Int64>? {
        loopedFrames(of: piece).flatMap { $0.contains(position) ? $0 : nil }
    }

    /// The next position for which the engine gets a change in time.
    public func positionAhead(in piece: LoadedPiece) -> Int64 {
        let here = position
        let loop = activeLoop(of: piece)
        let end = loop?.upperBound ?? piece.endFrame(rate: rate)
        if let loop, here + renderAhead >= end { return loop.lowerBound }
        return min(here + lookahead, max(end - 1, here))
    }
}
