/// A chunk of a RIFF file.
struct Chunk {
    /// The bytes before the content: four letters and the size.
    static let headerSize = 8

    let name: String
    /// The position of its header.
    let offset: Int
    /// The positions of its content.
    let content: Range<Int>

    /// Takes a chunk that is known.
    init(name: String, offset: Int, content: Range<Int>) {
        self.name = name
        self.offset = offset
        self.content = content
    }

    /// Reads the header of a chunk within a list.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - offset: The position, eight bytes or more before the end of the list.
    ///   - end: The end of the list.
    ///   - list: The name of the list, for the message.
    /// - Throws: A chunk that extends beyond the list.
    init(
        _ bytes: RawSpan,
        at offset: Int,
        end: Int,
        in list: String
    ) throws(SoundFontError) {
        name = bytes.letters(offset)
        self.offset = offset
        let size = Int(bytes.long(offset + 4))
        let start = offset + Self.headerSize
        guard size <= end - start else {
            throw SoundFontError(
                code: .damaged,
                offset: offset,
                detail: "chunk '\(name)' extends beyond \(list)"
            )
        }
        content = start..<start + size
    }

    /// The position of the next chunk.
    ///
    /// RIFF pads a chunk of odd size with a byte. Some writers of SF3 files leave it out, and some
    /// readers never expect it: so it counts as there only where no chunk begins without it.
    func next(_ bytes: RawSpan, end: Int, _ log: inout DiagnosticLog) -> Int {
        let next = content.upperBound
        guard !content.count.isMultiple(of: 2) else { return next }
        let isUnpadded =
            next >= end || (next + 4 <= bytes.byteCount && Self.isName(bytes, at: next))
        guard isUnpadded else { return next + 1 }
        log.add(
            .padByteMissing,
            .note,
            at: offset,
            "chunk '\(name)' at byte \(hexadecimal(offset)) has an odd size (\(content.count)) and "
                + "no pad byte"
        )
        return next
    }

    /// Whether four letters or digits stand at a position, which has four bytes.
    static func isName(_ bytes: RawSpan, at offset: Int) -> Bool {
        (offset..<offset + 4).allSatisfy { isLetter(bytes.byte($0)) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }
}
