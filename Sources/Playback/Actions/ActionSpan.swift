/// The frames that were played since the last query, for the actions that wait in them.
struct ActionSpan {
    /// The nominal frame at the last query.
    var start: Int64
    /// The nominal frame now.
    var end: Int64
    /// The nominal frames that are repeated.
    var loop: Range<Int64>?
    /// The nominal frames by which the engine gets an action before its frame.
    var lookahead: Int64
    /// The nominal frames that may have been rendered already.
    var renderAhead: Int64

    /// Makes the span from a position to another.
    init(from start: Int64, to end: PlayPosition) {
        self.start = start
        self.end = end.frame
        loop = end.loop
        lookahead = end.lookahead
        renderAhead = end.renderAhead
    }

    /// The reason why an action is due; `nil` if it is not.
    ///
    /// Frames that were played before the action was accepted are left out: a loop may have
    /// restarted since the last query. The position at which it was accepted is included.
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
        // A loop has restarted at its end.
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
        // The start of a loop is the same position as its end, except for an action that sets another
        // loop there, which is not entered from before its start.
        let isAtEnd = frame == loop.upperBound || frame == loop.lowerBound && meetsLoopStart
        return isAtEnd && isNear(loop.upperBound) ? .ahead(atLoopEnd: true) : nil
    }
}
