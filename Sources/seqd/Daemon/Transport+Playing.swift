import Logging
import NIOCore
import SamplerHost
import Sequencer

/// Playing, pausing, locating; and how it is played.
extension Transport {
    /// The nominal frame at which playing is.
    var place: Int64 {
        guard state == .playing, let number = lineage.last else { return rest }
        let place = engine.place
        if let song, place.item != nil, place.item == queued {
            // The next one has begun, and the report of it is under way.
            return song.sequence.endFrame(rate: rate)
        }
        guard let item = place.item, lineage.contains(item), let playing = items[item] else {
            // It has not begun yet.
            return items[number].map { $0.nominalFrame(ofItemFrame: $0.startFrame) } ?? rest
        }
        return playing.nominalFrame(ofItemFrame: place.position)
    }

    /// Stops for a while; live input sounds on.
    func pause() {
        guard state == .playing else { return }
        rest = place
        halted = lineage.last
        haltForGood()
        state = .paused
        tell(.paused)
    }

    /// Plays on from where it was paused, stopped or located.
    ///
    /// - Throws: Status 66 when there is nothing to play.
    /// - Returns: Completes when it plays or cannot.
    func resume() throws(CommandFailure) -> EventLoopFuture<Void> {
        guard state != .playing else { return eventLoop.makeSucceededVoidFuture() }
        guard !entries.isEmpty else {
            throw CommandFailure(.noInput, "there is nothing to play: the queue is empty")
        }
        var place = current ?? 0
        // What came into the queue after its end is not what has been played.
        if hasEnded, entries.indices.contains(place + 1) {
            place += 1
            song = nil
            rest = 0
        }
        hasEnded = false
        current = place
        state = .playing
        guard song?.entry == entries[place].number else {
            tell(.continued)
            return loadCurrent(from: rest, .started)
        }
        try startSong(at: rest, .continued)
        return eventLoop.makeSucceededVoidFuture()
    }

    /// Stops, and goes back to the start of what played.
    func stop() {
        guard state != .stopped else { return }
        haltForGood()
        halted = nil
        state = .stopped
        rest = 0
        tell(.stopped)
    }

    /// Ends what plays in the engine.
    func haltForGood() {
        takeBackQueued()
        engine.halt()
        lineage = []
    }

    /// Goes somewhere else in what is loaded.
    ///
    /// - Throws: Status 66 when nothing is loaded, 64 for a place that there is not.
    func seek(_ position: Position) throws(CommandFailure) {
        let song = try loadedSong()
        let frame = try frame(of: position, in: song)
        if state == .playing {
            try startSong(at: frame, .located)
        } else {
            halted = nil
            hasEnded = false
            rest = frame
            if state == .stopped { state = .paused }
            tell(.located)
        }
    }

    private func loadedSong() throws(CommandFailure) -> Song {
        guard let song else { throw CommandFailure(.noInput, "nothing is loaded") }
        return song
    }

    private func frame(of position: Position, in song: Song) throws(CommandFailure) -> Int64 {
        let sequence = song.sequence
        do throws(PositionError) {
            switch position {
            case .nextBar, .nextBeat:
                let tick = sequence.tempoMap.tick(atFrame: place, rate: rate)
                guard let next = try sequence.tick(after: tick, position) else {
                    throw PositionError(
                        code: .afterEnd,
                        description: "there is no \(position) before the end"
                    )
                }
                return sequence.tempoMap.frame(atTick: next, rate: rate)
            default:
                return try sequence.frame(of: position, rate: rate)
            }
        } catch {
            throw CommandFailure(.usage, error.description)
        }
    }

    // MARK: How

    func setSpeed(_ speed: Speed) {
        self.speed = speed
        changed()
    }

    /// Sets what is played again and again; playing that is outside goes to its beginning.
    ///
    /// - Throws: Status 64 for positions that there are not, and a loop that is too short.
    func setLoop(_ setting: LoopSetting) throws(CommandFailure) {
        guard case .between(let from, let to) = setting else {
            loop = setting
            loopRange = nil
            changed()
            return
        }
        let song = try loadedSong()
        let start = try frame(of: from, in: song)
        let end = try frame(of: to, in: song)
        guard end > start, PlayItem.canLoop(start..<end, of: song.sequence, rate: rate) else {
            throw CommandFailure(
                .usage,
                "\(setting): a loop ends after it begins, at least "
                    + "\(PlayItem.shortestLoop) frames later"
            )
        }
        // From here on it is where it is now: "next-bar" moves on, and the loop does not.
        let range = start..<end
        loopRange = range
        loop = .between(fixed(from, at: start, in: song), fixed(to, at: end, in: song))
        if state == .playing, !range.contains(place) {
            try startSong(at: range.lowerBound, .located)
        } else {
            if state != .playing, !range.contains(rest) { rest = range.lowerBound }
            changed()
        }
    }

