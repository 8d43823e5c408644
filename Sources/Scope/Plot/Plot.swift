/// The content of a view, without a size: both the terminal and pictures are drawn from it.
///
/// Positions are fractions of the drawing: 0 is left or bottom, 1 right or top.
package struct Plot: Hashable, Sendable {
    /// A position.
    package struct Point: Hashable, Sendable {
        /// From the left, 0 … 1.
        package var x: Double
        /// From the bottom, 0 … 1; not a number where the trace is interrupted.
        package var y: Double

        /// Makes a position.
        package init(_ x: Double, _ y: Double) {
            (self.x, self.y) = (x, y)
        }
    }

    /// A number that the view measures.
    package struct Reading: Hashable, Sendable {
        /// Its name.
        package var name: String
        /// Its value with its unit.
        package var value: String

        /// Makes a reading.
        package init(_ name: String, _ value: String) {
            (self.name, self.value) = (name, value)
        }

        /// Both as a text.
        package var text: String { "\(name) \(value)" }
    }

    /// The axis below the drawing.
    package var horizontal: PlotAxis
    /// The axis on its left.
    package var vertical: PlotAxis
    /// The curves; later ones are drawn over earlier ones.
    package var traces: [PlotTrace] = []
    /// The picture behind the curves.
    package var grid: PlotGrid?
    /// The numbers.
    package var readings: [Reading] = []
    /// Whether both axes have the same scale.
    package var isSquare = false

    /// Makes an empty drawing.
    package init(horizontal: PlotAxis, vertical: PlotAxis) {
        (self.horizontal, self.vertical) = (horizontal, vertical)
    }
}
