/// The name of a playlist that the daemon keeps.
public struct PlaylistName: Hashable, Sendable, CustomStringConvertible {
    /// The most bytes of a name, so that a file can have it.
    public static let limit = 200

    /// The name, without a folder and without `.m3u`.
    public let description: String

    private static let unprintable: Set<Unicode.GeneralCategory> = [
        .control, .format, .lineSeparator, .paragraphSeparator, .surrogate,
    ]

    /// Makes a name; `nil` for one that no file can have, or only a hidden one.
    ///
    /// - Parameter text: 1 to ``limit`` bytes without slashes and control characters, not beginning
    ///   with a full stop.
    public init?(_ text: String) {
        let isPlain = text.unicodeScalars.allSatisfy {
            $0 != "/" && !Self.unprintable.contains($0.properties.generalCategory)
        }
        guard isPlain, !text.isEmpty, !text.hasPrefix("."), text.utf8.count <= Self.limit else {
            return nil
        }
        description = text
    }

    private init() { description = "" }

    /// A name that is still to be read.
    static let blank = PlaylistName()
}
