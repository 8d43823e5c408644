/// The positions of the nine tables of preset data in a file, with sizes and indices checked.
struct PresetTables {
    private let tables: [Range<Int>]

    /// Finds the tables in the list `pdta`.
    ///
    /// - Throws: A table that is missing, has a size that is not a multiple of its records', or
    ///   points outside of the next one.
    init(_ bytes: RawSpan, in range: Range<Int>) throws(SoundFontError) {
        var tables: [Range<Int>] = []
        var offset = range.lowerBound
        for table in PresetTable.allCases {
            guard offset + Chunk.headerSize <= range.upperBound,
                bytes.letters(offset) == table.chunk
            else {
                throw SoundFontError(
                    code: .damaged,
                    offset: offset,
                    detail: "expected the chunk '\(table.chunk)'"
                )
            }
            let chunk = try Chunk(bytes, at: offset, end: range.upperBound, in: "its list")
            let size = chunk.content.count
            guard size % table.recordSize == 0, size > 0 else {
                throw SoundFontError(
                    code: .damaged,
                    offset: offset,
                    detail:
                        "chunk '\(table.chunk)' has \(size) bytes, expected records of "
                        + "\(table.recordSize)"
                )
            }
            tables.append(chunk.content)
            // Records have even sizes: there is nothing to pad.
            offset = chunk.content.upperBound
        }
        self.tables = tables
        try check(bytes, .presets, at: 24, into: .presetBags)
        try check(bytes, .presetBags, at: 0, into: .presetGenerators)
        try check(bytes, .presetBags, at: 2, into: .presetModulators)
        try check(bytes, .instruments, at: 20, into: .instrumentBags)
        try check(bytes, .instrumentBags, at: 0, into: .instrumentGenerators)
        try check(bytes, .instrumentBags, at: 2, into: .instrumentModulators)
    }

    /// The number of records of a table, with the last one, which only ends the one before.
    func count(_ table: PresetTable) -> Int { tables[table.rawValue].count / table.recordSize }

    /// The position of a record in the file.
    func offset(_ table: PresetTable, _ record: Int) -> Int {
        tables[table.rawValue].lowerBound + record * table.recordSize
    }

    /// The word at an offset of a record.
    func word(_ bytes: RawSpan, _ table: PresetTable, _ record: Int, at offset: Int) -> Int {
        Int(bytes.word(self.offset(table, record) + offset))
    }

    /// The records of another table from where a record points to to where the next one does.
    func span(_ bytes: RawSpan, _ table: PresetTable, _ record: Int, at offset: Int) -> Range<Int> {
        word(bytes, table, record, at: offset)..<word(bytes, table, record + 1, at: offset)
    }

    /// Each table points into the next one: indices never fall and stay within it.
    private func check(
        _ bytes: RawSpan,
        _ table: PresetTable,
        at offset: Int,
        into target: PresetTable
    ) throws(SoundFontError) {
        var last = 0
        let count = count(target)
        for record in 0..<self.count(table) {
            let index = word(bytes, table, record, at: offset)
            guard index >= last, index < count else {
                throw SoundFontError(
                    code: .damaged,
                    offset: self.offset(table, record),
                    detail:
                        "'\(table.chunk)' record \(record) points to '\(target.chunk)' \(index), "
                        + "expected \(last) … \(count - 1)"
                )
            }
            last = index
        }
    }
}
