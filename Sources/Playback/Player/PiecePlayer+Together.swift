public import SamplerHost
import Sequencer

/// Changes that take effect together.
extension PiecePlayer {
    /// Makes changes that are heard from the same frame on.
    ///
    /// - Parameters:
    ///   - isLast: Whether the engine ends after the piece.
    ///   - changes: Makes them.
    /// - Throws: `unavailable` when the audio thread has hung; nothing has changed then.
    public func together(isLast: Bool = false, _ changes: () -> Void) throws(HostError) {
        try atExactFrame { () throws(HostError) in
            try engine.together {
                isHoldingChanges = true
                changes()
                isHoldingChanges = false
                guard hasHeldChanges else { return }
                hasHeldChanges = false
                apply(isLast: isLast)
            }
        }
    }

    /// Makes changes of the mixer, and plays messages, at ``exactFrame`` or, while another change of
    /// what plays is pending, together with that; otherwise at once.
    ///
    /// - Parameter changes: Makes them.
    /// - Returns: What the changes return.
    /// - Throws: What the changes throw.
    public func atExactFrame<Value, Failure: Error>(
        _ changes: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        guard let frame = exactPosition ?? exactFrame ?? items.pendingFrame,
            let number = items.active.last, let playing = items.playing, let piece
        else { return try changes() }
        let nominal = playing.piece.sameFrame(frame, of: piece, rate: rate)
        return try engine.scheduling(
            at: playing.item.itemFrame(ofNominalFrame: nominal),
            ofItem: number,
            changes
        )
    }

    /// The seconds until the changes that are made now are heard to take effect, beside the output's
    /// latency: 0 for at once.
    public var secondsUntilExactFrame: Double {
        guard let frame = exactPosition ?? exactFrame else { return 0 }
        let frames = Double(frame - position) / pace.factor
        return max(frames / Double(rate), 0)
    }
}
