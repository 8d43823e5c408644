/// The bytes of a file of an instrument, read within their bounds: 0 stands behind them.
struct InstrumentBytes {
    let bytes: [UInt8]

    func byte(_ offset: Int) -> UInt8 {
        bytes.indices.contains(offset) ? bytes[offset] : 0
    }

    func word(_ offset: Int) -> UInt16 {
        UInt16(byte(offset)) | UInt16(byte(offset + 1)) << 8
    }

    func long(_ offset: Int) -> UInt32 {
        UInt32(word(offset)) | UInt32(word(offset + 2)) << 16
    }

    /// Four letters; `?` for what is none.
    func letters(_ offset: Int) -> String {
        var text = ""
        for index in 0..<4 {
            let byte = byte(offset + index)
            text.unicodeScalars.append(
                byte < 0x20 || byte > 0x7E ? "?" : Unicode.Scalar(byte)
            )
        }
        return text
    }

    /// Text that a zero ends.
    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range].prefix(1_024).prefix { $0 != 0 }, as: UTF8.self)
    }
}
