/// The evidence of the text events of a file for their encoding.
struct EncodingGuess {
    private var validTexts = 0
    private var otherTexts = 0
    /// Whether a valid text has a character of three bytes, as all Japanese ones are: pairs of
    /// half-width katakana of Shift_JIS are valid too.
    private var hasLongCharacter = false
    private var evidence = ShiftJISEvidence()
    private var unixEvidence = EUCJPEvidence()
    /// The first character set that the file names.
    private var tag: LanguageTag?

    /// A text that ends inside a character of UTF-8, which the next one may complete.
    private var cut: (kind: TextKind, tail: ArraySlice<UInt8>)?

    /// Takes a text into account.
    mutating func add(_ text: TextEvent) {
        if tag == nil, text.kind == .text || text.kind == .lyric {
            tag = LanguageTag(text.bytes)
        }
        guard text.bytes.contains(where: { $0 >= 0x80 }) else { return endCut() }
        evidence.add(text.bytes)
        unixEvidence.add(text.bytes)
        var bytes = text.bytes
        if let cut, cut.kind == text.kind, bytes.first.map({ $0 & 0xC0 == 0x80 }) ?? false {
            bytes = cut.tail + bytes
            self.cut = nil
        } else {
            endCut()
        }
        let tail = bytes.suffix(UTF8Tail(bytes).count)
        if String(validating: bytes, as: UTF8.self) != nil {
            validTexts += 1
            if bytes.contains(where: { $0 >= 0xE0 }) { hasLongCharacter = true }
        } else if String(validating: bytes.dropLast(tail.count), as: UTF8.self) != nil {
            cut = (text.kind, tail)
        } else {
            otherTexts += 1
        }
    }

    /// Counts a text that ends inside a character which nothing completes.
    private mutating func endCut() {
        if cut != nil { otherTexts += 1 }
        cut = nil
    }

    /// The encoding of all that was added.
    var encoding: TextEncoding {
        let otherTexts = otherTexts + (cut == nil ? 0 : 1)
        guard validTexts + otherTexts > 0 else { return .ascii }
        // The tags of Shift_JIS stand in files of UTF-8 too.
        if validTexts > otherTexts, hasLongCharacter { return .utf8 }
        if tag != .latin, unixEvidence.isEnough { return .eucJP }
        if tag == .japanese, evidence.isPossible { return .shiftJIS }
        // Some writers cut texts off, in the middle of a character too.
        if validTexts > otherTexts { return .utf8 }
        switch tag {
        case .latin: return .windows1252
        case .japanese, nil: return evidence.isEnough ? .shiftJIS : .windows1252
        // Many files name the language "English" in any encoding.
        case .otherLanguage: return evidence.isStrong ? .shiftJIS : .windows1252
        }
    }
}
