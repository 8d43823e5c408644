import SMF
import SamplerHost
public import Sequencer

/// Follows playback while a take is recorded: it looks up what is heard, and when.
///
/// Confined to the engine's controlling thread.
public struct TakeFollower {
    private var marks: TransportMarks
    /// The start of the take, in nanoseconds of the monotonic clock.
    private let start: Int64
    /// The tempos of the plan, and those with which positions are counted in the piece.
    private let plan: TakePlan
    private let planMap: TempoMap
    private let pieceMap: TempoMap

    /// Begins to follow.
    ///
    /// - Parameters:
    ///   - piece: The piece that plays or will play.
    ///   - frame: The nominal frame at which it will start; `nil` if it plays already.
    ///   - plan: The settings of the take.
    ///   - start: The start of the take, in nanoseconds of the monotonic clock.
    ///   - rate: Frames per second.
    public init(
        _ piece: LoadedPiece,
        from frame: Int64?,
        _ plan: TakePlan,
        start: Int64,
        rate: Int
    ) {
        self.start = start
        self.plan = plan
        planMap = plan.tempoMap
        pieceMap = piece.sequence.tempoMap
        marks = TransportMarks(start: frame.map { Self.nanoseconds(ofFrame: $0, rate: rate) })
    }

    /// Looks up the position.
    ///
    /// - Parameter playback: The player of the piece.
    /// - Returns: The marks for the take; none where the position is as expected.
    public mutating func look(at playback: PiecePlayer) -> [TakeMark] {
        let now = LiveQueue.now - start
        guard let piece = playback.piece, let passed = playback.passedFrames else {
            return marks.take(TransportMarks.Sample(time: now, position: nil))
        }
        let clock = playback.engine.clock
        // The first period is being written; the time of its frames is known at the next call.
        guard !clock.isPending else { return [] }
        let heard = clock.time(ofFrame: passed.engineFrame(ofPassed: passed.frame))
        return marks.take(
            TransportMarks.Sample(
                time: heard.map { $0 - start } ?? now,
                position: position(ofFrame: passed.frame, in: piece, rate: playback.rate),
                loop: playback.loopedFrames(of: piece).map { loop in
                    let low = position(ofFrame: loop.lowerBound, in: piece, rate: playback.rate)
                    let high = position(ofFrame: loop.upperBound, in: piece, rate: playback.rate)
                    return low..<max(low, high)
                },
                speed: playback.pace,
                isHeld: passed.isHeld
            )
        )
    }

    /// The position of a nominal frame at the tempos of the plan, in nanoseconds.
    private func position(ofFrame frame: Int64, in piece: LoadedPiece, rate: Int) -> Int64 {
        let map = piece.sequence.tempoMap
        guard map != pieceMap else { return Self.nanoseconds(ofFrame: frame, rate: rate) }
        // Another tempo since the take began.
        let tick = map.tick(atFrame: frame, rate: rate)
        return planMap.nanoseconds(atTick: plan.tick(tick, of: piece.sequence))
    }

    private static func nanoseconds(ofFrame frame: Int64, rate: Int) -> Int64 {
        Int64(clamping: Int128(frame) * 1_000_000_000 / Int128(rate))
    }
}
