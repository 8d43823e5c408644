/// A library that sound is made with, as it is loaded now.
public struct SoundLibrary: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its version.
    public var version: String

    /// The version of FluidSynth; `nil` if it is not installed.
    public static var fluidSynthVersion: String? { FluidSynthInstance.libraryVersion }

    /// The libraries.
    public static var all: [SoundLibrary] {
        [
            SoundLibrary(
                name: "FluidSynth",
                version: fluidSynthVersion ?? "not installed"
            ),
            SoundLibrary(name: "alsa-lib", version: ALSADevice.libraryVersion),
            SoundLibrary(name: "libsndfile", version: SoundFileWriter.libraryVersion),
            SoundLibrary(name: "libebur128", version: LoudnessMeter.libraryVersion),
        ]
    }
}
