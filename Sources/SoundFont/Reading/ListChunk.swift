/// A list of a file (§4), whose end is that of its chunks where its size is wrong.
struct ListChunk {
    /// Its four letters, such as `pdta`.
    let type: String
    /// The position of its header.
    let offset: Int
    /// The positions of its chunks.
    let content: Range<Int>
    /// The position of what follows.
    let next: Int

    /// The bytes before the chunks: those of a chunk, and the type.
    private static let headerSize = Chunk.headerSize + 4
    /// The names that stand within lists of this format, or name one.
    private static let inner: Set<String> = Set(
        [
            "ifil", "isng", "INAM", "irom", "iver", "ICRD", "IENG", "IPRD", "ICOP", "ICMT", "ISFT",
            "smpl", "sm24", "INFO", "sdta", "pdta",
        ] + PresetTable.allCases.map(\.chunk)
    )

    /// Reads the list at a position; `nil` where there is none.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - offset: The position.
    ///   - end: The end of the file's chunks.
    ///   - log: Gets a remark about a wrong size.
    init?(_ bytes: RawSpan, at offset: Int, end: Int, _ log: inout DiagnosticLog) {
        guard offset + Self.headerSize <= end, bytes.letters(offset) == "LIST" else { return nil }
        self.offset = offset
        type = bytes.letters(offset + Chunk.headerSize)
        let start = offset + Self.headerSize
        let size = Int(bytes.long(offset + 4))
        let declared = offset + Chunk.headerSize + size
        let last =
            Self.canEnd(bytes, start, declared, end: end)
            ? declared : Self.lastChunk(bytes, from: start, end: end)
        guard last == declared else {
            content = start..<last
            next = last
            log.add(
                .sizeWrong,
                .warning,
                at: offset,
                "list '\(type)' has a size of \(size) bytes, and its content has \(last - start + 4)"
                    + "; all of it is read"
            )
            return
        }
        content = start..<declared
        let chunk = Chunk(name: "LIST", offset: offset, content: start - 4..<declared)
        next = chunk.next(bytes, end: end, &log)
    }

    /// Whether a list can end at a position, for what follows there.
    private static func canEnd(_ bytes: RawSpan, _ start: Int, _ declared: Int, end: Int) -> Bool {
        guard declared >= start, declared <= end else { return false }
        for next in [declared, declared + 1] {
            if next == end { return true }
            guard next + Chunk.headerSize <= end else { continue }
            let name = bytes.letters(next)
            if name == "LIST" { return true }
            if Chunk.isName(bytes, at: next), !inner.contains(name),
                Int(bytes.long(next + 4)) <= end - next - Chunk.headerSize
            {
                return true
            }
        }
        return false
    }

    /// The end of the chunks from a position on, up to the next list.
    private static func lastChunk(_ bytes: RawSpan, from start: Int, end: Int) -> Int {
        var log = DiagnosticLog()
        var offset = start
        while offset + Chunk.headerSize <= end, bytes.letters(offset) != "LIST",
            Chunk.isName(bytes, at: offset),
            let chunk = try? Chunk(bytes, at: offset, end: end, in: "its list")
        {
            offset = min(chunk.next(bytes, end: end, &log), end)
        }
        return offset
    }
}
