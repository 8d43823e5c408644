import SVG

/// The areas of a waveform from top to bottom; lengths in pixels.
struct WaveformLayout {
    let content: WaveformPicture.Content
    /// The width of the drawing.
    let width: Double
    /// The number of frames of the drawing, 1 or more.
    let frameCount: Double
    let title: String

    /// The top of each area.
    let markersTop: Double
    let rulerTop: Double
    let lanesTop: Double

    static let left = 56.0
    static let right = 24.0
    static let headingHeight = 58.0
    static let labelHeight = 15.0
    /// The height of a row of the ruler: bars, times.
    static let rulerRow = 15.0
    private static let gap = 8.0

    /// Lays out a sound.
    init(_ content: WaveformPicture.Content, width: Double) {
        self.content = content
        self.width = width
        frameCount = Double(max(content.pixels.frameCount, 1))
        title = PictureStyle.name(content.title)
        markersTop = PictureStyle.margin / 2 + Self.headingHeight
        rulerTop = markersTop + (content.markers.isEmpty ? 0 : Self.labelHeight) + 2
        lanesTop = rulerTop + Self.rulerRow * (content.bars.isEmpty ? 1 : 2) + 4
    }

    /// The width of the picture.
    var right: Double { (Self.left + width + Self.right).rounded(.up) }

    var channels: Int { content.pixels.channels }

    /// The height of a channel's lane.
    var laneHeight: Double { channels == 1 ? 220 : channels == 2 ? 140 : channels <= 8 ? 80 : 48 }

    /// The top of a channel's lane.
    func laneTop(_ channel: Int) -> Double { lanesTop + Double(channel) * (laneHeight + Self.gap) }

    /// The bottom of the last lane.
    var lanesBottom: Double { laneTop(channels) - Self.gap }

    /// The height of the picture.
    var bottom: Double { (lanesBottom + PictureStyle.margin).rounded(.up) }

    /// The position of a frame.
    func x(_ frame: Int64) -> Double {
        Self.left + min(max(Double(frame) / frameCount, 0), 1) * width
    }

    /// The position of the beginning of a pixel's column.
    func x(ofPixel pixel: Int) -> Double { x(Int64(pixel * content.pixels.frames)) }

    /// Draws everything.
    func draw(into svg: inout SVGWriter) {
        drawHeading(into: &svg)
        for channel in 0..<channels { drawScale(of: channel, into: &svg) }
        drawRuler(into: &svg)
        for channel in 0..<channels { drawWave(of: channel, into: &svg) }
        drawMarkers(into: &svg)
    }

    private func drawHeading(into svg: inout SVGWriter) {
        let room = right - 2 * PictureStyle.margin
        let top = PictureStyle.margin / 2
        svg.text(
            PictureStyle.margin,
            top + 28,
            // Bold letters are wider.
            PictureStyle.fitted(title, width: room, size: 26),
            ["font-size": "20", "font-weight": "600"]
        )
        guard !content.summary.isEmpty else { return }
        svg.text(
            PictureStyle.margin,
            top + 47,
            PictureStyle.fitted(
                PictureStyle.name(content.summary, columns: 200),
                width: room,
                size: 12
            ),
            ["font-size": "12", "fill": PictureStyle.paleInk]
        )
    }
}
