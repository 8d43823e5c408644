/// The origin of a sample of a SoundFont.
public struct SampleOrigin: Hashable, Sendable {
    /// The index of the recording in ``InstrumentDescription/sources``.
    public let source: Int
    /// The first frame of the recording that is played.
    public let firstFrame: Int
}
