public import SMF

/// A piece of music that can be changed: tracks, a tempo track, and information about it.
///
/// ```swift
/// var sequence = try MusicSequence(file)
/// sequence.quantise(0..<7680, to: Quantisation(grid: 16))
/// let before = sequence                        // undo is keeping the old value
/// sequence.cut(30_720..<46_080)
/// let bytes = try sequence.midiFile().bytes()
/// let prepared = try sequence.prepared()       // for a player
/// ```
///
/// A value: copies cost nothing until they are changed, and then in proportion to the change. A
/// player plays a ``PreparedSequence``, which no edit affects.
public struct MusicSequence: Hashable, Sendable {
    /// The unit of a tick.
    ///
    /// A change leaves the ticks of all events as they are, so the music becomes slower or faster;
    /// `MIDIFile.converted(to:)` converts a file with its ticks.
    public var division: Division
    /// Tempo, meter, key and markers.
    public var tempoTrack: TempoTrack
    /// The tracks with music.
    public var tracks: [MusicTrack]
    /// The information about the sequence.
    public var info: SequenceInfo

    /// Makes a sequence.
    ///
    /// - Parameters:
    ///   - division: The unit of a tick.
    ///   - tempoTrack: Tempo, meter, key and markers; without them it is 120 BPM and 4/4.
    ///   - tracks: The tracks with music.
    ///   - info: The information about the sequence.
    public init(
        division: Division = .ticksPerQuarter(480),
        tempoTrack: TempoTrack = TempoTrack(),
        tracks: [MusicTrack] = [],
        info: SequenceInfo = SequenceInfo()
    ) {
        self.division = division
        self.tempoTrack = tempoTrack
        self.tracks = tracks
        self.info = info
    }

    /// The offset from the index of a track to its index in a file, and in a ``PreparedSequence``:
    /// 1 if the tempo track precedes the others, 0 if it shares the first one.
    public var firstTrackIndex: Int { tempoTrack.isOwnTrack || tracks.isEmpty ? 1 : 0 }

    /// The end of the longest track, including the tempo track, in ticks: of the events as written,
    /// without the effect of loops, offsets and cuts in playing.
    public var endTick: Int64 {
        tracks.reduce(tempoTrack.endTick) { max($0, $1.endTick) }
    }

    /// The tracks of each destination, by their indices.
    public var groups: [UInt8: [Int]] {
        Dictionary(grouping: tracks.indices) { tracks[$0].destination ?? 0 }
    }
}
