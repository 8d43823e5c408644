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
        /// What the song's file says is to be repeated, if it says so.
        case file
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

    /// An item, and what its nominal frames are those of.
    private struct Item {
        var item: PlayItem
        var song: Song
        /// What is clicked before it, for whatever takes its place meanwhile.
        var countIn: CountIn?

        /// The nominal frame of an item frame in another version or at another tempo.
        func frame(ofItemFrame frame: Int64, in song: Song, rate: Int) -> Int64 {
            song.sameFrame(item.nominalFrame(ofItemFrame: frame), of: self.song, rate: rate)
        }
    }

    let engine: Engine
    let rate: Int

    /// Whether the song that was to follow may, asked when it begins.
    var mayFollow: (Song) -> Bool = { _ in true }
    /// Gets songs that are not used any more; freeing samplers may wait for whatever is loaded.
    var letGo: (Song) -> Void = { _ in }

    /// What is loaded; set by methods of this class.
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
    /// The item of ``lineage`` that is to take over at a nominal frame, until the engine says that
    /// it has: whatever is changed meanwhile takes over there too.
    private var awaited: (number: Int, frame: Int64)?
    /// Items under way, for their positions.
    private var items: [Int: Item] = [:]
    /// The item that was halted, until the engine says how far it got.
    private var halted: Int?
    /// The item that waits in the engine, and its song.
    private var queued: (number: Int, song: Song)?
    /// Items that were to be taken back from the engine's queue, and may have begun all the same.
    private var takenBack: [Int: Song] = [:]

    // MARK: How it plays, from the next ``apply(isLast:)`` on

    var speed = Speed.normal
    var loop = Loop.off
    /// How often the loop is played before it goes on; `nil` for ever.
    var loopCount: Int?
    var muted = Selection.none
    var soloed = Selection.none
    var semitones = 0
    /// Whether notes that sound already where playing begins are begun there.
    var chasesNotes = false
    /// Whether the click is heard, in a song that has one.
    var isMetronomeOn = false

    /// The nominal frame for which the next changes are meant; `nil` for at once.
    var exactFrame: Int64?
    /// The nominal frame at which the engine begins with them, where that is not ``exactFrame``: at
    /// the end of a loop, which playing does not reach.
    var exactPlace: Int64?

    /// Makes the playback of an engine.
    init(_ engine: Engine) {
        self.engine = engine
        rate = engine.settings.rate
    }

    /// Whether an item of the song is in the engine and has not ended.
    var isUnderWay: Bool { !lineage.isEmpty }

    /// The nominal frame at which the engine is yet to begin with what was changed.
    var awaitedFrame: Int64? { awaited?.frame }

    /// How far ahead of playing the engine is told what it is to do on a frame, in nominal frames:
    /// 50 ms, and more where periods are longer.
    var lead: Int64 { nominal(max(Int64(rate) / 20, 4 * Int64(engine.settings.maximumPeriod))) }

    /// What may be rendered before the engine hears of something, in nominal frames.
    var reach: Int64 { nominal(2 * Int64(engine.settings.maximumPeriod)) }

    /// The nominal frames that the engine plays in so many of its own, rounded up.
    private func nominal(_ frames: Int64) -> Int64 {
        (frames * speed.numerator + speed.denominator - 1) / speed.denominator
    }

    /// Whether a song waits in the engine to follow.
    var hasFollowing: Bool { queued != nil }

    /// The nominal frame at which playing is.
    var place: Int64 {
        guard let number = lineage.last, let song else { return rest }
        if let frame = frame(of: engine.position) { return frame }
        // It has not begun yet.
        return items[number].map {
            $0.frame(ofItemFrame: $0.item.startFrame, in: song, rate: rate)
        } ?? rest
    }

    /// The nominal frame at which playing is, while something is played: neither in a count-in nor
    /// between an end and the report of it.
    var heardPlace: Int64? {
        let position = engine.position
        return position.countInBeats == 0 ? frame(of: position) : nil
    }

    private func frame(of position: EnginePosition) -> Int64? {
        guard let song, !lineage.isEmpty, let item = position.item else { return nil }
        // The next one has begun, and the report of it is under way.
        if item == queued?.number { return song.endFrame(rate: rate) }
        guard lineage.contains(item), let playing = items[item] else { return nil }
        return playing.frame(ofItemFrame: position.frame, in: song, rate: rate)
    }

    /// Makes a song the loaded one, at its start; `nil` for none.
    ///
    /// Tracks, channels and positions are those of one song: muting, soloing and a loop between
    /// positions become those with which it begins. A song that is loaded already stays as it
    /// is: it is played again.
    func take(_ song: Song?) {
        guard song == nil || song !== self.song else { return }
        self.song = song
        songHasPlayed = false
        muted = song?.muted ?? .none
        soloed = song?.soloed ?? .none
        switch loop {
        case .off, .between:
            loop = song?.loop.map { .between($0) } ?? .off
            loopCount = song?.loopCount
        case .whole, .file:
            break
        }
    }

    // MARK: Playing

    /// Plays the loaded song from a nominal frame.
    ///
    /// - Parameters:
    ///   - frame: Where to begin.
    ///   - isLast: Whether the engine ends after it.
    ///   - cutsVoices: Whether what sounds ends without its release.
    ///   - countIn: What is clicked before.
    ///   - chasesNotes: Whether notes that sound already there are begun, whatever is set.
    /// - Returns: `false` when too many samplers still sound; then nothing plays.
    func start(
        at frame: Int64,
        isLast: Bool = false,
        cutsVoices: Bool = false,
        countIn: CountIn? = nil,
        chasesNotes: Bool = false
    ) -> Bool {
        guard let song else { return false }
        halted = nil
        awaited = nil
        takeBackFollowing()
        let item = makeItem(
            of: song,
            at: frame,
            isFresh: !songHasPlayed,
            countIn: countIn,
            chasesNotes: chasesNotes || self.chasesNotes
        )
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
        if !songHasPlayed { song.prepareLocating() }
        songHasPlayed = true
        items[number] = Item(item: item, song: song, countIn: countIn)
        lineage = [number]
        rest = frame
        return true
    }

    /// Plays on as is set now: from ``exactFrame`` on, where the engine is yet to begin with an
    /// earlier change, or at once.
    ///
    /// - Parameter isLast: Whether the engine ends after the song.
    func apply(isLast: Bool = false) {
        takeBackFollowing()
        guard let song, let last = lineage.last, let playing = items[last] else { return }
        if let frame = exactPlace ?? exactFrame ?? awaited?.frame {
            _ = exchange(song, at: frame, isLast: isLast)
            return
        }
        let item = makeItem(
            of: song,
            at: playing.frame(ofItemFrame: playing.item.startFrame, in: song, rate: rate),
            isFresh: playing.item.view.startsFresh,
            countIn: playing.countIn
        )
        guard let number = engine.adopt(item, on: song.rack, isLast: isLast) else { return }
        items[number] = Item(item: item, song: song, countIn: playing.countIn)
        lineage.append(number)
    }

    /// Has the loaded song take over from what plays of it, at a nominal frame.
    ///
    /// - Returns: `false` when the audio thread has hung.
    private func exchange(_ song: Song, at frame: Int64, isLast: Bool) -> Bool {
        let item = makeItem(of: song, at: frame, isFresh: false, chasesNotes: true)
        guard let number = engine.exchange(item, on: song.rack, isLast: isLast) else {
            return false
        }
        items[number] = Item(item: item, song: song)
        lineage.append(number)
        awaited = (number, frame)
        return true
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
        awaited = nil
        lineage = []
    }

    /// Ends what plays, what waits, and all that sounds, at once.
    func cut() {
        takeBackFollowing()
        engine.cut()
        halted = nil
        awaited = nil
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
        let item =
            song === self.song
            ? makeItem(of: song, at: song.start, isFresh: false) : makeItem(following: song)
        guard let number = engine.enqueue(item, on: song.rack, isLast: isLast) else {
            return false
        }
        items[number] = Item(item: item, song: song)
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

    // MARK: Other versions

    /// Goes on at another tempo; `nil` for the file's own.
    ///
    /// - Parameters:
    ///   - tempo: The tempo.
    ///   - isLast: Whether the engine ends after the song.
    func setTempo(_ tempo: Tempo?, isLast: Bool = false) {
        guard let song, song.arrangement.tempo != tempo else { return }
        let other = song.at(tempo, rate: rate)
        let (old, new) = (song.sequence.tempoMap, other.sequence.tempoMap)
        exactFrame = exactFrame.map { new.frame($0, of: old, rate: rate) }
        exactPlace = exactPlace.map { new.frame($0, of: old, rate: rate) }
        if let frame = awaited?.frame { awaited?.frame = new.frame(frame, of: old, rate: rate) }
        rest = new.frame(rest, of: old, rate: rate)
        if case .between(let range) = loop {
            let range = new.frames(range, of: old, rate: rate)
            loop = canLoop(range, of: other) ? .between(range) : .off
        }
        self.song = other
        apply(isLast: isLast)
    }

    /// Makes another version of the loaded song the loaded one; what plays, plays on until the
    /// owner starts it.
    ///
    /// Muting, soloing and the loop stay as they are, as far as the version has what they name.
    ///
    /// - Parameter version: The other version, on samplers of its own.
    /// - Returns: Where in it playing was, in nominal frames.
    func replace(with version: Song) -> Int64 {
        guard let song else {
            take(version)
            return version.start
        }
        let place = version.frame(place, of: song, rate: rate)
        if case .between(let range) = loop {
            let start = version.frame(range.lowerBound, of: song, rate: rate)
            let end = version.frame(range.upperBound, of: song, rate: rate)
            let isLoop = start < end && canLoop(start..<end, of: version)
            loop = isLoop ? .between(start..<end) : .off
        }
        let tracks = version.sequence.musicTracks.count
        muted.tracks = muted.tracks.filter { $0 < tracks }
        soloed.tracks = soloed.tracks.filter { $0 < tracks }
        rest = version.frame(rest, of: song, rate: rate)
        if let frame = awaited?.frame {
            awaited?.frame = version.frame(frame, of: song, rate: rate)
        }
        self.song = version
        songHasPlayed = false
        return place
    }

    /// Goes on with another version of the loaded song on the same samplers: what sounds in both
    /// sounds on.
    ///
    /// - Parameters:
    ///   - version: The other version; its own samplers are let go.
    ///   - frame: The nominal frame of the loaded song at which it takes over; `nil` for at once.
    ///   - isLast: Whether the engine ends after it.
    /// - Returns: `false` where nothing plays, or these samplers lack what the version needs; then
    ///   nothing has changed.
    func exchange(with version: Song, at frame: Int64? = nil, isLast: Bool = false) -> Bool {
        guard let old = song, isUnderWay, version.embeddedFont == nil, old.embeddedFont == nil,
            version.sequence.ports == old.sequence.ports,
            Set(version.sequence.programs).isSubset(of: old.sequence.programs)
        else { return false }
        takeBackFollowing()
        let place = version.frame(frame ?? placeAhead(in: old), of: old, rate: rate)
        _ = replace(with: version.on(old.rack))
        songHasPlayed = true
        guard let song, exchange(song, at: place, isLast: isLast) else { return false }
        song.prepareLocating()
        letGo(version)
        return true
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

    /// Whether a report says that the loaded song has come to its end.
    func isEnd(_ report: EngineReport) -> Bool {
        switch report {
        case .ended(let number, _): lineage.contains(number)
        // It is reported before the end of the one before it.
        case .began(let number, _): number == queued?.number && !lineage.isEmpty
        default: false
        }
    }

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
            awaited = nil
            rest = song?.start ?? 0
            return .ended
        case .halted(let number, let position):
            if halted == number, let item = items[number], let song {
                rest = item.frame(ofItemFrame: position, in: song, rate: rate)
                halted = nil
            }
            items.removeValue(forKey: number)
        case .replaced(let number):
            takenBack.removeValue(forKey: number)
            items.removeValue(forKey: number)
            if queued?.number == number { queued = nil }
            if awaited?.number == number { awaited = nil }
            // One that came too late to take over is not what plays: one before it is.
            if lineage.contains(where: { $0 != number && items[$0] != nil }) {
                lineage.removeAll { $0 == number }
            }
        case .refused(let number):
            items.removeValue(forKey: number)
            takenBack.removeValue(forKey: number)
            if queued?.number == number { queued = nil }
            if lineage.contains(number) { return .refused }
        case .retired, .finished, .substituted:
            break
        }
        return nil
    }

    /// The engine plays an item; if it is the one that waited, the song before it is over.
    private func began(_ number: Int) -> Change? {
        if awaited?.number == number { awaited = nil }
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
        next.prepareLocating()
        songHasPlayed = true
        awaited = nil
        lineage = [number]
        rest = next.start
        return .followed(wasTakenBack: revoked != nil)
    }
}
