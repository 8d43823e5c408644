import SVG

/// A waveform as a picture: peaks and RMS of each channel over time, with bars and markers.
///
/// The same content gives the same bytes.
public struct WaveformPicture: Sendable {
    /// The document, in SVG 1.1: UTF-8, without scripts, styles and references.
    public let svg: [UInt8]
    /// The width in pixels.
    public let width: Double
    /// The height in pixels.
    public let height: Double

    /// A sound to be drawn.
    public struct Content: Sendable {
        /// The heading.
        public var title: String
        /// The line below the heading; empty for none.
        public var summary: String
        /// The pixels, which share the width of the drawing.
        public var pixels: FittedBuckets.Pixels
        /// Frames per second.
        public var rate: Int
        /// The time at which the first frame is labelled, in frames.
        public var start: Int64 = 0
        /// The bars in the order of their frames; empty for a sound without.
        public var bars: [Bar] = []
        /// The markers in the order of their frames.
        public var markers: [Marker] = []

        /// Takes a sound.
        public init(
            title: String,
            summary: String = "",
            pixels: FittedBuckets.Pixels,
            rate: Int
        ) {
            (self.title, self.summary, self.pixels, self.rate) = (title, summary, pixels, rate)
        }
    }

    /// The beginning of a bar.
    public struct Bar: Hashable, Sendable {
        /// Its number, from 1.
        public var number: Int64
        /// The frame, from the beginning of the drawing.
        public var frame: Int64

        /// Makes a bar.
        public init(number: Int64, frame: Int64) {
            (self.number, self.frame) = (number, frame)
        }
    }

    /// A marker.
    public struct Marker: Hashable, Sendable {
        /// Its name.
        public var name: String
        /// The frame, from the beginning of the drawing.
        public var frame: Int64

        /// Makes a marker.
        public init(name: String, frame: Int64) {
            (self.name, self.frame) = (name, frame)
        }
    }

    /// The usual width of the drawing in pixels.
    public static let usualWidth = 1_200

    /// Draws a sound.
    ///
    /// - Parameters:
    ///   - content: The sound.
    ///   - width: The width of the drawing in pixels; the picture has margins beside it.
    public init(_ content: Content, width: Int = Self.usualWidth) {
        let most = PictureStyle.greatestWidth - WaveformLayout.left - WaveformLayout.right
        let layout = WaveformLayout(content, width: min(max(Double(width), 240), most))
        var svg = SVGWriter()
        let (right, bottom) = (SVGWriter.number(layout.right), SVGWriter.number(layout.bottom))
        svg.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        svg.open(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "width": right, "height": bottom,
                "viewBox": "0 0 \(right) \(bottom)", "font-family": PictureStyle.fonts,
                "fill": PictureStyle.ink, "role": "img",
            ]
        )
        svg.title("Waveform of \(layout.title)")
        svg.raw("\n")
        svg.rectangle(0, 0, layout.right, layout.bottom, ["fill": "#ffffff"])
        layout.draw(into: &svg)
        svg.close("svg")
        self.svg = svg.bytes
        (self.width, height) = (layout.right, layout.bottom)
    }
}
