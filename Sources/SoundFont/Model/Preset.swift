extension SoundBank {
    /// A preset: a sound that bank select and program change choose (§7.2).
    public struct Preset: Hashable, Sendable {
        /// The name, at most 20 bytes in a file.
        public var name: String
        /// The bank, 0 … 16,383 by MIDI messages; 128 holds drum kits.
        public var bank: UInt16
        /// The program, 0 … 127.
        public var program: UInt16
        /// The zone whose generators and modulators hold for all others; it has no target.
        public var global: Zone?
        /// The zones in the order of the file; the target of each is the index of an instrument.
        public var zones: [Zone]
        /// The reserved numbers of library, genre and morphology, 0 in most files.
        public var reserved: Reserved

        /// The three numbers of a preset that have no meaning yet (§7.2).
        public struct Reserved: Hashable, Sendable {
            /// dwLibrary.
            public var library: UInt32 = 0
            /// dwGenre.
            public var genre: UInt32 = 0
            /// dwMorphology.
            public var morphology: UInt32 = 0

            /// Makes zeros.
            public init() {}
        }

        /// Makes a preset.
        public init(
            name: String,
            bank: UInt16,
            program: UInt16,
            global: Zone? = nil,
            zones: [Zone] = [],
            reserved: Reserved = Reserved()
        ) {
            self.name = name
            self.bank = bank
            self.program = program
            self.global = global
            self.zones = zones
            self.reserved = reserved
        }
    }
}
