import SamplerHost

extension MusicalOptions {
    /// The SoundFonts to use, first priority first: those that were named, else the default one.
    ///
    /// - Throws: Status 66 where one is not there, 65 where it is no SoundFont: none is ever
    ///   replaced by another.
    func fonts() throws(CommandFailure) -> [SoundFontReference] {
        guard !sf2.isEmpty else { return [try Self.defaultFont()] }
        let fonts = sf2.map { SoundFontReference(parsing: $0, exists: SoundFontSearch.exists) }
        for font in fonts { try Self.check(font) }
        return fonts
    }

    /// The SoundFont to use where none is named.
    ///
    /// - Throws: As ``fonts()``, and status 66 where there is none at all.
    static func defaultFont() throws(CommandFailure) -> SoundFontReference {
        let font = try CommandFailure.catching { () throws(HostError) in
            try SoundFontSearch.defaultFont(environment: Environment["SEQD_SOUNDFONT"])
        }
        try check(font)
        return font
    }

    private static func check(_ font: SoundFontReference) throws(CommandFailure) {
        try CommandFailure.catching { () throws(HostError) in
            try SoundFontFile.check(font.path)
        }
    }
}
