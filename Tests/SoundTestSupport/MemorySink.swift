package import AudioOutput
package import Platform
package import TestSupport
import Testing

/// A sink that keeps what it gets.
package final class MemorySink: PeriodSink {
    package let periodFrames: Int
    package let layout: SampleLayout
    package private(set) var bytes: [UInt8] = []
    package private(set) var isFinished = false
    package private(set) var isAbandoned = false
    /// The frames written when it was paused.
    package private(set) var pauses: [Int] = []
    package private(set) var resumptions = 0
    /// Frames per second, for a sink that keeps time: frame 0 leaves it at 0.
    package var clockRate: Int?
    /// Frames after which it fails.
    package var failsAfter: Int?
    /// Takes real time, for tests that meddle while it plays.
    package var pacer: Pacer?

    package init(periodFrames: Int, format: SampleFormat) {
        self.periodFrames = periodFrames
        layout = .ofMemory(format)
    }

    package var encoding: SoundFile.Encoding {
        switch layout {
        case .s16: .signed16
        case .s24Packed, .s24Low, .s24High: .signed24
        case .s32: .signed32
        case .float32: .float32
        }
    }

    package func endTime() -> Int64? {
        clockRate.map { FrameTime.nanoseconds(of: Int64(frameCount), rate: $0) }
    }

    package var frameCount: Int { bytes.count / (2 * layout.bytes) }

    /// What was written, by channels.
    package func channels(rate: Int) throws -> (left: Signal, right: Signal) {
        let file = try SoundFile(raw: bytes, encoding: encoding, channelCount: 2, rate: rate)
        return (file[0], file[1])
    }

    package func write(_ samples: RawSpan, frames: Int) throws(HostError) -> Int {
        bytes += samples.copied
        if let failsAfter, frameCount > failsAfter {
            throw HostError(.io, "memory sink", "full")
        }
        pacer?.wrote(frames)
        return 0
    }

    package func finish() throws(HostError) {
        isFinished = true
    }

    package func abandon() {
        isAbandoned = true
    }

    package func pause() throws(HostError) {
        pauses.append(frameCount)
    }

    package func resume() throws(HostError) {
        resumptions += 1
        pacer?.restart()
    }
}

extension PeriodSink {
    /// Writes the frames at the beginning of some bytes.
    @discardableResult
    package func write(_ bytes: [UInt8], frames: Int) throws -> Int {
        let count = frames * 2 * layout.bytes
        try #require(bytes.count >= count)
        return try write(bytes.span.bytes.extracting(first: count), frames: frames)
    }
}

extension RawSpan {
    /// A copy of the bytes.
    package var copied: [UInt8] { withUnsafeBytes { Array($0) } }
}
