public import Platform

extension Preset {
    /// The presets of a SoundFont, sorted by bank and program.
    ///
    /// Reads the file.
    ///
    /// - Parameter path: The file; it is checked first.
    /// - Returns: The presets.
    /// - Throws: A file that is not a SoundFont, is cut short or unreadable.
    public static func presets(ofFont path: String) throws(HostError) -> [Preset] {
        try SharedSoundFont.open(path).zones.presets
    }
}
