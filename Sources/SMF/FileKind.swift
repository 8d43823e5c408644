/// The likely kind of a file that is not a MIDI file.
enum FileKind {
    /// Words for a message; `nil` if the bytes are of no known kind.
    static func name(of bytes: UnsafeBufferPointer<UInt8>) -> String? {
        for (offset, signature, name) in signatures
        where unsafe starts(bytes, at: offset, with: signature) {
            return name
        }
        return unsafe nameByContent(of: bytes)
    }

    /// The bytes that identify a kind of file, and their offset.
    ///
    /// The more precise ones come first.
    private static let signatures: [(Int, String.UTF8View, String)] = [
        (8, "WAVE".utf8, "WAVE audio"), (8, "AVI ".utf8, "AVI video"),
        (8, "sfbk".utf8, "a SoundFont"), (8, "DLS ".utf8, "a DLS sound bank"),
        (8, "AIFF".utf8, "AIFF audio"), (8, "AIFC".utf8, "AIFF audio"),
        (8, "XDIR".utf8, "XMI music"), (8, "XMID".utf8, "XMI music"), (0, "RIFF".utf8, "RIFF"),
        (0, "MUS\u{1A}".utf8, "MUS music"), (0, "XMF_".utf8, "an XMF container"),
        (0, "HMI-MIDI".utf8, "HMI music"), (0, "HMIMIDI".utf8, "HMP music"),
        (0, "SMF2CLIP".utf8, "a MIDI 2.0 clip"),
        (0, "OggS".utf8, "Ogg audio"), (0, "fLaC".utf8, "FLAC audio"),
        (0, "ID3".utf8, "MP3 audio"), (0, "PK\u{3}\u{4}".utf8, "a ZIP archive"),
        (0, "GIF8".utf8, "GIF"), (0, "%PDF".utf8, "PDF"), (0, "\u{7F}ELF".utf8, "an executable"),
        (4, "ftyp".utf8, "MP4"),
    ]

    private static func nameByContent(of bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let head = unsafe Array(bytes.prefix(512))
        switch (head.first, head.dropFirst().first, head.dropFirst(2).first) {
        case (0xFF, 0xD8, 0xFF): return "JPEG"
        case (0x89, 0x50, 0x4E): return "PNG"
        case (0x1F, 0x8B, _): return "gzip"
        case (0xFF, let second?, _) where second & 0xE0 == 0xE0: return "MP3 audio"
        default: break
        }
        if head.allSatisfy({ $0 == 0 }) { return "zeros" }
        let isText = head.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (0x09...0x0D).contains($0) }
        guard isText else { return nil }
        let start = String(decoding: head, as: UTF8.self).lowercased().drop(while: \.isWhitespace)
        if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") { return "HTML" }
        return start.hasPrefix("<?xml") ? "XML" : "text"
    }

    private static func starts(
        _ bytes: UnsafeBufferPointer<UInt8>,
        at offset: Int,
        with signature: String.UTF8View
    ) -> Bool {
        unsafe bytes.dropFirst(offset).starts(with: signature)
    }
}
