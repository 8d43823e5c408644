import Clips
import Effects
import MIDI
import Realtime
import Sequencer

/// The commands of the controlling thread.
extension EngineCore {
    /// Takes the commands that can be carried out within this period.
    ///
    /// Those about music and samplers need a frame of FluidSynth's grid; a short period may have
    /// none, and they wait for the next.
    @_noLocks
    mutating func takeCommands(_ frames: Int) {
        let hasGridFrame = Int(firstGridOffset) < frames
        while let command = commands.value.peek() {
            guard take(command, hasGridFrame: hasGridFrame) else {
                guard isIn(.paused), endPause() else { return }
                continue
            }
            _ = commands.value.pop()
        }
    }

    /// Carries out a command if that is possible in this period.
    ///
    /// - Returns: `false` if it has to wait, and what follows with it.
    @_noLocks
    private mutating func take(_ command: EngineCommand, hasGridFrame: Bool) -> Bool {
        switch command {
        case .single(.atOnce(let command)):
            if command.returnsLoan, !hasRoom(forReports: Outbox.reportsPerCommand) { return false }
            carryOut(command)
        case .single(.move(let move)): return take(move, hasGridFrame: hasGridFrame)
        case .single(.onGrid(let command)):
            guard canUseGrid(hasGridFrame), hasRoom(forReports: Outbox.reportsPerCommand) else {
                return false
            }
            carryOut(command)
        case .together(let count):
            guard canUseGrid(hasGridFrame), hasRoom(forReports: 1) else { return false }
            carryOutTogether(count)
        case .ungrouped(.dropQueued(let number)):
            guard hasRoom(forReports: Outbox.reportsPerCommand) else { return false }
            return deck.dropWaiting(before: number, outbox)
        case .ungrouped(.survey(let survey, let number)):
            guard waitingSurvey == nil else { return false }
            waitingSurvey = RequestedSurvey(survey: unsafe survey.loan, number: number)
            if isIn(.paused) { takeSurvey() }
        }
        return true
    }

    /// Whether commands that need the grid can be carried out in this period.
    @_noLocks
    private func canUseGrid(_ hasGridFrame: Bool) -> Bool {
        // A further note-off, which resets have in them, would bring back the release of voices
        // that were cut (FluidSynth 2.3.1) as long as no block was rendered without them.
        hasGridFrame && !isIn(.paused) && position != cutPosition
    }

    /// Whether there is room for so many reports; without it, reports that wait are sent.
    @_noLocks
    private mutating func hasRoom(forReports count: Int) -> Bool {
        guard outbox.room < count else { return true }
        outbox.sendWaiting()
        return false
    }

    /// Ends a pause that a command is to end behind others, which can be carried out only then.
    ///
    /// - Returns: Whether there is such a command.
    @_noLocks
    private mutating func endPause() -> Bool {
        var distance = 0
        while let command = commands.value.peek(distance) {
            distance &+= 1
            switch command {
            case .single(.atOnce(.resume)):
                resume()
                return true
            case .single(.atOnce(.stop)):
                stop()
                return false
            default: continue
            }
        }
        return false
    }

    @_noLocks
    private mutating func stop() {
        guard !isIn(.finished) && !isIn(.stopping) else { return }
        if isIn(.paused) || (!deck.isStarted && livePorts.inputCount == 0) {
            state = .finished
        } else {
            state = .stopping
            mixer.fadeOut()
        }
    }

    @_noLocks
    private mutating func pause() {
        guard isIn(.running) else { return }
        state = .pausing
        mixer.fadeOut()
    }

    @_noLocks
    private mutating func resume() {
        guard isIn(.pausing) || isIn(.paused) else { return }
        if isIn(.paused) { hasResumed = true }
        state = .running
        mixer.fadeIn()
    }

    /// Carries out a command of a group.
    @_noLocks
    mutating func carryOut(_ command: EngineCommand.Grouped) {
        switch command {
        case .atOnce(let command): carryOut(command)
        case .onGrid(let command): carryOut(command)
        case .move(let move):
            if !replaceWaiting(with: move) { apply(move, offset: firstGridOffset) }
        }
    }

