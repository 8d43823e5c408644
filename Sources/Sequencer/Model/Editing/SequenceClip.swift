/// A part of a sequence that was cut or copied: of all its tracks.
///
/// Its ticks are those of the sequence that it comes from: in one with another division they last
/// another time.
public struct SequenceClip: Hashable, Sendable {
    /// The length of the part, in ticks; 0 or more.
    public let length: Int64
    /// Of the tempo track.
    public let tempo: TempoClip
    /// Of the tracks, by their indices; all count as long as the whole.
    public let tracks: [Clip]

    /// Makes a clip of the clips of each track.
    ///
    /// - Parameters:
    ///   - tempo: Of the tempo track; its length is that of the whole.
    ///   - tracks: Of the tracks, by their indices.
    public init(tempo: TempoClip, tracks: [Clip]) {
        length = tempo.length
        self.tempo = tempo
        self.tracks = tracks.map { part in
            var part = part
            part.length = tempo.length
            return part
        }
    }
}
