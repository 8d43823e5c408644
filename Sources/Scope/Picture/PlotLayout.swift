import SVG

/// The places of a picture's parts.
struct PlotLayout {
    private let plot: Plot
    private let title: String
    private let summary: String
    private let width: Double
    private let height: Double

    /// The edges of the drawing.
    private let left: Double
    private let top: Double
    private let right: Double
    private let bottom: Double

    /// The sizes of the fonts.
    private let titleSize: Double
    private let textSize: Double
    private let labelSize: Double

    private static let margin = 16.0
    /// The width below which fonts are smaller.
    private static let smallWidth = 600
    private static let gutter = 62.0
    private static let lineWidth = 1.6

    /// The size of the drawing in a picture, for which a view plots.
    ///
    /// - Parameter size: The size of the picture.
    /// - Returns: The size in pixels, at least 1 × 1.
    static func area(_ size: PlotPicture.Size) -> (width: Int, height: Int) {
        (
            max(Int(Double(size.width) - gutter - 2 * margin), 1),
            max(Int(Double(size.height) - 2 * margin - headingHeight - footerHeight), 1)
        )
    }

    private static let headingHeight = 84.0
    private static let footerHeight = 26.0

    /// Lays out a picture.
    init(_ plot: Plot, title: String, summary: String, _ size: PlotPicture.Size) {
        self.plot = plot
        let isSmall = size.width < Self.smallWidth
        (titleSize, textSize, labelSize) = isSmall ? (14, 10, 9) : (20, 13, 12)
        self.title = PictureStyle.name(title)
        self.summary = PictureStyle.name(
            ([summary] + plot.readings.map(\.text)).filter { !$0.isEmpty }
                .joined(separator: "  ·  "),
            columns: 300
        )
        (width, height) = (Double(size.width), Double(size.height))
        let area = Self.area(size)
        var (across, down) = (Double(area.width), Double(area.height))
        if plot.isSquare { (across, down) = (min(across, down), min(across, down)) }
        left = (Self.margin + Self.gutter + (Double(area.width) - across) / 2).rounded()
        top = Self.margin + Self.headingHeight
        right = left + across
        bottom = top + down
    }

    private func x(_ position: Double) -> Double { left + position * (right - left) }
    private func y(_ position: Double) -> Double { bottom - position * (bottom - top) }

    /// Draws everything.
    func draw(on canvas: inout some PictureCanvas) {
        canvas.rectangle(0, 0, width, height, .background)
        drawHeading(on: &canvas)
        if let grid = plot.grid {
            let image = PixelImage(grid, width: Int(right - left), height: Int(bottom - top))
            canvas.image(image, left, top)
        }
        drawAxes(on: &canvas)
        for trace in plot.traces { draw(trace, on: &canvas) }
        drawFrame(on: &canvas)
    }

    // MARK: Texts

    private func drawHeading(on canvas: inout some PictureCanvas) {
        let room = width - 2 * Self.margin
        canvas.text(
            Self.fitted(title, room, size: titleSize, on: canvas),
            Self.margin,
            Self.margin + 22,
            size: titleSize,
            .start,
            .ink
        )
        canvas.text(
            Self.fitted(summary, room, size: textSize, on: canvas),
            Self.margin,
            Self.margin + 45,
            size: textSize,
            .start,
            .paleInk
        )
        canvas.text(
            plot.vertical.title,
            left - Self.gutter,
            top - 14,
            size: labelSize,
            .start,
            .paleInk
        )
        var end = right
        let titleEnd =
            left - Self.gutter + canvas.width(of: plot.vertical.title, size: labelSize)
        for trace in plot.traces where !trace.name.isEmpty {
            let width = canvas.width(of: trace.name, size: labelSize)
            guard end - width > titleEnd + 8 else { break }
            canvas.text(
                trace.name,
                end,
                top - 14,
                size: labelSize,
                .end,
                PictureColour(trace.tone)
            )
            end -= width + 18
        }
    }

    /// A text cut to a width, with a mark where something is missing.
    private static func fitted(
        _ text: String,
        _ room: Double,
        size: Double,
        on canvas: some PictureCanvas
    ) -> String {
        guard canvas.width(of: text, size: size) > room else { return text }
        var text = text
        while !text.isEmpty, canvas.width(of: text + "...", size: size) > room {
            text.removeLast()
        }
        return text + "..."
    }

    // MARK: Axes

    private func drawAxes(on canvas: inout some PictureCanvas) {
        // Lines would cover what a picture of intensities shows.
        let isCovered = plot.grid != nil
        for tick in plot.vertical.ticks(most: max(Int((bottom - top) / 32), 2)) {
            let y = y(tick.position)
            if !isCovered { canvas.rectangle(left, y, right - left, 1, .line) }
            canvas.rectangle(left - 5, y, 5, 1, .frame)
            canvas.text(tick.label, left - 9, y + 5, size: labelSize, .end, .paleInk)
        }
        let title = plot.horizontal.title
        let titleStart = right - canvas.width(of: title, size: labelSize)
        var free = 0.0
        for tick in plot.horizontal.ticks(most: max(Int((right - left) / 80), 2)) {
            let x = x(tick.position)
            if !isCovered { canvas.rectangle(x, top, 1, bottom - top, .line) }
            canvas.rectangle(x, bottom, 1, 5, .frame)
            let half = canvas.width(of: tick.label, size: labelSize) / 2
            guard x - half >= free, x + half < titleStart - 8 else { continue }
            canvas.text(tick.label, x, bottom + 21, size: labelSize, .middle, .paleInk)
            free = x + half + 8
        }
        canvas.text(title, right, bottom + 21, size: labelSize, .end, .paleInk)
    }

    private func drawFrame(on canvas: inout some PictureCanvas) {
        canvas.rectangle(left - 1, top, 1, bottom - top, .frame)
        canvas.rectangle(left - 1, bottom, right - left + 1, 1, .frame)
    }

    // MARK: Curves

    private func draw(_ trace: PlotTrace, on canvas: inout some PictureCanvas) {
        let colour = PictureColour(trace.tone)
        for run in trace.runs {
            let points = run.map { point in
                Plot.Point(
                    x(min(max(point.x, 0), 1)),
                    y(min(max(point.y, 0), 1))
                )
            }
            if trace.style == .area {
                canvas.area(
                    points,
                    bottom: bottom,
                    PictureColour.background.mixed(with: colour, 0.18)
                )
            }
            // A single point is a short line.
            let line =
                points.count > 1
                ? points : points.flatMap { [$0, Plot.Point($0.x + 1, $0.y)] }
            canvas.line(line, width: Self.lineWidth, colour)
        }
    }
}
