import Foundation
import FoundationXML
import Testing
import Waveform

@Suite("The picture of a waveform")
struct WaveformPictureTests {
    /// A picture as XML.
    private struct Picture {
        let bytes: [UInt8]
        private let document: XMLDocument

        init(_ content: WaveformPicture.Content, width: Int = 1_200) throws {
            bytes = WaveformPicture(content, width: width).svg
            document = try XMLDocument(data: Data(bytes))
        }

        func elements(_ kind: String, in group: String? = nil) throws -> [XMLElement] {
            let place = group.map { "//*[@id='\($0)']" } ?? ""
            return try document.nodes(forXPath: "\(place)//*[local-name()='\(kind)']")
                .compactMap { $0 as? XMLElement }
        }

        func texts(in group: String? = nil) throws -> [String] {
            try elements("text", in: group).map { element in
                (element.children ?? []).filter { $0.kind == .text }
                    .compactMap(\.stringValue).joined()
            }
        }
    }

    private func content(
        _ samples: [Float],
        channels: Int = 1,
        rate: Int = 8_000,
        width: Int = 1_200
    ) -> WaveformPicture.Content {
        var buckets = FittedBuckets(width: width, channels: channels)
        buckets.add(samples.span)
        return WaveformPicture.Content(
            title: "a <b> & c.wav",
            summary: "1s",
            pixels: buckets.finished(),
            rate: rate
        )
    }

    private let wave = (0..<80_000).map { Float($0 % 100) / 200 - 0.25 }

    @Test("names the file, and has no scripts, styles and references")
    func heading() throws {
        let picture = try Picture(content(wave))
        #expect(try picture.texts().first == "a <b> & c.wav")
        let titles = try picture.elements("title").compactMap(\.stringValue)
        #expect(titles.first == "Waveform of a <b> & c.wav")
        for kind in ["script", "style", "image", "use", "a", "foreignObject"] {
            #expect(try picture.elements(kind).isEmpty)
        }
        #expect(try Picture(content(wave)).bytes == picture.bytes)
    }

    @Test("draws peaks and RMS of each channel")
    func lanes() throws {
        let mono = try Picture(content(wave))
        #expect(try mono.elements("path", in: "peaks").count == 1)
        #expect(try mono.elements("path", in: "rms").count == 1)
        let stereo = try Picture(content(wave, channels: 2))
        #expect(try stereo.texts().contains("Left"))
        #expect(try stereo.elements("path", in: "rms-2").count == 1)
        let many = try Picture(content(wave, channels: 10))
        #expect(try many.texts().contains("10"))
    }

    @Test("has times, from the start that it is given")
    func times() throws {
        var content = content(wave)
        #expect(try Picture(content).texts(in: "times").prefix(3) == ["0s", "1s", "2s"])
        content.start = 8_000 * 60
        #expect(try Picture(content).texts(in: "times").first == "1m00s")
    }

    @Test("has the numbers of bars and the names of markers, as far as there is room")
    func bars() throws {
        var content = content(wave)
        content.bars = (0..<1_000).map { .init(number: Int64($0 + 1), frame: Int64($0 * 80)) }
        content.markers = [.init(name: "Verse", frame: 8_000), .init(name: "<End>", frame: 40_000)]
        let picture = try Picture(content)
        #expect(try picture.texts(in: "bars").prefix(3) == ["1", "65", "129"])
        #expect(try picture.texts(in: "markers") == ["Verse", "<End>"])
    }

    @Test("marks samples at full scale, and only those")
    func clipping() throws {
        #expect(try Picture(content(wave)).elements("path", in: "clipping").isEmpty)
        let loud = try Picture(content(wave + [1, -1]))
        #expect(try loud.elements("path", in: "clipping").count == 1)
    }

    @Test(
        "can be drawn of any length",
        arguments: [0, 1, 2, 3, 1_199, 1_200, 1_201, 2_000_000]
    )
    func lengths(_ count: Int) throws {
        let content = content([Float](repeating: 0, count: count))
        for width in [16, 1_200, 40_000] {
            let picture = try Picture(content, width: width)
            #expect(picture.bytes.count < 200_000)
        }
    }
}
