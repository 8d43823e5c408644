import CVoices

/// The computation of what is between the frames of a sample.
public enum Interpolation: Hashable, Sendable, BitwiseCopyable, CaseIterable {
    /// The nearest frame.
    case nearest
    /// A line between two frames.
    case linear
    /// A Catmull-Rom spline through four frames.
    case cubic

    /// The corresponding C constant.
    var points: voices_interpolation {
        @_noLocks get {
            switch self {
            case .nearest: VOICES_NEAREST
            case .linear: VOICES_LINEAR
            case .cubic: VOICES_CUBIC
            }
        }
    }
}
