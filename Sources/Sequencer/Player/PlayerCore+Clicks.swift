import MIDI

/// The metronome: clicks on the beats of the meter map.
extension PlayerCore {
    /// Switches the metronome on or off at an engine frame.
    @_noLocks
    mutating func setMetronome(_ isOn: Bool, atFrame frame: Int64) {
        guard isOn != clicks.isOn else { return }
        clicks.isOn = isOn
        guard case .events = phase, !slot.isEmpty else { return }
        guard isOn else {
            clicks.end(atFrame: frame)
            scheduleClick()
            return
        }
        let range = clickRange
        let position = itemFrame(atEngineFrame: frame)
        let tick = position > 0 ? slot.value.musicalPosition(ofFrame: position - 1).tick + 1 : 0
        clicks.beat = slot.value.meters.beat(notBefore: max(tick, range.start))
        scheduleClick()
    }

    /// The beats that click in the present pass.
    private var clickRange: MeterView.TickRange {
        @_noLocks get {
            preroll.beginsPass
                ? slot.value.meters.loop : slot.value.meters.played
        }
    }

    /// Goes to the first beat of an item, or of a pass of its loop.
    @_noLocks
    mutating func locateClicks() {
        guard !slot.isEmpty else { return }
        clicks.beat = slot.value.meters.beat(notBefore: clickRange.start)
        scheduleClick()
    }

    /// Works out when the next click begins or ends.
    @_noLocks
    mutating func scheduleClick() {
        if clicks.endsEarly { return }
        clicks.frame = .max
        let tick =
            clicks.isHeld
            ? (clicks.isOn ? min(clicks.releaseTick, clicks.beat.tick) : clicks.releaseTick)
            : (clicks.isOn ? clicks.beat.tick : .max)
        // Notes held at the end of all are released there.
        guard tick < .max, !slot.isEmpty, tick < clickEnd else { return }
        clicks.frame = timeline.dueFrame(ofItemFrame: slot.value.frame(ofTick: tick))
    }

    /// The tick before which beats click, where the present pass ends.
    private var clickEnd: Int64 {
        @_noLocks get {
            repeats.remaining > 0
                ? slot.value.meters.loop.end : slot.value.meters.played.end
        }
    }

    /// The click that is due, or the end of the one that is held.
    @_noLocks
    mutating func nextClick() -> PlayedEvent {
        let frame = clicks.frame
        if clicks.isHeld {
            let event = releasedClick(atFrame: frame)
            scheduleClick()
            return event
        }
        let beat = clicks.beat
        let message = MIDIMessage(
            status: 0x90 | Metronome.channel,
            data1: Metronome.key(isBarStart: beat.isBarStart),
            data2: Metronome.velocity(isBarStart: beat.isBarStart)
        )
        clicks.hold(message.data1)
        clicks.releaseTick = beat.tick + slot.value.meters.longestClick
        clicks.beat = nextBeat(after: beat)
        scheduleClick()
        return PlayedEvent(frame: frame, bits: message.bits, port: 0, kind: .click)
    }

    /// The next beat that does not fall on the frame of another one.
    @_noLocks
    private func nextBeat(after beat: MeterView.Beat) -> MeterView.Beat {
        let next = slot.value.meters.beat(after: beat)
        guard next.tick < clickEnd else { return next }
        let frame = slot.value.frame(ofTick: beat.tick)
        guard slot.value.frame(ofTick: next.tick) <= frame else { return next }
        let last = slot.value.musicalPosition(ofFrame: frame).tick
        return slot.value.meters.beat(notBefore: max(last, next.tick) + 1)
    }

    /// Ends the held click.
    @_noLocks
    mutating func releasedClick(atFrame frame: Int64) -> PlayedEvent {
        let message = MIDIMessage(status: 0x80 | Metronome.channel, data1: clicks.key, data2: 64)
        clicks.release()
        return PlayedEvent(frame: frame, bits: message.bits, port: 0, kind: .click)
    }
}
