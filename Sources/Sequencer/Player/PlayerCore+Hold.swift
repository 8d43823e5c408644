/// Holding at a tick until the host releases the player.
extension PlayerCore {
    /// Sets the tick at which playing is held; the player is released from the last one.
    @_noLocks
    mutating func setHold(tick: Int64, pass: Int64, atFrame frame: Int64) {
        if isHeld(atFrame: frame) { resume(atFrame: frame) }
        hold.set(tick, pass: pass)
        // Where the last item has ended, its position stays.
        guard !slot.isEmpty else { return }
        locateHold(from: max(itemFrame(atEngineFrame: frame), timeline.itemOrigin))
    }

    /// Whether playing is held at an engine frame.
    @_noLocks
    func isHeld(atFrame frame: Int64) -> Bool {
        guard case .events = phase else { return false }
        return frame >= hold.frame
    }

    /// The item frame of an engine frame, whether or not the item has it; where playing is held,
    /// that of the hold.
    @_noLocks
    func itemFrame(atEngineFrame frame: Int64) -> Int64 {
        timeline.itemFrame(ofEngineFrame: min(frame, hold.frame))
    }

    /// Works out whether playing that continues from an item frame reaches the hold, and when.
    @_noLocks
    mutating func locateHold(from position: Int64) {
        hold.forget()
        guard hold.tick != .max, !hold.isInLaterPass else { return }
        let frame = slot.value.frame(ofTick: hold.tick)
        guard frame >= position, repeats.remaining == 0 || frame < slot.value.loop.end else {
            return
        }
        hold.expect(atFrame: timeline.dueFrame(ofItemFrame: frame))
    }

    /// Continues from the hold at an engine frame.
    @_noLocks
    private mutating func resume(atFrame frame: Int64) {
        let position = slot.value.frame(ofTick: hold.comingTick)
        timeline.origin = frame
        timeline.itemOrigin = position
        base.engineFrame = frame
        base.itemFrame = position
        base.repeats = repeats.remaining
        base.pass = hold.pass
        ticks.invalidateTick()
        hold.forget()
        scheduleClick()
    }
}
