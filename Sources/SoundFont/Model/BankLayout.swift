/// The positions of a bank's sample data in the file that it was read from.
public struct BankLayout: Hashable, Sendable {
    /// The bytes of 16-bit frames, least significant byte first (§6.1); `nil` without any.
    public internal(set) var frames: Range<Int>?
    /// The bytes of the least significant eight bits of 24-bit frames, one byte each (§6.2); `nil`
    /// where the frames have 16 bits.
    public internal(set) var lowBytes: Range<Int>?

    /// The number of whole frames.
    public var frameCount: Int { (frames?.count ?? 0) / 2 }
}
