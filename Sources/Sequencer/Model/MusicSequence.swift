public import SMF

/// A piece of music that can be changed: tracks, a tempo track, and what it says about itself.
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
/// A value: copies cost nothing until they are changed, and then what is changed. A player plays a
/// ``PreparedSequence``, which no edit touches.
public struct MusicSequence: Hashable, Sendable {
    /// What a tick is.
    ///
    /// A change leaves the ticks of all events as they are, so the music becomes slower or faster;
    /// `MIDIFile.converted(to:)` converts a file with its ticks.
    public var division: Division
    /// Tempo, meter, key and markers.
    public var tempoTrack: TempoTrack
    /// The tracks with music.
    public var tracks: [MusicTrack]
    /// What it says about itself.
    public var info: SequenceInfo

    /// Makes a sequence by hand.
    ///
    /// - Parameters:
    ///   - division: What a tick is.
    ///   - tempoTrack: Tempo, meter, key and markers; without them it is 120 BPM and 4/4.
    ///   - tracks: The tracks with music.
    ///   - info: What it says about itself.
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

    /// What is to be added to the index of a track for its index in a file, and in a
    /// ``PreparedSequence``: 1 if the tempo track stands before the others, 0 if it shares the
    /// first one.
    public var firstTrackIndex: Int { tempoTrack.isOwnTrack || tracks.isEmpty ? 1 : 0 }

    /// The end of the longest track, the tempo track included, in ticks: of what is written,
    /// whatever is looped, moved or cut when it is played.
    public var endTick: Int64 {
        tracks.reduce(tempoTrack.endTick) { max($0, $1.endTick) }
    }

    /// The tracks of each destination, by their indices.
    public var groups: [UInt8: [Int]] {
        Dictionary(grouping: tracks.indices) { tracks[$0].destination ?? 0 }
    }
}
