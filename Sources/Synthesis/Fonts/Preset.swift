public import Platform

/// A sound of a SoundFont: what bank select and program change choose.
public struct Preset: Hashable, Sendable {
    /// The bank, 0 … 16383; 128 holds drum kits.
    public let bank: Int
    /// The program, 0 … 127.
    public let program: Int
    /// The name in the font.
    public let name: String

    /// Makes a preset.
    package init(bank: Int, program: Int, name: String) {
        self.bank = bank
        self.program = program
        self.name = name
    }

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
