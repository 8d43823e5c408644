public import SamplerHost
public import Sequencer

/// A player of one piece after the other on an engine.
///
/// Confined to the engine's controlling thread. It knows of the piece that is loaded and of the one
/// that follows without a gap; what is played in which order is its owner's affair.
public final class PiecePlayer {
    /// The part of a piece that is repeated.
    public enum Loop: Hashable {
        /// Nothing.
        case off
        /// The whole piece.
        case whole
        /// The loop points of the piece's file, if it has some.
        case file
        /// Nominal frames of the piece that is loaded.
        case between(Range<Int64>)
    }

    /// What the engine's reports have changed.
    public enum Change {
        /// The piece was played to its end, and nothing follows in the engine.
        case ended
        /// The piece that was to follow has begun; whether it had been withdrawn before.
        case followed(wasWithdrawn: Bool)
        /// The samplers of what was to begin had gone.
        case refused
    }

    /// An item, and what its nominal frames are those of.
    private struct Item {
        var item: PlayItem
        var piece: LoadedPiece
        /// What is clicked before it, for the item that replaces it meanwhile.
        var countIn: CountIn?

        /// The nominal frame of an item frame in another version or at another tempo.
        func frame(ofItemFrame frame: Int64, in piece: LoadedPiece, rate: Int) -> Int64 {
            piece.sameFrame(item.nominalFrame(ofItemFrame: frame), of: self.piece, rate: rate)
        }
    }

    /// The engine that plays.
    public let engine: Engine
    /// Frames per second.
    public let rate: Int

    /// Whether the piece that was to follow may, asked when it begins.
    public var mayFollow: (LoadedPiece) -> Bool = { _ in true }
    /// Gets pieces that are not used any more; freeing samplers may wait for whatever is loaded.
    public var onRelease: (LoadedPiece) -> Void = { _ in }

    /// What is loaded; set by methods of this class.
    public private(set) var piece: LoadedPiece? {
        didSet {
            if let oldValue, oldValue !== piece { onRelease(oldValue) }
        }
    }
    /// Whether its samplers were used already.
    public private(set) var pieceHasPlayed = false
    /// The nominal frame at which playing resumes, while nothing plays.
    public private(set) var resumePosition: Int64 = 0
    /// The engine's items of ``piece`` since it began; the last one plays.
    private var activeItems: [Int] = []
    /// The item of ``activeItems`` that is to take over at a nominal frame, until the engine says that
    /// it has: whatever is changed meanwhile takes over there too.
    private var pendingExchange: (number: Int, frame: Int64)?
    /// Items under way, for their positions.
    private var items: [Int: Item] = [:]
    /// The item that was halted, until the engine says how far it got.
    private var halted: Int?
    /// The item that waits in the engine, and its piece.
    private var queued: (number: Int, piece: LoadedPiece)?
    /// Items that were withdrawn from the engine's queue, and may have begun all the same.
    private var withdrawn: [Int: LoadedPiece] = [:]

    // MARK: How it plays, from the next ``apply(isLast:)`` on

    /// The speed.
    public var speed = Speed.normal
    /// The part that is repeated.
    public var loop = Loop.off
    /// How often the loop is played before it goes on; `nil` for ever.
    public var loopCount: Int?
    /// The muted parts.
    public var muted = Selection.none
    /// The parts that play solo; none for all.
    public var soloed = Selection.none
    /// Semitones by which all but drums is transposed.
    public var semitones = 0
    /// Whether notes that sound already where playing begins are begun there.
    public var chasesNotes = false
    /// Whether beats click; see `Engine.installMetronome(_:)`.
    ///
    /// The engine hears of it at once, and what plays goes on.
    public var isMetronomeOn = false {
        didSet {
            if isMetronomeOn != oldValue { engine.setMetronome(isMetronomeOn) }
        }
    }

    /// The nominal frame for which the next changes are meant; `nil` for at once.
    public var exactFrame: Int64?
    /// The nominal frame at which the engine begins with them, where that is not ``exactFrame``: at
    /// the end of a loop, which playing does not reach.
    public var exactPosition: Int64?

    /// Makes the playback of an engine.
    public init(_ engine: Engine) {
        self.engine = engine
        rate = engine.settings.rate
    }

    /// Whether an item of the piece is in the engine and has not ended.
    public var isUnderWay: Bool { !activeItems.isEmpty }

    /// The nominal frame at which the engine is yet to begin with what was changed.
    public var pendingExchangeFrame: Int64? { pendingExchange?.frame }

