import CVoices

/// The computation of what is between the frames of a sample.
public enum Interpolation: Hashable, Sendable, BitwiseCopyable, CaseIterable {
    /// The nearest frame.
    case nearest
    /// A line between two frames.
    case linear
    /// A Catmull-Rom spline through four frames.
    case cubic
    /// Seven frames by a sinc function in a raised cosine, in 256 steps: FluidSynth's of the 7th
    /// order.
    case sinc7
    /// 32 frames by a sinc function in Kaiser's window (β = 9), flat up to 0.8 of half the sample's
    /// rate; for renders.
    case sinc32

    /// The corresponding C constant.
    var points: voices_interpolation {
        @_noLocks get {
            switch self {
            case .nearest: VOICES_NEAREST
            case .linear: VOICES_LINEAR
            case .cubic: VOICES_CUBIC
            case .sinc7: VOICES_TABLE_8
            case .sinc32: VOICES_TABLE_32
            }
        }
    }

    /// The frames before a position, and behind it, that may be read.
    var reach: (before: Int, behind: Int) {
        @_noLocks get {
            switch self {
            // Frames are read four at a time, and the nearest may be the one behind the position.
            case .nearest: (1, 3)
            case .linear, .cubic: (1, 2)
            case .sinc7: (3, 5)
            case .sinc32: (15, 16)
            }
        }
    }
}
