/// Actions that wait for positions of the piece that is loaded.
extension PiecePlayer {
    /// Carries out the actions that are due.
    ///
    /// Exact actions are carried out ahead of their frame: until the action returns, ``exactFrame`` is
    /// the frame at which its changes take effect.
    ///
    /// - Parameters:
    ///   - scheduler: The actions.
    ///   - end: The nominal frame at which the piece has ended; `nil` while it plays.
    ///   - action: Carries out an action; gets the action and the nominal frame at which it is done.
    public func performDue<Payload>(
        of scheduler: ActionScheduler<Payload>,
        endedAt end: Int64? = nil,
        _ action: (ActionScheduler<Payload>.Action, Int64) -> Void
    ) {
        guard let entry = piece?.entry, end != nil || isUnderWay, !scheduler.isEmpty else { return }
        var position = playPosition
        if let end { (position.frame, position.loop) = (end, nil) }
        for (number, reason) in scheduler.due(at: position) {
            // An action before it may have moved or cancelled it.
            guard let piece, piece.entry == entry, let due = scheduler[number] else { continue }
            switch reason {
            case .reached:
                guard let taken = scheduler.take(number) else { continue }
                action(taken, self.position)
            case .ahead(let isAtLoopEnd):
                // Playing does not reach the end of a loop: the action takes effect just before.
                let loop = isAtLoopEnd ? loopedFrames(of: piece) : nil
                let frame = loop.map { piece.frame(before: $0.upperBound, rate: rate) } ?? due.frame
                // Actions on later frames wait until the engine has carried out the first.
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
