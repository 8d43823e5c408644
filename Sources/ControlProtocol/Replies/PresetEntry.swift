/// A preset of the SoundFonts.
public struct PresetEntry: Hashable, Sendable {
    /// The bank and program.
    public var address: PresetAddress
    /// The name in the font.
    public var name: String

    /// Makes an entry.
    public init(_ address: PresetAddress, name: String) {
        self.address = address
        self.name = name
    }
}

/// A preset that was selected and that the SoundFonts lack, and the one that plays instead.
public struct PresetReplacement: Hashable, Sendable {
    /// The missing preset.
    public var preset: PresetAddress
    /// Its name in the SoundFonts that are replaced, in the answer of `load-font`; `nil` if they lack
    /// it too.
    public var presetName: String?
    /// The preset that plays instead; `nil` if none does.
    public var substitute: PresetEntry?

    /// Makes a replacement.
    public init(_ preset: PresetAddress, name: String? = nil, by substitute: PresetEntry?) {
        self.preset = preset
        presetName = name
        self.substitute = substitute
    }
}
