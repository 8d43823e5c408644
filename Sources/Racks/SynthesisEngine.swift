/// The engine whose voices play the notes of a sampler.
public enum SynthesisEngine: String, Hashable, Sendable, CaseIterable, BitwiseCopyable, Codable {
    /// FluidSynth's for SoundFonts; our own for a sampler with any other instrument.
    case auto
    /// FluidSynth's, for every kind of font and instrument; events act on a grid of 64 frames.
    case fluidSynth = "fluidsynth"
    /// Our own, for SoundFonts and instruments: faster, and exact to the frame.
    case seqd

    /// The default engine.
    public static let usual = SynthesisEngine.auto
}
