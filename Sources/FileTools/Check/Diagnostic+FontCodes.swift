package import SMF

// Findings against SoundFonts.
extension Diagnostic.Code {
    /// The font lacks a preset.
    package static let presetMissing = Self(rawValue: "preset-missing")
    /// The preset has no sound for a key.
    package static let keySilent = Self(rawValue: "key-silent")
    /// A sample of a preset that has notes cannot be played.
    package static let sampleInvalid = Self(rawValue: "sample-invalid")
    /// A loop of a preset that has notes lies outside its sample.
    package static let loopInvalid = Self(rawValue: "loop-invalid")
    /// The font's structure is odd, and no sound is lost.
    package static let fontStructure = Self(rawValue: "font-structure")
    /// The sound exceeds what the limiter lets pass.
    package static let clipping = Self(rawValue: "clipping")
    /// The music needs more voices than there are.
    package static let polyphonyExceeded = Self(rawValue: "polyphony-exceeded")

    /// All codes of findings against SoundFonts.
    package static let fontCodes: [Self] = [
        .presetMissing, .keySilent, .sampleInvalid, .loopInvalid, .fontStructure,
        .polyphonyExceeded, .clipping,
    ]
}
