import CALSA
import CEbur128
import CFluidSynth
import CSndFile

/// A library that sound is made with, as it is loaded now.
public struct SoundLibrary: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its version.
    public var version: String

    /// The libraries.
    public static var all: [SoundLibrary] {
        // "libsndfile-1.2.0", whose name is given already.
        let file = unsafe String(cString: sf_version_string())
        var (major, minor, patch): (Int32, Int32, Int32) = (0, 0, 0)
        unsafe ebur128_get_version(&major, &minor, &patch)
        return unsafe [
            SoundLibrary(name: "FluidSynth", version: String(cString: fluid_version_str())),
            SoundLibrary(name: "alsa-lib", version: String(cString: snd_asoundlib_version())),
            SoundLibrary(
                name: "libsndfile",
                version: String(file.split(separator: "-", maxSplits: 1).last ?? "")
            ),
            SoundLibrary(name: "libebur128", version: "\(major).\(minor).\(patch)"),
        ]
    }
}
