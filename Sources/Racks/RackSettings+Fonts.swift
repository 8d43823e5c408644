extension RackSettings {
    /// The fonts of the clicks: the fallback's, or else those of all samplers.
    package var fonts: [SoundFontReference] {
        if let fallback { return fallback.settings.fonts }
        var fonts: [SoundFontReference] = []
        for font in samplers.flatMap(\.settings.fonts) where !fonts.contains(font) {
            fonts.append(font)
        }
        return fonts
    }
}
