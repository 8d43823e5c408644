/// The frames of a bank's samples, as a file holds them (§6).
public struct SampleData: Hashable, Sendable {
    /// The frames of 16 bits, least significant byte first; compressed samples as they are.
    public private(set) var bytes: [UInt8]
    /// The least significant eight bits of 24-bit frames, one byte each; empty for 16 bits.
    public private(set) var lowBytes: [UInt8]

    /// Makes empty data.
    public init() {
        bytes = []
        lowBytes = []
    }

    /// Takes the bytes of a file.
    ///
    /// - Parameters:
    ///   - bytes: The frames.
    ///   - lowBytes: The low bytes, one for each frame; empty for 16 bits.
    public init(bytes: [UInt8], lowBytes: [UInt8] = []) {
        self.bytes = bytes
        self.lowBytes = lowBytes
    }

    /// The number of whole frames.
    public var frameCount: Int { bytes.count / 2 }

    /// Makes room for frames to come.
    ///
    /// - Parameter frames: Their number; each sample has 46 more.
    public mutating func reserveCapacity(_ frames: Int) {
        bytes.reserveCapacity(frames * 2)
    }

    /// Adds a sample and the 46 zeros that belong behind it (§6.1).
    ///
    /// - Parameter frames: The frames.
    /// - Returns: Their positions, for the sample's header.
    public mutating func append(_ frames: [Int16]) -> Range<Int> {
        let start = frameCount
        for frame in frames {
            bytes.append(UInt8(truncatingIfNeeded: frame))
            bytes.append(UInt8(truncatingIfNeeded: frame >> 8))
        }
        bytes += [UInt8](repeating: 0, count: SoundBank.Sample.gap * 2)
        return start..<start + frames.count
    }
}
