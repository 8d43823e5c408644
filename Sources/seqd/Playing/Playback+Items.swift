import SMF
import SamplerHost
import Sequencer

/// The items that the engine gets.
extension Playback {
    /// The nominal frames of a song that are played again and again.
    func loopedFrames(of song: Song) -> Range<Int64>? {
        switch loop {
        case .off:
            return nil
        case .whole:
            let range = song.start..<max(song.start, song.endFrame(rate: rate))
            return canLoop(range, of: song) ? range : nil
        case .file:
            return song.sequence.fileLoopFrames(rate: rate, to: song.end)
        case .between(let range):
            return range
        }
    }

    /// Whether a song can be played again and again between two of its nominal frames.
    func canLoop(_ range: Range<Int64>, of song: Song) -> Bool {
        PlayItem.canLoop(range, of: song.sequence, rate: rate, to: song.end)
    }

    /// An item of the loaded song as it is to be played now.
    func makeItem(
        of song: Song,
        at frame: Int64,
        isFresh: Bool,
        countIn: CountIn? = nil,
        chasesNotes: Bool? = nil
    ) -> PlayItem {
        PlayItem(
            sequence: song.sequence,
            rate: rate,
            speed: speed,
            from: min(frame, song.endFrame(rate: rate)),
            to: song.end,
            loop: loopedFrames(of: song),
            loopCount: loopCount,
            muted: withMetronome(muted, of: song),
            soloed: withoutMetronome(soloed, of: song),
            transpose: semitones,
            chaseNotes: chasesNotes ?? self.chasesNotes,
            countIn: countIn,
            startsFresh: isFresh
        )
    }

    /// An item of a song that follows, from its start.
    func makeItem(following song: Song) -> PlayItem {
        // A loop between positions is the loaded song's; the others hold for each.
        let isKept = loop == .whole || loop == .file
        return PlayItem(
            sequence: song.sequence,
            rate: rate,
            speed: speed,
            from: min(song.start, song.endFrame(rate: rate)),
            to: song.end,
            loop: isKept ? loopedFrames(of: song) : song.loop,
            loopCount: isKept ? loopCount : song.loopCount,
            muted: withMetronome(song.muted, of: song),
            soloed: withoutMetronome(song.soloed, of: song),
            transpose: semitones,
            chaseNotes: chasesNotes,
            startsFresh: true
        )
    }

    /// What is muted: of the click nothing but itself, whichever channel it plays on.
    private func withMetronome(_ selection: Selection, of song: Song) -> Selection {
        guard let track = song.metronomeTrack, let port = song.metronomePort else {
            return selection
        }
        var selection = selection
        if selection.channels.indices.contains(port) { selection.channels[port] = 0 }
        if isMetronomeOn { selection.tracks.remove(track) } else { selection.tracks.insert(track) }
        return selection
    }

    /// What alone is heard: the click too, where anything is.
    private func withoutMetronome(_ selection: Selection, of song: Song) -> Selection {
        guard let track = song.metronomeTrack, !selection.isEmpty else { return selection }
        var selection = selection
        selection.tracks.insert(track)
        return selection
    }
}

extension Song {
    /// The nominal frame here of the place that has one in another version of the music: the same
    /// beat of the same bar, as far as there is one, or the end.
    ///
    /// - Parameters:
    ///   - frame: The nominal frame in the other version.
    ///   - other: The other version.
    ///   - rate: Frames a second.
    /// - Returns: The nominal frame.
    func frame(_ frame: Int64, of other: Song, rate: Int) -> Int64 {
        let tick = other.sequence.tempoMap.tick(atFrame: frame, rate: rate)
        var place = tick
        if let bar = other.sequence.meterMap.position(atTick: tick),
            let same = try? sequence.meterMap.tick(bar: bar.bar, beat: bar.beat, tick: 0)
        {
            // Ticks may be of another length.
            place = same + ticks(bar.tick, of: other)
        }
        let exact = sequence.tempoMap.frame(atTick: place, rate: rate)
        return min(max(exact, start), endFrame(rate: rate))
    }

    /// Ticks of another version's division in this one's.
    private func ticks(_ ticks: Int64, of other: Song) -> Int64 {
        guard case .ticksPerQuarter(let there) = other.sequence.division,
            case .ticksPerQuarter(let here) = sequence.division
        else { return ticks }
        return Int64(clamping: Int128(ticks) * Int128(here) / Int128(max(there, 1)))
    }
}
