/// The nine tables of preset data, with sizes and indices checked.
///
/// They are a copy: a mapped file may change between the check and the use of an index.
struct PresetTables {
    private let bytes: [UInt8]
    /// The position of the bytes in the file.
    private let start: Int
    /// The positions of the tables in the file.
    private let tables: [Range<Int>]
    /// Whether they are of version 1.
    let isFirst: Bool

    /// Finds the tables in the list `pdta`.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - range: The content of the list.
    ///   - isFirst: Whether they are of version 1.
    /// - Throws: A table that is missing, has a size that is not a multiple of its records', or
    ///   points outside of the next one.
    init(_ file: RawSpan, in range: Range<Int>, isFirst: Bool) throws(SoundFontError) {
        self.isFirst = isFirst
        bytes = unsafe file.extracting(range).withUnsafeBytes { unsafe Array($0) }
        start = range.lowerBound
        tables = try Self.tables(bytes, start: range.lowerBound, isFirst: isFirst)
        try check(.presets, at: 24, into: .presetBags)
        try check(.presetBags, at: 0, into: .presetGenerators)
        try check(.instruments, at: 20, into: .instrumentBags)
        try check(.instrumentBags, at: 0, into: .instrumentGenerators)
        guard !isFirst else { return }
        try check(.presetBags, at: 2, into: .presetModulators)
        try check(.instrumentBags, at: 2, into: .instrumentModulators)
    }

    private static func tables(
        _ bytes: [UInt8],
        start: Int,
        isFirst: Bool
    ) throws(SoundFontError) -> [Range<Int>] {
        let bytes = unsafe bytes.span.bytes
        var tables: [Range<Int>] = []
        var offset = 0
        for table in PresetTable.allCases {
            let isThere =
                offset + Chunk.headerSize <= bytes.byteCount
                && bytes.letters(offset) == table.chunk
            guard isThere else {
                throw damaged(start + offset, "expected the chunk '\(table.chunk)'")
            }
            let size = Int(bytes.long(offset + 4))
            let first = offset + Chunk.headerSize
            guard size <= bytes.byteCount - first else {
                throw damaged(start + offset, "chunk '\(table.chunk)' extends beyond its list")
            }
            let recordSize = isFirst ? table.firstRecordSize : table.recordSize
            guard size % recordSize == 0, size > 0 || recordSize == 1 else {
                throw damaged(
                    start + offset,
                    "chunk '\(table.chunk)' has \(size) bytes, expected records of "
                        + "\(recordSize)"
                )
            }
            tables.append(start + first..<start + first + size)
            // Records have even sizes: there is nothing to pad.
            offset = first + size
        }
        return tables
    }

    private static func damaged(_ offset: Int, _ detail: String) -> SoundFontError {
        SoundFontError(code: .damaged, offset: offset, detail: detail)
    }

    /// The number of records of a table, with the last one, which only ends the one before.
    func count(_ table: PresetTable) -> Int {
        tables[table.rawValue].count / recordSize(table)
    }

    private func recordSize(_ table: PresetTable) -> Int {
        isFirst ? table.firstRecordSize : table.recordSize
    }

    /// The position of a record in the file.
    func offset(_ table: PresetTable, _ record: Int) -> Int {
        tables[table.rawValue].lowerBound + record * recordSize(table)
    }

    /// The byte at an offset of a record.
    func byte(_ table: PresetTable, _ record: Int, at offset: Int) -> UInt8 {
        bytes[self.offset(table, record) - start + offset]
    }

    /// The word at an offset of a record.
    func word(_ table: PresetTable, _ record: Int, at offset: Int) -> UInt16 {
        UInt16(byte(table, record, at: offset)) | UInt16(byte(table, record, at: offset + 1)) << 8
    }

    /// The double word at an offset of a record.
    func long(_ table: PresetTable, _ record: Int, at offset: Int) -> UInt32 {
        UInt32(word(table, record, at: offset)) | UInt32(word(table, record, at: offset + 2)) << 16
    }

    /// The name with which a record begins: 20 bytes, which a zero ends (§7.2).
    func name(_ table: PresetTable, _ record: Int) -> String {
        let first = offset(table, record) - start
        return String(decoding: bytes[first..<first + 20].prefix { $0 != 0 }, as: UTF8.self)
    }

    /// The records of another table from where a record points to to where the next one does.
    func span(_ table: PresetTable, _ record: Int, at offset: Int) -> Range<Int> {
        Int(word(table, record, at: offset))..<Int(word(table, record + 1, at: offset))
    }

    /// Each table points into the next one: indices never fall and stay within it.
    private func check(
        _ table: PresetTable,
        at offset: Int,
        into target: PresetTable
    ) throws(SoundFontError) {
        var last = 0
        let count = count(target)
        for record in 0..<self.count(table) {
            let index = Int(word(table, record, at: offset))
            guard index >= last, index < count else {
                throw Self.damaged(
                    self.offset(table, record),
                    "'\(table.chunk)' record \(record) points to '\(target.chunk)' \(index), "
                        + "expected \(last) … \(count - 1)"
                )
            }
            last = index
        }
    }
}