    /// How far ahead of playing the engine is told what it is to do on a frame, in nominal frames:
    /// 50 ms, and more where periods are longer.
    public var lookahead: Int64 {
        nominal(max(Int64(rate) / 20, 4 * Int64(engine.settings.maximumPeriod)))
    }

    /// What may be rendered before the engine hears of something, in nominal frames.
    public var renderAhead: Int64 { nominal(2 * Int64(engine.settings.maximumPeriod)) }

    /// The nominal frames that the engine plays in so many of its own, rounded up.
    private func nominal(_ frames: Int64) -> Int64 {
        (frames * speed.numerator + speed.denominator - 1) / speed.denominator
    }

    /// Whether a piece waits in the engine to follow.
    public var hasFollowing: Bool { queued != nil }

    /// The nominal frame at which playing is.
    public var position: Int64 {
        guard let number = activeItems.last, let piece else { return resumePosition }
        if let frame = frame(of: engine.position) { return frame }
        // It has not begun yet.
        return items[number].map {
            $0.frame(ofItemFrame: $0.item.startFrame, in: piece, rate: rate)
        } ?? resumePosition
    }

    /// The nominal frame at which playing is, while something is played: neither in a count-in nor
    /// between an end and the report of it.
    public var audiblePosition: Int64? {
        let position = engine.position
        return position.countInBeats == 0 ? frame(of: position) : nil
    }

    private func frame(of position: EnginePosition) -> Int64? {
        guard let piece, !activeItems.isEmpty, let item = position.item else { return nil }
        // The next one has begun, and the report of it is under way.
        if item == queued?.number { return piece.endFrame(rate: rate) }
        guard activeItems.contains(item), let playing = items[item] else { return nil }
        return playing.frame(ofItemFrame: position.frame, in: piece, rate: rate)
    }

    /// Makes a piece the loaded one, at its start; `nil` for none.
    ///
    /// Tracks, channels and positions are those of one piece: muting, soloing and a loop between
    /// positions become those with which it begins. A piece that is loaded already stays as it
    /// is: it is played again.
    public func load(_ piece: LoadedPiece?) {
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
    }

    // MARK: Playing

    /// Plays the loaded piece from a nominal frame.
    ///
    /// - Parameters:
    ///   - frame: Where to begin.
    ///   - isLast: Whether the engine ends after it.
    ///   - cutsVoices: Whether what sounds ends without its release.
    ///   - countIn: What is clicked before.
    ///   - chasesNotes: Whether notes that sound already there are begun, whatever is set.
    /// - Returns: `false` when too many samplers still sound; then nothing plays.
    public func start(
        at frame: Int64,
        isLast: Bool = false,
        cutsVoices: Bool = false,
        countIn: CountIn? = nil,
        chasesNotes: Bool = false
    ) -> Bool {
        guard let piece else { return false }
        halted = nil
        pendingExchange = nil
        withdrawFollowing()
        let item = makeItem(
            of: piece,
            at: frame,
            isFresh: !pieceHasPlayed,
            countIn: countIn,
            chasesNotes: chasesNotes || self.chasesNotes
        )
        guard
            let number = engine.start(
                item,
                on: piece.rack,
                isLast: isLast,
                cutsVoices: cutsVoices
            )
        else {
            halt()
            resumePosition = piece.start
            return false
        }
        if !pieceHasPlayed { piece.prepareLocating() }
        pieceHasPlayed = true
        items[number] = Item(item: item, piece: piece, countIn: countIn)
        activeItems = [number]
        resumePosition = frame
        return true
    }

    /// Plays on as is set now: from ``exactFrame`` on, where the engine is yet to begin with an
    /// earlier change, or at once.
    ///
    /// - Parameter isLast: Whether the engine ends after the piece.
    public func apply(isLast: Bool = false) {
        withdrawFollowing()
        guard let piece, let last = activeItems.last, let playing = items[last] else { return }
        if let frame = exactPosition ?? exactFrame ?? pendingExchange?.frame {
            _ = scheduleItem(of: piece, at: frame, isLast: isLast)
            return
        }
        let item = makeItem(
            of: piece,
            at: playing.frame(ofItemFrame: playing.item.startFrame, in: piece, rate: rate),
            isFresh: playing.item.startsFresh,
            countIn: playing.countIn
        )
        guard let number = engine.updateItem(item, on: piece.rack, isLast: isLast) else { return }
        items[number] = Item(item: item, piece: piece, countIn: playing.countIn)
        activeItems.append(number)
    }

