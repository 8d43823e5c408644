import Clips
import Realtime
import Sequencer

/// Clips, which play where the music is.
extension EngineCore {
    /// Plays the clips of all racks as far as an engine frame of the period.
    ///
    /// Called before the music of a deck goes elsewhere on that frame: a clip sounds before it
    /// by the position as it was.
    @_noLocks
    mutating func playClips(before frame: Int64) {
        playClips(to: Int(max(min(frame &- position, Int64(maximumPeriod)), 0)))
    }

    /// Plays the clips of all racks as far as an offset of the period.
    @_noLocks
    mutating func playClips(to end: Int) {
        guard clipEnd < end else { return }
        let start = clipEnd
        clipEnd = end
        playCues(from: start, to: end)
        for index in 0..<racks.count where racks[index].value.clips.count > 0 {
            let rack = racks[index]
            if let played = deck.rack, played == rack {
                Self.playClips(of: rack, deck, at: position, from: start, to: end)
            } else if let played = fading.rack, played == rack {
                Self.playClips(of: rack, fading, at: position, from: start, to: end)
            } else {
                rest(rack, from: start, to: end)
            }
        }
    }

    @_noLocks
    private func rest(_ rack: Loan<Rack>, from start: Int, to end: Int) {
        for clip in 0..<rack.value.clips.count {
            rack.value.clips[clip].rest(from: start, to: end)
        }
    }

    /// Plays the clips of a rack where the item of a deck is.
    @_noLocks
    private static func playClips(
        of rack: Loan<Rack>,
        _ deck: borrowing Deck,
        at position: Int64,
        from start: Int,
        to end: Int
    ) {
        var frame = start
        while frame < end {
            let (stretch, frames) = deck.stretch(
                from: position &+ Int64(frame),
                to: position &+ Int64(end)
            )
            let next = min(frame &+ max(Int(frames), 1), end)
            for clip in 0..<rack.value.clips.count {
                if let stretch, let item = deck.item {
                    rack.value.clips[clip].play(
                        clip,
                        stretch,
                        in: item.view.value.clips,
                        from: frame,
                        to: next
                    )
                } else {
                    rack.value.clips[clip].rest(from: frame, to: next)
                }
            }
            frame = next
        }
    }
}

/// Clips that are played by command.
extension EngineCore {
    /// Whether a clip plays, or waits for its frame.
    var hasActiveCue: Bool {
        @_noLocks get {
            for index in 0..<cues.count where cues[index].value.isActive { return true }
            return false
        }
    }

    /// Takes a clip.
    @_noLocks
    mutating func add(_ cue: Loan<ClipCue>) {
        cue.value.input = mixer.takeInput(of: cue.value.strip)
        cue.value.use(variSpeed.factor, atFrame: position)
        cues.appendFitting(cue)
    }

    /// Has a clip end, and leave when it is silent.
    @_noLocks
    mutating func removeCue(_ number: Int) {
        for index in 0..<cues.count where cues[index].value.number == number {
            end(cues[index], atFrame: position &+ Int64(clipEnd))
            deck.moves.remove(of: .clip(cues[index].ticket))
            cues[index].value.isLeaving = true
        }
    }

    /// Returns the clips that leave and have been silent for the period.
    @_noLocks
    mutating func returnCues() {
        var kept = 0
        for index in 0..<cues.count {
            let cue = cues[index]
            if cue.value.isLeaving, !cue.value.player.hasSound,
                outbox.add(.returned(.clip(cue.value.number)))
            {
                mixer.returnInput(cue.value.input)
            } else {
                cues[kept] = cue
                kept &+= 1
            }
        }
        cues.truncate(to: kept)
    }

    /// Carries out an order at an offset of the period, or as far as clips have been played.
    @_noLocks
    mutating func carryOut(_ order: ClipOrder, _ cue: Loan<ClipCue>, offset: Int) {
        playClips(to: offset)
        let frame = position &+ Int64(max(offset, clipEnd))
        switch order {
        case .stop: end(cue, atFrame: frame)
        case .play:
            for index in 0..<cues.count where cues[index].value.strip == cue.value.strip {
                end(cues[index], atFrame: frame)
            }
            cue.value.begin(at: Double(frame))
        case .queue:
            var start = Double(frame)
            for index in 0..<cues.count
            where cues[index].value.strip == cue.value.strip && cues[index].value.isActive {
                cues[index].value.endPass(at: frame)
                start = max(start, cues[index].value.end)
            }
            if !cue.value.queue(at: start) { outbox.add(.clipDropped(clip: cue.value.number)) }
        }
    }

    /// Ends a clip, and reports it.
    @_noLocks
    private mutating func end(_ cue: Loan<ClipCue>, atFrame frame: Int64) {
        guard cue.value.isActive else { return }
        let wasHeard = cue.value.start < frame
        cue.value.stop()
        let number = cue.value.number
        if wasHeard {
            outbox.add(.clipEnded(clip: number, frame: frame, isWaiting: false))
        } else {
            outbox.add(.clipDropped(clip: number))
        }
    }

    @_noLocks
    private mutating func playCues(from start: Int, to end: Int) {
        for index in 0..<cues.count {
            let cue = cues[index]
            var frame = start
            while frame < end {
                let begin = cue.value.start
                let played = cue.value.play(at: position, from: frame, to: end)
                frame = played.end
                let number = cue.value.number
                if played.hasBegun { outbox.add(.clipBegan(clip: number, frame: begin)) }
                if played.hasEnded {
                    let end = position &+ Int64(frame)
                    let isWaiting = cue.value.isActive
                    outbox.add(.clipEnded(clip: number, frame: end, isWaiting: isWaiting))
                }
            }
        }
    }

    /// Mixes the clips, which have been played as far as the span ends.
    @_noLocks
    mutating func mixCues(from start: Int, to end: Int) {
        for index in 0..<cues.count {
            let cue = cues[index]
            let gain = mixer.add(
                cue.value.player.output,
                cue.value.player.sends,
                isSilent: !cue.value.player.hasSound,
                to: cue.value.input,
                from: start,
                to: end
            )
            mixer.endSpan(of: cue.value.input, at: gain)
        }
    }
}
