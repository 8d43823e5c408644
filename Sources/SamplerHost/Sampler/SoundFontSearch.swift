import Glibc

/// Where a SoundFont comes from when the user names none.
public enum SoundFontSearch {
    /// General MIDI banks that distributions install, best first.
    static let places = [
        "/usr/share/sounds/sf2/default-GM.sf2",
        "/usr/share/sounds/sf3/default-GM.sf3",
        "/usr/share/soundfonts/default.sf2",
        "/usr/share/sounds/sf2/FluidR3_GM.sf2",
        "/usr/share/soundfonts/FluidR3_GM.sf2",
        "/usr/share/soundfonts/GeneralUser-GS.sf2",
        "/usr/share/sounds/sf2/TimGM6mb.sf2",
        "/usr/share/sounds/sf3/MuseScore_General.sf3",
        "/usr/share/sounds/sf3/FluidR3Mono_GM.sf3",
        "/usr/share/soundfonts/FluidR3_GM2-2.sf2",
        "/usr/local/share/soundfonts/default.sf2",
    ]

    /// The font to use: `$SEQD_SOUNDFONT`, else the first of the system's that is there.
    ///
    /// - Parameter environment: The environment's value of `SEQD_SOUNDFONT`.
    /// - Returns: The font.
    /// - Throws: When there is none; the message says how to get one.
    public static func defaultFont(environment: String?) throws(HostError) -> SoundFontReference {
        if let environment, !environment.isEmpty {
            return SoundFontReference(parsing: environment) { access($0, F_OK) == 0 }
        }
        for path in places where access(path, R_OK) == 0 {
            return SoundFontReference(path: path)
        }
        throw HostError(
            .noInput,
            "SoundFont",
            "none given and none of the system's is there; name one with --sf2, or install one "
                + "(Debian: apt install timgm6mb-soundfont)"
        )
    }

    /// Whether a file exists under a name.
    public static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }
}
