/// Frames that are copied from a recording into a SoundFont's sample data.
public struct SamplePiece: Hashable, Sendable {
    /// The index of the recording in ``InstrumentDescription/sources``.
    public let source: Int
    /// The channel of the recording.
    public let channel: Int
    /// The frames of the recording.
    public let frames: Range<Int>
    /// The first frame of the sample data that they get.
    public let destination: Int
}
