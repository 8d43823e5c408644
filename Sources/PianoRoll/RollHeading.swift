import SVG
import Sequencer

/// The words at the top of a section.
struct RollHeading {
    /// The name of the piece; the file's name for one without a name.
    let title: String
    /// The file's name; empty if that is the title.
    let source: String

    /// Makes a heading; `source` is the file's name, made printable.
    init(_ description: SequenceDescription, lyrics: Lyrics, source: String) {
        var name = PictureStyle.name(description.sequence.name ?? "")
        if name.hasPrefix("@") {
            // A karaoke file, in which the first track's name is not the title.
            name = PictureStyle.name(lyrics.title ?? String(name.dropFirst(2)))
        }
        guard let pattern = description.pattern else {
            title = name.isEmpty ? source : name
            self.source = name.isEmpty ? "" : source
            return
        }
        title = name.isEmpty ? "Pattern \(pattern)" : "Pattern \(pattern): \(name)"
        self.source = source
    }
}
