/// A SoundFont in a request: `/fonts/piano.sf2`, or `/fonts/piano.sf2+128` with an offset that is
/// added to its bank numbers.
public struct SoundFontPath: Hashable, Sendable, CustomStringConvertible {
    /// The absolute path, and `+` and the offset if there is one.
    ///
    /// A name that ends in `+` and digits stands for itself if a file of that whole name exists,
    /// which only the daemon knows.
    public let description: String

    /// Makes a path with a bank offset, 0 to 16383.
    public init(path: String, bankOffset: Int = 0) {
        let end = path.utf8.reversed().prefix { (48...57).contains($0) }.count
        let isAmbiguous = end > 0 && path.utf8.dropLast(end).last == UInt8(ascii: "+")
        description = bankOffset == 0 && !isAmbiguous ? path : "\(path)+\(bankOffset)"
    }

    /// Reads an absolute path, with an offset or without; `nil` for anything else.
    public init?(parsing text: String) {
        // A NUL, which JSON may hold, would end the path for the system.
        guard text.hasPrefix("/"), !text.utf8.contains(0) else { return nil }
        description = text
    }
}