    @_noLocks
    private mutating func carryOut(_ command: EngineCommand.Immediate) {
        switch command {
        case .stop: stop()
        case .pause: pause()
        case .resume: resume()
        case .setMetronome(let isOn): setMetronome(isOn)
        case .removeStrip(let strip, let number):
            returnInserts(of: strip)
            deck.moves.remove(of: .strip(strip))
            mixer.remove(unsafe strip.loan)
            outbox.add(.returned(.strip(number)))
        case .addClip(let cue): add(unsafe cue.loan)
        case .removeClip(let number): removeCue(number)
        case .addTap(let tap): mixer.addTap(tap)
        case .removeTap(let number):
            if mixer.removeTap(number) { outbox.add(.returned(.tap(number))) }
        }
    }

    @_noLocks
    private mutating func carryOut(_ command: EngineCommand.OnGrid) {
        switch command {
        case .schedule(let move): schedule(move)
        case .hold(let hold): set(hold)
        case .start(let next, let hold):
            forgetBeforePause()
            start(next)
            if let hold { set(hold) }
        case .updateItem(let next):
            playClips(before: firstGridFrame)
            deck.updateItem(next, atFrame: firstGridFrame, &outbox)
        case .scheduleReplacement(let next):
            playClips(before: firstGridFrame)
            deck.scheduleReplacement(next, atFrame: firstGridFrame, &outbox)
        case .halt: halt()
        case .cut:
            forgetBeforePause()
            let faded = crossfade?.old
            halt()
            if let faded { cutVoices(of: faded) }
            cutVoices()
            cutPosition = position
        case .install(let rack): install(unsafe rack.loan)
        case .replaceRack(let number, let rack): replaceRack(number, with: unsafe rack.loan)
        case .scheduleRack(let swap): scheduleRack(swap)
        case .installMetronome(let rack): installMetronome(unsafe rack.loan)
        }
    }

    @_noLocks
    private mutating func set(_ hold: EngineHold) {
        playClips(before: firstGridFrame)
        deck.player.hold(atTick: hold.tick, pass: hold.pass, atFrame: firstGridFrame)
    }

    /// Forgets the frames that were mixed before a pause and have not been heard: after it there is
    /// other music.
    @_noLocks
    private mutating func forgetBeforePause() {
        if hasResumed { mixer.forgetDelayedFrames() }
    }

    // MARK: Music

    @_noLocks
    private mutating func start(_ next: QueuedItem) {
        takeAllMoves()
        deck.dropReplacement(&outbox)
        deck.dropSwap(&outbox)
        releasePlayer()
        let rack = unsafe next.rack.loan
        if let crossfade, !crossfade.fadesIn(rack) { breakOffCrossfade(for: rack) }
        deck.replaceItem(&outbox)
        begin(next, atFrame: firstGridFrame)
    }

    @_noLocks
    private mutating func halt() {
        takeAllMoves()
        deck.dropReplacement(&outbox)
        deck.dropSwap(&outbox)
        // A caller that halts what was to be the last item plans something else.
        deck.cancelTail()
        breakOffCrossfade(for: nil)
        guard deck.isAdvancing else { return }
        let position = deck.player.position(atFrame: firstGridFrame)
        releasePlayer()
        deck.haltItem(at: position, &outbox)
    }

    /// Ends what the player's notes and pedals hold, on the first frame of the grid.
    @_noLocks
    mutating func releasePlayer() {
        guard deck.isStarted else { return }
        let offset = firstGridOffset
        let frame = firstGridFrame
        playClips(before: frame)
        deck.player.release(atFrame: frame)
        while let event = deck.player.nextEvent(before: frame &+ 1) {
            route(event, offset: offset)
        }
    }

    /// Ends all voices of the music without their release (CC120), on the first frame of the grid:
    /// heard only as a cut, so it is for when nothing is heard.
    @_noLocks
    private mutating func cutVoices() {
        if let clicks = metronome.rack { cutVoices(of: clicks) }
        if let rack = deck.rack { cutVoices(of: rack) }
    }

