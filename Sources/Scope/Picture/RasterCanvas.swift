/// Draws a picture as pixels; the edges of lines are smooth.
struct RasterCanvas: PictureCanvas {
    /// The pixels.
    private(set) var image: PixelImage

    /// The parts of pixels that the line being drawn covers, 0 … 255: a pixel at a joint counts once.
    private var coverage: [UInt8]

    /// Makes a white picture.
    ///
    /// - Parameters:
    ///   - width: The width in pixels.
    ///   - height: The height in pixels.
    init(width: Int, height: Int) {
        image = PixelImage(width: width, height: height, .background)
        coverage = Array(repeating: 0, count: width * height)
    }

    private func columns(_ low: Double, _ high: Double) -> Range<Int> {
        Self.range(low, high, image.width)
    }

    private func rows(_ low: Double, _ high: Double) -> Range<Int> {
        Self.range(low, high, image.height)
    }

    /// The pixels between two edges.
    private static func range(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
        let first = Int(min(max(low.rounded(.down), 0), Double(count)))
        return first..<max(first, Int(min(max(high.rounded(.up), 0), Double(count))))
    }

    mutating func rectangle(
        _ x: Double,
        _ y: Double,
        _ width: Double,
        _ height: Double,
        _ colour: PictureColour
    ) {
        let columns = columns(x.rounded(), (x + width).rounded())
        for row in rows(y.rounded(), (y + height).rounded()) {
            for column in columns { image[column, row] = colour }
        }
    }

    // MARK: Lines

    mutating func line(_ points: [Plot.Point], width: Double, _ colour: PictureColour) {
        guard let first = points.first else { return }
        var area = (left: first.x, top: first.y, right: first.x, bottom: first.y)
        for (start, end) in zip(points, points.dropFirst()) {
            cover(start, end, radius: width / 2)
        }
        for point in points {
            area.left = min(area.left, point.x)
            area.right = max(area.right, point.x)
            area.top = min(area.top, point.y)
            area.bottom = max(area.bottom, point.y)
        }
        let margin = width / 2 + 1
        let columns = columns(area.left - margin, area.right + margin)
        for row in rows(area.top - margin, area.bottom + margin) {
            for column in columns {
                let index = row * image.width + column
                guard coverage[index] > 0 else { continue }
                let share = Float(coverage[index]) / 255
                image[column, row] = image[column, row].mixed(with: colour, share)
                coverage[index] = 0
            }
        }
    }

    /// Notes the parts of pixels that a straight line covers.
    private mutating func cover(_ start: Plot.Point, _ end: Plot.Point, radius: Double) {
        let (across, down) = (end.x - start.x, end.y - start.y)
        let square = across * across + down * down
        let margin = radius + 1
        let rows = rows(min(start.y, end.y) - margin, max(start.y, end.y) + margin)
        for row in rows {
            // Of a long line only the part that is near this row.
            var (low, high) = (min(start.x, end.x), max(start.x, end.x))
            if abs(down) > 1e-9 {
                let near = [Double(row) - margin, Double(row) + 1 + margin].map { y in
                    start.x + min(max((y - start.y) / down, 0), 1) * across
                }
                (low, high) = (min(near[0], near[1]), max(near[0], near[1]))
            }
            for column in columns(low - margin, high + margin) {
                let (x, y) = (Double(column) + 0.5 - start.x, Double(row) + 0.5 - start.y)
                let along = square > 0 ? min(max((x * across + y * down) / square, 0), 1) : 0
                let (dx, dy) = (x - along * across, y - along * down)
                let distance = (dx * dx + dy * dy).squareRoot()
                let part = min(max(radius + 0.5 - distance, 0), 1)
                let index = row * image.width + column
                coverage[index] = max(coverage[index], UInt8(part * 255))
            }
        }
    }

    mutating func area(_ points: [Plot.Point], bottom: Double, _ colour: PictureColour) {
        for (start, end) in zip(points, points.dropFirst()) where end.x > start.x {
            for column in columns(start.x.rounded(), end.x.rounded()) {
                let share = (Double(column) + 0.5 - start.x) / (end.x - start.x)
                let top = start.y + min(max(share, 0), 1) * (end.y - start.y)
                for row in rows(top.rounded(), bottom.rounded()) { image[column, row] = colour }
            }
        }
    }

    // MARK: Text

    /// The pixels of a dot of the font.
    private func scale(_ size: Double) -> Int { max(1, Int((size / 7).rounded())) }

    func width(of text: String, size: Double) -> Double {
        Double(max(text.count * RasterFont.advance - 1, 0) * scale(size))
    }

    mutating func text(
        _ text: String,
        _ x: Double,
        _ y: Double,
        size: Double,
        _ anchor: TextAnchor,
        _ colour: PictureColour
    ) {
        let scale = scale(size)
        let width = width(of: text, size: size)
        let start = anchor == .start ? x : anchor == .middle ? x - width / 2 : x - width
        var left = Int(start.rounded())
        let top = Int(y.rounded()) - RasterFont.height * scale
        for character in text {
            for (column, dots) in RasterFont.columns(of: character).enumerated() {
                for row in 0..<8 where dots >> row & 1 == 1 {
                    fill(left + column * scale, top + row * scale, scale, colour)
                }
            }
            left += RasterFont.advance * scale
        }
    }

    private mutating func fill(_ x: Int, _ y: Int, _ size: Int, _ colour: PictureColour) {
        for row in max(y, 0)..<max(min(y + size, image.height), max(y, 0)) {
            for column in max(x, 0)..<max(min(x + size, image.width), max(x, 0)) {
                image[column, row] = colour
            }
        }
    }

    mutating func image(_ picture: PixelImage, _ x: Double, _ y: Double) {
        let (left, top) = (Int(x.rounded()), Int(y.rounded()))
        for row in 0..<picture.height where (0..<image.height).contains(top + row) {
            for column in 0..<picture.width where (0..<image.width).contains(left + column) {
                image[left + column, top + row] = picture[column, row]
            }
        }
    }
}
