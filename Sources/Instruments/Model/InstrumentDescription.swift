public import SoundFont

/// The sounds that a file or a folder describes: presets with regions over recordings.
///
/// It says nothing about the recordings themselves; ``BankAssembly`` makes a SoundFont of it once
/// they are known.
public struct InstrumentDescription: Hashable, Sendable {
    /// A sound that bank select and program change choose.
    public struct Program: Hashable, Sendable {
        /// The name.
        public var name: String
        /// The bank, 0 … 16,383; 128 holds drum kits.
        public var bank: UInt16
        /// The program, 0 … 127.
        public var number: UInt16
        /// The regions, in the order of the description.
        public var regions: [Region]

        /// Makes a program.
        public init(name: String, bank: UInt16 = 0, number: UInt16 = 0, regions: [Region] = []) {
            self.name = name
            self.bank = bank
            self.number = number
            self.regions = regions
        }
    }

    /// The name.
    public var name: String
    /// The sounds.
    public var programs: [Program]
    /// The recordings that regions refer to by index.
    public var sources: [SampleSource]
    /// Texts of the description, such as its copyright.
    public var texts: [BankInformation.Text]
    /// The parts of the description that are not played as written.
    public var diagnostics: [InstrumentDiagnostic]
    /// Whether the recordings say which keys they are for; else they are laid out in their order.
    public var hasKeys = true
    /// The file that it was made from, as it was written, where that is one of SFZ.
    public var sfz: SFZInstrument?

    /// Makes a description.
    public init(
        name: String,
        programs: [Program] = [],
        sources: [SampleSource] = [],
        texts: [BankInformation.Text] = [],
        diagnostics: [InstrumentDiagnostic] = []
    ) {
        self.name = name
        self.programs = programs
        self.sources = sources
        self.texts = texts
        self.diagnostics = diagnostics
    }
}
