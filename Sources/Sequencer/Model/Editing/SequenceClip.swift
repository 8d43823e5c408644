/// A part of a sequence that was cut or copied: of all its tracks.
public struct SequenceClip: Hashable, Sendable {
    /// How long the part was, in ticks.
    public var length: Int64
    /// Of the tempo track.
    public var tempo: TempoClip
    /// Of the tracks, by their indices.
    public var tracks: [Clip]

    /// Makes a clip of the clips of each track.
    ///
    /// - Parameters:
    ///   - tempo: Of the tempo track; its length is that of the whole.
    ///   - tracks: Of the tracks, by their indices.
    public init(tempo: TempoClip, tracks: [Clip]) {
        length = tempo.length
        self.tempo = tempo
        self.tracks = tracks
    }
}
