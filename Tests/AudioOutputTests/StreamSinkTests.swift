import FontFiles
import Foundation
import Glibc
import Platform
import SoundTestSupport
import Synchronization
import TestSupport
import Testing

@testable import AudioOutput

/// Sound into pipes and devices, which are written to and not replaced.
@Suite struct StreamSinkTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test(
        arguments: [
            (SampleFormat.s16, 1, 16), (.s24, 1, 24), (.s32, 1, 32), (.float, 3, 32),
        ]
    )
    func theHeaderSaysWhatFollows(format: SampleFormat, tag: Int, bits: Int) {
        let header = StreamSink.header(layout: .ofMemory(format), channels: 2, rate: 44_100)
        func number(_ offset: Int, _ width: Int) -> Int {
            (0..<width).reduce(0) { $0 | Int(header[offset + $1]) << (8 * $1) }
        }
        #expect(header.count == 44)
        #expect(String(decoding: header[0..<4], as: UTF8.self) == "RIFF")
        #expect(String(decoding: header[8..<16], as: UTF8.self) == "WAVEfmt ")
        #expect(String(decoding: header[36..<40], as: UTF8.self) == "data")
        // Sizes that mean: until the end of the stream.
        #expect(number(4, 4) == 0xFFFF_FFFF)
        #expect(number(40, 4) == 0xFFFF_FFFF)
        #expect(number(16, 4) == 16)
        #expect(number(20, 2) == tag)
        #expect(number(22, 2) == 2)
        #expect(number(24, 4) == 44_100)
        #expect(number(28, 4) == 44_100 * 2 * bits / 8)
        #expect(number(32, 2) == 2 * bits / 8)
        #expect(number(34, 2) == bits)
    }

    /// Writes a period into a FIFO and returns what its reader got, up to the end of the file.
    private func throughFIFO(_ type: SoundFileType, frames: Int) throws -> [UInt8] {
        let path = directory.path("fifo")
        #expect(mkfifo(path, 0o600) == 0)
        let received = Mutex<[UInt8]>([])
        let done = DispatchSemaphore(value: 0)
        let reader = Thread {
            let bytes = (try? InputFile.read(path)) ?? []
            received.withLock { $0 = bytes }
            done.signal()
        }
        reader.start()
        do {
            let sink = try SoundFileWriter.open(
                path: path,
                type: type,
                format: .s16,
                rate: 48_000,
                periodFrames: 64,
                expectedFrames: 64
            )
            let sound = (0..<256).map { UInt8($0) }
            if frames > 0 { try sink.write(sound, frames: frames) }
            try sink.finish()
        }
        done.wait()
        #expect(OutputFile.isSpecial(path))
        return received.withLock { $0 }
    }

    @Test func aWAVFileGoesThroughAPipe() throws {
        let bytes = try throughFIFO(.wav, frames: 64)
        #expect(bytes.prefix(44) == StreamSink.header(layout: .s16, channels: 2, rate: 48_000)[...])
        #expect(Array(bytes.dropFirst(44)) == (0..<256).map { UInt8($0) })
    }

    @Test func theHeaderComesWithoutAnySoundToo() throws {
        #expect(try throughFIFO(.wav, frames: 0).count == 44)
    }

    @Test func rawSamplesHaveNoHeader() throws {
        #expect(try throughFIFO(.raw, frames: 64) == (0..<256).map { UInt8($0) })
    }

    @Test func aFLACFileGoesThroughAPipe() throws {
        let bytes = try throughFIFO(.flac, frames: 64)
        #expect(bytes.prefix(4) == Array("fLaC".utf8)[...])
    }

    @Test(arguments: [SoundFileType.wav, .raw, .flac])
    func aDeviceStaysADevice(type: SoundFileType) throws {
        let sink = try SoundFileWriter.open(
            path: "/dev/null",
            type: type,
            format: .s16,
            rate: 48_000,
            periodFrames: 64,
            expectedFrames: 64
        )
        try sink.finish()
        #expect(OutputFile.isSpecial("/dev/null"))
    }

    @Test func aTypeThatMustSeekIsRefusedForAPipe() throws {
        // A reader, so that opening the FIFO does not wait for one.
        let path = directory.path("fifo")
        #expect(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let failure = #expect(throws: HostError.self) {
            _ = try SoundFileWriter.open(
                path: path,
                type: .aiff,
                format: .s16,
                rate: 48_000,
                periodFrames: 64,
                expectedFrames: 64
            )
        }
        #expect(failure?.code == .cannotCreate)
    }
}
