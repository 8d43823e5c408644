import FontFiles
import Instruments
import TestSupport
import Testing

@testable import AudioOutput

/// Sound files that are kept whatever happens: what taps write.
@Suite("Sound files that cannot be made again") struct KeptSoundFileTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// Opens a file and writes two seconds and a few frames of a sine.
    private func begin(_ type: SoundFileType) throws -> any PeriodSink {
        let sink = try SoundFileWriter.open(
            path: directory.path("x"),
            type: type,
            format: try type.check(rate: 48_000, format: nil),
            rate: 48_000,
            periodFrames: 1_000,
            expectedFrames: 0,
            isKept: true
        )
        let sine = WAVBuilder.sine(440, frames: 100_000)
        for start in stride(from: 0, to: 100_000, by: 1_000) {
            var bytes: [UInt8] = []
            for value in sine[start..<(start + 1_000)] {
                for _ in 0..<2 {
                    if type.isLossy {
                        withUnsafeBytes(of: Float(value)) { bytes += $0 }
                    } else {
                        withUnsafeBytes(of: Int16(value * 32_767)) { bytes += $0 }
                    }
                }
            }
            _ = try sink.write(bytes.span.bytes, frames: 1_000)
        }
        return sink
    }

    /// What a crash may cost: the block, page or frames that a coder holds back. (The length of an
    /// MP3 file without a table is guessed from its size.)
    private static let types: [(SoundFileType, Int)] = [
        (.wav, 0), (.rf64, 0), (.aiff, 0), (.flac, 4_096), (.ogg, 60_000), (.opus, 60_000),
        (.mp3, 90_000),
    ]

    @Test("are whole at any moment, and leave no other name behind", arguments: types)
    func crash(type: SoundFileType, held: Int) throws {
        let sink = try begin(type)
        // What a crash would leave is what is there now.
        #expect(try directory.names() == ["x.part"])
        let frames = try SoundFileReader(directory.path("x.part")).recording.frameCount
        #expect((100_000 - held...100_000).contains(frames), "\(frames) frames")
        try sink.finish()
        #expect(try directory.names() == ["x"])
        let complete = try SoundFileReader(directory.path("x")).recording.frameCount
        #expect(complete >= 100_000, "\(complete) frames")
    }

    @Test("leave nothing when they are given up, and nothing of an earlier crash is touched")
    func givenUp() throws {
        try directory.write("rescue me", to: "x.part")
        let sink = try begin(.wav)
        #expect(try directory.names() == ["x.part", "x.part2"])
        sink.abandon()
        #expect(try directory.names() == ["x.part"])
        #expect(try directory.read("x.part") == Array("rescue me".utf8))
    }
}
