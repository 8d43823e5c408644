/// The check that a file passes before FluidSynth sees it: the RIFF structure, the chunks' sizes
/// and the cross-references of the preset data.
///
/// FluidSynth trusts much of what it reads (its loaders have had memory-safety faults), so that
/// nothing reaches them whose sizes do not fit together. Section numbers are those of the
/// SoundFont 2.04 specification.
public enum SoundFontFile {
    /// Checks a file.
    ///
    /// - Parameter path: An SF2 or SF3 file.
    /// - Returns: Remarks on its structure: odd, but everything in it plays.
    /// - Throws: `noInput` where it cannot be read, `data` where it is not a SoundFont or is cut
    ///   short.
    @discardableResult
    public static func check(_ path: String) throws(HostError) -> [String] {
        let file = try InputFile(path)
        return try layout(of: file).remarks
    }

    /// Whether a file is a bank in the DLS format, by its first bytes.
    static func isDownloadableSounds(_ path: String) -> Bool {
        do throws(HostError) {
            let file = try InputFile(path)
            let head = try file.bytes(at: 0, count: 12)
            return head.count == 12 && head.fourCC(at: 0) == "RIFF" && head.fourCC(at: 8) == "DLS "
        } catch {
            return false
        }
    }

    /// Checks a file and says where its chunks are.
    static func layout(of file: borrowing InputFile) throws(HostError) -> SoundFontLayout {
        let path = file.path
        let head = try file.bytes(at: 0, count: 12)
        guard head.count == 12, head.fourCC(at: 0) == "RIFF" else {
            let found = head.isEmpty ? "is empty" : "starts with \(head.prefix(4).hex)"
            throw HostError(.data, path, "not a SoundFont: \(found), expected RIFF")
        }
        let form = head.fourCC(at: 8)
        guard form != "DLS " else {
            throw HostError(
                .data,
                path,
                "a DLS bank, which seqd does not support; an SF2 or SF3 file is expected"
            )
        }
        guard form == "sfbk" else {
            throw HostError(
                .data,
                path,
                "not a SoundFont: a RIFF file of type '\(form)', expected 'sfbk'"
            )
        }
        let end = 8 + head.littleEndian32(at: 4)
        guard end <= file.size else {
            throw HostError(
                .data,
                path,
                "truncated: the RIFF header says \(end) bytes, the file has \(file.size)"
            )
        }
        return try lists(of: file, end: end)
    }

    /// The three lists INFO, sdta and pdta (§4.2), each with chunks that fit into it.
    private static func lists(
        of file: borrowing InputFile,
        end: Int
    ) throws(HostError) -> SoundFontLayout {
        var layout = SoundFontLayout()
        var found: Set<String> = []
        var offset = 12
        while offset + 8 <= end {
            let head = try file.bytes(at: offset, count: 12)
            guard head.count >= 8 else { break }
            let size = head.littleEndian32(at: 4)
            guard offset + 8 + size <= end else {
                throw damaged(file, offset, "chunk '\(head.fourCC(at: 0))' extends beyond the file")
            }
            if head.fourCC(at: 0) == "LIST", head.count == 12, size >= 4 {
                let type = head.fourCC(at: 8)
                found.insert(type)
                let inside = offset + 12..<offset + 8 + size
                if type == "pdta" {
                    let data = try PresetData(file: file, range: inside)
                    try data.check()
                    // FluidSynth reads the first one.
                    if layout.tables.isEmpty { layout.tables = data.ranges }
                } else {
                    try checkChunks(of: file, in: inside, isSamples: type == "sdta", &layout)
                }
            }
            offset = try next(after: offset, size, in: file, end: end, &layout)
        }
        for type in ["INFO", "sdta", "pdta"] where !found.contains(type) {
            throw HostError(.data, path(of: file), "not a SoundFont: it has no '\(type)' list")
        }
        return layout
    }

    private static func path(of file: borrowing InputFile) -> String { file.path }

    private static func checkChunks(
        of file: borrowing InputFile,
        in range: Range<Int>,
        isSamples: Bool,
        _ layout: inout SoundFontLayout
    ) throws(HostError) {
        var offset = range.lowerBound
        while offset + 8 <= range.upperBound {
            let head = try file.bytes(at: offset, count: 8)
            let size = head.littleEndian32(at: 4)
            guard offset + 8 + size <= range.upperBound else {
                throw damaged(file, offset, "chunk '\(head.fourCC(at: 0))' extends beyond its list")
            }
            let isFirst = offset == range.lowerBound
            if isSamples, isFirst, head.fourCC(at: 0) == "smpl", layout.samples == nil {
                layout.samples = offset + 8..<offset + 8 + size
            } else if !isSamples, head.fourCC(at: 0) == "ifil", size >= 4 {
                layout.majorVersion = try file.bytes(at: offset + 8, count: 2).littleEndian16(at: 0)
            }
            offset = try next(after: offset, size, in: file, end: range.upperBound, &layout)
        }
    }

