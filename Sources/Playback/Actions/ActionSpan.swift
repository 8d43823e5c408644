/// What was played since the last look, for the actions that wait for positions in it.
struct ActionSpan {
    /// The nominal frame at the last look.
    var start: Int64
    /// The nominal frame now.
    var end: Int64
    /// The nominal frames that are repeated.
    var loop: Range<Int64>?
    /// How far ahead the engine is told, in nominal frames.
    var lookahead: Int64
    /// What may have been rendered already, in nominal frames.
    var renderAhead: Int64

    /// Makes the span from a position to another.
    init(from start: Int64, to end: PlayPosition) {
        self.start = start
        self.end = end.frame
        loop = end.loop
        lookahead = end.lookahead
        renderAhead = end.renderAhead
    }

    /// Why an action is due; `nil` if it is not.
    ///
    /// Of what was played before the action was accepted nothing counts: a loop may have come round
    /// since the last look. The position at which it was accepted does, and it need not be passed
    /// again.
    func reason<Payload>(for action: ActionScheduler<Payload>.Action) -> DueReason? {
        if isReached(action.frame, from: action.acceptedFrame.map { $0 - 1 } ?? start) {
            return .reached
        }
        return switch action.timing {
        case .exact: ahead(action.frame, meetsLoopStart: !action.changesLoop)
        case .near: nil
        }
    }

    private func isReached(_ frame: Int64, from start: Int64) -> Bool {
        if end >= start { return frame > start && frame <= end }
        // A loop has come round, by its end.
        guard let loop else { return frame == end }
        return frame > start && frame <= loop.upperBound
            || frame >= loop.lowerBound && frame <= end
    }

    private func ahead(_ frame: Int64, meetsLoopStart: Bool) -> DueReason? {
        func isNear(_ frame: Int64) -> Bool {
            frame > end + renderAhead && frame <= end + lookahead
        }
        guard let loop, loop.contains(end) else {
            return isNear(frame) ? .ahead(atLoopEnd: false) : nil
        }
        if frame < loop.upperBound, isNear(frame) { return .ahead(atLoopEnd: false) }
        // Its beginning is where its end is; but another loop that begins there is not entered from
        // before it.
        let isAtEnd = frame == loop.upperBound || frame == loop.lowerBound && meetsLoopStart
        return isAtEnd && isNear(loop.upperBound) ? .ahead(atLoopEnd: true) : nil
    }
}
