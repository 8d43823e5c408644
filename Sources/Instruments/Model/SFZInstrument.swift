/// An SFZ file as it was written: its regions with the opcodes of all their levels.
public struct SFZInstrument: Hashable, Sendable {
    /// An opcode as it was written.
    public struct Opcode: Hashable, Sendable {
        /// The name in lower case.
        public let name: String
        /// The text behind the equals sign.
        public let value: String
        /// Where it stands.
        public let position: InstrumentPosition
    }

    /// A region.
    public struct Region: Hashable, Sendable {
        /// Where its header stands.
        public let position: InstrumentPosition
        /// The opcodes of each level, the outermost first; of equal names the last counts.
        public let levels: [[Opcode]]
        /// Semitones that are added to keys.
        public let keyOffset: Int
        /// The index of its recording in ``SFZInstrument/sources``; `nil` for a wave, and for silence.
        public var source: Int?

        /// Its opcodes, the outermost first.
        public var opcodes: some Sequence<Opcode> { levels.joined() }
    }

    /// The name.
    public var name: String
    /// The regions.
    public internal(set) var regions: [Region] = []
    /// The curves of `<curve>` headers: 128 values by index.
    public internal(set) var curves: [Int: [Double]] = [:]
    /// The values of controllers at the start, 0 … 127.
    public internal(set) var controllers: [Int: Double] = [:]
    /// The recordings of all regions.
    public internal(set) var sources: [SampleSource] = []

    /// The faults of the text.
    public internal(set) var diagnostics: [InstrumentDiagnostic] = []

    init(name: String) { self.name = name }
}
