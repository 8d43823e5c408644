import SMF

/// The words for the kinds of text event.
enum TextWord {
    /// A kind and its word.
    ///
    /// The kinds without a word of their own are written `text 0x0A`.
    static let all: [(kind: TextKind, word: StaticString)] = [
        (.lyric, "lyric"), (.text, "text"), (.marker, "marker"), (.trackName, "track-name"),
        (.instrumentName, "instrument-name"), (.copyright, "copyright"), (.cuePoint, "cue-point"),
        (.programName, "program-name"), (.deviceName, "device-name"),
    ]

    /// The word for a kind, if it has one.
    static func word(for kind: TextKind) -> StaticString? {
        all.first { $0.kind == kind }?.word
    }
}
