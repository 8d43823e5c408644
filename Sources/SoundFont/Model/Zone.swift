extension SoundBank {
    /// A zone of a preset or an instrument: for which keys and velocities, what, and how (§7.3, §7.7).
    public struct Zone: Hashable, Sendable {
        /// The keys; `nil` where the zone does not say.
        public var keys: ZoneRange?
        /// The velocities; `nil` where the zone does not say.
        public var velocities: ZoneRange?
        /// The parameters, each kind at most once, without ranges and target.
        public var generators: [Generator]
        /// The modulators in the order of the file.
        public var modulators: [Modulator]
        /// The index of the instrument (in a preset) or the sample (in an instrument); `nil` in a
        /// global zone.
        public var target: Int?

        /// Makes a zone.
        public init(
            target: Int?,
            keys: ZoneRange? = nil,
            velocities: ZoneRange? = nil,
            generators: [Generator] = [],
            modulators: [Modulator] = []
        ) {
            self.target = target
            self.keys = keys
            self.velocities = velocities
            self.generators = generators
            self.modulators = modulators
        }

        /// The amount of a generator; `nil` where the zone does not have it.
        ///
        /// - Parameter kind: The generator.
        /// - Returns: The amount as it stands in the file.
        public func amount(of kind: GeneratorKind) -> Int16? {
            generators.first { $0.kind == kind }?.amount
        }
    }
}