    @_noLocks
    private mutating func cutVoices(of rack: Loan<Rack>) {
        let offset = firstGridOffset
        for clip in 0..<rack.value.clips.count { rack.value.clips[clip].cut() }
        for sampler in 0..<rack.value.samplers.count {
            for channel: UInt8 in 0..<16 {
                let message = MIDIMessage(
                    status: 0xB0 | channel,
                    data1: Controller.allSoundOff.rawValue
                )
                while !rack.value.send(message, to: sampler, offset: offset) {
                    renderSpan(to: Int(offset))
                }
            }
        }
    }

    // MARK: Racks

    /// Plays the live inputs with a rack, which takes over from their last one.
    @_noLocks
    mutating func install(_ rack: Loan<Rack>) {
        let offset = Int(firstGridOffset)
        if let old = livePorts.rack {
            racks.replace(old, with: rack, offset: offset, &mixer)
            livePorts.rack = rack
            moveParts(from: old, to: rack)
        } else {
            racks.add(rack, offset: offset, &mixer)
            livePorts.rack = rack
        }
        guard let routes = rack.value.liveRoutes else { return }
        let way = Way(live: 0, lane: 0, rack: rack, routes: routes, offset: firstGridOffset)
        fixPresets(of: .max, way)
    }

    /// Plays music with a rack that was made for it, before the engine runs.
    mutating func install(stage rack: Loan<Rack>) {
        racks.add(rack, offset: 0, &mixer)
        deck.rack = rack
    }

    /// Replaces a rack that plays music.
    ///
    /// If that rack was removed, nothing needs the new one, which leaves at once.
    @_noLocks
    private mutating func replaceRack(_ number: Int, with rack: Loan<Rack>) {
        takeSwap(before: number)
        guard let old = deck.rack, old.value.number == number else {
            rack.value.hasLeft = true
            outbox.add(.returned(.rack(rack.value.number)))
            return
        }
        replaceRack(old, with: rack, offset: Int(firstGridOffset))
    }

    /// Makes a rack take over where what plays reaches a position.
    ///
    /// If the rack that it is to take over from was removed, or the item, nothing needs it.
    @_noLocks
    private mutating func scheduleRack(_ swap: RackSwap) {
        takeSwap(before: swap.old)
        if !deck.scheduleSwap(swap) {
            outbox.add(.rackReturned(rack: unsafe swap.rack.loan.value.number))
        }
    }

    /// Makes the rack that is to take over do so at once, if another one is to follow it.
    @_noLocks
    private mutating func takeSwap(before number: Int) {
        guard deck.hasSwap(toRack: number), let old = deck.rack, let rack = deck.takeSwap() else {
            return
        }
        replaceRack(old, with: rack, offset: Int(firstGridOffset))
    }

    /// Replaces the rack that plays music.
    ///
    /// - Parameters:
    ///   - old: That rack.
    ///   - rack: The new one.
    ///   - offset: Where in this period, on FluidSynth's grid; all before it has been rendered.
    @_noLocks
    mutating func replaceRack(_ old: Loan<Rack>, with rack: Loan<Rack>, offset: Int) {
        playClips(to: offset)
        racks.replace(old, with: rack, offset: offset, &mixer)
        deck.moveItem(to: rack)
        if let crossfade, crossfade.fadesIn(old) { self.crossfade?.new = rack }
        outbox.add(.rackReplaced(rack: rack.value.number, frame: position &+ Int64(offset)))
    }

    // MARK: Metronome

    /// Switches the metronome on or off.
    @_noLocks
    private mutating func setMetronome(_ isOn: Bool) {
        metronome.set(isOn)
        deck.player.setMetronome(isOn, atFrame: firstGridFrame)
    }

    /// Plays clicks with a rack; the previous one continues to sound until it is silent.
    @_noLocks
    private mutating func installMetronome(_ rack: Loan<Rack>) {
        let offset = Int(firstGridOffset)
        rack.value.isMetronome = true
        if let old = metronome.rack {
            racks.replace(old, with: rack, copiesState: false, offset: offset, &mixer)
        } else {
            racks.add(rack, offset: offset, &mixer)
        }
        metronome.install(rack)
    }
}
