/// Pixels in rows from the top, with 8 bits for red, green and blue.
struct PixelImage: Sendable {
    let width: Int
    let height: Int
    /// Three bytes for each pixel.
    var bytes: [UInt8]

    /// Makes an image of one colour.
    init(width: Int, height: Int, _ colour: PictureColour) {
        (self.width, self.height) = (width, height)
        bytes = []
        bytes.reserveCapacity(3 * width * height)
        for _ in 0..<width * height { bytes += [colour.red, colour.green, colour.blue] }
    }

    /// The colour of a pixel.
    subscript(x: Int, y: Int) -> PictureColour {
        get {
            let index = 3 * (y * width + x)
            var colour = PictureColour(0)
            (colour.red, colour.green, colour.blue) = (
                bytes[index], bytes[index + 1], bytes[index + 2]
            )
            return colour
        }
        set {
            let index = 3 * (y * width + x)
            bytes[index] = newValue.red
            bytes[index + 1] = newValue.green
            bytes[index + 2] = newValue.blue
        }
    }

    /// Draws a grid.
    ///
    /// - Parameters:
    ///   - grid: The intensities.
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    init(_ grid: PlotGrid, width: Int, height: Int) {
        self.init(width: width, height: height, .background)
        for y in 0..<height {
            for x in 0..<width {
                let value = grid.value(
                    column: x,
                    row: height - 1 - y,
                    ofWidth: width,
                    height: height
                )
                if value > 0 || grid.palette == .heat {
                    self[x, y] = PictureColour(value, grid.palette)
                }
            }
        }
    }
}
