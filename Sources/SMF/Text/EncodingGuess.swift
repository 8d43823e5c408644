/// The evidence of the text events of a file for their encoding.
struct EncodingGuess {
    private var validTexts = 0
    private var otherTexts = 0
    private var evidence = ShiftJISEvidence()
    /// The first character set that the file names.
    private var tag: LanguageTag?

    /// Takes a text into account.
    mutating func add(_ text: TextEvent) {
        if tag == nil, text.kind == .text || text.kind == .lyric {
            tag = LanguageTag(text.bytes)
        }
        guard text.bytes.contains(where: { $0 >= 0x80 }) else { return }
        if String(validating: text.bytes, as: UTF8.self) != nil {
            validTexts += 1
        } else {
            otherTexts += 1
        }
        evidence.add(text.bytes)
    }

    /// The encoding of all that was added.
    var encoding: TextEncoding {
        guard validTexts + otherTexts > 0 else { return .ascii }
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
