import Foundation
import Glibc
import SMF
import Sequencer
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// Sound files through libsndfile.
@Suite struct SoundFileSinkTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private static let song = SMFBuilder.milliseconds { track in
        track.program(at: 0, channel: 0, .wet)
        track.key(0...120)
        track.key(40...160, 64, channel: 1)
    }

    /// Renders the song into a file of the studio's folder.
    @discardableResult
    private func write(
        _ name: String,
        _ type: SoundFileType,
        _ format: SampleFormat,
        period: Int = 256
    ) throws -> [UInt8] {
        var options = Rendering.Options()
        options.period = period
        options.tail = .none
        let (engine, items) = try Rendering.engine(
            for: [Self.song.bytes],
            font: studio.font,
            options
        )
        for item in items { _ = engine.enqueue(item, isLast: true) }
        let sink = try SoundFileWriter.open(
            path: studio.directory.path(name),
            type: type,
            format: format,
            rate: 48_000,
            periodFrames: period,
            expectedFrames: 10_000
        )
        try run(engine, into: sink)
        return try studio.directory.read(name)
    }

    private func run(_ engine: Engine, into sink: some PeriodSink) throws {
        try engine.run(into: sink)
    }

    private func reference(_ format: SampleFormat) throws -> Rendering {
        var options = Rendering.Options()
        options.format = format
        options.tail = .none
        return try studio.render(Self.song, options: options)
    }

    @Test(arguments: SampleFormat.allCases)
    func aWAVFileHoldsTheEnginesSamples(format: SampleFormat) throws {
        try write("x.wav", .wav, format)
        let file = try SoundFile(path: studio.directory.path("x.wav"))
        let expected = try reference(format)
        #expect(file.rate == 48_000)
        #expect(file.encoding == MemorySink(periodFrames: 1, format: format).encoding)
        #expect(firstDifference(file.data, expected.bytes) == nil)
    }

    @Test(arguments: SampleFormat.allCases)
    func aRawFileIsTheSamples(format: SampleFormat) throws {
        let raw = try write("x.raw", .raw, format)
        #expect(try firstDifference(raw, reference(format).bytes) == nil)
    }

    @Test(
        arguments: [
            (SoundFileType.wav, SampleFormat.float), (.wav, .s16), (.aiff, .s24), (.aiff, .float),
            (.flac, .s16), (.flac, .s24), (.raw, .s32), (.rf64, .s16), (.mp3, .float),
        ]
    )
    func filesRepeatByteForByteWhateverThePeriod(
        type: SoundFileType,
        format: SampleFormat
    ) throws {
        let first = try write("a", type, format)
        let second = try write("b", type, format, period: 1_000)
        #expect(firstDifference(first, second) == nil)
        #expect(first.count > 2_000)
    }

    @Test(
        arguments: [
            (SoundFileType.aiff, "FORM"), (.flac, "fLaC"), (.ogg, "OggS"), (.opus, "OggS"),
            (.rf64, "RIFF"), (.wav, "RIFF"),
        ]
    )
    func theKindOfFileIsWhatItsNameSays(type: SoundFileType, magic: String) throws {
        let bytes = try write("x", type, type.isLossy ? .float : .s16)
        #expect(Array(bytes.prefix(4)) == Array(magic.utf8))
    }

    // MARK: Whole or not at all

    @Test func aSinkThatIsAbandonedLeavesNothing() throws {
        try studio.directory.write("old", to: "x.wav")
        let sink = try SoundFileSink(
            path: studio.directory.path("x.wav"),
            type: .wav,
            format: .s16,
            rate: 48_000,
            periodFrames: 64
        )
        let sound = [UInt8](repeating: 1, count: 256)
        try sink.write(sound, frames: 64)
        sink.abandon()
        #expect(try studio.directory.read("x.wav") == Array("old".utf8))
        #expect(try studio.directory.names() == ["m.sf2", "x.wav"])
    }

    @Test func aRunThatIsCancelledLeavesNothing() throws {
        let (engine, items) = try Rendering.engine(for: [Self.song.bytes], font: studio.font)
        for item in items { _ = engine.enqueue(item, isLast: true) }
        let sink = try SoundFileSink(
            path: studio.directory.path("x.flac"),
            type: .flac,
            format: .s16,
            rate: 48_000,
            periodFrames: 256
        )
        #expect(throws: HostError.self) {
            try engine.run(into: sink) { engine.cancel() }
        }
        #expect(try studio.directory.names() == ["m.sf2"])
    }

    @Test(arguments: [SoundFileType.raw, .flac, .wav])
    func aFullDiskIsAnError(type: SoundFileType) throws {
        let sink = try SoundFileWriter.open(
            path: "/dev/full",
            type: type,
            format: .s16,
            rate: 48_000,
            periodFrames: 4_096,
            expectedFrames: 4_096
        )
        let noise = (0..<4_096 * 4).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }
        let failure = #expect(throws: HostError.self) {
            for _ in 0..<20 { try sink.write(noise, frames: 4_096) }
            try sink.finish()
        }
        #expect(failure?.code == .io)
        #expect(failure?.reason == "No space left on device")
        sink.abandon()
    }

    // MARK: What is refused

    @Test func formatsAndRatesThatATypeLacksAreRefusedByName() throws {
        func refusal(_ type: SoundFileType, _ rate: Int, _ format: SampleFormat?) -> HostError? {
            #expect(throws: HostError.self) { _ = try type.check(rate: rate, format: format) }
        }
        let flac = refusal(.flac, 48_000, .float)
        #expect(flac == HostError(.usage, "flac", "float not supported; choose from s16, s24"))
        #expect(refusal(.flac, 48_000, .s32)?.code == .usage)
        let opus = refusal(.opus, 44_100, nil)
        #expect(opus?.reason.contains("8000, 12000, 16000, 24000, 48000") == true)
        #expect(refusal(.mp3, 96_000, nil)?.reason.contains("44100, 48000") == true)
        #expect(refusal(.ogg, 48_000, .s16)?.code == .usage)
    }

    @Test func withoutAFormatATypeHasItsUsualOne() throws {
        #expect(try SoundFileType.wav.check(rate: 44_100, format: nil) == .s16)
        #expect(try SoundFileType.ogg.check(rate: 44_100, format: nil) == .float)
        #expect(try SoundFileType.flac.check(rate: 96_000, format: .s24) == .s24)
    }

    @Test(
        arguments: [
            ("a.wav", SoundFileType.wav), ("b.WAV", .wav), ("c.aif", .aiff), ("d.oga", .ogg),
            ("e/f.flac", .flac), ("x.tar.opus", .opus), ("y.mp3", .mp3), ("z.raw", .raw),
        ]
    )
    func theExtensionChoosesTheType(name: String, type: SoundFileType) {
        #expect(SoundFileType(extensionOf: name) == type)
    }

    @Test(arguments: ["a", "a.txt", "dir.wav/a", "a.", ""])
    func otherExtensionsChooseNone(name: String) {
        #expect(SoundFileType(extensionOf: name) == nil)
    }
}
