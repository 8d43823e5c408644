import ArgumentParser
import Playback
import SamplerHost

/// The options for the tags of sound files.
struct TagOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Tag of the sound file, instead of what the MIDI file says: title, artist, album, track, "
                + "copyright, comment, genre, date or encoder; an empty text leaves it out. Repeatable. "
                + "With an album, several files are numbered in their order.",
            valueName: "key=text"
        ),
        completion: .list(SoundFileTags.Key.allCases.map { "\($0.rawValue)=" }),
        transform: Self.tag
    )
    var tag: [Tag] = []

    @Flag(help: "Write no tags and no loop points.")
    var noTags = false

    /// A key and its text.
    struct Tag: Hashable, Sendable {
        var key: SoundFileTags.Key
        var text: String
    }

    func validate() throws {
        if noTags, !tag.isEmpty {
            throw ValidationError("--tag and --no-tags cannot be used together")
        }
    }

    /// The most bytes of a text.
    private static let longest = 4_000

    private static func tag(_ text: String) throws -> Tag {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let key = SoundFileTags.Key(rawValue: String(parts[0])) else {
            let keys = SoundFileTags.Key.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("expected KEY=TEXT with one of \(keys)")
        }
        guard parts[1].utf8.count <= longest else {
            throw ValidationError("expected at most \(longest) bytes of text")
        }
        return Tag(key: key, text: String(parts[1]))
    }

    /// The tags of one of several files.
    ///
    /// - Parameters:
    ///   - index: The file, from 0.
    ///   - count: The number of files.
    /// - Returns: The settings; `nil` for no tags.
    func settings(of index: Int, among count: Int) -> TagSettings? {
        guard !noTags else { return nil }
        var settings = TagSettings()
        for tag in tag { settings.texts[tag.key] = tag.text }
        if settings.texts[.album] != nil, settings.texts[.track] == nil, count > 1 {
            settings.texts[.track] = "\(index + 1)"
        }
        return settings
    }

    /// All of it in one text, which differs where a file would.
    var text: String {
        noTags ? "no tags" : tag.map { "\($0.key.rawValue)=\($0.text)" }.joined(separator: "\n")
    }
}
