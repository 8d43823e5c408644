/// The choice between several encodings of a file.
///
/// The music is the same in all styles.
public enum WritingStyle: Hashable, Sendable, CaseIterable {
    /// As small as can be: running status wherever the specification allows it, that is, never
    /// across a meta or SysEx event.
    case compact
    /// A status byte for every channel message, which the simplest of readers understands.
    case plain
    /// Each event as it was read, see ``EventEncoding``, with the foreign chunks, the header's
    /// extension and the RIFF wrapper.
    ///
    /// A file that was read with ``MIDIFile/Keeping/everything`` and not changed, and in which the
    /// reader saw no violation, comes out byte by byte as it was.
    case preserving
}
