import SMF
import SamplerHost
public import Sequencer

/// The items for the engine.
extension PiecePlayer {
    /// The nominal frames of a piece that are repeated.
    public func loopedFrames(of piece: LoadedPiece) -> Range<Int64>? {
        switch loop {
        case .off:
            return nil
        case .whole:
            let range = piece.start..<max(piece.start, piece.endFrame(rate: rate))
            return canLoop(range, of: piece) ? range : nil
        case .file:
            return piece.sequence.fileLoopFrames(rate: rate, to: piece.end)
        case .between(let range):
            return range
        }
    }

    /// Whether a part of a piece is long enough to be repeated.
    public func canLoop(_ range: Range<Int64>, of piece: LoadedPiece) -> Bool {
        PlayItem.canLoop(range, of: piece.sequence, rate: rate, to: piece.end)
    }

    /// An item of the loaded piece with the current settings.
    func makeItem(
        of piece: LoadedPiece,
        at frame: Int64,
        speed: Speed? = nil,
        isUntouched: Bool,
        countIn: CountIn? = nil,
        chasesNotes: Bool? = nil
    ) -> PlayItem {
        let pace = (speed ?? self.speed).times(variSpeed)
        return PlayItem(
            sequence: piece.piece.played,
            rate: rate,
            speed: pace,
            from: min(frame, piece.endFrame(rate: rate)),
            to: piece.end,
            loop: loopedFrames(of: piece),
            loopCount: loopCount,
            muted: silenced,
            soloed: soloed,
            transpose: semitones,
            chaseNotes: chasesNotes ?? self.chasesNotes,
            chaseNotesInLoop: self.chasesNotes,
            countIn: countIn,
            clips: piece.piece.clipSpans(at: pace),
            automation: piece.piece.automationLines(at: pace),
            startsAnew: isUntouched
        )
    }

    /// The muted parts, and those that the musician plays.
    public var silenced: Selection {
        var silenced = muted
        if let practice { silenced.formUnion(practice.silenced) }
        return silenced
    }

    /// An item of a piece that follows, from its start.
    func makeItem(following piece: LoadedPiece) -> PlayItem {
        // A loop between positions belongs to the loaded piece; the other loops hold for all.
        let pace = firstSpeed.times(variSpeed)
        let isKept = loop == .whole || loop == .file
        return PlayItem(
            sequence: piece.piece.played,
            rate: rate,
            speed: pace,
            from: min(piece.start, piece.endFrame(rate: rate)),
            to: piece.end,
            loop: isKept ? loopedFrames(of: piece) : piece.loop,
            loopCount: isKept ? loopCount : piece.loopCount,
            muted: piece.muted,
            soloed: piece.soloed,
            transpose: semitones,
            chaseNotes: chasesNotes,
            clips: piece.piece.clipSpans(at: pace),
            automation: piece.piece.automationLines(at: pace),
            startsAnew: true
        )
    }
}

extension LoadedPiece {
    /// The nominal frame of a position in another version of the music: the same beat of the same bar
    /// if there is one, else the end.
    ///
    /// - Parameters:
    ///   - frame: The nominal frame in the other version.
    ///   - other: The other version.
    ///   - rate: Frames per second.
    /// - Returns: The nominal frame.
    public func frame(_ frame: Int64, of other: LoadedPiece, rate: Int) -> Int64 {
        let tick = other.sequence.tempoMap.tick(atFrame: frame, rate: rate)
        // The version may have another division.
        var position = ticks(tick, of: other)
        if let bar = other.sequence.meterMap.position(atTick: tick),
            let same = try? sequence.meterMap.tick(bar: bar.bar, beat: bar.beat, tick: 0)
        {
            position = same + ticks(bar.tick, of: other)
        }
        let exact = sequence.tempoMap.frame(atTick: position, rate: rate)
        return min(max(exact, start), endFrame(rate: rate))
    }

    /// The nominal frame of a position in another version: exact and without limit if only the tempo
    /// override differs, else as ``frame(_:of:rate:)``.
    public func sameFrame(_ frame: Int64, of other: LoadedPiece, rate: Int) -> Int64 {
        base.tempoMap == other.base.tempoMap
            ? sequence.tempoMap.frame(frame, of: other.sequence.tempoMap, rate: rate)
            : self.frame(frame, of: other, rate: rate)
    }

    /// The nominal frame of the last tick before a nominal frame.
    public func frame(before frame: Int64, rate: Int) -> Int64 {
        let map = sequence.tempoMap
        return map.frame(atTick: map.tick(atFrame: max(frame - 1, 0), rate: rate), rate: rate)
    }

    /// Converts ticks of another version's division to this one's.
    private func ticks(_ ticks: Int64, of other: LoadedPiece) -> Int64 {
        guard case .ticksPerQuarter(let there) = other.sequence.division,
            case .ticksPerQuarter(let here) = sequence.division
        else { return ticks }
        return Int64(clamping: Int128(ticks) * Int128(here) / Int128(max(there, 1)))
    }
}
