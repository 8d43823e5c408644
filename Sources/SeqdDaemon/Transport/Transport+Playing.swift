import ControlProtocol
import Logging
import NIOCore
import Playback
import SamplerHost
import Sequencer

/// Playing, pausing, locating; and how it is played.
extension Transport {
    /// What is loaded of the current entry.
    var song: LoadedPiece? { playback.piece }

    /// The nominal frame at which playing is.
    var place: Int64 { playback.position }

    /// Stops for a while; live input sounds on.
    func pause() {
        guard state == .playing else { return }
        playback.pause()
        state = .paused
        tell(.paused)
    }

    /// Plays on from where it was paused, stopped or located.
    ///
    /// - Parameter countIn: What is clicked before.
    /// - Throws: Status 66 when there is nothing to play.
    /// - Returns: Completes when it plays or cannot.
    func resume(_ countIn: CountIn? = nil) throws(RequestError) -> EventLoopFuture<Void> {
        guard state != .playing else { return eventLoop.makeSucceededVoidFuture() }
        guard let (place, isOther) = queue.resume() else {
            throw RequestError(.noInput, "nothing to play: the queue is empty")
        }
        if isOther {
            unload()
            playback.locate(at: 0)
        }
        if countIn != nil, engine.metronome == nil {
            let chosen = place
            return prepareMetronome().assumeIsolated().flatMap {
                do throws(RequestError) {
                    return try self.resumeLoaded(at: chosen, countIn)
                } catch {
                    return self.eventLoop.makeFailedFuture(error)
                }
            }.nonisolated()
        }
        return try resumeLoaded(at: place, countIn)
    }

    /// Plays on an entry of the queue, loaded or not.
    private func resumeLoaded(
        at place: Int,
        _ countIn: CountIn?
    ) throws(RequestError) -> EventLoopFuture<Void> {
        // It may have been asked for twice.
        guard state != .playing, queue.entries.indices.contains(place) else {
            return eventLoop.makeSucceededVoidFuture()
        }
        state = .playing
        guard song?.entry == queue.entries[place].number else {
            tell(.continued)
            return loadCurrent(from: playback.resumePosition, .started, countIn)
        }
        try startSong(at: playback.resumePosition, .continued, countIn)
        return eventLoop.makeSucceededVoidFuture()
    }

    /// Stops, and goes back to the start of what played.
    func stop() {
        cancelActions()
        guard state != .stopped else { return }
        rewind()
        tell(.stopped)
    }

    /// Ends what plays in the engine, at its start.
    private func rewind() {
        playback.halt()
        playback.locate(at: 0)
        state = .stopped
    }

    /// Goes somewhere else in what is loaded.
    ///
    /// - Throws: Status 66 when nothing is loaded, 64 for a place that there is not.
    func seek(_ position: Position) throws(RequestError) {
        let song = try loadedSong()
        try seek(frame: try frame(of: position, in: song))
    }

    /// Goes to a nominal frame of what is loaded.
    func seek(frame: Int64) throws(RequestError) {
        if state == .playing {
            try startSong(at: frame, .located)
        } else {
            queue.begin()
            playback.locate(at: frame)
            if state == .stopped { state = .paused }
            tell(.located)
        }
    }

    func loadedSong() throws(RequestError) -> LoadedPiece {
        guard let song else { throw RequestError(.noInput, "no file loaded") }
        return song
    }

    func frame(of position: Position, in song: LoadedPiece) throws(RequestError) -> Int64 {
        let sequence = song.sequence
        do throws(PositionError) {
            switch position {
            case .nextBar, .nextBeat:
                let here = playback.exactFrame ?? place
                let tick = sequence.tempoMap.tick(atFrame: here, rate: rate)
                guard let next = try sequence.tick(after: tick, position) else {
                    throw PositionError(
                        code: .afterEnd,
                        description: "no \(position) before the end of the file"
                    )
                }
                return sequence.tempoMap.frame(atTick: next, rate: rate)
            default:
                return try sequence.frame(of: position, rate: rate)
            }
        } catch {
            throw RequestError(.usage, error.description)
        }
    }

    // MARK: How

    func setSpeed(_ speed: Speed) {
        playback.speed = speed
        changed()
    }

