/// The reason why a file cannot be read as a SoundFont.
public struct SoundFontError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Code: String, Hashable, Sendable {
        /// It is something else.
        case notASoundFont
        /// It is a bank in the DLS format.
        case downloadableSounds
        /// It has a version that is not 2 or 3.
        case version
        /// It ends before its header says.
        case truncated
        /// Its structure is broken: presets and samples cannot be told apart.
        case damaged
    }

    /// The kind of failure.
    public let code: Code
    /// The position in the file, in bytes from its start.
    public let offset: Int
    /// The problem and what was expected.
    public let detail: String

    /// The problem with its position: `damaged at byte 0x1A2: expected the chunk 'pbag'`.
    public var description: String {
        code == .damaged ? "damaged at byte \(hexadecimal(offset)): \(detail)" : detail
    }
}
