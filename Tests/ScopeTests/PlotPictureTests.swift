import Foundation
import FoundationXML
import Testing
import Transcoding

@testable import Scope

@Suite("The picture of a view")
struct PlotPictureTests {
    private func views() -> [any ScopeView] {
        [
            Oscilloscope(rate: 48_000, .whole), Lissajous(rate: 48_000, .whole),
            SpectrumAnalyzer(rate: 48_000, .whole),
            Spectrogram(rate: 48_000, .whole),
            CorrelationMeter(rate: 48_000, .whole),
        ]
    }

    private func picture(
        _ view: any ScopeView,
        _ size: PlotPicture.Size = PlotPicture.Size(width: 400, height: 300)
    ) -> PlotPicture {
        var view = view
        view.add(ScopeSignal.sine(440, (0.5, 0.4), phases: (0, 40)))
        let area = size.drawing
        let plot = view.plot(width: area.width, height: area.height)
        return PlotPicture(plot, title: "a <b> & \u{7}c.wav", summary: "1s", size: size)
    }

    /// A PNG file, read by its specification.
    private struct Image {
        let width: Int
        let height: Int
        let rows: [ArraySlice<UInt8>]

        init(_ bytes: [UInt8]) throws {
            try #require(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]))
            var chunks: [(type: String, data: [UInt8])] = []
            var offset = 8
            func number(_ offset: Int) -> Int {
                bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            }
            while offset < bytes.count {
                let length = number(offset)
                let content = Array(bytes[offset + 4..<offset + 8 + length])
                // Bit by bit, ISO/IEC 15948, annex D.
                var sum: UInt32 = 0xFFFF_FFFF
                for byte in content {
                    sum ^= UInt32(byte)
                    for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
                }
                try #require(number(offset + 8 + length) == Int(~sum))
                let type = String(decoding: content.prefix(4), as: UTF8.self)
                chunks.append((type, Array(content.dropFirst(4))))
                offset += 12 + length
            }
            try #require(chunks.map(\.type) == ["IHDR", "IDAT", "IEND"])
            let header = chunks[0].data
            try #require(header.count == 13 && header[8...] == [8, 2, 0, 0, 0])
            width = header[0..<4].reduce(0) { $0 << 8 | Int($1) }
            height = header[4..<8].reduce(0) { $0 << 8 | Int($1) }
            let pixels = try Zlib.decompressed(chunks[1].data)
            let length = 3 * width + 1
            try #require(pixels.count == length * height)
            rows = (0..<height).map { pixels[$0 * length..<($0 + 1) * length] }
            try #require(rows.allSatisfy { $0.first == 0 })
        }
    }

    @Test("is a PNG file of its size, with checksums that are right")
    func png() throws {
        for view in views() {
            let image = try Image(picture(view).file(.png))
            #expect(image.width == 400 && image.height == 300)
            // Not only background.
            let colours = Set(image.rows.joined())
            #expect(colours.count > 10)
        }
    }

    @Test("has the pixels of a line, a rectangle and a text where they belong")
    func pixels() {
        var canvas = RasterCanvas(width: 40, height: 20)
        canvas.rectangle(2, 3, 4, 5, PictureColour(0xFF0000))
        #expect(canvas.image[2, 3] == PictureColour(0xFF0000))
        #expect(canvas.image[5, 7] == PictureColour(0xFF0000))
        #expect(canvas.image[6, 7] == .background && canvas.image[2, 8] == .background)
        canvas.line([Plot.Point(10, 10.5), Plot.Point(30, 10.5)], width: 1, PictureColour(0))
        #expect(canvas.image[20, 10] == PictureColour(0))
        #expect(canvas.image[20, 8] == .background && canvas.image[34, 10] == .background)
        // An I has its stem in the middle of five dots.
        var text = RasterCanvas(width: 20, height: 20)
        text.text("I", 2, 10, size: 7, .start, PictureColour(0))
        for y in 3..<10 { #expect(text.image[4, y] == PictureColour(0)) }
        #expect(text.image[4, 2] == .background && text.image[4, 10] == .background)
        // Partly and wholly outside.
        canvas.line([Plot.Point(-50, -9), Plot.Point(90, 60)], width: 3, PictureColour(0))
        canvas.text("outside", 35, 200, size: 12, .start, .ink)
    }

    @Test("is SVG that XML readers take, without scripts and external references")
    func svg() throws {
        for view in views() {
            let bytes = try picture(view).file(.svg)
            let document = try XMLDocument(data: Data(bytes))
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(text.contains("a &lt;b&gt; &amp; ") && !text.contains("\u{7}"))
            for kind in ["script", "style", "use", "a", "foreignObject"] {
                #expect(try document.nodes(forXPath: "//*[local-name()='\(kind)']").isEmpty)
            }
            let images = try document.nodes(forXPath: "//*[local-name()='image']/@*")
                .compactMap(\.stringValue).filter { $0.contains(":") }
            for image in images {
                #expect(image.hasPrefix("data:image/png;base64,"))
                let data = try #require(
                    Data(base64Encoded: String(image.dropFirst("data:image/png;base64,".count)))
                )
                _ = try Image(Array(data))
            }
            #expect(images.count == (view is Lissajous || view is Spectrogram ? 1 : 0))
            #expect(try picture(view).file(.svg) == bytes)
        }
    }

    @Test("of every size has room for a drawing", arguments: [240, 4_096])
    func sizes(length: Int) throws {
        let other = length == 240 ? 700 : 240
        let picture = picture(
            Lissajous(rate: 48_000, .whole),
            PlotPicture.Size(width: length, height: other)
        )
        let image = try Image(picture.file(.png))
        #expect(image.width == length && image.height == other)
    }
}
