/// The bank numbers of a SoundFont, moved up.
///
/// An offset as FluidSynth has them would move the drums too, to where no channel finds them: of
/// a SoundFont that came with its music, bank 128 stays (the SF2 RMIDI specification, "Bank
/// Offset").
struct SoundFontBanks {
    /// Where the preset headers begin.
    private(set) var start = 0
    /// The preset headers with their new banks; `nil` where nothing changes, and where the file is
    /// damaged: then whoever reads it says so.
    private(set) var changed: [UInt8]?

    /// A preset header has 38 bytes, the bank at 22 (SoundFont 2.04, section 7.2).
    private static let headerSize = 38
    private static let bankPlace = 22
    private static let drumBank = 128
    /// What no bank select reaches.
    private static let unreachable = 0xFFFF

    init(_ file: ArraySlice<UInt8>, offset: Int) {
        guard offset > 0, let headers = Self.presetHeaders(of: file) else { return }
        start = headers.lowerBound - file.startIndex
        var bytes = Array(file[headers])
        for place in stride(
            from: Self.bankPlace,
            to: bytes.count - Self.headerSize + Self.bankPlace,
            by: Self.headerSize
        ) {
            let bank = Int(bytes[place]) | Int(bytes[place + 1]) << 8
            guard bank != Self.drumBank else { continue }
            let moved = bank + offset
            // Nor does a bank become drums by being moved.
            let new = moved == Self.drumBank || moved > 16_383 ? Self.unreachable : moved
            bytes[place] = UInt8(truncatingIfNeeded: new)
            bytes[place + 1] = UInt8(truncatingIfNeeded: new >> 8)
        }
        changed = bytes
    }

    /// Where the chunk `phdr` of the list `pdta` has its records.
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
        var place = start
        while place + 8 <= bytes.endIndex {
            let size = bytes[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
            guard place + 8 + size <= bytes.endIndex else { break }
            found.append((Array(bytes[place..<place + 4]), place + 8..<place + 8 + size))
            place += 8 + size + size % 2
        }
        return found
    }
}
