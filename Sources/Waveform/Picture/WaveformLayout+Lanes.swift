import SVG

extension WaveformLayout {
    private static let peakColor = "#8cc0dd"
    private static let rmsColor = "#0072b2"
    private static let clipColor = "#d00000"
    /// The least height of a column, so that silence is a line.
    private static let leastColumn = 1.0
    /// The highest value of 16 bits: samples from there on may have been cut.
    private static let fullScale: Float = 32_767 / 32_768

    private func middle(_ channel: Int) -> Double { laneTop(channel) + laneHeight / 2 }

    /// The position of a level in a lane.
    private func y(_ level: Double, in channel: Int) -> Double {
        middle(channel) - min(max(level, -1), 1) * laneHeight / 2
    }

    /// Draws the frame of a lane and its levels.
    func drawScale(of channel: Int, into svg: inout SVGWriter) {
        svg.rectangle(
            Self.left,
            laneTop(channel),
            width,
            laneHeight,
            ["fill": "#fafbfc", "stroke": PictureStyle.barLine, "stroke-width": "0.8"]
        )
        svg.beginPath(["stroke": PictureStyle.barLine, "stroke-width": "0.8"])
        for level in [-0.5, 0, 0.5] where laneHeight >= 100 || level == 0 {
            svg.move(Self.left, y(level, in: channel))
            svg.right(by: width)
        }
        svg.endPath()
        svg.open(
            "g",
            ["font-size": "9", "text-anchor": "end", "fill": PictureStyle.paleInk]
        )
        if laneHeight >= 100 {
            for (level, text) in [(1.0, "0 dBFS"), (0.5, "−6"), (-0.5, "−6")] {
                svg.text(Self.left - 5, y(level, in: channel) + (level == 1 ? 7 : 3), text)
            }
        }
        if channels > 1 {
            svg.text(
                Self.left - 5,
                middle(channel) + 4,
                channels == 2 ? ["Left", "Right"][channel] : "\(channel + 1)",
                ["font-size": "11", "font-weight": "600"]
            )
        }
        svg.close("g")
    }

    /// Draws the peaks of a channel, its RMS on them, and signs at full scale.
    func drawWave(of channel: Int, into svg: inout SVGWriter) {
        let pixels = content.pixels
        guard pixels.count > 0 else { return }
        let name = channels > 1 ? "-\(channel + 1)" : ""
        func bucket(_ pixel: Int) -> PeakBucket { pixels.buckets[pixel * channels + channel] }
        svg.open("g", ["id": "peaks\(name)"])
        if pixels.frames == 1 {
            drawSamples(pixels.count, in: channel, into: &svg, bucket)
        } else {
            drawColumns(Self.peakColor, pixels.count, in: channel, into: &svg) { pixel in
                Self.joined(bucket(pixel), after: bucket(max(0, pixel - 1)))
            }
        }
        svg.close("g")
        if pixels.frames > 1 {
            svg.open("g", ["id": "rms\(name)"])
            drawColumns(Self.rmsColor, pixels.count, in: channel, into: &svg) { pixel in
                Self.inner(bucket(pixel))
            }
            svg.close("g")
        }
        drawClipping(pixels.count, in: channel, id: "clipping\(name)", into: &svg, bucket)
    }

    /// The peaks of a pixel, extended to those of the one before, so that a steep curve has no gaps.
    private static func joined(
        _ bucket: PeakBucket,
        after last: PeakBucket
    ) -> (low: Double, high: Double) {
        (
            Double(min(bucket.minimum, last.maximum)), Double(max(bucket.maximum, last.minimum))
        )
    }

    /// The RMS on both sides of silence, as far as it is within the peaks.
    private static func inner(_ bucket: PeakBucket) -> (low: Double, high: Double) {
        let (low, high) = (Double(bucket.minimum), Double(bucket.maximum))
        return (min(max(-bucket.rms, low), high), max(min(bucket.rms, high), low))
    }

    /// Draws a line through single samples.
    private func drawSamples(
        _ count: Int,
        in channel: Int,
        into svg: inout SVGWriter,
        _ bucket: (Int) -> PeakBucket
    ) {
        let column = width / Double(count)
        svg.beginPath(["fill": "none", "stroke": Self.rmsColor, "stroke-width": "1.4"])
        for pixel in 0..<count {
            let y = y(Double(bucket(pixel).maximum), in: channel)
            if pixel == 0 { svg.move(Self.left, y) }
            svg.line(to: x(ofPixel: pixel) + column / 2, y)
            if pixel == count - 1 { svg.horizontal(to: Self.left + width) }
        }
        svg.endPath()
    }

    /// Fills the area between two levels of each pixel.
    private func drawColumns(
        _ color: String,
        _ count: Int,
        in channel: Int,
        into svg: inout SVGWriter,
        _ levels: (Int) -> (low: Double, high: Double)
    ) {
        svg.beginPath(["fill": color])
        func spread(_ pixel: Int) -> (low: Double, high: Double) {
            let (low, high) = levels(pixel)
            let (top, bottom) = (y(high, in: channel), y(low, in: channel))
            let missing = max(0, Self.leastColumn - (bottom - top)) / 2
            return (bottom + missing, top - missing)
        }
        svg.move(Self.left, spread(0).high)
        for pixel in 0..<count {
            svg.vertical(to: spread(pixel).high)
            svg.horizontal(to: x(ofPixel: pixel + 1))
        }
        for pixel in (0..<count).reversed() {
            svg.vertical(to: spread(pixel).low)
            svg.horizontal(to: x(ofPixel: pixel))
        }
        svg.endPath()
    }

    /// Draws lines at the edges of a lane where samples reach full scale.
    private func drawClipping(
        _ count: Int,
        in channel: Int,
        id: String,
        into svg: inout SVGWriter,
        _ bucket: (Int) -> PeakBucket
    ) {
        let sides = [
            (laneTop(channel) + 1.5, { (bucket: PeakBucket) in bucket.maximum >= Self.fullScale }),
            (
                laneTop(channel) + laneHeight - 1.5,
                { (bucket: PeakBucket) in bucket.minimum <= -Self.fullScale }
            ),
        ]
        guard (0..<count).contains(where: { sides[0].1(bucket($0)) || sides[1].1(bucket($0)) })
        else { return }
        svg.open("g", ["id": id])
        svg.beginPath(["stroke": Self.clipColor, "stroke-width": "3"])
        for (y, reaches) in sides {
            var first: Int?
            for pixel in 0...count {
                let isThere = pixel < count && reaches(bucket(pixel))
                if isThere, first == nil { first = pixel }
                guard !isThere, let start = first else { continue }
                svg.move(x(ofPixel: start), y)
                svg.horizontal(to: max(x(ofPixel: pixel), x(ofPixel: start) + 1))
                first = nil
            }
        }
        svg.endPath(title: "samples at full scale")
        svg.close("g")
    }
}
