extension MIDIFile {
    /// Reads a file: plain, or wrapped in RIFF.
    ///
    /// Takes time in proportion to the input and memory of a small multiple of it, whatever the
    /// bytes are.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - policy: What to do about violations of the specification.
    /// - Throws: ``SMFError`` for what is no MIDI file; with ``ReadPolicy/strict`` also for the
    ///   first warning or error.
    public init(_ bytes: [UInt8], policy: ReadPolicy = .tolerant) throws(SMFError) {
        self = try bytes.withUnsafeBufferPointer { (buffer) throws(SMFError) in
            var reader = FileReader(buffer)
            return try reader.read(policy: policy)
        }
    }
}
