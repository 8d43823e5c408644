/// Numbers in the order of a RIFF file: least significant byte first.
///
/// Each offset must be within the span, as the caller has checked; another one ends the process.
extension RawSpan {
    func byte(_ offset: Int) -> UInt8 {
        precondition(offset >= 0 && offset < byteCount)
        return unsafe unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    }

    func word(_ offset: Int) -> UInt16 {
        UInt16(byte(offset)) | UInt16(byte(offset + 1)) << 8
    }

    func long(_ offset: Int) -> UInt32 {
        UInt32(word(offset)) | UInt32(word(offset + 2)) << 16
    }

    /// The four letters of a chunk; `?` for what is none.
    func letters(_ offset: Int) -> String {
        String(
            decoding: (0..<4).map {
                let byte = byte(offset + $0)
                return byte < 0x20 || byte > 0x7E ? 0x3F : byte
            },
            as: UTF8.self
        )
    }
}
