public import SamplerHost
public import Sequencer

/// A player of one piece after the other on an engine.
///
/// Confined to the engine's controlling thread. It knows the piece that is loaded and the one that
/// follows without a gap; its owner decides on the order of pieces.
public final class PiecePlayer {
    /// The part of a piece that is repeated: a `LoopSetting` whose positions were found in the piece.
    public enum Loop: Hashable {
        /// Nothing.
        case off
        /// The whole piece.
        case whole
        /// The loop points of the piece's file, if it has any.
        case file
        /// Nominal frames of the piece that is loaded.
        case between(Range<Int64>)
    }

    /// A change that the engine has reported.
    public enum Change {
        /// The piece was played to its end, and nothing follows in the engine.
        case ended
        /// The piece that was to follow has begun; whether it had been withdrawn before.
        case followed(wasWithdrawn: Bool)
        /// The samplers of the piece had been removed before it could begin.
        case refused
    }

    /// The engine that plays.
    public let engine: Engine
    /// Frames per second.
    public let rate: Int

    /// Whether the piece that was to follow may, asked when it begins.
    public var mayFollow: (LoadedPiece) -> Bool = { _ in true }
    /// Gets pieces that are not used any more; freeing their samplers may wait for a load.
    public var onRelease: (LoadedPiece) -> Void = { _ in }

    /// The loaded piece.
    public internal(set) var piece: LoadedPiece? {
        didSet {
            guard oldValue !== piece else { return }
            practice?.forgetPiece()
            if let oldValue { onRelease(oldValue) }
        }
    }
    /// Whether its samplers have played.
    public internal(set) var pieceHasPlayed = false
    /// The nominal frame at which playing resumes, while nothing plays.
    public internal(set) var resumePosition: Int64 = 0
    /// The items in the engine.
    var items = PlayerItems()

    /// The nominal frame up to which a position that is moved by hand was heard; `nil` while none is.
    var scrubbedFrame: Int64?

    // MARK: Settings, which take effect with ``apply(isLast:)``

    /// The speed.
    public var speed = Speed.normal
    /// The vari-speed: of pitch, which the engine has to be told, and of tempo.
    public var variSpeed = Speed.normal
    /// The part that is repeated.
    public var loop = Loop.off
    /// The number of times that the loop is played before playing continues; `nil` for ever.
    public var loopCount: Int?
    /// The muted parts.
    public var muted = Selection.none
    /// The parts that play solo; none for all.
    public var soloed = Selection.none
    /// Semitones by which all but drums is transposed.
    public var semitones = 0
    /// Whether notes that are held at the start position are restarted.
    public var chasesNotes = false
    /// Whether beats click; see `Engine.installMetronome(_:)`.
    ///
    /// It takes effect at once, while the music continues.
    public var isMetronomeOn = false {
        didSet {
            if isMetronomeOn != oldValue { engine.setMetronome(isMetronomeOn) }
        }
    }

    /// The nominal frame at which the next changes take effect; `nil` for at once.
    public var exactFrame: Int64?
    /// The nominal frame at which the engine carries them out, if it differs from ``exactFrame``: at
    /// the end of a loop, which playing does not reach.
    public var exactPosition: Int64?

    /// The practice of the piece; `nil` for none.
    public internal(set) var practice: PiecePractice?
    /// The ramp of speeds and its repetitions; `nil` for none.
    public internal(set) var ramp: RampProgress?

    /// Whether ``apply(isLast:)`` is done once, when all changes have been made.
    var isHoldingChanges = false
    /// Whether it is wanted then.
    var hasHeldChanges = false

    /// Makes a player on an engine.
    public init(_ engine: Engine) {
        self.engine = engine
        rate = engine.settings.rate
    }

    /// Whether the piece fades out, and the report that the next one has begun is under way.
    var isFadingOut = false
    /// The item that fades out, or was the last to do so.
    var fadingItem: Int?

    /// Whether an item of the piece is in the engine and has not ended.
    public var isUnderWay: Bool { !items.active.isEmpty }

    /// The nominal frame at which a change is pending.
    public var pendingExchangeFrame: Int64? { items.pendingFrame }

    /// The time, in nominal frames, by which the engine gets a change before its frame: 50 ms, and
    /// more for long periods.
    public var lookahead: Int64 {
        nominal(max(Int64(rate) / 20, 4 * Int64(engine.settings.maximumPeriod)))
    }

    /// The largest number of nominal frames that are rendered before a change reaches the engine.
    public var renderAhead: Int64 { nominal(2 * Int64(engine.settings.maximumPeriod)) }

    /// The nominal frames that the engine plays in a number of its own, rounded up.
    private func nominal(_ frames: Int64) -> Int64 {
        let pace = pace
        return (frames * pace.numerator + pace.denominator - 1) / pace.denominator
    }

    /// The speed at which the music plays: speed and vari-speed.
    public var pace: Speed { speed.times(variSpeed) }

