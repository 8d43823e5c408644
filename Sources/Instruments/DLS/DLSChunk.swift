/// A chunk of a DLS file (DLS 1.1 and 2.2, chapter "File format").
struct DLSChunk {
    /// The four letters; those of the type for a list.
    let name: String
    /// Whether it is a list of chunks.
    let isList: Bool
    /// The position of its header.
    let offset: Int
    /// The content; behind the type for a list.
    let content: Range<Int>
}

/// The bytes of a DLS file, read within their bounds: 0 stands behind them.
struct DLSBytes {
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

    /// The chunks within a range, as far as they fit into it.
    func chunks(in range: Range<Int>) -> [DLSChunk] {
        var chunks: [DLSChunk] = []
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound {
            let size = Int(long(offset + 4))
            let start = offset + 8
            let end = min(start + size, range.upperBound)
            let name = letters(offset)
            let isList = name == "LIST" || name == "RIFF"
            if isList, end - start >= 4 {
                chunks.append(
                    DLSChunk(
                        name: letters(start),
                        isList: true,
                        offset: offset,
                        content: start + 4..<end
                    )
                )
            } else if !isList {
                chunks.append(
                    DLSChunk(name: name, isList: false, offset: offset, content: start..<end)
                )
            }
            offset = start + size + size % 2
        }
        return chunks
    }
}
