public import Wording

extension NoteValue {
    /// The quantisation to a grid of this width.
    public var quantisation: Quantisation {
        Quantisation(grid: wholes.denominator, numerator: wholes.numerator)
    }
}
