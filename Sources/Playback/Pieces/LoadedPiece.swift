import Dispatch
import SMF
public import SamplerHost
public import Sequencer

/// A piece with the samplers that play it: ready for the engine.
public final class LoadedPiece: Sendable {
    /// The number of the entry, of a queue or a list, that it was made for.
    public let entry: Int
    /// The piece.
    public let piece: Piece
    /// The index of its sequence among those of the file.
    public let sequenceIndex: Int
    /// The syllables as the file has them, in the order of time.
    public let lyrics: [Lyrics.Syllable]
    /// The user events, in the order of time.
    public let userEvents: [UserEvent]
    /// The texts about the music, such as its title.
    public let tags: [SoundFileTags.Key: String]
    /// The samplers.
    public let rack: SamplerRack
    /// The file's own SoundFont, if the samplers play it: they read it as long as they are there.
    public let embeddedFont: EmbeddedFont?
    /// The file, if it was to be retained: it takes as much memory as the music.
    public let file: PieceFile?

    /// The sequence that is played: ``base`` at the tempo of ``arrangement``.
    public var sequence: PreparedSequence { piece.sequence }
    /// The sequence at the file's own tempo.
    public var base: PreparedSequence { piece.base }
    /// The changes in the file's sequence.
    public var arrangement: Arrangement { piece.arrangement }
    /// The nominal frame at which it begins.
    public var start: Int64 { piece.start }
    /// The nominal frame at which it ends; `nil` plays all.
    public var end: Int64? { piece.end }
    /// The nominal frames that are repeated at first.
    public var loop: Range<Int64>? { piece.loop }
    /// The number of times that they are played before playing continues; `nil` for ever.
    public var loopCount: Int? { piece.loopCount }
    /// The parts that are muted at first.
    public var muted: Selection { piece.muted }
    /// The parts that play solo at first.
    public var soloed: Selection { piece.soloed }

    /// The lyrics in lines; `nil` if the file was not retained.
    public var lyricLines: Lyrics? { file?.lyrics(ofSequence: sequenceIndex) }

    /// Makes a loaded piece of its parts.
    private init(
        _ piece: Piece,
        sequence index: Int,
        entry: Int,
        lyrics: [Lyrics.Syllable],
        userEvents: [UserEvent],
        tags: [SoundFileTags.Key: String],
        rack: SamplerRack,
        embeddedFont: EmbeddedFont?,
        file: PieceFile?
    ) {
        self.piece = piece
        sequenceIndex = index
        self.entry = entry
        self.lyrics = lyrics
        self.userEvents = userEvents
        self.tags = tags
        self.rack = rack
        self.embeddedFont = embeddedFont
        self.file = file
    }

    /// Makes another loaded piece of the same file.
    private convenience init(_ other: LoadedPiece, _ piece: Piece, on rack: SamplerRack) {
        self.init(
            piece,
            sequence: other.sequenceIndex,
            entry: other.entry,
            lyrics: other.lyrics,
            userEvents: other.userEvents,
            tags: other.tags,
            rack: rack,
            embeddedFont: other.embeddedFont,
            file: other.file
        )
    }

    /// Makes the samplers for a piece.
    ///
    /// - Parameters:
    ///   - piece: The piece.
    ///   - file: Its file.
    ///   - index: The index of its sequence among those of the file.
    ///   - entry: The number of the entry that it is for.
    ///   - settings: The settings of the samplers; a SoundFont of the file comes before theirs.
    ///   - rate: Frames per second.
    ///   - maximumPeriod: The longest period in frames.
    ///   - transpose: The semitones by which it is transposed at first.
    ///   - gain: The gain in dB that brings it to the level of others.
    ///   - keepsFile: Whether ``file`` is retained.
    ///   - remedy: The way to play the file without its SoundFont, for the message if that cannot be
    ///     played.
    /// - Throws: The fault in a SoundFont, or in the settings of the samplers.
    public convenience init(
        _ piece: Piece,
        of file: PieceFile,
        sequence index: Int,
        entry: Int,
        on settings: SamplerSettings,
        rate: Int,
        maximumPeriod: Int,
        transpose: Int = 0,
        gain: Double = 0,
        keepsFile: Bool = false,
        orElse remedy: String
    ) throws(PlaybackError) {
        var settings = settings
        let embeddedFont = try file.embeddedFont(into: &settings, orElse: remedy)
        let rack = try EmbeddedFont.catching(embeddedFont) { () throws(HostError) in
            try SamplerRack(
                settings,
                rate: rate,
                maximumPeriod: maximumPeriod,
                for: [piece.sequence],
                transpose: transpose,
                clips: piece.clips.settings
            )
        }
        rack.gain = gain
        self.init(
            piece,
            sequence: index,
            entry: entry,
            lyrics: file.lyricSyllables(ofSequence: index),
            userEvents: file.userEvents(ofSequence: index),
            tags: file.tags(ofSequence: index),
            rack: rack,
            embeddedFont: embeddedFont,
            file: keepsFile ? file : nil
        )
    }

