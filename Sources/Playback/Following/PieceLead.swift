public import SamplerHost
import Sequencer

/// The leader of JACK's transport for the piece that plays.
///
/// Confined to the engine's controlling thread.
public final class PieceLead {
    private let lead: JACKLead
    /// The piece and the pace whose bars the leader has.
    private var told: (piece: LoadedPiece, pace: Speed)?

    /// The time between two calls of ``update(_:isPlaying:)`` while a piece plays, in nanoseconds.
    public static let interval: Int64 = 20_000_000

    /// Begins to lead.
    ///
    /// - Parameter onProblem: Called on another thread with what does not work, in words.
    /// - Throws: `unavailable` without JACK's library.
    public init(onProblem: @escaping @Sendable (String) -> Void) throws(HostError) {
        lead = try JACKLead(onProblem: onProblem)
    }

    /// Tells the position of playback.
    ///
    /// - Parameters:
    ///   - player: The player.
    ///   - isPlaying: Whether it plays, and is not paused.
    public func update(_ player: PiecePlayer, isPlaying: Bool) {
        let pace = player.pace
        guard let piece = player.piece else {
            // Before the first piece the transport belongs to others.
            guard told != nil else { return }
            lead.update([])
            told = nil
            return tell(0, false, LiveQueue.now)
        }
        if told.map({ $0.piece !== piece || $0.pace != pace }) ?? true {
            told = (piece, pace)
            lead.update(piece.sequence.beatSegments(pace: pace))
        }
        let passed = isPlaying ? player.passedFrames : nil
        // The first period is being written; the time of its frames is known later.
        let isPending = player.engine.clock.isPending
        let time = passed.flatMap { passed in
            isPending
                ? nil
                : player.engine.clock.time(ofFrame: passed.engineFrame(ofPassed: passed.frame))
        }
        let frame = passed?.frame ?? player.position
        let seconds = Double(frame) / Double(player.rate) / pace.factor
        // Nothing is heard yet in the first periods, and in a count-in.
        let isRolling = time != nil && !player.engine.position.isHeld
        tell(seconds, isRolling, time ?? LiveQueue.now)
    }

    private func tell(_ seconds: Double, _ isRolling: Bool, _ time: Int64) {
        lead.update(JACKLead.Position(isRolling: isRolling, seconds: seconds, time: time))
    }

    /// Stops the transport, and ends.
    public func end() { lead.end() }
}
