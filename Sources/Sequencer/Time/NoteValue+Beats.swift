@_exported public import struct Wording.NoteValue

extension NoteValue {
    /// The length in quarter notes.
    public var beats: Beats? {
        // A whole note is four quarter notes.
        Beats(4 * wholes.numerator, over: wholes.denominator)
    }
}
