import Sequencer

/// Positions ahead of playing.
extension PiecePlayer {
    /// When the engine is to be told of what is to begin with the next bar.
    public enum SwitchPoint: Hashable {
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
                // There is hardly a time at which its end is far enough ahead.
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

    /// The nominal frames that are played again and again, where playing is in them.
    private func activeLoop(of piece: LoadedPiece) -> Range<Int64>? {
        loopedFrames(of: piece).flatMap { $0.contains(position) ? $0 : nil }
    }

    /// A position so far ahead of what is rendered that the engine hears in time of what is to begin
    /// there.
    public func positionAhead(in piece: LoadedPiece) -> Int64 {
        let here = position
        let loop = activeLoop(of: piece)
        let end = loop?.upperBound ?? piece.endFrame(rate: rate)
        if let loop, here + renderAhead >= end { return loop.lowerBound }
        return min(here + lookahead, max(end - 1, here))
    }
}
