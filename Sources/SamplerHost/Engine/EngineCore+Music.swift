import Clips
import Effects
import MIDI
import Realtime
import Sequencer

/// The player's events: taken from it, handed to the shards.
extension EngineCore {
    /// Hands the period's events to the shards and renders; in several spans where there are more
    /// events than a queue holds.
    @_noLocks
    mutating func renderSpans(_ frames: Int) {
        let end = position &+ Int64(frames)
        // A move that waits may begin a glide.
        if mixer.followsTempo || mixer.isRetuning || variSpeed.isMoving || isAutomated
            || deck.hasWaiting || !deck.moves.isEmpty
        {
            var frame = (position &+ 63) & ~63
            while frame < end {
                routeEvents(before: frame &+ 1)
                followTempo(atFrame: frame)
                retune(atFrame: frame)
                if isAutomated { automate(atFrame: frame) }
                frame &+= 64
            }
        }
        routeEvents(before: end)
        routeFading(before: gridLimit(before: end))
        renderSpan(to: frames)
        finishCrossfade(before: end)
        deck.noteTailStart(before: end)
    }

    /// Hands the events before a frame to the shards.
    @_noLocks
    private mutating func routeEvents(before end: Int64) {
        let outputs = outputs
        while let event = nextEvent(before: end) {
            routeFading(before: event.frame &+ 1)
            let offset = gridOffset(of: event.frame)
            outputs.value.setFrame(event.frame)
            route(event, offset: offset)
        }
    }

    /// Gives samplers and clips the vari-speed from an offset of the period on, as far as which all has
    /// been rendered.
    @_noLocks
    mutating func useVariSpeed(offset: Int) {
        playClips(to: offset)
        racks.use(variSpeed, offset: offset)
        let frame = position &+ Int64(max(offset, clipEnd))
        for index in 0..<cues.count { cues[index].value.use(variSpeed.factor, atFrame: frame) }
    }

    /// Continues the moves of tunings and of the vari-speed, every 64th frame.
    @_noLocks
    private mutating func retune(atFrame frame: Int64) {
        guard mixer.isRetuning || variSpeed.isMoving else { return }
        routeFading(before: frame)
        let offset = Int(frame &- position)
        if offset > spanStart { renderSpan(to: offset) }
        for index in 0..<mixer.stripCount {
            let strip = mixer.strip(at: index)
            if strip.value.advanceTuning(by: 64) { racks.tune(strip, offset: offset) }
        }
        guard variSpeed.isMoving else { return }
        variSpeed.advance(by: 64, atFrame: frame)
        useVariSpeed(offset: offset)
    }

    /// Sets the tempo that inserts follow to that of the music at a frame, which is every 64th: how
    /// frames are divided into periods changes nothing.
    ///
    /// After music, its tempo stays.
    @_noLocks
    private mutating func followTempo(atFrame frame: Int64) {
        guard mixer.followsTempo, deck.isStarted, deck.item != nil else { return }
        var next = deck.player.framesPerQuarter(atFrame: frame)
        if next <= 0 { next = MusicTempo(rate: rate).framesPerQuarter }
        let tempo = tempo
        guard next != tempo.value.framesPerQuarter else { return }
        routeFading(before: frame)
        let offset = Int(frame &- position)
        if offset > spanStart { renderSpan(to: offset) }
        tempo.value.framesPerQuarter = next
    }

    /// The next event of the current item, or of the one after it, in a period that ends at a frame.
    @_noLocks
    private mutating func nextEvent(before end: Int64) -> PlayedEvent? {
        while true {
            // The grid may become finer with another item.
            let limit = gridLimit(before: end)
            if deck.isStarted {
                let due = replacementFrame(before: limit)
                let swapDue = swapFrame(before: due ?? limit)
                let moveDue = moveFrame(before: swapDue ?? due ?? limit)
                let otherDue = moveDue ?? swapDue ?? due ?? limit
                let fadeDue = crossfadeFrame(before: otherDue)
                if let event = deck.player.nextEvent(before: fadeDue ?? otherDue) { return event }
                if let fadeDue {
                    beginCrossfade(atFrame: fadeDue)
                    continue
                }
                // These render as far as they are due.
                if let due = moveDue ?? swapDue ?? due { routeFading(before: due) }
                if let moveDue {
                    takeMoves(atFrame: moveDue)
                    continue
                }
                if let swapDue {
                    guard takeSwap(atFrame: swapDue) else { return nil }
                    continue
                }
                if let due, takeReplacement(atFrame: due) { continue }
                guard deck.player.hasEnded else { return nil }
            }
            guard startNextItem(before: limit) else { return nil }
        }
    }

