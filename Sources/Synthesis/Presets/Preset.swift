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
}