    /// The offset of the chunk after another.
    ///
    /// RIFF pads a chunk of odd size with a byte. Some writers of SF3 files leave it out, and
    /// FluidSynth never expects it: so it counts as there only where no chunk begins without it.
    private static func next(
        after offset: Int,
        _ size: Int,
        in file: borrowing InputFile,
        end: Int,
        _ layout: inout SoundFontLayout
    ) throws(HostError) -> Int {
        let next = offset + 8 + size
        guard !size.isMultiple(of: 2) else { return next }
        let head = try file.bytes(at: next, count: 4)
        let isUnpadded = next >= end || (head.count == 4 && head.allSatisfy(isNameByte))
        guard isUnpadded else { return next + 1 }
        let name = try file.bytes(at: offset, count: 4).fourCC(at: 0)
        layout.remarks.append(
            "chunk '\(name)' at byte 0x\(String(offset, radix: 16, uppercase: true)) has an odd "
                + "size (\(size)) and no pad byte"
        )
        return next
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }

    static func damaged(
        _ file: borrowing InputFile,
        _ offset: Int,
        _ what: String
    ) -> HostError {
        HostError(
            .data,
            file.path,
            "damaged at byte 0x\(String(offset, radix: 16, uppercase: true)): \(what)"
        )
    }
}

/// The chunks of a checked SoundFont.
struct SoundFontLayout: Sendable {
    /// Oddities of the structure that lose nothing.
    var remarks: [String] = []
    /// The major version, 3 for files with compressed samples.
    var majorVersion = 2
    /// The content of the chunk `smpl`; `nil` without one.
    var samples: Range<Int>?
    /// The content of each chunk of the preset data, by name.
    var tables: [String: Range<Int>] = [:]
}

/// The nine chunks of preset data ("the HYDRA", §7): record sizes and indices.
private struct PresetData: ~Copyable {
    private struct Chunk {
        var offset: Int
        var bytes: [UInt8]
        var recordSize: Int
        var count: Int { bytes.count / recordSize }
    }

    /// The chunks in their order, with the size of a record (§7.2 … §7.10).
    private static let layout: [(name: String, recordSize: Int)] = [
        ("phdr", 38), ("pbag", 4), ("pmod", 10), ("pgen", 4), ("inst", 22), ("ibag", 4),
        ("imod", 10), ("igen", 4), ("shdr", 46),
    ]

    private let path: String
    private var chunks: [Chunk] = []

    init(file: borrowing InputFile, range: Range<Int>) throws(HostError) {
        path = file.path
        var offset = range.lowerBound
        for (name, recordSize) in Self.layout {
            let head = try file.bytes(at: offset, count: 8)
            guard offset + 8 <= range.upperBound, head.count == 8, head.fourCC(at: 0) == name else {
                throw SoundFontFile.damaged(file, offset, "expected the chunk '\(name)'")
            }
            let size = head.littleEndian32(at: 4)
            guard offset + 8 + size <= range.upperBound else {
                throw SoundFontFile.damaged(file, offset, "chunk '\(name)' extends beyond its list")
            }
            guard size % recordSize == 0, size > 0 else {
                throw SoundFontFile.damaged(
                    file,
                    offset,
                    "chunk '\(name)' has \(size) bytes, expected records of \(recordSize)"
                )
            }
            let bytes = try file.bytes(at: offset + 8, count: size)
            chunks.append(Chunk(offset: offset, bytes: bytes, recordSize: recordSize))
            // Records have even sizes: there is nothing to pad.
            offset += 8 + size
        }
    }

    /// The ranges of each table's records.
    var ranges: [String: Range<Int>] {
        var ranges: [String: Range<Int>] = [:]
        for (index, chunk) in chunks.enumerated() {
            let start = chunk.offset + 8
            ranges[Self.layout[index].name] = start..<start + chunk.bytes.count
        }
        return ranges
    }

    /// Each table points into the next one: indices never fall and stay within it.
    func check() throws(HostError) {
        // table, offset of the index in a record, table it points into
        try checkIndices(of: 0, at: 24, into: 1)
        try checkIndices(of: 1, at: 0, into: 3)
        try checkIndices(of: 1, at: 2, into: 2)
        try checkIndices(of: 4, at: 20, into: 5)
        try checkIndices(of: 5, at: 0, into: 7)
        try checkIndices(of: 5, at: 2, into: 6)
    }

    private func checkIndices(
        of table: Int,
        at offset: Int,
        into target: Int
    ) throws(HostError) {
        let chunk = chunks[table]
        var last = 0
        for record in 0..<chunk.count {
            let index = chunk.bytes.littleEndian16(at: record * chunk.recordSize + offset)
            guard index >= last, index < chunks[target].count else {
                let offset = chunk.offset + 8 + record * chunk.recordSize
                throw HostError(
                    .data,
                    path,
                    "damaged at byte 0x\(String(offset, radix: 16, uppercase: true)): "
                        + "'\(Self.layout[table].name)' record \(record) points to "
                        + "'\(Self.layout[target].name)' \(index), "
                        + "expected \(last) … \(chunks[target].count - 1)"
                )
            }
            last = index
        }
    }
}

extension [UInt8] {
    fileprivate func fourCC(at offset: Int) -> String {
        String(
            decoding: self[offset..<offset + 4].map { $0 < 0x20 || $0 > 0x7E ? 0x3F : $0 },
            as: UTF8.self
        )
    }

    fileprivate func littleEndian16(at offset: Int) -> Int {
        Int(self[offset]) | Int(self[offset + 1]) << 8
    }

    fileprivate func littleEndian32(at offset: Int) -> Int {
        littleEndian16(at: offset) | littleEndian16(at: offset + 2) << 16
    }
}

extension Sequence<UInt8> {
    fileprivate var hex: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: " ")
    }
}
