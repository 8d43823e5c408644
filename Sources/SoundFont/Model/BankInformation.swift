/// The version and the texts of a bank (§5).
public struct BankInformation: Hashable, Sendable {
    /// The version of the specification, 2.04 for this one; 3 has compressed samples.
    public var version: Version
    /// The version of the sound card's ROM that samples are in; `nil` in most files.
    public var romVersion: Version?
    /// The texts in the order of the file.
    public var texts: [Text]

    /// Makes the information of an empty bank of version 2.04.
    public init(
        version: Version = Version(2, 4),
        romVersion: Version? = nil,
        texts: [Text] = []
    ) {
        self.version = version
        self.romVersion = romVersion
        self.texts = texts
    }

    /// A version: 2.04 is 2 and 4.
    public struct Version: Hashable, Sendable, CustomStringConvertible {
        /// The number before the point.
        public var major: UInt16
        /// The number after the point.
        public var minor: UInt16

        /// Makes a version.
        public init(_ major: UInt16, _ minor: UInt16) {
            self.major = major
            self.minor = minor
        }

        /// As people write it: `2.04`.
        public var description: String { "\(major).\(minor < 10 ? "0" : "")\(minor)" }
    }

    /// A text, such as the bank's name (§5.2 … §5.11).
    public struct Text: Hashable, Sendable {
        /// The four letters of the chunk, `INAM` for the name.
        public var chunk: String
        /// The bytes, without the zeros at the end.
        public var bytes: [UInt8]

        /// Takes bytes.
        public init(chunk: String, bytes: [UInt8]) {
            self.chunk = chunk
            self.bytes = bytes
        }

        /// Takes a string.
        public init(_ chunk: String, _ text: String) {
            self.init(chunk: chunk, bytes: Array(text.utf8))
        }

        /// The bytes as UTF-8.
        public var string: String { String(decoding: bytes, as: UTF8.self) }
    }

    /// The first text of a chunk; `nil` where there is none.
    ///
    /// - Parameter chunk: Its four letters.
    /// - Returns: The text as UTF-8.
    public func text(_ chunk: String) -> String? {
        texts.first { $0.chunk == chunk }?.string
    }

    /// The bank's name, from the chunk INAM.
    public var name: String { text("INAM") ?? "" }
}
