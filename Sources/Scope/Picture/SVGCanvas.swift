import SVG
import Transcoding

/// Draws a picture as SVG.
struct SVGCanvas: PictureCanvas {
    /// The document.
    private(set) var writer = SVGWriter()
    /// The first failure of an image.
    private(set) var failure: TranscodingError?

    /// Begins a document.
    ///
    /// - Parameters:
    ///   - width: Its width.
    ///   - height: Its height.
    ///   - title: Its title for screen readers.
    init(width: Int, height: Int, title: String) {
        writer.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        writer.open(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg",
                "xmlns:xlink": "http://www.w3.org/1999/xlink", "width": "\(width)",
                "height": "\(height)", "viewBox": "0 0 \(width) \(height)",
                "font-family": PictureStyle.fonts, "fill": PictureStyle.ink, "role": "img",
            ]
        )
        writer.title(title)
        writer.raw("\n")
    }

    /// The complete document.
    ///
    /// - Throws: `noResources` where an image could not be compressed.
    consuming func finish() throws(TranscodingError) -> [UInt8] {
        if let failure { throw failure }
        writer.close("svg")
        return writer.bytes
    }

    mutating func rectangle(
        _ x: Double,
        _ y: Double,
        _ width: Double,
        _ height: Double,
        _ colour: PictureColour
    ) {
        writer.rectangle(x, y, width, height, ["fill": colour.text])
    }

    mutating func line(_ points: [Plot.Point], width: Double, _ colour: PictureColour) {
        guard let first = points.first else { return }
        writer.beginPath(
            [
                "fill": "none", "stroke": colour.text, "stroke-width": SVGWriter.number(width),
                "stroke-linejoin": "round",
            ]
        )
        writer.move(first.x, first.y)
        for point in points.dropFirst() { writer.line(to: point.x, point.y) }
        writer.endPath()
    }

    mutating func area(_ points: [Plot.Point], bottom: Double, _ colour: PictureColour) {
        guard let first = points.first else { return }
        writer.beginPath(["fill": colour.text])
        writer.move(first.x, bottom)
        for point in points { writer.line(to: point.x, point.y) }
        writer.vertical(to: bottom)
        writer.endPath()
    }

    mutating func text(
        _ text: String,
        _ x: Double,
        _ y: Double,
        size: Double,
        _ anchor: TextAnchor,
        _ colour: PictureColour
    ) {
        writer.text(
            x,
            y,
            text,
            [
                "font-size": SVGWriter.number(size), "text-anchor": anchor.rawValue,
                "fill": colour.text,
            ]
        )
    }

    func width(of text: String, size: Double) -> Double {
        PictureStyle.width(of: text, size: size)
    }

    mutating func image(_ image: PixelImage, _ x: Double, _ y: Double) {
        do throws(TranscodingError) {
            let data = Base64.text(of: try PNG.file(of: image))
            writer.raw("<image x=\"\(SVGWriter.number(x))\" y=\"\(SVGWriter.number(y))\"")
            writer.raw(" width=\"\(image.width)\" height=\"\(image.height)\"")
            writer.raw(" xlink:href=\"data:image/png;base64,\(data)\"/>\n")
        } catch {
            failure = failure ?? error
        }
    }
}
