extension Unicode.Scalar {
    /// The scalars that stand for the bytes of file names that are not UTF-8: U+10FE80 to U+10FEFF,
    /// which are for private use and have no glyph.
    ///
    /// The last two digits are the byte. In JSON they are `\uDBFF\uDE80` to `\uDBFF\uDEFF`.
    private static let undecoded: ClosedRange<UInt32> = 0x10_FE80...0x10_FEFF

    /// Makes the scalar that stands for a byte, 0x80 or above.
    package init(undecoded byte: UInt8) {
        precondition(byte >= 0x80)
        self = Unicode.Scalar(0x10_FE00 | UInt32(byte)) ?? "\u{FFFD}"
    }

    /// The byte that the scalar stands for; `nil` for all others.
    package var undecodedByte: UInt8? {
        Self.undecoded.contains(value) ? UInt8(truncatingIfNeeded: value) : nil
    }
}
