/// The end of an engine's sound: from a frame on it falls to silence, evenly in amplitude.
public struct FadeOut: Hashable, Sendable, BitwiseCopyable {
    /// The first frame that is softer, counted from the engine's first.
    public var start: Int64
    /// The frames of the fade; the sound ends with them.
    public var frames: Int64

    /// Makes a fade.
    public init(start: Int64, frames: Int64) {
        (self.start, self.frames) = (start, frames)
    }

    /// The frame at which the sound ends.
    var end: Int64 { @_noLocks get { start &+ frames } }
}