    /// The frame behind the last frame of the grid within a period: what is due after that one waits
    /// for the next period.
    @_noLocks
    private func gridLimit(before end: Int64) -> Int64 {
        (end &- 1) & ~(racks.grid &- 1) &+ 1
    }

    /// Continues with another version; its routes replace the previous ones.
    @_noLocks
    private mutating func takeReplacement(atFrame frame: Int64) -> Bool {
        guard outbox.room > 3 else { return false }
        playClips(before: frame)
        // Its routes may lead to samplers that only the rack to come has.
        if deck.isReplacementForSwap { _ = takeSwap(atFrame: frame) }
        if let next = deck.otherRoutes {
            exchangeRoutes(with: next, offset: gridOffset(of: frame))
        }
        return deck.takeReplacement(atFrame: frame, &outbox)
    }

    /// The frame at which another version takes over, if that is before a limit.
    @_noLocks
    private func replacementFrame(before limit: Int64) -> Int64? {
        guard
            let frame = deck.replacementFrame(
                notBefore: position &+ Int64(gridOffset(of: position &+ Int64(spanStart)))
            )
        else { return nil }
        return frame < limit ? frame : nil
    }

    /// Continues with the rack that was to take over at a position; sounding notes ring out.
    ///
    /// All before it is rendered first: the state of channels is copied as it is there.
    @_noLocks
    private mutating func takeSwap(atFrame frame: Int64) -> Bool {
        guard outbox.room > 1, let old = deck.rack, let rack = deck.takeSwap() else { return false }
        let offset = Int(gridOffset(of: frame))
        if offset > spanStart { renderSpan(to: offset) }
        replaceRack(old, with: rack, offset: offset)
        return true
    }

    /// The frame at which another rack takes over, if that is not after a limit.
    @_noLocks
    private func swapFrame(before limit: Int64) -> Int64? {
        guard
            let frame = deck.swapFrame(
                notBefore: position &+ Int64(gridOffset(of: position &+ Int64(spanStart)))
            )
        else { return nil }
        return frame < limit ? frame : nil
    }

    /// Begins the next item on the grid frame at which the last one ended.
    @_noLocks
    private mutating func startNextItem(before limit: Int64) -> Bool {
        let endFrame = deck.isStarted ? deck.player.endFrame : position
        if deck.item != nil {
            if outbox.room <= 2 {
                // Short periods: the next frame of the grid may be in a later one.
                routeFading(before: endFrame)
                let last = max(0, limit &- 1 &- position)
                renderSpan(to: max(spanStart, Int(min(Int64(gridOffset(of: endFrame)), last))))
                // The reader of the reports is far behind: the rest waits for it.
                if outbox.room <= 2 { return false }
            }
            takeAllMoves()
            playClips(before: endFrame)
            deck.endItem(atFrame: endFrame, &outbox)
        }
        guard deck.tailStart == nil, let next = deck.nextWaiting() else { return false }
        let start = onGrid(endFrame)
        guard start < limit else { return false }
        deck.removeWaiting()
        begin(next, atFrame: start)
        return true
    }

    /// Undoes what the last piece set at the MIDI outputs of a rack: a piece finds them as it finds
    /// its samplers.
    @_noLocks
    private func resetOutputs(of rack: Loan<Rack>, offset: Int32) {
        let outputs = outputs
        for sampler in 0..<rack.value.samplers.count
        where rack.value.samplers[sampler].isOutput {
            outputs.value.reset(rack.value.samplers[sampler].output, offset: offset)
        }
    }

    /// Begins an item on a frame of the grid within this period; the samplers of the one before it
    /// retire if they are different ones.
    @_noLocks
    mutating func begin(_ next: QueuedItem, atFrame start: Int64) {
        let nextRack = unsafe next.rack.loan
        guard !nextRack.value.hasLeft else {
            outbox.add(.refused(item: next.number))
            return
        }
        playClips(before: start)
        if let rack = deck.rack, rack != nextRack {
            rack.value.retire()
            if let crossfade, crossfade.fadesIn(rack) { self.crossfade?.new = nil }
            restoreEffects(of: rack, atFrame: start)
            // The messages that the new ones have been sent are not known.
            deck.player.forgetChannels()
            resetOutputs(of: nextRack, offset: Int32(truncatingIfNeeded: start &- position))
        }
        racks.add(nextRack, offset: Int(start &- position), &mixer)
        if crossfade == nil { endFade(of: nextRack, atFrame: start) }
        deck.begin(next, atFrame: start, &outbox)
        let offset = Int32(truncatingIfNeeded: start &- position)
        releaseLeft(with: next.routes, on: nextRack, offset: offset)
        fixPresets(of: .max, Way(lane: 0, rack: nextRack, routes: next.routes, offset: offset))
        beginAutomation(atFrame: start)
    }
}