    /// Whether a piece waits in the engine to follow.
    public var hasFollowing: Bool { items.queued != nil }

    /// The current position, a nominal frame.
    public var position: Int64 {
        guard isUnderWay, let piece else { return resumePosition }
        if let frame = frame(of: engine.position) { return frame }
        // It has not begun yet.
        return items.playing.map {
            $0.frame(ofItemFrame: $0.item.startFrame, in: piece, rate: rate)
        } ?? resumePosition
    }

    /// The current position while the piece sounds; `nil` in a count-in, and between an end and the
    /// report of it.
    public var audiblePosition: Int64? {
        let position = engine.position
        return position.countInBeats == 0 ? frame(of: position) : nil
    }

    /// A place in the piece, and what the vari-speed has played until there.
    public struct TapeFrame: Sendable {
        /// The nominal frame.
        public var frame: Int64
        /// The frames that have been played, as recorded.
        public var played: Double
        /// The vari-speed of the audio thread.
        public var variSpeed: Double
        private var piece: ObjectIdentifier
        private var pass: Int64

        fileprivate init(_ frame: Int64, _ tape: TapePosition, of piece: LoadedPiece) {
            self.frame = frame
            (played, variSpeed) = (tape.played, tape.variSpeed)
            (self.piece, pass) = (ObjectIdentifier(piece), tape.position.pass)
        }

        /// Whether playing reached a later place from here without a jump.
        public func isFollowed(by next: TapeFrame) -> Bool {
            let distance = Double(next.frame - frame)
            // A jump is much more than was played.
            return next.piece == piece && next.pass == pass && distance >= 0
                && distance <= 200 * (next.played - played) + 48_000
        }
    }

    /// The place that is mixed next, and what the vari-speed has played; `nil` while nothing plays.
    public var tapeFrame: TapeFrame? {
        let tape = engine.tapePosition
        guard let piece, !tape.position.isHeld, let frame = frame(of: tape.position) else {
            return nil
        }
        return TapeFrame(frame, tape, of: piece)
    }

    func frame(of position: EnginePosition) -> Int64? {
        guard let piece, isUnderWay, let number = position.item else { return nil }
        // The next piece has begun, and the report of it is under way.
        if let queued = items.queued, number == queued.number {
            return frame(remaining: queued.crossfade, of: piece)
        }
        return items.activeItem(number)?.frame(
            ofItemFrame: position.frame,
            in: piece,
            rate: rate
        )
    }

    /// The nominal frame of the loaded piece from which on it plays for so many more engine frames.
    func frame(remaining: Int64, of piece: LoadedPiece) -> Int64 {
        let end = piece.endFrame(rate: rate)
        guard remaining > 0, let item = items.playing else { return end }
        let last = item.item.itemFrame(
            ofNominalFrame: item.piece.sameFrame(end, of: piece, rate: rate)
        )
        return item.frame(ofItemFrame: last - remaining, in: piece, rate: rate)
    }

    /// Makes a piece the loaded one, at its start; `nil` for none.
    ///
    /// Muted and soloed parts and a loop between positions belong to a piece: they become those with
    /// which it begins. A ramp begins anew. A piece that is loaded already stays as it is, and is
    /// played again.
    public func load(_ piece: LoadedPiece?) {
        if piece != nil { beginRamp() }
        guard piece == nil || piece !== self.piece else { return }
        self.piece = piece
        pieceHasPlayed = false
        muted = piece?.muted ?? .none
        soloed = piece?.soloed ?? .none
        switch loop {
        case .off, .between:
            loop = piece?.loop.map { .between($0) } ?? .off
            loopCount = piece?.loopCount
        case .whole, .file:
            break
        }
        updatePractice()
    }

    // MARK: Playing

    /// Plays the loaded piece from a nominal frame.
    ///
    /// - Parameters:
    ///   - frame: The start position.
    ///   - isLast: Whether the engine ends after it.
    ///   - cutsVoices: Whether sounding notes end without their release.
    ///   - countIn: The clicks before it.
    ///   - chasesNotes: Whether notes that are held there are restarted, whatever is set.
    /// - Returns: `false` when too many samplers still sound; then nothing plays.
    public func start(
        at frame: Int64,
        isLast: Bool = false,
        cutsVoices: Bool = false,
        countIn: CountIn? = nil,
        chasesNotes: Bool = false
    ) -> Bool {
        guard let piece else { return false }
        items.forgetHalted()
        items.pendingFrame = nil
        withdrawFollowing()
        beginRamp(at: frame, of: piece)
        let hold = locatePractice(at: frame)
        let item = makeItem(
            of: piece,
            at: frame,
            isUntouched: !pieceHasPlayed,
            countIn: countIn,
            chasesNotes: chasesNotes || self.chasesNotes
        )
        guard
            let number = engine.start(
                item,
                on: piece.rack,
                routed: piece.piece.routed,
                isLast: isLast,
                cutsVoices: cutsVoices,
                hold: hold
            )
        else {
            halt()
            resumePosition = piece.start
            return false
        }
        if !pieceHasPlayed { piece.prepareLocating() }
        pieceHasPlayed = true
        items.begin(number, PlayerItems.Item(item, of: piece, countIn: countIn))
        resumePosition = frame
        return true
    }

