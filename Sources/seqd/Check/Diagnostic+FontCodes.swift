import SMF

// Findings against SoundFonts.
extension Diagnostic.Code {
    /// The font lacks a preset.
    static let presetMissing = Self(rawValue: "preset-missing")
    /// The preset has no sound for a key.
    static let keySilent = Self(rawValue: "key-silent")
    /// A sample of a preset that has notes cannot be played.
    static let sampleInvalid = Self(rawValue: "sample-invalid")
    /// A loop of a preset that has notes lies outside its sample.
    static let loopInvalid = Self(rawValue: "loop-invalid")
    /// The font's structure is odd, and no sound is lost.
    static let fontStructure = Self(rawValue: "font-structure")
    /// The music needs more voices than there are.
    static let polyphonyExceeded = Self(rawValue: "polyphony-exceeded")

    /// All codes of findings against SoundFonts.
    static let fontCodes: [Self] = [
        .presetMissing, .keySilent, .sampleInvalid, .loopInvalid, .fontStructure,
        .polyphonyExceeded,
    ]
}
