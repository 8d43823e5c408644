/// The engine whose voices play the notes of a sampler.
public enum SynthesisEngine: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    /// FluidSynth's, for every kind of font and instrument; events act on a grid of 64 frames.
    case fluidSynth = "fluidsynth"
    /// Our own, for SoundFonts: faster, and exact to the frame.
    case seqd
}
