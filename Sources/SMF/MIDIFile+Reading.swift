extension MIDIFile {
    /// What a reader keeps beside the music.
    public enum Keeping: Hashable, Sendable {
        /// Nothing.
        case music
        /// All that a writer needs to write the same bytes again: foreign chunks, the header's
        /// extension and the RIFF wrapper, a sound bank in it included.
        case everything
    }

    /// Reads a file: plain, or wrapped in RIFF.
    ///
    /// Takes time in proportion to the input and memory of a small multiple of it, whatever the
    /// bytes are.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - policy: What to do about violations of the specification.
    ///   - keeping: What is kept beside the music.
    ///   - resources: What may be used beside the calling thread; the result is the same.
    /// - Throws: ``SMFError`` for what is no MIDI file; with ``ReadPolicy/strict`` also for the
    ///   first warning or error.
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
    /// A mapped file must not become shorter meanwhile: the system ends programs that look at what
    /// is no longer there.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - policy: What to do about violations of the specification.
    ///   - keeping: What is kept beside the music.
    ///   - resources: What may be used beside the calling thread; the result is the same.
    /// - Throws: ``SMFError`` for what is no MIDI file; with ``ReadPolicy/strict`` also for the
    ///   first warning or error.
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
