/// What to do about a file that violates the specification.
public enum ReadPolicy: Sendable, Hashable {
    /// Repair what can be repaired, report each repair as a ``Diagnostic``, and refuse only what is
    /// not a MIDI file at all.
    case tolerant
    /// Throw the first diagnostic, in file order, that is a warning or an error.
    case strict
}
