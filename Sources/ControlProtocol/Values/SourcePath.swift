/// The path of a file, folder or playlist in a request.
public struct SourcePath: Hashable, Sendable {
    /// The absolute path, as it was given.
    public var text: String
    /// Whether it is the rest of a line in words, without quotation marks.
    ///
    /// Such a rest is one path, including blanks, or several if no file has that whole name.
    /// JSON-RPC has no such paths.
    public var isRest: Bool

    /// Makes a path.
    public init(_ text: String, isRest: Bool = false) {
        self.text = text
        self.isRest = isRest
    }
}
