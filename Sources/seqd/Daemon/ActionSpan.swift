import ControlProtocol

/// What of a song has been played since the last time, for the commands that wait for its places.
struct ActionSpan {
    /// Why it is an action's turn.
    enum Turn: Hashable {
        /// Its place has been reached, or is too near for the engine to hear of it in time.
        case reached
        /// Its place is near: the engine is told.
        case ahead(atLoopEnd: Bool)
    }

    /// The nominal frame at which playing was the last time.
    var start: Int64
    /// The nominal frame at which it is now.
    var end: Int64
    /// The nominal frames that are played again and again.
    var loop: Range<Int64>?
    /// So far ahead the engine is told, in nominal frames.
    var lead: Int64
    /// What is nearer than this may have been rendered already.
    var reach: Int64

    /// Makes the span between two places.
    init(from start: Int64, to end: Int64, loop: Range<Int64>?, lead: Int64, reach: Int64) {
        (self.start, self.end, self.lead, self.reach) = (start, end, lead, reach)
        self.loop = loop
    }

    /// Whether it is an action's turn.
    ///
    /// Of what was played before the action was accepted nothing counts: a loop may have come round
    /// since the last look. The place at which it was accepted does, and it need not be passed again.
    func turn(of action: Transport.Action) -> Turn? {
        if isReached(action.frame, from: action.acceptedPlace.map { $0 - 1 } ?? start) {
            return .reached
        }
        switch action.timing {
        case .exact: return ahead(action)
        default: return nil
        }
    }

    private func isReached(_ frame: Int64, from start: Int64) -> Bool {
        if end >= start { return frame > start && frame <= end }
        // A loop has come round, by its end.
        guard let loop else { return frame == end }
        return frame > start && frame <= loop.upperBound
            || frame >= loop.lowerBound && frame <= end
    }

    private func ahead(_ action: Transport.Action) -> Turn? {
        func isNear(_ frame: Int64) -> Bool { frame > end + reach && frame <= end + lead }
        guard let loop, loop.contains(end) else {
            return isNear(action.frame) ? .ahead(atLoopEnd: false) : nil
        }
        if action.frame < loop.upperBound, isNear(action.frame) { return .ahead(atLoopEnd: false) }
        // Its beginning is where its end is; but another loop that begins there is not entered from
        // before it.
        let isAtEnd =
            action.frame == loop.upperBound
            || action.frame == loop.lowerBound && !action.changesLoop
        return isAtEnd && isNear(loop.upperBound) ? .ahead(atLoopEnd: true) : nil
    }
}
