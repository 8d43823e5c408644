@_exported public import struct Wording.NoteValue

extension NoteValue {
    /// The length in quarter notes.
    public var beats: Beats? {
        // A whole note is four quarter notes.
        Beats(4 * wholes.numerator, over: wholes.denominator)
    }

    /// The quantisation to a grid of this width.
    public var quantisation: Quantisation {
        Quantisation(grid: wholes.denominator, numerator: wholes.numerator)
    }
}
