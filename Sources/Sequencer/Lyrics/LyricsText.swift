import SMF

/// The text events of a track, decoded one after the other.
///
/// In lyrics of a file whose encoding is not given, `{@JP}` and `{@LATIN}` change it (RP-026, section
/// 5), also inside an event. A character whose bytes are in two events belongs to the first.
struct LyricsText {
    /// The texts; those that only complete a character are left out.
    private(set) var syllables: [Lyrics.Syllable] = []

    /// A part of an event, of one encoding.
    private struct Part {
        var tick: Int64
        var bytes: ArraySlice<UInt8>
        /// Whether it continues the event of the part before it.
        var continues = false
    }

    init(_ events: [TextEvent], decoding decoder: TextDecoder) {
        var decoder = decoder
        let japanese = decoder.japanese
        var parts: [Part] = []
        for event in events {
            var part = Part(tick: event.tick, bytes: event.bytes)
            // The search begins behind the tag at which a part begins.
            var from = part.bytes.startIndex
            while let japanese, let change = LanguageTag.change(in: part.bytes[from...]) {
                let rest = part.bytes[change.start...]
                part.bytes = part.bytes[..<change.start]
                parts.append(part)
                decode(&parts, with: decoder)
                decoder = change.tag == .japanese ? japanese() : .utf8OrWindows1252
                part = Part(tick: event.tick, bytes: rest, continues: true)
                from = change.start + 1
            }
            parts.append(part)
        }
        decode(&parts, with: decoder)
    }

    /// Adds the texts of parts of one encoding, which are taken.
    private mutating func decode(_ parts: inout [Part], with decoder: TextDecoder) {
        var texts = parts.map(\.bytes)
        decoder.joinCharacters(in: &texts)
        for (part, bytes) in zip(parts, texts) {
            if bytes.isEmpty, !part.bytes.isEmpty { continue }
            let text = decoder.text(of: bytes)
            if part.continues, let last = syllables.indices.last {
                syllables[last].text += text
            } else {
                syllables.append(Lyrics.Syllable(tick: part.tick, text: text))
            }
        }
        parts = []
    }
}
