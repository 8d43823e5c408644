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

extension InstrumentBytes {
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
