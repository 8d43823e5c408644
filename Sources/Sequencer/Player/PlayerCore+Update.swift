import Realtime

extension PlayerCore {
    /// Continues with another item of the same sequence, without interrupting what sounds.
    ///
    /// The memory of the old one is not read any more once this has returned.
    @_noLocks
    mutating func updateItem(_ item: PlayItemView, atFrame frame: Int64) {
        guard let old = self.item else { return }
        precondition(
            item.schedule.events == old.schedule.events && item.trackCount == old.trackCount,
            "an update is an item of the same sequence"
        )
        switch phase {
        case .ended:
            updateEnded(item, insteadOf: old)
        case .releasing where !ending.leadsToPreroll:
            updateEnded(item, insteadOf: old)
        case .releasing, .preroll:
            updatePreroll(item, instead: old)
        case .countIn:
            updateCountIn(item, insteadOf: old, atFrame: frame)
        case .chasedNotes:
            // All of it is due at one frame, and nothing of it has been handed out.
            setItem(
                item,
                atFrame: timeline.origin,
                position: preroll.beginsPass ? item.loop.start : item.startFrame
            )
            setRepeats(of: item, isReached: item.loop.isReached)
        case .events:
            updatePlaying(item, insteadOf: old, atFrame: frame)
        }
    }

    /// Keeps the position at which playing has ended.
    @_noLocks
    mutating func updateEnded(_ item: PlayItemView, insteadOf old: PlayItemView) {
        let last = position(atFrame: ending.frame)
        setItem(
            item,
            atFrame: ending.frame,
            position: min(itemFrame(in: item, of: last, in: old), item.lastFrame)
        )
        setRepeats(of: item, isReached: false)
        if case .ended = phase { slot.leave() }
    }

    @_noLocks
    mutating func setItem(_ item: PlayItemView, atFrame frame: Int64, position: Int64) {
        timeline.origin = frame
        timeline.itemOrigin = position
        base.engineFrame = frame
        base.itemFrame = position
        base.pass = hold.pass
        ticks.invalidateTick()
        setItem(item)
    }

    /// Nothing of a preroll that is due has been handed out yet: it comes whole, from the new item.
    @_noLocks
    private mutating func updatePreroll(_ item: PlayItemView, instead old: PlayItemView) {
        preroll.progress = PrerollProgress()
        if !preroll.beginsPass {
            setItem(item, atFrame: preroll.frame + item.countInFrames, position: item.startFrame)
            setRepeats(of: item, isReached: item.loop.isReached)
        } else if item.hasLoop {
            if !isSameLoop(item, old) { repeats.reset() }
            setItem(item, atFrame: timeline.origin, position: item.loop.start)
            setRepeats(of: item, isReached: true)
            preroll.passEvent = item.loop.firstEvent
            preroll.passSegment = item.loop.segment
        } else {
            // Nothing has been released for the pass yet: without a loop it does not begin.
            phase = .events
            timeline.earliest = timeline.origin
            setItem(
                item,
                atFrame: timeline.origin,
                position: itemFrame(in: item, of: old.loop.end, in: old)
            )
            ticks.locate(segment: 0)
            setRepeats(of: item, isReached: false)
            scheduleClick()
        }
    }

    @_noLocks
    private mutating func updateCountIn(
        _ item: PlayItemView,
        insteadOf old: PlayItemView,
        atFrame frame: Int64
    ) {
        let now = max(frame, timeline.earliest)
        let left = countInLeft(of: item, insteadOf: old, atFrame: now)
        if item.countIn.count != old.countIn.count {
            clicks.end(atFrame: now)
            index = 0
            while index < item.countIn.count, item.countIn[index].distance > left { index += 1 }
        }
        timeline.earliest = now
        setItem(item, atFrame: now + left, position: item.startFrame)
        setRepeats(of: item, isReached: item.loop.isReached)
    }

    /// The frames of a count-in that are left: the same part of it at another speed.
    @_noLocks
    func countInLeft(
        of item: PlayItemView,
        insteadOf old: PlayItemView,
        atFrame now: Int64
    ) -> Int64 {
        guard old.countInFrames > 0 else { return 0 }
        let left = Int128(max(timeline.origin - now, 0)) * Int128(item.countInFrames)
        return Int64(clamping: left / Int128(old.countInFrames))
    }

    @_noLocks
    func isSameLoop(_ item: PlayItemView, _ old: PlayItemView) -> Bool {
        guard item.hasLoop, old.hasLoop else { return false }
        if item.tempoOverride == old.tempoOverride {
            return old.loop.nominalStart == item.loop.nominalStart
                && old.loop.nominalEnd == item.loop.nominalEnd
        }
        // At another tempo the frames are others.
        return old.loop.firstEvent == item.loop.firstEvent
            && old.loop.eventsEnd == item.loop.eventsEnd
    }

