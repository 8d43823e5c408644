/// A chunk that is neither header nor track.
///
/// The specification has readers skip it; a program that wrote it may want it back.
public struct ForeignChunk: Hashable, Sendable {
    /// The four letters of its name, the first in the highest byte.
    public var id: UInt32
    /// The content after its length.
    public var bytes: [UInt8]
    /// The index of the track that follows it; the number of tracks for a chunk at the end.
    public var trackIndex: Int

    /// Makes a chunk.
    public init(id: UInt32, bytes: [UInt8], trackIndex: Int) {
        self.id = id
        self.bytes = bytes
        self.trackIndex = trackIndex
    }
}
