import SVG
public import Sequencer

/// A sequence as a picture: notes by key and time, with drums, lyrics, pedals and tempo.
///
/// The same sequence gives the same bytes. The size of the picture is bounded for any sequence:
/// notes that the eye cannot distinguish are drawn as one.
///
/// ```swift
/// let file = try MIDIFile(bytes)
/// let sequence = PreparedSequence.sequences(from: file)[0]
/// let picture = PianoRollPicture(sequence, fileName: "song.mid")
/// try Data(picture.svg).write(to: URL(fileURLWithPath: "song.svg"))
/// ```
public struct PianoRollPicture: Sendable {
    /// The document, in SVG 1.1: UTF-8, without scripts, styles and references.
    public let svg: [UInt8]
    /// The width in pixels, 900 … 32,000.
    public let width: Double
    /// The height in pixels.
    public let height: Double

    /// The largest number of patterns in one picture.
    public static let patternLimit = 24

    /// A sequence to be drawn.
    public struct Content: Sendable {
        /// The sequence.
        public var sequence: PreparedSequence
        /// The lyrics, which are written below the keys.
        public var lyrics: Lyrics
        /// The number of the pattern, from 1, in a file of format 2; `nil` for other formats.
        public var pattern: Int?

        /// Makes a content.
        public init(_ sequence: PreparedSequence, lyrics: Lyrics = Lyrics(), pattern: Int? = nil) {
            self.sequence = sequence
            self.lyrics = lyrics
            self.pattern = pattern
        }
    }

    /// Draws one sequence.
    ///
    /// - Parameters:
    ///   - sequence: The sequence.
    ///   - lyrics: The lyrics, which are written below the keys.
    ///   - fileName: The file's name for the heading; empty for none.
    public init(_ sequence: PreparedSequence, lyrics: Lyrics = Lyrics(), fileName: String = "") {
        self.init([Content(sequence, lyrics: lyrics)], fileName: fileName)
    }

    /// Draws sequences below each other, such as the patterns of a file of format 2.
    ///
    /// - Parameters:
    ///   - contents: The sequences; those after the first ``patternLimit`` are not drawn.
    ///   - fileName: The file's name for the heading; empty for none.
    ///   - footnote: A line below the last sequence; empty for none.
    public init(_ contents: [Content], fileName: String, footnote: String = "") {
        let source = PictureStyle.name(fileName, columns: 60)
        var sections: [RollSection] = []
        var top = PictureStyle.margin / 2
        for content in contents.prefix(Self.patternLimit) {
            let section = RollSection(
                SequenceDescription(content.sequence, pattern: content.pattern),
                lyrics: content.lyrics,
                source: source,
                top: top
            )
            sections.append(section)
            top = section.bottom + PictureStyle.margin
        }
        width = (sections.map(\.width).max() ?? RollStyle.leastWidth).rounded(.up)
        height = (top + (footnote.isEmpty ? 0 : 24)).rounded(.up)
        var svg = SVGWriter()
        let (right, bottom) = (SVGWriter.number(width), SVGWriter.number(height))
        svg.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        svg.open(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "width": right, "height": bottom,
                "viewBox": "0 0 \(right) \(bottom)", "font-family": PictureStyle.fonts,
                "fill": PictureStyle.ink, "role": "img",
            ]
        )
        svg.title(sections.first?.heading.title ?? source)
        svg.raw("\n")
        svg.rectangle(0, 0, width, height, ["fill": "#ffffff"])
        for section in sections { section.draw(into: &svg) }
        if !footnote.isEmpty {
            svg.text(
                PictureStyle.margin,
                top + 12,
                footnote,
                ["font-size": "12", "fill": PictureStyle.paleInk]
            )
        }
        svg.close("svg")
        self.svg = svg.bytes
    }
}
