/// The rules by which voices sound.
public enum VoiceMode: Sendable, BitwiseCopyable {
    /// Ours: events at their exact frame, exact pitch and levels, the full level from the first frame.
    case exact
    /// Those of FluidSynth 2.3.1, for comparisons: events on a grid of 64 frames, pitch in whole cents,
    /// levels in whole centibels, the gains of a voice's first block rising from those of the voice
    /// before it.
    case reference
}
