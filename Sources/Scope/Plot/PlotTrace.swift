/// A curve of a drawing.
package struct PlotTrace: Hashable, Sendable {
    /// The colours, by meaning.
    package enum Tone: Hashable, Sendable, CaseIterable {
        /// Held values, and what is drawn for comparison.
        case held
        /// The right channel, or the second of two curves.
        case second
        /// The left channel, or the only curve.
        case first
    }

    /// The looks.
    package enum Style: Hashable, Sendable {
        /// A line through the points.
        case line
        /// A line, with the area below it filled.
        case area
    }

    /// The colour.
    package var tone: Tone
    /// The look.
    package var style: Style
    /// The name in the legend; empty for none.
    package var name: String
    /// The points from left to right.
    package var points: [Plot.Point]

    /// Makes a curve.
    package init(_ tone: Tone, _ name: String, style: Style = .line, _ points: [Plot.Point]) {
        (self.tone, self.name, self.style, self.points) = (tone, name, style, points)
    }

    /// The runs of points without an interruption.
    package var runs: [ArraySlice<Plot.Point>] {
        points.split { !$0.y.isFinite || !$0.x.isFinite }
    }
}
