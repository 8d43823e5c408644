/// The bank numbers of a SoundFont, moved up.
///
/// FluidSynth's own offset would move the drums too, out of the reach of every channel. In a SoundFont
/// that a RIFF file carries, bank 128 stays (the SF2 RMIDI specification, "Bank Offset").
struct SoundFontBanks {
    /// The offset of the preset headers.
    private(set) var start = 0
    /// The preset headers with their new banks; `nil` if nothing changes, and for a damaged file,
    /// which FluidSynth refuses.
    private(set) var changed: [UInt8]?

    /// A preset header has 38 bytes, the bank at 22 (SoundFont 2.04, section 7.2).
    private static let headerSize = 38
    private static let bankOffset = 22
    private static let drumBank = 128
    /// A bank number that no bank select reaches.
    private static let unreachable = 0xFFFF

    init(_ file: ArraySlice<UInt8>, offset: Int) {
        guard offset > 0, let headers = Self.presetHeaders(of: file) else { return }
        start = headers.lowerBound - file.startIndex
        var bytes = Array(file[headers])
        for index in stride(
            from: Self.bankOffset,
            to: bytes.count - Self.headerSize + Self.bankOffset,
            by: Self.headerSize
        ) {
            let bank = Int(bytes[index]) | Int(bytes[index + 1]) << 8
            guard bank != Self.drumBank else { continue }
            let moved = bank + offset
            // A bank that is moved does not become the drums.
            let new = moved == Self.drumBank || moved > 16_383 ? Self.unreachable : moved
            bytes[index] = UInt8(truncatingIfNeeded: new)
            bytes[index + 1] = UInt8(truncatingIfNeeded: new >> 8)
        }
        changed = bytes
    }

    /// The records of the chunk `phdr` in the list `pdta`.
    private static func presetHeaders(of file: ArraySlice<UInt8>) -> Range<Int>? {
        let lists = chunks(of: file, from: file.startIndex + 12)
        guard
            let data = lists.first(where: { id, content in
                id == Array("LIST".utf8) && file[content].starts(with: "pdta".utf8)
            })
        else { return nil }
        let inner = chunks(of: file[data.content], from: data.content.lowerBound + 4)
        return inner.first { $0.id == Array("phdr".utf8) }?.content
    }

    private static func chunks(
        of bytes: ArraySlice<UInt8>,
        from start: Int
    ) -> [(id: [UInt8], content: Range<Int>)] {
        var found: [(id: [UInt8], content: Range<Int>)] = []
        var offset = start
        while offset + 8 <= bytes.endIndex {
            let size = bytes[offset + 4..<offset + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
            guard offset + 8 + size <= bytes.endIndex else { break }
            found.append((Array(bytes[offset..<offset + 4]), offset + 8..<offset + 8 + size))
            offset += 8 + size + size % 2
        }
        return found
    }
}
