/// A sound: the regions that its notes choose from.
public struct RegionPreset: Sendable {
    /// The bank, 0 … 16,383 by MIDI messages; 128 holds drum kits.
    public var bank: Int
    /// The program, 0 … 127.
    public var program: Int
    /// The name that people see.
    public var name: String
    /// The regions in the order in which the voices of a note start.
    public var regions: [Region]

    /// Makes a preset.
    public init(bank: Int = 0, program: Int = 0, name: String = "", regions: [Region] = []) {
        self.bank = bank
        self.program = program
        self.name = name
        self.regions = regions
    }
}
