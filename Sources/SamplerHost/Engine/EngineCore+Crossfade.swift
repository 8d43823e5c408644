import MIDI
import Mixer
import Realtime
import Sequencer

/// Items that begin while the one before them still plays.
extension EngineCore {
    // MARK: Begin

    /// The frame at which the item that waits begins beside the one that plays, if that is before a
    /// limit.
    @_noLocks
    func crossfadeFrame(before limit: Int64) -> Int64? {
        // Asked at each event: what is hardly ever so comes first.
        guard let next = deck.nextWaiting(), next.crossfade > 0, crossfade == nil,
            let item = deck.item, !item.isLast, deck.isAdvancing,
            deck.player.countInBeats(atFrame: position) == 0, outbox.room > 3
        else { return nil }
        let end = deck.player.endFrame
        guard end < .max, canFade(to: next) else { return nil }
        let earliest = position &+ Int64(gridOffset(of: position &+ Int64(spanStart)))
        let frame = max(onGrid(end &- next.crossfade), earliest)
        guard frame < limit, end &- frame >= Crossfade.shortest else { return nil }
        return frame
    }

    /// Whether the racks of what plays and of an item can fade into each other.
    @_noLocks
    private func canFade(to next: QueuedItem) -> Bool {
        let rack = unsafe next.rack.loan
        guard let old = deck.rack, old != rack, !rack.value.hasLeft else { return false }
        return old.value.canFade && rack.value.canFade
    }

    /// Begins the item that waits beside the one that plays.
    @_noLocks
    mutating func beginCrossfade(atFrame start: Int64) {
        guard let next = deck.nextWaiting(), let old = deck.rack else { return }
        let new = unsafe next.rack.loan
        playClips(before: start)
        takeAllMoves()
        deck.dropReplacement(&outbox)
        deck.dropSwap(&outbox)
        deck.removeWaiting()
        restoreEffects(of: old, atFrame: start)
        if let item = deck.item {
            let remaining = deck.player.endFrame &- start
            let place = deck.player.position(atFrame: start)
            outbox.send(
                .fading(item: item.number, frame: start, position: place, remaining: remaining)
            )
        }
        swap(&deck, &fading)
        deck.player.takeSettings(of: fading.player)
        // Its beats no longer click; a click that sounds ends.
        fading.player.setMetronome(false, atFrame: start)
        crossfade = Crossfade(
            start: start,
            frames: fading.player.endFrame &- start,
            from: old,
            to: new
        )
        begin(next, atFrame: start)
        for sampler in 0..<new.value.samplers.count {
            mixer.setCrossfade(of: new.value.samplers[sampler].input, to: 0)
        }
    }

    // MARK: Events

    /// Leads the events of the item that fades out to its samplers.
    ///
    /// - Parameter limit: The frame before which they are due.
    @_noLocks
    mutating func routeFading(before limit: Int64) {
        guard crossfade != nil else { return }
        // The functions that route events find samplers, and the keys that they hold, on the deck.
        swap(&deck, &fading)
        while let event = deck.player.nextEvent(before: limit) {
            route(event, offset: gridOffset(of: event.frame))
        }
        swap(&deck, &fading)
    }

    /// Moves the gains of the two racks along a part of the period that is to be rendered.
    @_noLocks
    mutating func moveFade(from start: Int, to end: Int) {
        guard let crossfade else { return }
        let behind = position &+ Int64(end)
        let elapsed = max(0, position &+ Int64(start) &- crossfade.start)
        // The same steps whatever the periods are.
        var frame =
            crossfade.start &+ (elapsed &+ Crossfade.step &- 1) / Crossfade.step &* Crossfade.step
        while frame < behind, frame < crossfade.end {
            let levels = crossfade.levels(atFrame: frame &+ Crossfade.step)
            let offset = Int32(truncatingIfNeeded: frame &- position)
            fade(crossfade.old, to: levels.old, at: offset)
            if let new = crossfade.new { fade(new, to: levels.new, at: offset) }
            frame &+= Crossfade.step
        }
    }

    @_noLocks
    private mutating func fade(_ rack: Loan<Rack>, to level: Float, at offset: Int32) {
        for sampler in 0..<rack.value.samplers.count where !rack.value.samplers[sampler].isOutput {
            mixer.crossfade(rack.value.samplers[sampler].input, to: level, at: offset)
        }
    }

    // MARK: End

    /// Ends the crossfade if it is over before a frame.
    @_noLocks
    mutating func finishCrossfade(before end: Int64) {
        guard let crossfade, crossfade.end <= end, fading.player.hasEnded, outbox.room > 1 else {
            return
        }
        endFading(atFrame: crossfade.end)
        dismiss(crossfade.old)
        self.crossfade = nil
    }

    /// Ends the crossfade before its end, on the first frame of the grid.
    ///
    /// - Parameter rack: The rack that plays on; `nil` if nothing does.
    @_noLocks
    mutating func breakOffCrossfade(for rack: Loan<Rack>?) {
        guard let crossfade else { return }
        swap(&deck, &fading)
        releasePlayer()
        swap(&deck, &fading)
        endFading(atFrame: firstGridFrame)
        self.crossfade = nil
        if let rack, rack == crossfade.old { return }
        dismiss(crossfade.old)
    }

    /// Has a rack that begins to play be as loud as without a crossfade, which may have been broken
    /// off.
    @_noLocks
    mutating func endFade(of rack: Loan<Rack>, atFrame frame: Int64) {
        let offset = Int32(truncatingIfNeeded: frame &- position)
        for sampler in 0..<rack.value.samplers.count where !rack.value.samplers[sampler].isOutput {
            let input = rack.value.samplers[sampler].input
            if mixer.isCrossfaded(input) { mixer.crossfade(input, to: 1, at: offset) }
        }
    }

    /// Ends the item that fades out, and makes its deck ready for another.
    @_noLocks
    private mutating func endFading(atFrame frame: Int64) {
        playClips(before: frame)
        fading.endItem(atFrame: frame, &outbox)
        fading.clear()
    }

    /// Fades what is left of a rack's sound out, and has it leave.
    @_noLocks
    private mutating func dismiss(_ rack: Loan<Rack>) {
        restoreEffects(of: rack, atFrame: firstGridFrame)
        rack.value.retire()
        rack.value.isDismissed = true
        for sampler in 0..<rack.value.samplers.count where !rack.value.samplers[sampler].isOutput {
            mixer.fadeOut(rack.value.samplers[sampler].input)
        }
    }

    /// Undoes what messages to the samplers of a rack have set at the effects.
    @_noLocks
    mutating func restoreEffects(of rack: Loan<Rack>, atFrame frame: Int64) {
        let offset = Int32(truncatingIfNeeded: frame &- position)
        for sampler in 0..<rack.value.samplers.count where !rack.value.samplers[sampler].isOutput {
            mixer.restoreEffects(of: rack.value.samplers[sampler].input, at: offset)
        }
    }
}