    /// Makes the samplers of a rack for a piece.
    ///
    /// - Parameters:
    ///   - piece: The piece; it is led through the rack, if it is not yet.
    ///   - file: Its file.
    ///   - index: The index of its sequence among those of the file.
    ///   - entry: The number of the entry that it is for.
    ///   - settings: The rack; a SoundFont of the file comes before those of its fallback.
    ///   - rate: Frames per second.
    ///   - maximumPeriod: The longest period in frames.
    ///   - transpose: The semitones by which it is transposed at first.
    ///   - gain: The gain in dB that brings it to the level of others.
    ///   - keepsFile: Whether ``file`` is retained.
    ///   - remedy: The way to play the file without its SoundFont, for the message if that cannot be
    ///     played.
    /// - Throws: `usage` for rules that the rack cannot carry out; the fault in a SoundFont, or in the
    ///   settings of the samplers.
    public convenience init(
        _ piece: Piece,
        of file: PieceFile,
        sequence index: Int,
        entry: Int,
        on settings: RackSettings,
        rate: Int,
        maximumPeriod: Int,
        transpose: Int = 0,
        gain: Double = 0,
        keepsFile: Bool = false,
        orElse remedy: String
    ) throws(PlaybackError) {
        var settings = settings
        let embeddedFont = try file.embeddedFont(into: &settings, orElse: remedy)
        let piece = try piece.rack == settings ? piece : piece.routed(through: settings)
        let music = [piece.routed].compactMap { $0 }
        let rack = try EmbeddedFont.catching(embeddedFont) { () throws(HostError) in
            try SamplerRack(
                settings,
                rate: rate,
                maximumPeriod: maximumPeriod,
                for: music,
                transpose: transpose,
                clips: piece.clips.settings
            )
        }
        rack.gain = gain
        self.init(
            piece,
            sequence: index,
            entry: entry,
            lyrics: file.lyricSyllables(ofSequence: index),
            userEvents: file.userEvents(ofSequence: index),
            tags: file.tags(ofSequence: index),
            rack: rack,
            embeddedFont: embeddedFont,
            file: keepsFile ? file : nil
        )
    }

    /// The same music on the same or other samplers, with other routes to them.
    package func on(_ rack: SamplerRack, as piece: Piece) -> LoadedPiece {
        LoadedPiece(self, piece, on: rack)
    }

    /// Whether it is made from the same sequence for the same entry, perhaps from another version of
    /// the file.
    public func isVersion(of other: LoadedPiece) -> Bool {
        entry == other.entry && sequenceIndex == other.sequenceIndex
    }

    /// Prepares fast seeking in a piece with very many events, on another thread beside the music.
    public func prepareLocating() {
        let schedule = sequence.schedule
        // For fewer events it takes some milliseconds, and is done when it is needed.
        guard schedule.count > 200_000 else { return }
        DispatchQueue.global(qos: .utility).async { schedule.prepareLocating() }
    }

    /// The same music on other samplers.
    public func on(_ rack: SamplerRack) -> LoadedPiece {
        LoadedPiece(self, piece, on: rack)
    }

    /// The same music on the same samplers at another tempo; `nil` for the file's own.
    ///
    /// - Parameters:
    ///   - tempo: The tempo.
    ///   - rate: Frames per second: positions keep their ticks, and get other frames.
    /// - Returns: The piece.
    public func at(_ tempo: Tempo?, rate: Int) -> LoadedPiece {
        LoadedPiece(self, piece.at(tempo, rate: rate), on: rack)
    }

    /// The nominal frame at which it ends at a rate.
    public func endFrame(rate: Int) -> Int64 { piece.endFrame(rate: rate) }
}

extension TempoMap {
    /// The frame here of the tick that has a frame at another tempo.
    func frame(_ frame: Int64, of other: TempoMap, rate: Int) -> Int64 {
        // Comparing arrays that share their memory is fast.
        self == other
            ? frame : self.frame(atTick: other.tick(atFrame: frame, rate: rate), rate: rate)
    }

    /// The frames here of the ticks that have frames at another tempo.
    func frames(_ frames: Range<Int64>, of other: TempoMap, rate: Int) -> Range<Int64> {
        let start = frame(frames.lowerBound, of: other, rate: rate)
        return start..<max(start, frame(frames.upperBound, of: other, rate: rate))
    }
}
