import Clips
import Realtime
import Sequencer

/// Clips, which play where the music is.
extension EngineCore {
    /// Plays the clips of all racks as far as an engine frame of the period.
    ///
    /// Called before the music of a deck goes elsewhere on that frame: what is before it belongs to
    /// what has played so far.
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
