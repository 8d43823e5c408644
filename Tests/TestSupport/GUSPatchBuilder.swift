/// The bytes of a patch for the Gravis UltraSound (.pat).
public struct GUSPatchBuilder: Sendable {
    /// A sample; the defaults are a mono one of 16 bits on all keys, without loop and envelope.
    public struct Sample: Sendable {
        /// The name, at most 7 bytes.
        public var name = "tone"
        /// The bytes of the frames.
        public var bytes: [UInt8]
        /// Bytes; twice the frames with 16 bits.
        public var loop = 0..<0
        /// Frames per second.
        public var rate = 44_100
        /// Thousandths of a Hertz: the range and the pitch as recorded.
        public var lowest = 8_000
        /// The end of the range.
        public var highest = 13_000_000
        /// The pitch as recorded.
        public var root = 440_000
        /// 0 to 15; 7 is the middle.
        public var balance: UInt8 = 7
        /// The rates of the envelope's points.
        public var rates: [UInt8] = [63, 63, 63, 63, 63, 63]
        /// The levels of the envelope's points.
        public var offsets: [UInt8] = [246, 246, 246, 0, 0, 0]
        /// Depth of tremolo and of vibrato.
        public var depths: (tremolo: UInt8, vibrato: UInt8) = (0, 0)
        /// The sum of 1 (16 bits), 2 (unsigned), 4 (loop), 8 (ping-pong), 16 (backward), 32 (sustain)
        /// and 64 (envelope).
        public var modes: UInt8 = 1
        /// The key from which pitches follow the keys, and how: 1,024 for semitones.
        public var scale = (key: 60, factor: 1_024)

        /// Makes a sample of bytes.
        public init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        /// Makes a sample of frames of 16 bits.
        public init(_ frames: [Int16]) {
            self.init(frames.flatMap { DLSBuilder.little(Int($0), 2) })
        }
    }

    /// The name of the instrument, at most 16 bytes.
    public var name = "patch"
    /// The samples of each layer.
    public var layers: [[Sample]]

    /// Makes a patch with one layer.
    public init(_ samples: [Sample]) {
        layers = [samples]
    }

    /// The file.
    public var bytes: [UInt8] {
        let little = DLSBuilder.little
        var file = Self.text("GF1PATCH110", 12) + Self.text("ID#000002", 10)
        file += Self.text("made by a test", 60) + [1, 14, 0]
        file += little(layers.reduce(0) { $0 + $1.count }, 2) + little(127, 2) + little(0, 4)
        file += Self.zeros(36)
        file += little(0, 2) + Self.text(name, 16) + little(0, 4) + [UInt8(layers.count)]
        file += Self.zeros(40)
        for layer in layers {
            file += [0, 0] + little(0, 4) + [UInt8(layer.count)] + Self.zeros(40)
            for sample in layer { file += Self.bytes(sample) }
        }
        return file
    }

    private static func bytes(_ sample: Sample) -> [UInt8] {
        let little = DLSBuilder.little
        var bytes = text(sample.name, 7) + [0] + little(sample.bytes.count, 4)
        bytes += little(sample.loop.lowerBound, 4) + little(sample.loop.upperBound, 4)
        bytes += little(sample.rate, 2) + little(sample.lowest, 4) + little(sample.highest, 4)
        bytes += little(sample.root, 4) + little(1, 2) + [sample.balance]
        bytes += sample.rates + sample.offsets
        bytes += [0, 50, sample.depths.tremolo, 0, 50, sample.depths.vibrato, sample.modes]
        bytes += little(sample.scale.key, 2) + little(sample.scale.factor, 2) + zeros(36)
        return bytes + sample.bytes
    }

    private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    private static func text(_ text: String, _ count: Int) -> [UInt8] {
        let bytes = Array(text.utf8.prefix(count))
        return bytes + zeros(count - bytes.count)
    }
}
