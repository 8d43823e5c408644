extension MIDIFile {
    /// The content that a reader keeps in addition to the music.
    public enum Keeping: Hashable, Sendable {
        /// Nothing.
        case music
        /// All that a writer needs to write the same bytes again: foreign chunks, the header's
        /// extension and the RIFF wrapper, a sound bank in it included.
        case everything
    }

    /// Reads a file: plain, or wrapped in RIFF.
    ///
    /// Takes time in proportion to the input, and memory of a small multiple of it, for any bytes.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - policy: The treatment of violations of the specification.
    ///   - keeping: The content that is retained in addition to the music.
    ///   - resources: Resources beside the calling thread; the result is the same.
    /// - Throws: ``SMFError`` for a file that is not a MIDI file; with ``ReadPolicy/strict`` also
    ///   for the first warning or error.
    public init(
        _ bytes: [UInt8],
        policy: ReadPolicy = .tolerant,
        keeping: Keeping = .music,
        using resources: ReadingResources = .callingThread
    ) throws(SMFError) {
        unsafe try self.init(bytes.span.bytes, policy: policy, keeping: keeping, using: resources)
    }

    /// Reads a file from memory that the caller owns, for instance a mapped file.
    ///
    /// A mapped file must not become shorter during the call: the system ends a program that reads
    /// beyond its end.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - policy: The treatment of violations of the specification.
    ///   - keeping: The content that is retained in addition to the music.
    ///   - resources: Resources beside the calling thread; the result is the same.
    /// - Throws: ``SMFError`` for a file that is not a MIDI file; with ``ReadPolicy/strict`` also
    ///   for the first warning or error.
    public init(
        _ bytes: borrowing RawSpan,
        policy: ReadPolicy = .tolerant,
        keeping: Keeping = .music,
        using resources: ReadingResources = .callingThread
    ) throws(SMFError) {
        self = try unsafe bytes.withUnsafeBytes { (buffer) throws(SMFError) in
            var reader = try unsafe FileReader(
                Input(bytes: buffer.assumingMemoryBound(to: UInt8.self)),
                keeping: keeping
            )
            return try reader.read(policy: policy, using: resources)
        }
    }
}