    /// Applies the settings to what plays: from ``exactFrame`` on, from the frame of a pending change
    /// on, or at once.
    ///
    /// - Parameter isLast: Whether the engine ends after the piece.
    public func apply(isLast: Bool = false) {
        guard !isHoldingChanges else {
            hasHeldChanges = true
            return
        }
        withdrawFollowing()
        if updatePractice() { holdPractice() }
        guard let piece, let playing = items.playing else { return }
        if let frame = exactPosition ?? exactFrame ?? items.pendingFrame {
            _ = scheduleItem(of: piece, at: frame, isLast: isLast)
            return
        }
        let item = makeItem(
            of: piece,
            at: playing.frame(ofItemFrame: playing.item.startFrame, in: piece, rate: rate),
            isUntouched: playing.item.startsAnew,
            countIn: playing.countIn
        )
        guard
            let number = engine.updateItem(
                item,
                on: piece.rack,
                routed: piece.piece.routed,
                isLast: isLast
            )
        else { return }
        items.replace(
            with: number,
            PlayerItems.Item(item, of: piece, countIn: playing.countIn)
        )
    }

    /// Schedules the loaded piece, as it is set now, to take over from what plays of it.
    ///
    /// - Parameters:
    ///   - piece: The loaded piece.
    ///   - frame: The nominal frame.
    ///   - isLast: Whether the engine ends after it.
    /// - Returns: `false` if the audio thread has hung.
    func scheduleItem(of piece: LoadedPiece, at frame: Int64, isLast: Bool) -> Bool {
        if updatePractice() { holdPractice() }
        let item = makeItem(of: piece, at: frame, isUntouched: false, chasesNotes: true)
        guard
            let number = engine.scheduleReplacement(
                item,
                on: piece.rack,
                routed: piece.piece.routed,
                isLast: isLast
            )
        else { return false }
        items.replace(with: number, PlayerItems.Item(item, of: piece), at: frame)
        return true
    }

    /// Pauses: ends what plays, and keeps its position.
    public func pause() {
        resumePosition = position
        withdrawFollowing()
        engine.halt()
        items.halt(awaitingPosition: true)
    }

    /// Ends what plays and what waits in the engine.
    public func halt() {
        withdrawFollowing()
        engine.halt()
        items.halt()
    }

    /// Ends at once all that plays, waits and sounds.
    public func cut() {
        withdrawFollowing()
        engine.cut()
        items.halt()
    }

    /// Sets the position at which playing resumes, while nothing plays.
    public func locate(at frame: Int64) {
        endScrub()
        items.forgetHalted()
        resumePosition = frame
    }

    // MARK: The following piece

    /// Gives the engine a piece that follows without a gap.
    ///
    /// - Parameters:
    ///   - piece: The piece.
    ///   - isLast: Whether the engine ends after it.
    ///   - crossfade: The seconds before the end of the piece that plays at which this one begins; at
    ///     most half of either.
    /// - Returns: `false` when there is no room for it yet.
    @discardableResult
    public func follow(
        with piece: LoadedPiece,
        isLast: Bool = false,
        crossfade: Double = 0
    ) -> Bool {
        // On samplers that have played, the channels are reset first.
        let item =
            piece === self.piece
            ? makeItem(of: piece, at: piece.start, speed: firstSpeed, isUntouched: false)
            : makeItem(following: piece)
        let crossfade = crossfadeFrames(crossfade, to: piece)
        guard
            let number = engine.enqueue(
                item,
                on: piece.rack,
                routed: piece.piece.routed,
                isLast: isLast,
                crossfade: crossfade
            )
        else { return false }
        items.enqueue(number, PlayerItems.Item(item, of: piece), crossfade: crossfade)
        return true
    }

    /// The length of a crossfade to another piece in engine frames.
    private func crossfadeFrames(_ seconds: Double, to next: LoadedPiece) -> Int64 {
        guard seconds > 0, let piece, piece.rack.canFade(to: next.rack) else { return 0 }
        func half(_ piece: LoadedPiece, _ speed: Speed) -> Int64 {
            speed.itemFrame(ofNominalFrame: piece.endFrame(rate: rate) - piece.start) / 2
        }
        return min(
            Int64(seconds * Double(rate)),
            half(piece, pace),
            half(next, firstSpeed.times(variSpeed))
        )
    }

    /// Withdraws the piece that waits in the engine.
    public func withdrawFollowing() {
        if items.withdraw() { engine.dropQueued() }
    }
}