    /// A position that does not move with playing.
    private func fixed(_ position: Position, at frame: Int64, in song: Song) -> Position {
        switch position {
        case .nextBar, .nextBeat:
            let text = self.position(atFrame: frame, in: song.sequence).text
            return (try? Position(parsing: text)) ?? position
        default:
            return position
        }
    }

    /// The nominal frames that are played again and again.
    func loopedFrames(of song: Song) -> Range<Int64>? {
        switch loop {
        case .off:
            return nil
        case .whole:
            let range = 0..<song.sequence.endFrame(rate: rate)
            return PlayItem.canLoop(range, of: song.sequence, rate: rate) ? range : nil
        case .between:
            return loopRange
        }
    }

    func mute(_ selectors: SelectorSet) throws(CommandFailure) {
        muted.formUnion(try resolve(selectors))
        changed()
    }

    func unmute(_ selectors: SelectorSet) throws(CommandFailure) {
        muted.subtract(try resolve(selectors))
        changed()
    }

    /// Lets only these be heard; `nil` for all.
    func solo(_ selectors: SelectorSet?) throws(CommandFailure) {
        soloed =
            try selectors.map { selectors throws(CommandFailure) in try resolve(selectors) }
            ?? .none
        changed()
    }

    private func resolve(_ selectors: SelectorSet) throws(CommandFailure) -> Selection {
        let song = try loadedSong()
        do throws(SelectorError) {
            return try selectors.resolve(in: song.sequence)
        } catch {
            throw CommandFailure(.usage, error.description)
        }
    }

    func transpose(_ semitones: Int) {
        self.semitones = semitones
        changed()
    }

    func setGain(_ decibels: Double) {
        gain = decibels
        engine.setGain(Decibels.factor(decibels))
        tell(.changed)
    }

    /// Plays on as is set now.
    func changed() {
        takeBackQueued()
        if state == .playing, let song, let last = lineage.last, let playing = items[last] {
            let item = makeItem(
                of: song,
                at: playing.nominalFrame(ofItemFrame: playing.startFrame),
                isFresh: playing.view.startsFresh
            )
            if let number = engine.adopt(item, on: song.rack) {
                items[number] = item
                lineage.append(number)
            }
            prepareFollowing()
        }
        tell(.changed)
    }

    /// An item of a song as it is to be played now.
    func makeItem(of song: Song, at frame: Int64, isFresh: Bool, isNext: Bool = false) -> PlayItem {
        let loop = loopedFrames(of: song)
        let end = song.sequence.endFrame(rate: rate)
        return PlayItem(
            sequence: song.sequence,
            rate: rate,
            speed: speed,
            from: min(frame, end),
            loop: isNext && !isWholeLoop ? nil : loop,
            muted: isNext ? .none : muted,
            soloed: isNext ? .none : soloed,
            transpose: semitones,
            startsFresh: isFresh
        )
    }

    private var isWholeLoop: Bool {
        if case .whole = loop { return true }
        return false
    }

    /// Plays the loaded song from a nominal frame, where nobody waits for an answer.
    func begin(at frame: Int64, _ change: DaemonEvent.Change) {
        do throws(CommandFailure) {
            try startSong(at: frame, change)
        } catch {
            logger.error("\(error)")
            events(.error(error, file: currentPath))
        }
    }

    /// Plays the loaded song from a nominal frame.
    ///
    /// - Throws: Status 75 when too many samplers still sound; it is stopped then.
    func startSong(at frame: Int64, _ change: DaemonEvent.Change) throws(CommandFailure) {
        guard let song else { return }
        halted = nil
        hasEnded = false
        takeBackQueued()
        let item = makeItem(of: song, at: frame, isFresh: !songHasPlayed)
        guard let number = engine.start(item, on: song.rack) else {
            haltForGood()
            state = .stopped
            rest = 0
            tell(.stopped)
            throw CommandFailure(.busy, "too many samplers still sound; try again")
        }
        songHasPlayed = true
        items[number] = item
        lineage = [number]
        rest = frame
        state = .playing
        // What stands where it begins is passed too.
        lastCueTick = song.sequence.tempoMap.tick(atFrame: frame, rate: rate) - 1
        tell(change)
        prepareFollowing()
    }
}
