import Testing
import Waveform

/// The bytes are written by hand after audiowaveform's doc/DataFormat.md.
@Suite("The format of peaks")
struct PeakFormatTests {
    private let values = [
        PeakValues(minimum: -32_768, maximum: 32_767, rms: 20_000),
        PeakValues(minimum: -256, maximum: 255, rms: 0),
    ]

    private func file(_ format: PeakFormat, length: Int64, hasRMS: Bool = false) -> [UInt8] {
        var bytes = format.header(length: length)
        format.add(values.span, isFirst: true, to: &bytes)
        if hasRMS {
            bytes += PeakFormat.beginningOfRMS
            format.addRMS(values.span, isFirst: true, to: &bytes)
        }
        return bytes + format.end
    }

    private func format(_ kind: PeakFormat.Kind, bits: Int, channels: Int) -> PeakFormat {
        PeakFormat(kind: kind, bits: bits, rate: 44_100, samplesPerPixel: 256, channels: channels)
    }

    @Test("is version 1 for one channel of 16 bits")
    func mono16() {
        let bytes: [UInt8] = [
            1, 0, 0, 0, 0, 0, 0, 0, 0x44, 0xAC, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0,
            0x00, 0x80, 0xFF, 0x7F, 0x00, 0xFF, 0xFF, 0x00,
        ]
        #expect(file(format(.dat, bits: 16, channels: 1), length: 2) == bytes)
    }

    @Test("is version 1 with a flag for one channel of 8 bits, divided towards 0")
    func mono8() {
        let bytes: [UInt8] = [
            1, 0, 0, 0, 1, 0, 0, 0, 0x44, 0xAC, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0,
            0x80, 0x7F, 0xFF, 0x00,
        ]
        #expect(file(format(.dat, bits: 8, channels: 1), length: 2) == bytes)
    }

    @Test("is version 2 for two channels, with their number")
    func stereo() {
        let bytes: [UInt8] = [
            2, 0, 0, 0, 1, 0, 0, 0, 0x44, 0xAC, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0,
            0x80, 0x7F, 0xFF, 0x00,
        ]
        #expect(file(format(.dat, bits: 8, channels: 2), length: 1) == bytes)
    }

    @Test("as JSON has the same in words, and the RMS in a key of its own")
    func json() {
        let head =
            "{\"version\":2,\"channels\":1,\"sample_rate\":44100,\"samples_per_pixel\":256,"
        let plain = String(
            decoding: file(format(.json, bits: 16, channels: 1), length: 2),
            as: UTF8.self
        )
        #expect(plain == head + "\"bits\":16,\"length\":2,\"data\":[-32768,32767,-256,255]}\n")
        let small = file(format(.json, bits: 8, channels: 1), length: 2, hasRMS: true)
        #expect(
            String(decoding: small, as: UTF8.self)
                == head + "\"bits\":8,\"length\":2,\"data\":[-128,127,-1,0],\"rms\":[78,0]}\n"
        )
    }

    @Test(
        "rounds levels towards 0, and ends at full scale",
        arguments: [
            (0, 0), (1, 32_767), (-1, -32_768), (2, 32_767), (-2, -32_768), (0.5, 16_384),
            (1.9 / 32_768, 1), (-1.9 / 32_768, -1), (.greatestFiniteMagnitude, 32_767),
        ] as [(Float, Int16)]
    )
    func rounding(_ level: Float, _ value: Int16) {
        var bucket = PeakBucket()
        (bucket.minimum, bucket.maximum, bucket.frames) = (level, level, 1)
        bucket.energy = Double(level) * Double(level)
        let values = PeakValues(bucket)
        #expect(values.minimum == value)
        #expect(values.maximum == value)
        #expect(values.rms == (value == .min ? .max : abs(value)))
    }
}
