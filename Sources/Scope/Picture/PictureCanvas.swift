/// A surface that pictures are drawn on; lengths in pixels from the top left corner.
protocol PictureCanvas {
    /// Fills a rectangle.
    mutating func rectangle(
        _ x: Double,
        _ y: Double,
        _ width: Double,
        _ height: Double,
        _ colour: PictureColour
    )

    /// Draws a line through points.
    mutating func line(_ points: [Plot.Point], width: Double, _ colour: PictureColour)

    /// Fills the area between points, from left to right, and a height below them.
    mutating func area(_ points: [Plot.Point], bottom: Double, _ colour: PictureColour)

    /// Writes a text with its baseline at `y`.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - x: Its left edge, or the place that `anchor` names.
    ///   - y: The baseline.
    ///   - size: The height of the font.
    ///   - anchor: The part of the text that is at `x`.
    ///   - colour: The colour.
    mutating func text(
        _ text: String,
        _ x: Double,
        _ y: Double,
        size: Double,
        _ anchor: TextAnchor,
        _ colour: PictureColour
    )

    /// The width of a text.
    func width(of text: String, size: Double) -> Double

    /// Fills a rectangle with a picture of whole pixels.
    mutating func image(_ image: PixelImage, _ x: Double, _ y: Double)
}

/// The part of a text that is at its position.
enum TextAnchor: String {
    case start
    case middle
    case end
}
