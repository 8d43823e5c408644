import Dispatch
import SMF
public import SamplerHost
public import Sequencer

/// A sequence with the samplers that play it: ready for the engine.
public final class LoadedPiece: Sendable {
    /// The queue's entry that it was made for.
    public let entry: Int
    /// What is played: ``base`` at the tempo of ``arrangement``.
    public let sequence: PreparedSequence
    /// The same at the file's own tempo.
    public let base: PreparedSequence
    /// What was changed in what the file has.
    public let arrangement: Arrangement
    /// The syllables in the order of time.
    public let lyrics: [Lyrics.Syllable]
    /// The samplers.
    public let rack: SamplerRack
    /// The SoundFont that came with the music, where the samplers play it: it is read as long as
    /// they may need it.
    public let embeddedFont: EmbeddedFont?
    /// The nominal frame at which it begins.
    public let start: Int64
    /// The nominal frame at which it ends; `nil` plays all.
    public let end: Int64?
    /// The nominal frames that are played again and again at first.
    public let loop: Range<Int64>?
    /// How often they are played before it goes on; `nil` for ever.
    public let loopCount: Int?
    /// What of it is not heard at first.
    public let muted: Selection
    /// What of it alone is heard at first.
    public let soloed: Selection

    /// Makes a piece of a sequence and its samplers.
    public init(
        entry: Int,
        sequence: PreparedSequence,
        base: PreparedSequence? = nil,
        arrangement: Arrangement = Arrangement(),
        lyrics: [Lyrics.Syllable],
        rack: SamplerRack,
        embeddedFont: EmbeddedFont? = nil,
        from start: Int64 = 0,
        to end: Int64? = nil,
        loop: Range<Int64>? = nil,
        loopCount: Int? = nil,
        muted: Selection = .none,
        soloed: Selection = .none
    ) {
        self.entry = entry
        self.sequence = sequence
        self.base = base ?? sequence
        self.arrangement = arrangement
        self.lyrics = lyrics
        self.rack = rack
        self.embeddedFont = embeddedFont
        self.start = start
        self.end = end
        self.loop = loop
        self.loopCount = loopCount
        self.muted = muted
        self.soloed = soloed
    }

    /// Has positions be found fast in a piece of very many events: what that takes goes on beside the
    /// music, so that the first seek need not wait for it.
    public func prepareLocating() {
        let schedule = sequence.schedule
        // Of fewer it takes some milliseconds, when it is needed.
        guard schedule.count > 200_000 else { return }
        DispatchQueue.global(qos: .utility).async { schedule.prepareLocating() }
    }

    /// The same music on other samplers.
    public func on(_ rack: SamplerRack) -> LoadedPiece {
        LoadedPiece(
            entry: entry,
            sequence: sequence,
            base: base,
            arrangement: arrangement,
            lyrics: lyrics,
            rack: rack,
            embeddedFont: embeddedFont,
            from: start,
            to: end,
            loop: loop,
            loopCount: loopCount,
            muted: muted,
            soloed: soloed
        )
    }

    /// The same music on the same samplers at another tempo; `nil` for the file's own.
    ///
    /// - Parameters:
    ///   - tempo: The tempo.
    ///   - rate: Frames a second: positions keep their ticks, and get other frames.
    /// - Returns: The piece.
    public func at(_ tempo: Tempo?, rate: Int) -> LoadedPiece {
        var arrangement = arrangement
        arrangement.tempo = tempo
        let other = tempo.map { base.withTempo($0.microsecondsPerQuarter) } ?? base
        let (old, new) = (sequence.tempoMap, other.tempoMap)
        return LoadedPiece(
            entry: entry,
            sequence: other,
            base: base,
            arrangement: arrangement,
            lyrics: lyrics,
            rack: rack,
            embeddedFont: embeddedFont,
            from: new.frame(start, of: old, rate: rate),
            to: end.map { new.frame($0, of: old, rate: rate) },
            loop: loop.map { new.frames($0, of: old, rate: rate) },
            loopCount: loopCount,
            muted: muted,
            soloed: soloed
        )
    }

    /// Whether there is a click: music that counts frames has no beats for it.
    public var hasClick: Bool { sequence.metronome != nil }

    /// The nominal frame at which it ends at a rate.
    public func endFrame(rate: Int) -> Int64 {
        let last = sequence.endFrame(rate: rate)
        return min(end ?? last, last)
    }

    /// The lyrics of a sequence in the order of time; where it has none, the texts that karaoke
    /// files sing by, without their headings.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - index: The sequence: of a file of format 2 each pattern is one.
    /// - Returns: The syllables.
    public static func lyrics(of file: PieceFile, sequence index: Int) -> [Lyrics.Syllable] {
        let all = file.file.tracks
        let tracks = file.file.format == .independent ? all.dropFirst(index).prefix(1) : all[...]
        var lyrics: [Lyrics.Syllable] = []
        var texts: [Lyrics.Syllable] = []
        for event in tracks.lazy.flatMap(\.texts) {
            let cue = Lyrics.Syllable(tick: event.tick, text: file.decoder.text(of: event.bytes))
            switch event.kind {
            case .lyric: lyrics.append(cue)
            // "@T" and the like are titles and languages.
            case .text where !cue.text.hasPrefix("@"): texts.append(cue)
            default: break
            }
        }
        let cues = lyrics.isEmpty ? texts : lyrics
        return cues.sorted { $0.tick < $1.tick }
    }
}

extension TempoMap {
    /// The frame here of the tick that has a frame at another tempo.
    func frame(_ frame: Int64, of other: TempoMap, rate: Int) -> Int64 {
        // Arrays that share their memory are equal at a glance.
        self == other
            ? frame : self.frame(atTick: other.tick(atFrame: frame, rate: rate), rate: rate)
    }

    /// The frames here of the ticks that have frames at another tempo.
    func frames(_ frames: Range<Int64>, of other: TempoMap, rate: Int) -> Range<Int64> {
        let start = frame(frames.lowerBound, of: other, rate: rate)
        return start..<max(start, frame(frames.upperBound, of: other, rate: rate))
    }
}
