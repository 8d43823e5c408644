package import Transcoding

/// A drawing as a picture: SVG or PNG, with a heading and axes.
///
/// The same content gives the same bytes.
package struct PlotPicture: Sendable {
    /// The kinds of file; the raw values are their extensions.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// SVG 1.1 without scripts, styles and external references; grids are PNG inside.
        case svg
        /// PNG with 8 bits for red, green and blue.
        case png
    }

    /// The size of a picture in pixels.
    package struct Size: Hashable, Sendable {
        /// The width.
        package var width: Int
        /// The height.
        package var height: Int

        /// Makes a size.
        package init(width: Int, height: Int) {
            (self.width, self.height) = (width, height)
        }

        /// The widths and heights that a picture can have.
        package static let lengths = 240...8_000
        /// The usual size.
        package static let usual = Size(width: 1_200, height: 600)
        /// The usual size of a drawing whose axes have the same scale.
        package static let square = Size(width: 800, height: 800)

        /// The size of the drawing inside, for which a view plots.
        package var drawing: (width: Int, height: Int) { PlotLayout.area(self) }
    }

    private let layout: PlotLayout
    private let title: String
    private let size: Size

    /// Lays out a picture.
    ///
    /// - Parameters:
    ///   - plot: The drawing, made for `size.drawing`.
    ///   - title: The heading.
    ///   - summary: The line below the heading, which the readings follow; empty for none.
    ///   - size: The size.
    package init(_ plot: Plot, title: String, summary: String, size: Size) {
        layout = PlotLayout(plot, title: title, summary: summary, size)
        (self.title, self.size) = (title, size)
    }

    /// The bytes of the file.
    ///
    /// - Parameter kind: The kind of file.
    /// - Returns: The bytes.
    /// - Throws: `noResources` where there is no memory to compress pixels.
    package func file(_ kind: Kind) throws(TranscodingError) -> [UInt8] {
        switch kind {
        case .svg:
            var canvas = SVGCanvas(width: size.width, height: size.height, title: title)
            layout.draw(on: &canvas)
            return try canvas.finish()
        case .png:
            var canvas = RasterCanvas(width: size.width, height: size.height)
            layout.draw(on: &canvas)
            return try PNG.file(of: canvas.image)
        }
    }
}