    /// Has the loaded piece take over from what plays of it, at a nominal frame.
    ///
    /// - Returns: `false` when the audio thread has hung.
    private func scheduleItem(of piece: LoadedPiece, at frame: Int64, isLast: Bool) -> Bool {
        let item = makeItem(of: piece, at: frame, isFresh: false, chasesNotes: true)
        guard let number = engine.scheduleReplacement(item, on: piece.rack, isLast: isLast) else {
            return false
        }
        items[number] = Item(item: item, piece: piece)
        activeItems.append(number)
        pendingExchange = (number, frame)
        return true
    }

    /// Ends what plays; playing goes on where it was, once it is started there.
    public func pause() {
        resumePosition = position
        let number = activeItems.last
        halt()
        halted = number
    }

    /// Ends what plays in the engine, and what waits there.
    public func halt() {
        withdrawFollowing()
        engine.halt()
        halted = nil
        pendingExchange = nil
        activeItems = []
    }

    /// Ends what plays, what waits, and all that sounds, at once.
    public func cut() {
        withdrawFollowing()
        engine.cut()
        halted = nil
        pendingExchange = nil
        activeItems = []
    }

    /// Sets where playing goes on, while nothing plays.
    public func locate(at frame: Int64) {
        halted = nil
        resumePosition = frame
    }

    // MARK: What follows

    /// Gives the engine a piece that follows without a gap.
    ///
    /// - Returns: `false` when there is no room for it yet.
    @discardableResult
    public func follow(with piece: LoadedPiece, isLast: Bool = false) -> Bool {
        // On samplers that have played, the channels are first put into their initial state.
        let item =
            piece === self.piece
            ? makeItem(of: piece, at: piece.start, isFresh: false) : makeItem(following: piece)
        guard let number = engine.enqueue(item, on: piece.rack, isLast: isLast) else {
            return false
        }
        items[number] = Item(item: item, piece: piece)
        queued = (number, piece)
        return true
    }

    /// Withdraws the piece that waits in the engine.
    public func withdrawFollowing() {
        guard let queued else { return }
        engine.dropQueued()
        withdrawn[queued.number] = queued.piece
        self.queued = nil
    }

    // MARK: Other versions

    /// Goes on at another tempo; `nil` for the file's own.
    ///
    /// - Parameters:
    ///   - tempo: The tempo.
    ///   - isLast: Whether the engine ends after the piece.
    public func setTempo(_ tempo: Tempo?, isLast: Bool = false) {
        guard let piece, piece.arrangement.tempo != tempo else { return }
        let other = piece.at(tempo, rate: rate)
        let (old, new) = (piece.sequence.tempoMap, other.sequence.tempoMap)
        exactFrame = exactFrame.map { new.frame($0, of: old, rate: rate) }
        exactPosition = exactPosition.map { new.frame($0, of: old, rate: rate) }
        if let frame = pendingExchange?.frame {
            pendingExchange?.frame = new.frame(frame, of: old, rate: rate)
        }
        resumePosition = new.frame(resumePosition, of: old, rate: rate)
        if case .between(let range) = loop {
            let range = new.frames(range, of: old, rate: rate)
            loop = canLoop(range, of: other) ? .between(range) : .off
        }
        self.piece = other
        apply(isLast: isLast)
    }

    /// Makes another version of the loaded piece the loaded one; what plays, plays on until the
    /// owner starts it.
    ///
    /// Muting, soloing and the loop stay as they are, as far as the version has what they name.
    ///
    /// - Parameter version: The other version, on samplers of its own.
    /// - Returns: Where in it playing was, in nominal frames.
    public func replace(with version: LoadedPiece) -> Int64 {
        guard let piece else {
            load(version)
            return version.start
        }
        let position = version.frame(position, of: piece, rate: rate)
        if case .between(let range) = loop {
            let start = version.frame(range.lowerBound, of: piece, rate: rate)
            let end = version.frame(range.upperBound, of: piece, rate: rate)
            let isLoop = start < end && canLoop(start..<end, of: version)
            loop = isLoop ? .between(start..<end) : .off
        }
        let tracks = version.sequence.tracks.count
        muted.tracks = muted.tracks.filter { $0 < tracks }
        soloed.tracks = soloed.tracks.filter { $0 < tracks }
        resumePosition = version.frame(resumePosition, of: piece, rate: rate)
        if let frame = pendingExchange?.frame {
            pendingExchange?.frame = version.frame(frame, of: piece, rate: rate)
        }
        self.piece = version
        pieceHasPlayed = false
        return position
    }

