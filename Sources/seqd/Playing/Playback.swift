import SamplerHost
import Sequencer

/// One song after the other on an engine: where it plays, and how.
///
/// Confined to the engine's controlling thread. It knows of the song that is loaded and of the one
/// that follows without a gap; what is played in which order is its owner's affair.
final class Playback {
    /// What is played again and again.
    enum Loop: Hashable {
        case off
        /// The whole song.
        case whole
        /// Nominal frames of the song that is loaded.
        case between(Range<Int64>)
    }

    /// What the engine's reports have changed.
    enum Change {
        /// The song was played to its end, and nothing follows in the engine.
        case ended
        /// The song that was to follow has begun; whether it had been taken back before.
        case followed(wasTakenBack: Bool)
        /// The samplers of what was to begin had gone.
        case refused
    }

    let engine: Engine
    let rate: Int

    /// Whether the song that was to follow may, asked when it begins.
    var mayFollow: (Song) -> Bool = { _ in true }
    /// Gets songs that are not used any more; freeing samplers may wait for whatever is loaded.
    var letGo: (Song) -> Void = { _ in }

    /// What is loaded.
    private(set) var song: Song? {
        didSet {
            if let oldValue, oldValue !== song { letGo(oldValue) }
        }
    }
    /// Whether its samplers were used already.
    private(set) var songHasPlayed = false
    /// Where playing goes on, in nominal frames, while nothing plays.
    private(set) var rest: Int64 = 0
    /// The engine's items of ``song`` since it began; the last one plays.
    private var lineage: [Int] = []
    /// Items under way, for their positions.
    private var items: [Int: PlayItem] = [:]
    /// The item that was halted, until the engine says how far it got.
    private var halted: Int?
    /// The item that waits in the engine, and its song.
    private var queued: (number: Int, song: Song)?
    /// Items that were to be taken back from the engine's queue, and may have begun all the same.
    private var takenBack: [Int: Song] = [:]

    // MARK: How it plays, from the next ``apply(isLast:)`` on

    var speed = Speed.normal
    var loop = Loop.off
    var muted = Selection.none
    var soloed = Selection.none
    var semitones = 0

    /// Makes the playback of an engine.
    init(_ engine: Engine) {
        self.engine = engine
        rate = engine.settings.rate
    }

    /// Whether an item of the song is in the engine and has not ended.
    var isUnderWay: Bool { !lineage.isEmpty }

    /// Whether a song waits in the engine to follow.
    var hasFollowing: Bool { queued != nil }

    /// The nominal frame at which playing is.
    var place: Int64 {
        guard let number = lineage.last else { return rest }
        let place = engine.place
        if let song, place.item != nil, place.item == queued?.number {
            // The next one has begun, and the report of it is under way.
            return song.endFrame(rate: rate)
        }
        guard let item = place.item, lineage.contains(item), let playing = items[item] else {
            // It has not begun yet.
            return items[number].map { $0.nominalFrame(ofItemFrame: $0.startFrame) } ?? rest
        }
        return playing.nominalFrame(ofItemFrame: place.position)
    }

    /// Makes a song the loaded one, at its start; `nil` for none.
    ///
    /// Tracks, channels and positions are those of one song: muting and soloing become those with
    /// which it begins, and a loop between positions ends. A song that is loaded already stays as it
    /// is: it is played again.
    func take(_ song: Song?) {
        guard song == nil || song !== self.song else { return }
        self.song = song
        songHasPlayed = false
        muted = song?.muted ?? .none
        soloed = song?.soloed ?? .none
        if case .between = loop { loop = .off }
    }

    // MARK: Playing

    /// Plays the loaded song from a nominal frame.
    ///
    /// - Parameters:
    ///   - frame: Where to begin.
    ///   - isLast: Whether the engine ends after it.
    ///   - cutsVoices: Whether what sounds ends without its release.
    /// - Returns: `false` when too many samplers still sound; then nothing plays.
    func start(at frame: Int64, isLast: Bool = false, cutsVoices: Bool = false) -> Bool {
        guard let song else { return false }
        halted = nil
        takeBackFollowing()
        let item = makeItem(of: song, at: frame, isFresh: !songHasPlayed)
        guard
            let number = engine.start(
                item,
                on: song.rack,
                isLast: isLast,
                cutsVoices: cutsVoices
            )
        else {
            halt()
            rest = song.start
            return false
        }
        songHasPlayed = true
        items[number] = item
        lineage = [number]
        rest = frame
        return true
    }

    /// Plays on as is set now.
    ///
    /// - Parameter isLast: Whether the engine ends after the song.
    func apply(isLast: Bool = false) {
        takeBackFollowing()
        guard let song, let last = lineage.last, let playing = items[last] else { return }
        let item = makeItem(
            of: song,
            at: playing.nominalFrame(ofItemFrame: playing.startFrame),
            isFresh: playing.view.startsFresh
        )
        guard let number = engine.adopt(item, on: song.rack, isLast: isLast) else { return }
        items[number] = item
        lineage.append(number)
    }

