/// The input, with checked access: what does not exist reads as `nil`.
@safe
struct Input: @unchecked Sendable {
    // Sendable, since it is not written to while it is read.
    let bytes: UnsafeBufferPointer<UInt8>

    /// The four letters at an offset.
    func id(at offset: Int) -> ChunkID? { bigEndian(at: offset).map(ChunkID.init(code:)) }

    /// A 32-bit number, highest byte first.
    func bigEndian(at offset: Int) -> UInt32? {
        guard offset >= 0, unsafe offset <= bytes.count - 4 else { return nil }
        return (0..<4).reduce(0) { unsafe $0 << 8 | UInt32(bytes[offset + $1]) }
    }

    /// A 32-bit number, lowest byte first, as RIFF has them.
    func littleEndian(at offset: Int) -> UInt32? { bigEndian(at: offset)?.byteSwapped }

    /// A 16-bit number, highest byte first.
    func bigEndian16(at offset: Int) -> UInt16? {
        guard offset >= 0, unsafe offset <= bytes.count - 2 else { return nil }
        return unsafe UInt16(bytes[offset]) << 8 | UInt16(bytes[offset + 1])
    }

    /// The first offset in a range that has these letters; they may not extend beyond its end.
    func firstOffset(of id: ChunkID, in range: Range<Int>) -> Int? {
        var window: UInt32 = 0
        var offset = max(0, range.lowerBound)
        let end = unsafe min(range.upperBound, bytes.count)
        let start = offset
        while offset < end {
            window = unsafe window << 8 | UInt32(bytes[offset])
            offset += 1
            if window == id.code, offset - start >= 4 { return offset - 4 }
        }
        return nil
    }
}