    @_noLocks
    private mutating func updatePlaying(
        _ item: PlayItemView,
        insteadOf old: PlayItemView,
        atFrame frame: Int64
    ) {
        let now = max(frame, base.engineFrame)
        let isRound =
            repeats.remaining > 0 && !hold.isComing
            && now >= timeline.engineFrame(ofItemFrame: old.loop.end)
        let isSameLoop = isSameLoop(item, old)
        releaseInaudible(item, insteadOf: old)
        timeline.earliest = now
        if item.tempoOverride != old.tempoOverride { ticks.locate(segment: 0) }
        if !isSameLoop { repeats.reset() }
        if isRound, isSameLoop, item.loop.repeats > repeats.played {
            // The end of the pass was due and has not been handed out: it comes now.
            let position = itemFrame(in: item, of: self.position(atFrame: now), in: old)
            beginPass(of: item.loop, atFrame: now)
            setItem(
                item,
                atFrame: now,
                position: min(max(position, item.loop.start), item.loop.end - 1)
            )
            setRepeats(of: item, isReached: true)
            return
        }
        // Without a loop playing just continues, behind the end of the old one too. A hold keeps
        // its tick.
        let position = itemFrame(atEngineFrame: now)
        setItem(
            item,
            atFrame: now,
            position: isHeld(atFrame: now)
                ? item.frame(ofTick: hold.comingTick)
                : itemFrame(in: item, of: min(position, TempoMap.lastFrame), in: old)
        )
        setRepeats(
            of: item,
            isReached: index <= item.loop.eventsEnd && base.itemFrame <= item.loop.end
        )
        scheduleClick()
    }

    /// Marks what is to end at once, and what was begun under another transposition.
    @_noLocks
    private mutating func releaseInaudible(_ item: PlayItemView, insteadOf old: PlayItemView) {
        let isMoved = item.notes.transpose != old.notes.transpose
        let isHeardOtherwise = !hasSameFlags(item, old)
        guard ledger.soundingKeys > 0, isMoved || isHeardOtherwise else { return }
        for number in 0..<(min(item.samplerCount, ledger.samplers) << 4) {
            let port = UInt8(truncatingIfNeeded: number >> 4)
            let channel = UInt8(truncatingIfNeeded: number & 15)
            guard ledger.sounding(port: port, channel: channel) > 0 else { continue }
            let losesTrack =
                isHeardOtherwise && self.losesTrack(item, old, port: port, channel: channel)
            let isMovedHere = isMoved && !item.notes.hasFixedKeys(port: port, channel: channel)
            for key in UInt8(0)..<128 {
                if isHeardOtherwise {
                    releaseInaudibleKey(
                        key,
                        port: port,
                        channel: channel,
                        item,
                        losesTrack: losesTrack
                    )
                }
                if isMovedHere { moveKey(key, port: port, channel: channel, item) }
            }
        }
    }

    @_noLocks
    private mutating func releaseInaudibleKey(
        _ key: UInt8,
        port: UInt8,
        channel: UInt8,
        _ item: PlayItemView,
        losesTrack: Bool
    ) {
        let entry = ledger.entry(port: port, channel: channel, key: key)
        guard entry.count > 0 else { return }
        var isLost = !item.notes.isAudible(track: entry.track, port: port, channel: channel)
        if entry.marks & KeyMark.manyTracks != 0 {
            // Which tracks hold it is not known: it ends if any is lost.
            isLost = losesTrack
        } else if entry.marks & KeyMark.twoTracks != 0 {
            let isOtherLost = !item.notes.isAudible(
                track: entry.otherTrack,
                port: port,
                channel: channel
            )
            if isLost != isOtherLost {
                let lost = isLost ? entry.track : entry.otherTrack
                ledger.forget(track: lost, port: port, channel: channel, key: key)
            }
            isLost = isLost && isOtherLost
        }
        if isLost { ledger.markReleasing(port: port, channel: channel, key: key) }
    }

    @_noLocks
    private mutating func moveKey(
        _ key: UInt8,
        port: UInt8,
        channel: UInt8,
        _ item: PlayItemView
    ) {
        let entry = ledger.entry(port: port, channel: channel, key: key)
        guard entry.count > 0 else { return }
        // Neither would find its way back to the key by a source.
        if entry.marks & KeyMark.severalSources != 0
            || item.schedule.isUnbalanced(port: port, channel: channel, key: entry.source)
        {
            ledger.markReleasing(port: port, channel: channel, key: key)
        } else {
            ledger.move(port: port, channel: channel, key: key)
        }
    }

    @_noLocks
    private func hasSameFlags(_ item: PlayItemView, _ old: PlayItemView) -> Bool {
        guard item.notes.hasSolo == old.notes.hasSolo else { return false }
        for track in 0..<item.trackCount
        where item.notes.trackFlags[track] != old.notes.trackFlags[track] {
            return false
        }
        for number in 0..<(item.samplerCount << 4)
        where item.notes.channelFlags[number] != old.notes.channelFlags[number] {
            return false
        }
        return true
    }

    /// Whether a track that was heard on a channel no longer is.
    @_noLocks
    private func losesTrack(
        _ item: PlayItemView,
        _ old: PlayItemView,
        port: UInt8,
        channel: UInt8
    ) -> Bool {
        for track in 0..<item.trackCount {
            let number = UInt16(truncatingIfNeeded: track)
            if old.notes.isAudible(track: number, port: port, channel: channel),
                !item.notes.isAudible(track: number, port: port, channel: channel)
            {
                return true
            }
        }
        return false
    }
}
