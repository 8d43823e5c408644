import Foundation
import SamplerHost
import SoundTestSupport
import TestSupport
import Testing

/// Instruments of sound files in several formats, and of files alone.
@Suite("Instruments of sound files")
struct SampleFileTests {
    private let studio: InstrumentStudio

    init() throws {
        studio = try InstrumentStudio()
    }

    @Test("any rate sounds at its pitch", arguments: [8_000, 22_050, 44_100, 96_000])
    func rates(rate: Int) throws {
        var file = WAVBuilder([WAVBuilder.sine(440, frames: rate, rate: rate)])
        file.rate = rate
        try studio.add("a4.wav", file)
        let rendering = try studio.note(of: studio.directory.path("a4.wav"))
        let pitch = try rendering.left.frequency(in: rendering.frames(100..<400))
        #expect(abs(cents(pitch, above: 440)) < 0.3)
    }

    @Test("24 bits are kept")
    func depth() throws {
        // At −120 dBFS, far below the last of 16 bits.
        var file = WAVBuilder([WAVBuilder.sine(440, frames: 48_000, amplitude: 1e-5)])
        file.bits = 24
        try studio.add("a4.wav", file)
        let rendering = try studio.note(of: studio.directory.path("a4.wav"))
        let level = try rendering.left.level(ofPartial: 440, in: rendering.frames(100..<400))
        let loud = try studio.sfz("<region> sample=sine.wav pitch_keycenter=69")
        let reference = try loud.left.level(ofPartial: 440, in: loud.frames(100..<400))
        #expect(abs(reference - level - 87.96) < 0.3, "\(level)")
    }

    @Test("formats of libsndfile", arguments: ["flac", "aiff", "ogg", "wav"])
    func formats(name: String) throws {
        let type = try #require(SoundFileType(extensionOf: "x.\(name)"))
        let path = studio.directory.path("A4.\(name)")
        let sink = try SoundFileWriter.open(
            path: path,
            type: type,
            format: try type.check(rate: 48_000, format: nil),
            rate: 48_000,
            periodFrames: 48_000,
            expectedFrames: 48_000
        )
        let values = InstrumentStudio.sine.prefix(48_000)
        var bytes: [UInt8] = []
        for value in values {
            for _ in 0..<2 {
                if type.isLossy {
                    withUnsafeBytes(of: Float(value)) { bytes += $0 }
                } else {
                    withUnsafeBytes(of: Int16(value * 32_767)) { bytes += $0 }
                }
            }
        }
        try sink.write(bytes, frames: 48_000)
        try sink.finish()
        let rendering = try studio.note(of: path)
        let range = rendering.frames(100..<400)
        #expect(abs(cents(try rendering.left.frequency(in: range), above: 440)) < 0.5)
        let mono = try studio.sfz("<region> sample=sine.wav pitch_keycenter=69")
        #expect(abs(try rendering.left.level(in: range) - mono.left.level(in: range)) < 0.2)
    }

    @Test("key and loop of the chunk smpl")
    func instrumentData() throws {
        var file = WAVBuilder([Array(InstrumentStudio.sine.prefix(4_800))])
        file.key = 57
        file.loop = 1_200..<2_400
        try studio.add("tone.wav", file)
        let rendering = try studio.note(of: studio.directory.path("tone.wav"))
        // An octave above the key that it was recorded on.
        let pitch = try rendering.left.frequency(in: rendering.frames(200..<450))
        #expect(abs(cents(pitch, above: 880)) < 1)
    }

    @Test("five notes make a piano: each key has its pitch")
    func fiveNotes() throws {
        let folder = studio.directory.path("piano")
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        for (name, key) in [("C2", 36), ("C3", 48), ("C4", 60), ("C5", 72), ("C6", 84)] {
            let sine = WAVBuilder.sine(frequency(ofKey: UInt8(key)), frames: 48_000)
            try studio.add("piano/\(name).wav", WAVBuilder([sine]))
        }
        let keys = Array(stride(from: UInt8(24), through: 96, by: 3))
        let rendering = try studio.render(folder) {
            for (index, key) in keys.enumerated() {
                $0.note(
                    at: UInt32(index * 500),
                    length: 200,
                    channel: 0,
                    key: key,
                    velocity: 127
                )
            }
        }
        for (index, key) in keys.enumerated() {
            let start = index * 500
            let pitch = try rendering.left.frequency(
                in: rendering.frames(start + 20..<start + 200)
            )
            #expect(abs(cents(pitch, above: frequency(ofKey: key))) < 2, "key \(key)")
        }
    }

    @Test("velocity layers play their own file")
    func layers() throws {
        let folder = studio.directory.path("layers")
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        for (name, frequency) in [("A4_v40", 440.0), ("A4_v100", 550)] {
            try studio.add(
                "layers/\(name).wav",
                WAVBuilder([WAVBuilder.sine(frequency, frames: 48_000)])
            )
        }
        for (velocity, frequency) in [(30, 440.0), (70, 440), (71, 550), (127, 550)] {
            let rendering = try studio.note(of: folder, velocity: UInt8(velocity))
            let pitch = try rendering.left.frequency(in: rendering.frames(100..<400))
            #expect(abs(cents(pitch, above: frequency)) < 2, "velocity \(velocity)")
        }
    }
}