    /// Sets what is played again and again; playing that is outside goes to its beginning.
    ///
    /// - Parameters:
    ///   - setting: What is repeated.
    ///   - count: How often it is played before it goes on; `nil` for ever.
    /// - Throws: Status 64 for positions that there are not, and a loop that is too short.
    func setLoop(_ setting: LoopSetting, count: Int? = nil) throws(RequestError) {
        guard case .between(let positions) = setting else {
            loop = setting
            playback.loopCount = count
            playback.loop = setting == .whole ? .whole : setting == .file ? .file : .off
            changed()
            return
        }
        let (from, to) = (positions.from, positions.to)
        let song = try loadedSong()
        let start = try frame(of: from, in: song)
        let end = try frame(of: to, in: song)
        guard end > start, playback.canLoop(start..<end, of: song) else {
            throw RequestError(
                .usage,
                "\(setting): the loop must end at least \(PlayItem.shortestLoopText(rate: rate)) "
                    + "after its start"
            )
        }
        // From here on it is where it is now: "next-bar" moves on, and the loop does not.
        let range = start..<end
        playback.loop = .between(range)
        playback.loopCount = count
        loop = .between(
            PositionRange(
                from: fixed(from, at: start, in: song),
                to: fixed(to, at: end, in: song)
            )
        )
        // A command that waits is done before playing is there.
        if state == .playing, !range.contains(playback.exactFrame ?? place) {
            try startSong(at: range.lowerBound, .located)
        } else {
            if state != .playing, !range.contains(playback.resumePosition) {
                playback.locate(at: range.lowerBound)
            }
            changed()
        }
    }

    /// A position that does not move with playing.
    private func fixed(_ position: Position, at frame: Int64, in song: LoadedPiece) -> Position {
        switch position {
        case .nextBar, .nextBeat:
            let text = self.position(atFrame: frame, in: song.sequence).text
            return (try? Position(parsing: text)) ?? position
        default:
            return position
        }
    }

    func mute(_ selectors: SelectorSet) throws(RequestError) {
        playback.muted.formUnion(try resolve(selectors))
        changed()
    }

    func unmute(_ selectors: SelectorSet) throws(RequestError) {
        playback.muted.subtract(try resolve(selectors))
        changed()
    }

    /// Lets only these be heard; `nil` for all.
    func solo(_ selectors: SelectorSet?) throws(RequestError) {
        playback.soloed =
            try selectors.map { selectors throws(RequestError) in try resolve(selectors) }
            ?? .none
        changed()
    }

    private func resolve(_ selectors: SelectorSet) throws(RequestError) -> Selection {
        let song = try loadedSong()
        do throws(SelectorError) {
            return try selectors.resolve(in: song.sequence)
        } catch {
            throw RequestError(.usage, error.description)
        }
    }

    func transpose(_ semitones: Int) {
        playback.semitones = semitones
        changed()
    }

    func setGain(_ decibels: Double) {
        gain = decibels
        engine.setGain(Decibels.factor(decibels))
        tell(.changed)
    }

    /// Plays on as is set now.
    func changed() {
        playback.apply()
        if state == .playing { prepareFollowing() }
        tell(.changed)
    }

    /// Plays the loaded song from a nominal frame, where nobody waits for an answer.
    func begin(at frame: Int64, _ change: TransportChange.Change, _ countIn: CountIn? = nil) {
        do throws(RequestError) {
            try startSong(at: frame, change, countIn)
        } catch {
            log(.error, error, file: currentPath)
            events(.error(error, file: currentPath))
        }
    }

    /// Plays the loaded song from a nominal frame.
    ///
    /// - Parameters:
    ///   - frame: Where to begin.
    ///   - change: What is told.
    ///   - countIn: What is clicked before.
    ///   - chasesNotes: Whether notes that sound already there are begun, whatever is set.
    /// - Throws: Status 75 when too many samplers still sound; it is stopped then.
    func startSong(
        at frame: Int64,
        _ change: TransportChange.Change,
        _ countIn: CountIn? = nil,
        chasesNotes: Bool = false
    ) throws(RequestError) {
        guard let song else { return }
        queue.begin()
        guard playback.start(at: frame, countIn: countIn, chasesNotes: chasesNotes) else {
            rewind()
            tell(.stopped)
            throw RequestError(.busy, "too many samplers still sounding; try again")
        }
        state = .playing
        // What had ended plays once more.
        queue.setOverdue(false)
        // What stands where it begins is passed too.
        cues.restart(at: frame, of: song)
        actions.restart(at: frame)
        tell(change)
        prepareFollowing()
    }
}
