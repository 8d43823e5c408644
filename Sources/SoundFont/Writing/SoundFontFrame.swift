/// A SoundFont file without its sample data: the bytes before, between and behind them.
///
/// With it a file can be written whose samples never are in memory at once.
public struct SoundFontFrame: Hashable, Sendable {
    /// The bytes before the frames.
    public let head: [UInt8]
    /// The bytes between the frames and the low bytes of 24-bit frames, or the preset data.
    public let middle: [UInt8]
    /// The bytes behind all sample data.
    public let tail: [UInt8]
    /// The number of bytes of the frames.
    public let frameBytes: Int
    /// The number of low bytes; 0 where the frames have 16 bits.
    public let lowBytes: Int

    /// The position of the low bytes in the file.
    public var lowBytesOffset: Int { head.count + frameBytes + middle.count }
    /// The position of the bytes behind all sample data.
    public var tailOffset: Int { lowBytesOffset + lowBytes }
    /// The length of the file in bytes.
    public var size: Int { tailOffset + tail.count }
}
