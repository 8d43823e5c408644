/// The interpolation between the frames of a sample, with FluidSynth's names (`fluid_interp`).
public enum Interpolation: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    /// The frame before: the fastest, and noisy.
    case none
    /// A straight line between two frames.
    case linear
    /// A cubic through four frames, FluidSynth's default.
    case fourthOrder = "4th-order"
    /// A windowed sinc over seven frames.
    case seventhOrder = "7th-order"
    /// A windowed sinc over 32 frames: the cleanest and slowest. FluidSynth does not have it.
    case sinc
}
