import SMF
public import SamplerHost
public import Sequencer

/// Keeps a ``PiecePlayer`` in step with a source of time.
///
/// Confined to the player's thread. It has no clock: its owner gives it the messages and asks it what
/// is to be done, at least every ``interval`` while something plays or the source runs.
public struct PieceFollower {
    /// The action that is due.
    public enum Step: Hashable, Sendable {
        /// Nothing.
        case none
        /// The piece is played from a nominal frame, at a speed; it may play already.
        case start(at: Int64, Speed)
        /// Playing pauses: the source has stopped.
        case pause
        /// While nothing plays, the position is a nominal frame: the source stands there.
        case locate(Int64)
        /// Playback continues at another speed.
        case speed(Speed)
    }

    /// The longest time between two questions, in nanoseconds.
    public static let interval: Int64 = 50_000_000

    /// The follower of the source.
    public private(set) var follower: SyncFollower
    /// The number of the source's moves at which playing was held; `nil` while it is not.
    private var heldMoves: Int?
    private var nextComparison: Int64 = 0
    /// The position of the source that was passed on last.
    private var located: Int64?

    /// Makes a follower that has heard nothing.
    public init(_ settings: SyncSettings) {
        follower = SyncFollower(settings)
    }

    /// The settings.
    public var settings: SyncSettings { follower.settings }

    /// The tempo at which pieces are to be loaded: a clock has a tempo of its own, so that of a piece
    /// may not change.
    ///
    /// - Parameter tempo: The tempo that is set; `nil` for that of the file.
    /// - Returns: The tempo, 120 if none is set.
    public func tempo(_ tempo: Tempo?) -> Tempo? {
        settings.source == .clock ? tempo ?? Tempo(beatsPerMinute: 120) : tempo
    }

    /// Takes a message of a live input.
    ///
    /// - Returns: Whether it was one to follow.
    @discardableResult
    public mutating func take(_ message: InputMessage) -> Bool {
        guard settings.input.map({ $0 == message.input }) ?? true, let sync = message.sync else {
            return false
        }
        take(sync)
        return true
    }

    /// Takes a message, whatever its input.
    public mutating func take(_ message: SyncMessage) { follower.take(message) }

    /// Holds playing until the source is started or moved, or ``release()`` is called.
    public mutating func hold() {
        heldMoves = follower.moves
        follower.forgetCorrection()
    }

    /// Ends holding.
    public mutating func release() { heldMoves = nil }

    /// Whether the source runs, so that steps are due.
    public func isUnderWay(at now: Int64) -> Bool { follower.isUnderWay(at: now) }

    // MARK: Steps

    /// The action that is due.
    ///
    /// - Parameters:
    ///   - playback: The player, with the piece that is played.
    ///   - isPlaying: Whether it is to play.
    ///   - now: The time, in nanoseconds of the monotonic clock.
    /// - Returns: The action; its owner carries it out before it asks again.
    public mutating func step(
        of playback: PiecePlayer,
        isPlaying: Bool,
        at now: Int64
    ) -> Step {
        guard let piece = playback.piece else { return .none }
        guard let scale = Scale(follower, piece, playback.rate) else {
            return isPlaying ? .pause : .none
        }
        guard follower.isUnderWay(at: now) else {
            heldMoves = nil
            guard isPlaying else { return locate(scale, piece, at: now) }
            follower.forgetCorrection()
            return .pause
        }
        located = nil
        if let heldMoves, heldMoves == follower.moves { return isPlaying ? .pause : .none }
        heldMoves = nil
        guard isPlaying, playback.isUnderWay else {
            return start(playback, piece, scale, at: now)
        }
        guard now >= nextComparison else { return .none }
        return compare(playback, piece, scale, at: now)
    }

    private mutating func locate(_ scale: Scale, _ piece: LoadedPiece, at now: Int64) -> Step {
        switch follower.state(at: now) {
        case .waiting, .running, .freewheeling, .lost:
            return .none
        case .stopped:
            let frame = scale.frame(ofPosition: follower.position(at: now))
            let position = min(max(frame, piece.start), piece.endFrame(rate: scale.rate))
            guard position != located else { return .none }
            located = position
            return .locate(position)
        }
    }

