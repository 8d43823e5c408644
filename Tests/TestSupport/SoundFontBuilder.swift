/// Builds a SoundFont 2.04 file from values: samples, instruments and presets.
///
/// ```swift
/// var font = SoundFontBuilder(name: "Test")
/// let sample = font.add(.init(name: "tone", frames: tone, rate: 48_000, rootKey: 69))
/// let piano = font.add(.init(name: "tone", zones: [.init(target: sample)]))
/// font.add(.init(name: "tone", bank: 0, program: 0, zones: [.init(target: piano)]))
/// let bytes = font.bytes
/// ```
public struct SoundFontBuilder: Sendable {
    /// The bank's name, at most 255 bytes of ASCII.
    public var name: String
    /// The samples; a zone names one by its index.
    public private(set) var samples: [Sample] = []
    /// The instruments; a preset's zone names one by its index.
    public private(set) var instruments: [Instrument] = []
    /// The presets, in any order: the file lists them by bank and program.
    public private(set) var presets: [Preset] = []

    /// Begins an empty bank.
    public init(name: String) {
        self.name = name
    }

    /// Adds a sample and returns its index.
    public mutating func add(_ sample: Sample) -> Int {
        samples.append(sample)
        return samples.count - 1
    }

    /// Adds an instrument and returns its index.
    public mutating func add(_ instrument: Instrument) -> Int {
        instruments.append(instrument)
        return instruments.count - 1
    }

    /// Adds a preset.
    public mutating func add(_ preset: Preset) {
        presets.append(preset)
    }
}

extension SoundFontBuilder {
    /// A mono recording of 16-bit frames.
    public struct Sample: Sendable {
        /// The name, at most 19 bytes of ASCII are kept.
        public var name: String
        /// The frames; at least 48 (SoundFont 2.04, 7.10).
        public var frames: [Int16]
        /// Frames a second.
        public var rate: Int
        /// The key at which it sounds as recorded.
        public var rootKey: UInt8
        /// Cents that the recording has to be corrected by.
        public var correction: Int8
        /// The looped frames; the frame after the last one of them repeats the first.
        public var loop: Range<Int>?

        /// Makes a sample; it loops only where a zone says so with ``SoundFontGenerator/Kind``.
        public init(
            name: String,
            frames: [Int16],
            rate: Int,
            rootKey: UInt8,
            correction: Int8 = 0,
            loop: Range<Int>? = nil
        ) {
            self.name = name
            self.frames = frames
            self.rate = rate
            self.rootKey = rootKey
            self.correction = correction
            self.loop = loop
        }
    }

    /// A zone: for which keys and velocities, what, and how.
    public struct Zone: Sendable {
        /// The sample (in an instrument) or instrument (in a preset); `nil` in a global zone,
        /// which is the first.
        public var target: Int?
        /// The keys, all if `nil`.
        public var keys: ClosedRange<UInt8>?
        /// The velocities, all if `nil`.
        public var velocities: ClosedRange<UInt8>?
        /// The parameters, without ranges and target, which the builder writes in their places.
        public var generators: [SoundFontGenerator]
        /// The modulators.
        public var modulators: [SoundFontModulator]

        /// Makes a zone.
        public init(
            target: Int?,
            keys: ClosedRange<UInt8>? = nil,
            velocities: ClosedRange<UInt8>? = nil,
            generators: [SoundFontGenerator] = [],
            modulators: [SoundFontModulator] = []
        ) {
            self.target = target
            self.keys = keys
            self.velocities = velocities
            self.generators = generators
            self.modulators = modulators
        }
    }

    /// An instrument: zones over samples.
    public struct Instrument: Sendable {
        /// The name, at most 19 bytes of ASCII are kept.
        public var name: String
        /// The zones.
        public var zones: [Zone]

        /// Makes an instrument.
        public init(name: String, zones: [Zone]) {
            self.name = name
            self.zones = zones
        }
    }

    /// A preset: zones over instruments.
    public struct Preset: Sendable {
        /// The name, at most 19 bytes of ASCII are kept.
        public var name: String
        /// The bank, 0 … 128; 128 is the drums.
        public var bank: UInt16
        /// The program, 0 … 127.
        public var program: UInt16
        /// The zones.
        public var zones: [Zone]

        /// Makes a preset.
        public init(name: String, bank: UInt16, program: UInt16, zones: [Zone]) {
            self.name = name
            self.bank = bank
            self.program = program
            self.zones = zones
        }
    }
}
