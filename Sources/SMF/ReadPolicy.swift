/// The treatment of a file that violates the specification.
public enum ReadPolicy: Sendable, Hashable {
    /// Repair as much as possible, report each repair as a ``Diagnostic``, and only refuse a file
    /// that is not a MIDI file at all.
    case tolerant
    /// Throw the first diagnostic, in file order, that is a warning or an error.
    case strict
}
