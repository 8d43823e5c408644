/// The settings of an engine that its voices need.
struct VoiceSettings: BitwiseCopyable {
    var mode = VoiceMode.exact
    /// The factor of all voices.
    var gain = 1.0
    /// The least frames between the note-on and the release.
    var minimumLength = 0
    /// Whether the sustain pedal damps gradually and catches notes that are still fading.
    var hasHalfPedal = false

    /// Whether FluidSynth's habits are copied.
    var isReference: Bool {
        @_noLocks get {
            switch mode {
            case .exact: false
            case .reference: true
            }
        }
    }
}
