/// The reason why a bank cannot be written as a SoundFont.
public struct SoundFontWriteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The part of the file that has no room for it.
    public let part: String
    /// The number that the bank needs.
    public let count: Int
    /// The highest number that the file can say.
    public let limit: Int

    /// In words: `70000 zones of presets, expected at most 65535`.
    public var description: String { "\(count) \(part), expected at most \(limit)" }
}