    /// Goes on with another version of the loaded piece on the same samplers: what sounds in both
    /// sounds on.
    ///
    /// - Parameters:
    ///   - version: The other version; its own samplers are released.
    ///   - frame: The nominal frame of the loaded piece at which it takes over; `nil` for at once.
    ///   - isLast: Whether the engine ends after it.
    /// - Returns: `false` where nothing plays, or these samplers lack what the version needs; then
    ///   nothing has changed.
    public func scheduleReplacement(
        with version: LoadedPiece,
        at frame: Int64? = nil,
        isLast: Bool = false
    ) -> Bool {
        guard let old = piece, isUnderWay, version.embeddedFont == nil, old.embeddedFont == nil,
            version.sequence.ports == old.sequence.ports,
            Set(version.sequence.programs).isSubset(of: old.sequence.programs)
        else { return false }
        withdrawFollowing()
        let position = version.frame(frame ?? positionAhead(in: old), of: old, rate: rate)
        _ = replace(with: version.on(old.rack))
        pieceHasPlayed = true
        guard let piece, scheduleItem(of: piece, at: position, isLast: isLast) else { return false }
        piece.prepareLocating()
        onRelease(version)
        return true
    }

    // MARK: Samplers

    /// Plays the loaded piece on other samplers, in the middle of what plays.
    ///
    /// - Returns: `false` when too many samplers still sound.
    public func replaceRack(with rack: SamplerRack) -> Bool {
        guard let piece else { return true }
        if pieceHasPlayed {
            guard engine.replaceRack(piece.rack, with: rack) else { return false }
        }
        self.piece = piece.on(rack)
        return true
    }

    // MARK: Reports

    /// Whether a report says that the loaded piece has come to its end.
    public func isEnd(_ report: EngineReport) -> Bool {
        switch report {
        case .ended(let number, _): activeItems.contains(number)
        // It is reported before the end of the one before it.
        case .began(let number, _): number == queued?.number && !activeItems.isEmpty
        default: false
        }
    }

    /// Takes a report of the engine.
    ///
    /// - Returns: What it changes for the owner.
    public func handle(_ report: EngineReport) -> Change? {
        switch report {
        case .began(let number, _):
            return began(number)
        case .ended(let number, _):
            items.removeValue(forKey: number)
            guard activeItems.contains(number) else { return nil }
            activeItems = []
            pendingExchange = nil
            resumePosition = piece?.start ?? 0
            return .ended
        case .halted(let number, let position):
            if halted == number, let item = items[number], let piece {
                resumePosition = item.frame(ofItemFrame: position, in: piece, rate: rate)
                halted = nil
            }
            items.removeValue(forKey: number)
        case .replaced(let number):
            withdrawn.removeValue(forKey: number)
            items.removeValue(forKey: number)
            if queued?.number == number { queued = nil }
            if pendingExchange?.number == number { pendingExchange = nil }
            // One that came too late to take over is not what plays: one before it is.
            if activeItems.contains(where: { $0 != number && items[$0] != nil }) {
                activeItems.removeAll { $0 == number }
            }
        case .refused(let number):
            items.removeValue(forKey: number)
            withdrawn.removeValue(forKey: number)
            if queued?.number == number { queued = nil }
            if activeItems.contains(number) { return .refused }
        case .retired, .finished, .substituted:
            break
        }
        return nil
    }

    /// The engine plays an item; if it is the one that waited, the piece before it is over.
    private func began(_ number: Int) -> Change? {
        if pendingExchange?.number == number { pendingExchange = nil }
        let withdrawnPiece = withdrawn.removeValue(forKey: number)
        // Another piece was started since, and takes its place.
        if let start = activeItems.first, number < start { return nil }
        let waited = queued?.number == number ? queued?.piece : withdrawnPiece
        guard let next = waited, mayFollow(next) else {
            // It was withdrawn too late, and nothing that follows wants it.
            if withdrawnPiece != nil, activeItems.isEmpty { engine.halt() }
            return nil
        }
        queued = nil
        load(next)
        next.prepareLocating()
        pieceHasPlayed = true
        pendingExchange = nil
        activeItems = [number]
        resumePosition = next.start
        return .followed(wasWithdrawn: withdrawnPiece != nil)
    }
}
