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
            muted: muted.mutingClick(of: song.sequence, isOn: isMetronomeOn),
            soloed: soloed.soloingClick(of: song.sequence),
            transpose: semitones,
            chaseNotes: chasesNotes ?? self.chasesNotes,
            chaseNotesInLoop: self.chasesNotes,
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
            muted: song.muted.mutingClick(of: song.sequence, isOn: isMetronomeOn),
            soloed: song.soloed.soloingClick(of: song.sequence),
            transpose: semitones,
            chaseNotes: chasesNotes,
            startsFresh: true
        )
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
        // Ticks may be of another length.
        var place = ticks(tick, of: other)
        if let bar = other.sequence.meterMap.position(atTick: tick),
            let same = try? sequence.meterMap.tick(bar: bar.bar, beat: bar.beat, tick: 0)
        {
            place = same + ticks(bar.tick, of: other)
        }
        let exact = sequence.tempoMap.frame(atTick: place, rate: rate)
        return min(max(exact, start), endFrame(rate: rate))
    }

    /// The nominal frame here of a place in another version, exact and not limited where that
    /// differs in what overrides the tempo alone.
    func sameFrame(_ frame: Int64, of other: Song, rate: Int) -> Int64 {
        base.tempoMap == other.base.tempoMap
            ? sequence.tempoMap.frame(frame, of: other.sequence.tempoMap, rate: rate)
            : self.frame(frame, of: other, rate: rate)
    }

    /// The nominal frame of the last tick before a nominal frame.
    func frame(before frame: Int64, rate: Int) -> Int64 {
        let map = sequence.tempoMap
        return map.frame(atTick: map.tick(atFrame: max(frame - 1, 0), rate: rate), rate: rate)
    }

    /// Ticks of another version's division in this one's.
    private func ticks(_ ticks: Int64, of other: Song) -> Int64 {
        guard case .ticksPerQuarter(let there) = other.sequence.division,
            case .ticksPerQuarter(let here) = sequence.division
        else { return ticks }
        return Int64(clamping: Int128(ticks) * Int128(here) / Int128(max(there, 1)))
    }
}