    /// Begins where the source is when the start is heard; just after a start, at its position.
    private mutating func start(
        _ playback: PiecePlayer,
        _ piece: LoadedPiece,
        _ scale: Scale,
        at now: Int64
    ) -> Step {
        let position =
            follower.startPosition(at: now)
            ?? follower.position(at: now + Self.latency(of: playback.engine, at: now))
        let loop = Loop(playback, piece)
        let frame = loop.folded(scale.frame(ofPosition: position))
        guard frame >= piece.start, frame < piece.endFrame(rate: scale.rate),
            let speed = Speed(near: follower.rate * scale.secondsPerUnit)
        else { return .none }
        follower.noteJump()
        nextComparison = now + Self.interval
        return .start(at: frame, speed)
    }

    private mutating func compare(
        _ playback: PiecePlayer,
        _ piece: LoadedPiece,
        _ scale: Scale,
        at now: Int64
    ) -> Step {
        let position = playback.engine.position
        // It is not known while what was started has not begun.
        guard position.countInBeats == 0, let frame = playback.frame(of: position),
            let heard = playback.engine.clock.heard(position.engineFrame, now)
        else { return .none }
        nextComparison = now + Self.interval
        let loop = Loop(playback, piece)
        let target = loop.folded(scale.frame(ofPosition: follower.position(at: heard)))
        let rate = follower.rate * scale.secondsPerUnit
        let gap = Double(loop.distance(from: frame, to: target)) / Double(scale.rate) / rate
        switch follower.correct(gap, at: now) {
        case .jump:
            return start(playback, piece, scale, at: now)
        case .factor(let factor):
            guard let speed = Speed(near: rate * factor), speed.differs(from: playback.speed) else {
                return .none
            }
            return .speed(speed)
        }
    }

    /// The time until what is rendered next is heard, as far as it is known.
    private static func latency(of engine: Engine, at now: Int64) -> Int64 {
        engine.clock.time(ofFrame: engine.framesRendered).map { max($0 - now, 0) } ?? 0
    }

    // MARK: Positions

    /// The frames of a piece in a unit of the source.
    private struct Scale {
        let rate: Int
        /// Seconds of the piece at speed 1 in a quarter note or a second of the source.
        let secondsPerUnit: Double

        /// `nil` for a piece without quarter notes.
        init?(_ follower: SyncFollower, _ piece: LoadedPiece, _ rate: Int) {
            self.rate = rate
            switch follower.settings.source {
            case .mtc, .jack:
                secondsPerUnit = 1
            case .clock:
                guard case .ticksPerQuarter = piece.sequence.division,
                    let quarter = piece.sequence.tempoOverride
                else { return nil }
                secondsPerUnit = Double(quarter) * 1e-6
            }
        }

        func frame(ofPosition position: Double) -> Int64 {
            let frame = position * secondsPerUnit * Double(rate)
            return Int64(min(max(frame.rounded(), -1e15), 1e15))
        }
    }

    /// The loop that is played; the source counts on while it repeats.
    private struct Loop {
        let range: Range<Int64>?
        let repeats: Int64

        init(_ playback: PiecePlayer, _ piece: LoadedPiece) {
            range = playback.loopedFrames(of: piece)
            repeats = playback.loopCount.map { Int64($0) - 1 } ?? .max
        }

        /// The frame that is played when the source has counted to a frame.
        func folded(_ frame: Int64) -> Int64 {
            guard let range, frame >= range.upperBound else { return frame }
            let length = Int64(range.count)
            let passes = min((frame - range.lowerBound) / length, repeats)
            return frame - passes * length
        }

        /// The distance from one frame to another, which may cross the end of the loop.
        func distance(from frame: Int64, to target: Int64) -> Int64 {
            let distance = target - frame
            guard let range, range.contains(frame), range.contains(target) else { return distance }
            let length = Int64(range.count)
            if distance > length / 2 { return distance - length }
            return distance < -length / 2 ? distance + length : distance
        }
    }
}

extension OutputClock {
    /// The time at which a frame is heard; the present without a clock, and `nil` before one is known.
    fileprivate func heard(_ frame: Int64, _ now: Int64) -> Int64? {
        isPending ? nil : time(ofFrame: frame) ?? now
    }
}

extension Speed {
    /// Whether two speeds differ by more than two millionths.
    fileprivate func differs(from other: Speed) -> Bool {
        let (own, their) = (numerator * other.denominator, other.numerator * denominator)
        return (own - their).magnitude > UInt64(their.magnitude / 500_000)
    }
}
