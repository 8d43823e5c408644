/// Which side of a recording a sample is, and how it is stored: flags (§7.10).
public struct SampleType: OptionSet, Hashable, Sendable {
    /// The word of the file.
    public let rawValue: UInt16

    /// Takes the word of a file.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// A recording of its own.
    public static let mono = SampleType(rawValue: 1)
    /// The right side of a stereo recording.
    public static let right = SampleType(rawValue: 2)
    /// The left side of a stereo recording.
    public static let left = SampleType(rawValue: 4)
    /// One of a circle of samples.
    public static let linked = SampleType(rawValue: 8)
    /// Compressed as Ogg Vorbis: SF3, not part of the specification.
    public static let vorbis = SampleType(rawValue: 0x10)
    /// In the memory of a sound card, not in the file.
    public static let readOnlyMemory = SampleType(rawValue: 0x8000)

    /// All flags that have a meaning.
    public static let known: SampleType = [
        .mono, .right, .left, .linked, .vorbis, .readOnlyMemory,
    ]
}
