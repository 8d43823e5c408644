/// The information about a sequence that has no time.
public struct SequenceInfo: Hashable, Sendable {
    /// Its name (FF 03 in the first track).
    public var name: SequenceText?
    /// The copyright notice (FF 02).
    public var copyright: SequenceText?
    /// Texts at the very start (FF 01), in order: comments, and the headings of karaoke files.
    public var comments: [SequenceText]
    /// Its number (FF 00).
    public var number: UInt16?

    /// Makes information; all of it may be missing.
    public init(
        name: SequenceText? = nil,
        copyright: SequenceText? = nil,
        comments: [SequenceText] = [],
        number: UInt16? = nil
    ) {
        self.name = name
        self.copyright = copyright
        self.comments = comments
        self.number = number
    }
}
