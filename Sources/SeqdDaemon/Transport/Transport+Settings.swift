import ControlProtocol
import Effects
import Playback
import SamplerHost
import Sequencer
import Synchronization

/// The settings of playback.
extension Transport {
    /// The changes to every sequence.
    var arrangement: Arrangement { Arrangement(tempo: usedTempo) }

    func setSpeed(_ speed: Speed) {
        // Cues up to here are heard at the old speed.
        run.reportCues()
        playSettings.speed = speed
        playback.setRamp(nil)
        guard !following.isOn else { return }
        playback.speed = speed
        applySettings()
    }

    /// Sets the tempo of all pieces; `nil` for the files' own.
    func setTempo(_ tempo: Tempo?) {
        // Cues up to here are at the old tempo; ticks are the same at the new one.
        run.reportCues()
        playSettings.tempo = tempo
        forgetNext()
        let before = piece
        playback.setTempo(usedTempo)
        run.moveScheduled(from: before)
        settleLoop()
        applySettings()
        if piece !== before { run.reportTempo() }
    }

    func setChasesNotes(_ isOn: Bool) {
        playSettings.chasesNotes = isOn
        playback.chasesNotes = isOn
        run.report(.changed)
    }

    func transpose(_ semitones: Int) {
        playSettings.transpose = semitones
        loader.transpose.store(semitones, ordering: .relaxed)
        playback.semitones = semitones
        applySettings()
    }

    /// Plays on with the settings as they are now.
    func applySettings() {
        playback.apply()
        if state == .playing { prepareNext() }
        run.report(.changed)
    }

    // MARK: The loop

    /// Sets the part that is repeated; playback outside of it goes to its start.
    ///
    /// - Parameters:
    ///   - setting: The part.
    ///   - count: The number of times that it is played; `nil` for ever.
    /// - Throws: Status 64 for positions that do not exist, and for a loop that is too short.
    func setLoop(_ setting: LoopSetting, count: Int? = nil) throws(RequestError) {
        guard case .between(let positions) = setting else {
            playSettings.loop = setting
            playSettings.loopCount = count
            playback.loopCount = count
            playback.loop = setting == .whole ? .whole : setting == .file ? .file : .off
            applySettings()
            return
        }
        let piece = try run.loadedPiece()
        let range = try run.frames(of: positions, in: piece)
        playback.loop = .between(range)
        playback.loopCount = count
        playSettings.loopCount = count
        playSettings.loop = .between(
            PositionRange(
                from: fixed(positions.from, at: range.lowerBound, in: piece),
                to: fixed(positions.to, at: range.upperBound, in: piece)
            )
        )
        // A command that waits is done before playback is there.
        if state == .playing, !range.contains(playback.exactFrame ?? playback.position) {
            try self.start(at: range.lowerBound, .located)
        } else {
            if state != .playing, !range.contains(playback.resumePosition) {
                playback.locate(at: range.lowerBound)
            }
            applySettings()
        }
    }

    /// A position that does not move with playback, unlike `next-bar`.
    private func fixed(_ position: Position, at frame: Int64, in piece: LoadedPiece) -> Position {
        switch position {
        case .nextBar, .nextBeat:
            let text = TransportPosition(atFrame: frame, in: piece.sequence, rate: rate).text
            return (try? Position(parsing: text)) ?? position
        default:
            return position
        }
    }

    /// Switches the loop off if another version does not have it.
    func settleLoop() {
        if playback.loop == .off { endLoop() }
    }

    /// Switches a loop between positions off: they are those of one piece.
    func endLoop() {
        guard case .between = playSettings.loop else { return }
        playSettings.loop = .off
        playSettings.loopCount = nil
    }

    // MARK: Audible parts

    func mute(_ selectors: SelectorSet) throws(RequestError) {
        playback.muted.formUnion(try run.resolve(selectors, in: try run.loadedPiece()))
        applySettings()
    }

    func unmute(_ selectors: SelectorSet) throws(RequestError) {
        playback.muted.subtract(try run.resolve(selectors, in: try run.loadedPiece()))
        applySettings()
    }

    /// Makes only these parts audible; `nil` for all.
    func solo(_ selectors: SelectorSet?) throws(RequestError) {
        playback.soloed =
            try selectors.map { selectors throws(RequestError) in
                try run.resolve(selectors, in: try run.loadedPiece())
            } ?? .none
        applySettings()
    }
}
