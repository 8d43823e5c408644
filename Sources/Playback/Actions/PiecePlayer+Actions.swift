/// Actions that wait for positions of the piece that is loaded.
extension PiecePlayer {
    /// Does the actions that are due.
    ///
    /// What is done on its very frame is done a little ahead: until the action returns,
    /// ``exactFrame`` says for which frame changes are meant.
    ///
    /// - Parameters:
    ///   - scheduler: The actions.
    ///   - end: The nominal frame at which the piece has ended, where it has: nothing is ahead then.
    ///   - action: Does one; gets the action and the nominal frame at which it is done.
    public func performDue<Payload>(
        of scheduler: ActionScheduler<Payload>,
        endedAt end: Int64? = nil,
        _ action: (ActionScheduler<Payload>.Action, Int64) -> Void
    ) {
        guard let entry = piece?.entry, end != nil || isUnderWay, !scheduler.isEmpty else { return }
        var position = playPosition
        if let end { (position.frame, position.loop) = (end, nil) }
        for (number, reason) in scheduler.due(at: position) {
            // What was done before may have moved it to another frame, or cancelled it.
            guard let piece, piece.entry == entry, let due = scheduler[number] else { continue }
            switch reason {
            case .reached:
                guard let taken = scheduler.take(number) else { continue }
                action(taken, self.position)
            case .ahead(let isAtLoopEnd):
                // Playing comes round at the end of a loop: what is there takes over just before.
                let loop = isAtLoopEnd ? loopedFrames(of: piece) : nil
                let frame = loop.map { piece.frame(before: $0.upperBound, rate: rate) } ?? due.frame
                // Others on later frames wait until the engine has done the first.
                if let pending = pendingExchangeFrame, pending != frame { continue }
                guard let taken = scheduler.take(number) else { continue }
                exactFrame = due.frame
                exactPosition = frame
                action(taken, due.frame)
                exactFrame = nil
                exactPosition = nil
            }
        }
    }
}
