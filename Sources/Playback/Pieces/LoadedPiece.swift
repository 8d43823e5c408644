import Dispatch
import SMF
public import SamplerHost
public import Sequencer

/// A piece with the samplers that play it: ready for the engine.
public final class LoadedPiece: Sendable {
    /// The queue's entry that it was made for.
    public let entry: Int
    /// The piece.
    public let piece: Piece
    /// The syllables as the file has them, in the order of time.
    public let lyrics: [Lyrics.Syllable]
    /// The samplers.
    public let rack: SamplerRack
    /// The SoundFont that came with the music, where the samplers play it: it is read as long as
    /// they may need it.
    public let embeddedFont: EmbeddedFont?

    /// What is played: ``base`` at the tempo of ``arrangement``.
    public var sequence: PreparedSequence { piece.sequence }
    /// The same at the file's own tempo.
    public var base: PreparedSequence { piece.base }
    /// What was changed in what the file has.
    public var arrangement: Arrangement { piece.arrangement }
    /// The nominal frame at which it begins.
    public var start: Int64 { piece.start }
    /// The nominal frame at which it ends; `nil` plays all.
    public var end: Int64? { piece.end }
    /// The nominal frames that are repeated at first.
    public var loop: Range<Int64>? { piece.loop }
    /// How often they are played before playing goes on; `nil` for ever.
    public var loopCount: Int? { piece.loopCount }
    /// The parts that are muted at first.
    public var muted: Selection { piece.muted }
    /// The parts that play solo at first.
    public var soloed: Selection { piece.soloed }

    /// Makes a loaded piece of its parts.
    public init(
        _ piece: Piece,
        entry: Int,
        lyrics: [Lyrics.Syllable],
        rack: SamplerRack,
        embeddedFont: EmbeddedFont? = nil
    ) {
        self.piece = piece
        self.entry = entry
        self.lyrics = lyrics
        self.rack = rack
        self.embeddedFont = embeddedFont
    }

    /// Makes the samplers for a piece.
    ///
    /// - Parameters:
    ///   - piece: The piece.
    ///   - file: Its file.
    ///   - index: The index of its sequence among those of the file.
    ///   - entry: The queue's entry that it is for.
    ///   - settings: The settings of the samplers; a SoundFont of the file comes before theirs.
    ///   - rate: Frames per second.
    ///   - maximumPeriod: The longest period in frames.
    ///   - remedy: How the file is played without its SoundFont, for a message where that cannot be
    ///     played.
    /// - Throws: What is wrong with a SoundFont, or the samplers.
    public convenience init(
        _ piece: Piece,
        of file: PieceFile,
        sequence index: Int,
        entry: Int,
        on settings: SamplerSettings,
        rate: Int,
        maximumPeriod: Int,
        orElse remedy: String
    ) throws(PlaybackError) {
        var settings = settings
        let embeddedFont = try file.embeddedFont(into: &settings, orElse: remedy)
        let rack = try EmbeddedFont.catching(embeddedFont) { () throws(HostError) in
            try SamplerRack(
                settings,
                rate: rate,
                maximumPeriod: maximumPeriod,
                for: [piece.sequence]
            )
        }
        self.init(
            piece,
            entry: entry,
            lyrics: file.lyricSyllables(ofSequence: index),
            rack: rack,
            embeddedFont: embeddedFont
        )
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
        LoadedPiece(piece, entry: entry, lyrics: lyrics, rack: rack, embeddedFont: embeddedFont)
    }

    /// The same music on the same samplers at another tempo; `nil` for the file's own.
    ///
    /// - Parameters:
    ///   - tempo: The tempo.
    ///   - rate: Frames per second: positions keep their ticks, and get other frames.
    /// - Returns: The piece.
    public func at(_ tempo: Tempo?, rate: Int) -> LoadedPiece {
        LoadedPiece(
            piece.at(tempo, rate: rate),
            entry: entry,
            lyrics: lyrics,
            rack: rack,
            embeddedFont: embeddedFont
        )
    }

    /// The nominal frame at which it ends at a rate.
    public func endFrame(rate: Int) -> Int64 { piece.endFrame(rate: rate) }
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