    /// Ends what plays; playing goes on where it was, once it is started there.
    func pause() {
        rest = place
        let number = lineage.last
        halt()
        halted = number
    }

    /// Ends what plays in the engine, and what waits there.
    func halt() {
        takeBackFollowing()
        engine.halt()
        halted = nil
        lineage = []
    }

    /// Ends what plays, what waits, and all that sounds, at once.
    func cut() {
        takeBackFollowing()
        engine.cut()
        halted = nil
        lineage = []
    }

    /// Sets where playing goes on, while nothing plays.
    func locate(at frame: Int64) {
        halted = nil
        rest = frame
    }

    // MARK: What follows

    /// Gives the engine a song that follows without a gap.
    ///
    /// - Returns: `false` when there is no room for it yet.
    @discardableResult
    func follow(with song: Song, isLast: Bool = false) -> Bool {
        // On samplers that have played, the channels are first put into their initial state.
        let isAnother = song !== self.song
        let item = makeItem(of: song, at: song.start, isFresh: isAnother, isNext: isAnother)
        guard let number = engine.enqueue(item, on: song.rack, isLast: isLast) else {
            return false
        }
        items[number] = item
        queued = (number, song)
        return true
    }

    /// Takes back what waits in the engine.
    func takeBackFollowing() {
        guard let queued else { return }
        engine.dropQueued()
        takenBack[queued.number] = queued.song
        self.queued = nil
    }

    // MARK: Samplers

    /// Plays the loaded song on other samplers, in the middle of what plays.
    ///
    /// - Returns: `false` when too many samplers still sound.
    func exchange(for rack: SamplerRack) -> Bool {
        guard let song else { return true }
        if songHasPlayed {
            guard engine.exchange(song.rack, for: rack) else { return false }
        }
        self.song = song.on(rack)
        return true
    }

    // MARK: Reports

    /// Takes a report of the engine.
    ///
    /// - Returns: What it changes for the owner.
    func take(_ report: EngineReport) -> Change? {
        switch report {
        case .began(let number, _):
            return began(number)
        case .ended(let number, _):
            items.removeValue(forKey: number)
            guard lineage.contains(number) else { return nil }
            lineage = []
            rest = song?.start ?? 0
            return .ended
        case .halted(let number, let position):
            if halted == number, let item = items[number] {
                rest = item.nominalFrame(ofItemFrame: position)
                halted = nil
            }
            items.removeValue(forKey: number)
        case .replaced(let number):
            takenBack.removeValue(forKey: number)
            items.removeValue(forKey: number)
            if queued?.number == number { queued = nil }
            // The last one is what plays, or is about to.
            if lineage.last != number { lineage.removeAll { $0 == number } }
        case .refused(let number):
            items.removeValue(forKey: number)
            takenBack.removeValue(forKey: number)
            if queued?.number == number { queued = nil }
            if lineage.contains(number) { return .refused }
        case .retired, .finished:
            break
        }
        return nil
    }

    /// The engine plays an item; if it is the one that waited, the song before it is over.
    private func began(_ number: Int) -> Change? {
        let revoked = takenBack.removeValue(forKey: number)
        // Something was started since, and takes its place.
        if let start = lineage.first, number < start { return nil }
        let waited = queued?.number == number ? queued?.song : revoked
        guard let next = waited, mayFollow(next) else {
            // It was to be taken back and was quicker: nothing that follows wants it.
            if revoked != nil, lineage.isEmpty { engine.halt() }
            return nil
        }
        queued = nil
        take(next)
        songHasPlayed = true
        lineage = [number]
        rest = next.start
        return .followed(wasTakenBack: revoked != nil)
    }

    // MARK: Items

    /// The nominal frames of a song that are played again and again.
    func loopedFrames(of song: Song) -> Range<Int64>? {
        switch loop {
        case .off:
            return nil
        case .whole:
            let range = song.start..<max(song.start, song.endFrame(rate: rate))
            return canLoop(range, of: song) ? range : nil
        case .between(let range):
            return range
        }
    }

    /// Whether a song can be played again and again between two of its nominal frames.
    func canLoop(_ range: Range<Int64>, of song: Song) -> Bool {
        PlayItem.canLoop(range, of: song.sequence, rate: rate, to: song.end)
    }

    /// An item of a song as it is to be played now.
    private func makeItem(
        of song: Song,
        at frame: Int64,
        isFresh: Bool,
        isNext: Bool = false
    ) -> PlayItem {
        PlayItem(
            sequence: song.sequence,
            rate: rate,
            speed: speed,
            from: min(frame, song.endFrame(rate: rate)),
            to: song.end,
            loop: isNext && loop != .whole ? nil : loopedFrames(of: song),
            muted: isNext ? song.muted : muted,
            soloed: isNext ? song.soloed : soloed,
            transpose: semitones,
            startsFresh: isFresh
        )
    }
}
