public import SamplerHost

/// The engine's reports.
extension PiecePlayer {
    /// Takes a report of the engine.
    ///
    /// - Returns: The change for the owner.
    public func handle(_ report: EngineReport) -> Change? {
        switch report {
        case .began(let number, _):
            return began(number)
        case .ended(let number, _):
            guard items.ended(number) else { return nil }
            resumePosition = piece?.start ?? 0
            return .ended
        case .halted(let number, let position):
            if let item = items.halted(number), let piece {
                resumePosition = item.frame(ofItemFrame: position, in: piece, rate: rate)
            }
        case .replaced(let number):
            items.replaced(number)
        case .refused(let number):
            if items.refused(number) { return .refused }
        case .fading(let number, _, _, _):
            isFadingOut = items.active.contains(number)
            if isFadingOut { fadingItem = number }
        case .returned, .rackReplaced, .rackReturned, .finished, .substituted, .clipBegan,
            .clipDropped, .clipEnded, .pluginBypassed:
            break
        }
        return nil
    }

    /// Notes that the engine plays an item; if it is the one that waited, the piece before it is over.
    private func began(_ number: Int) -> Change? {
        let isFadingOut = isFadingOut
        self.isFadingOut = false
        guard let (next, wasWithdrawn) = items.began(number) else { return nil }
        guard mayFollow(next) else {
            // It was withdrawn too late, and nothing plays that it would follow; or the piece before
            // it fades out already.
            if wasWithdrawn, !isUnderWay || isFadingOut { engine.halt() }
            return nil
        }
        // Another one may wait in its place already.
        if items.queued?.number != number { withdrawFollowing() }
        items.follow(number)
        load(next)
        next.prepareLocating()
        pieceHasPlayed = true
        resumePosition = next.start
        return .followed(wasWithdrawn: wasWithdrawn)
    }
}
