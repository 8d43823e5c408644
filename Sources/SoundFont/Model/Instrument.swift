extension SoundBank {
    /// An instrument: zones over samples, which presets share (§7.6).
    public struct Instrument: Hashable, Sendable {
        /// The name, at most 20 bytes in a file.
        public var name: String
        /// The zone whose generators and modulators hold for all others; it has no target.
        public var global: Zone?
        /// The zones in the order of the file; the target of each is the index of a sample.
        public var zones: [Zone]

        /// Makes an instrument.
        public init(name: String, global: Zone? = nil, zones: [Zone] = []) {
            self.name = name
            self.global = global
            self.zones = zones
        }
    }
}
