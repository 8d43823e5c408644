import SMF
public import SamplerHost
import Sequencer

/// The texts of a file about its music.
extension PieceFile {
    /// The texts of the music: title, artist, copyright and comment, as far as the file has them.
    ///
    /// The title is the name of the first sequence (FF 03), the copyright FF 02, the comment the texts
    /// (FF 01) at the start of the first track. Karaoke files have the title and the artist in text
    /// events of their own.
    ///
    /// - Returns: The texts.
    public func tags() -> [SoundFileTags.Key: String] {
        var tags: [SoundFileTags.Key: String] = [:]
        let heading = sequences.isEmpty ? Lyrics.Heading() : lyrics(ofSequence: 0).heading
        let isKaraoke = heading.fileType != nil || !heading.titles.isEmpty
        tags[.title] = heading.titles.first ?? (isKaraoke ? nil : sequences.first?.name)
        tags[.artist] =
            heading.artist ?? heading.composer ?? heading.titles.dropFirst().first
        let starts = file.tracks.map { $0.texts.prefix { $0.tick == 0 } }
        let copyright = starts.joined().first { $0.kind == .copyright }
        tags[.copyright] =
            copyright.map { decoder.text(of: $0.bytes) } ?? heading.notices.first
        let comments = (starts.first ?? []).filter { $0.kind == .text }
            .map { decoder.text(of: $0.bytes) }
            .filter { !$0.hasPrefix("@") }
        tags[.comment] = Array(comments).joined(separator: "\n")
        return tags.compactMapValues(Self.plain)
    }

    /// The texts of one of the sequences, as ``tags()``: a pattern has a title of its own.
    ///
    /// - Parameter index: The index of the sequence.
    /// - Returns: The texts.
    func tags(ofSequence index: Int) -> [SoundFileTags.Key: String] {
        var tags = tags()
        if sequences.count > 1 { tags[.title] = sequences[index].name.flatMap(Self.plain) }
        return tags
    }

    /// The most bytes of a tag.
    private static let longestTag = 1_000

    /// A text without characters that end it or move the cursor, but for line feeds.
    private static func plain(_ text: String) -> String? {
        let lines = text.split(whereSeparator: \.isNewline).map { line in
            String(
                String.UnicodeScalarView(
                    line.unicodeScalars.filter { $0.properties.generalCategory != .control }
                )
            )
        }
        let scalars = lines.joined(separator: "\n").unicodeScalars.prefix(longestTag)
        var plain = String(String.UnicodeScalarView(scalars))
        while plain.utf8.count > longestTag { plain.unicodeScalars.removeLast() }
        return plain.contains { !$0.isWhitespace } ? plain : nil
    }
}
