import Glibc
import Platform

/// The search for a SoundFont when the user names none.
public enum SoundFontSearch {
    /// General MIDI banks that distributions install, best first.
    static let folders = [
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
        // Ours, for programs that are not installed beside it.
        "/usr/local/share/seqd/seqd-gm.sf2",
        "/usr/share/seqd/seqd-gm.sf2",
    ]

    /// The font to use: `$SEQD_SOUNDFONT`, else the first of the system's that is there, else the
    /// bank that comes with this program.
    ///
    /// - Parameter environment: The environment's value of `SEQD_SOUNDFONT`.
    /// - Returns: The font.
    /// - Throws: When there is none; the message says how to get one.
    public static func defaultFont(environment: String?) throws(HostError) -> SoundFontReference {
        try defaultFont(environment: environment, system: folders, program: program)
    }

    /// All fonts that are known and there, best first: the system's and the bank that comes with
    /// this program.
    ///
    /// - Returns: Their paths; a file that has several names is there once, by its first one.
    public static func installedFonts() -> [String] {
        installedFonts(system: folders, program: program)
    }

    /// Whether a file exists under a name.
    public static func exists(_ path: String) -> Bool {
        unsafe access(path.systemPath, F_OK) == 0
    }

    /// ``defaultFont(environment:)`` with other folders.
    ///
    /// - Parameters:
    ///   - environment: The environment's value of `SEQD_SOUNDFONT`.
    ///   - system: The paths of the system's fonts, best first.
    ///   - program: The real path of the running program; `nil` if unknown.
    /// - Returns: The font.
    /// - Throws: When there is none.
    package static func defaultFont(
        environment: String?,
        system: [String],
        program: String?
    ) throws(HostError) -> SoundFontReference {
        if let environment, !environment.isEmpty {
            return SoundFontReference(parsing: environment, exists: exists)
        }
        if let path = system.first(where: isPlayable) ?? program.flatMap(ownBank) {
            return SoundFontReference(path: path)
        }
        throw HostError(
            .noInput,
            "SoundFont",
            "none given, and no default found; name one with --sf2, or install one (Debian: apt "
                + "install timgm6mb-soundfont)"
        )
    }

    /// ``installedFonts()`` with other folders.
    ///
    /// - Parameters:
    ///   - system: The paths of the system's fonts, best first.
    ///   - program: The real path of the running program; `nil` if unknown.
    /// - Returns: The paths of those that are there.
    package static func installedFonts(system: [String], program: String?) -> [String] {
        var known: Set<String> = []
        let own = program.flatMap(ownBank).map { [$0] } ?? []
        return (system.filter(isPlayable) + own).filter { path in
            known.insert(RealPath.of(path) ?? path).inserted
        }
    }

    /// Whether a font can be read, and is not in a format that cannot be played.
    private static func isPlayable(_ path: String) -> Bool {
        isReadable(path) && !SoundFontFile.isDownloadableSounds(path)
    }

    static func isReadable(_ path: String) -> Bool {
        unsafe access(path.systemPath, R_OK) == 0
    }
}
