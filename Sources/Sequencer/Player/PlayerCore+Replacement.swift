import MIDI
import Realtime

/// Continuing with another version of the sequence that plays.
extension PlayerCore {
    /// The engine frame at which the present item reaches the position where another one begins.
    @_noLocks
    func replacementFrame(for item: PlayItemView, notBefore frame: Int64) -> Int64 {
        guard !slot.isEmpty else { return frame }
        return dueFrame(ofItemFrame: slot.value.frame(ofTick: item.startTick), notBefore: frame)
    }

    /// The engine frame at which the present item reaches one of its frames.
    @_noLocks
    func dueFrame(ofItemFrame position: Int64, notBefore frame: Int64) -> Int64 {
        guard let old = self.item else { return frame }
        switch phase {
        case .ended: return frame
        case .releasing where !ending.leadsToPreroll: return frame
        case .releasing, .preroll, .countIn, .chasedNotes, .events: break
        }
        if repeats.remaining > 0, position >= old.loop.end { return frame }
        guard position <= old.lastFrame else { return frame }
        if hold.isComing, position > old.frame(ofTick: hold.comingTick) { return .max }
        return max(timeline.engineFrame(ofItemFrame: position), frame)
    }

    /// Continues with an item of another version of the sequence, at the item's start.
    ///
    /// The memory of the old one is not read any more once this has returned.
    @_noLocks
    mutating func replaceItem(_ item: PlayItemView, atFrame frame: Int64) {
        guard let old = self.item else { return }
        precondition(item.samplerCount <= ledger.samplers, "more samplers than the player has")
        switch phase {
        case .ended:
            updateEnded(item, insteadOf: old)
        case .releasing where !ending.leadsToPreroll:
            updateEnded(item, insteadOf: old)
        case .releasing, .preroll:
            replacePreroll(item, atFrame: frame)
        case .countIn:
            let now = max(frame, timeline.earliest)
            let left = countInLeft(of: item, insteadOf: old, atFrame: now)
            clicks.end(atFrame: now)
            begin(item, atFrame: now, lead: left)
        case .chasedNotes, .events:
            let now = max(frame, timeline.earliest)
            keepKeys(of: item)
            clicks.end(atFrame: now)
            begin(item, atFrame: now, lead: 0)
            preroll.keepsKeys = true
        }
    }

    /// Nothing of what is due has been handed out: the new item is begun instead.
    @_noLocks
    private mutating func replacePreroll(_ item: PlayItemView, atFrame frame: Int64) {
        let isUntouched = preroll.isUntouched
        // A pass that is about to begin has not released anything either.
        if preroll.beginsPass {
            keepKeys(of: item)
            clicks.end(atFrame: max(frame, timeline.earliest))
            begin(item, atFrame: max(frame, timeline.earliest), lead: 0)
            preroll.keepsKeys = true
        } else {
            start(item, atFrame: preroll.frame)
            preroll.isUntouched = isUntouched
        }
    }

    @_noLocks
    private mutating func begin(_ item: PlayItemView, atFrame now: Int64, lead: Int64) {
        var goesOnTurning = false
        if let old = self.item { goesOnTurning = isSameLoop(item, old) }
        if !goesOnTurning { repeats.reset() }
        setItem(item, atFrame: now + lead, position: item.startFrame)
        timeline.earliest = now
        setRepeats(of: item, isReached: item.loop.isReached)
        preroll.beginsPass = false
        preroll.isUntouched = false
        ticks.invalidateTick()
        preroll.frame = now
        preroll.progress = PrerollProgress()
        phase = .preroll
    }

    /// Has all keys end but those that sound in the new version too.
    @_noLocks
    private mutating func keepKeys(of item: PlayItemView) {
        ledger.markAllReleasing()
        var port = -1
        // The channels whose notes end with the preroll.
        var resets: UInt16 = 0
        for index in 0..<item.preroll.notes.count where item.preroll.notes[index].isKeyDown {
            let note = item.preroll.notes[index].event
            let message = note.message
            let channel = message.channel
            if port != Int(note.port) {
                port = Int(note.port)
                switch treatment(of: port, item.preroll, keepsKeys: true) {
                case .whole: resets = 0xFFFF
                case .channels(let some): resets = some
                }
            }
            guard item.notes.isAudible(track: note.track, port: note.port, channel: channel),
                resets >> UInt16(channel) & 1 == 0
            else { continue }
            ledger.keep(
                port: note.port,
                channel: channel,
                key: item.notes.transposed(key: message.data1, port: note.port, channel: channel),
                track: note.track,
                source: message.data1
            )
        }
    }

    /// Whether a note of the new version continues one of the old.
    @_noLocks
    func isKept(_ note: ScheduledEvent, of item: PlayItemView) -> Bool {
        guard preroll.keepsKeys else { return false }
        let message = note.message
        return ledger.isKept(
            port: note.port,
            channel: message.channel,
            key: item.notes.transposed(
                key: message.data1,
                port: note.port,
                channel: message.channel
            )
        )
    }
}
