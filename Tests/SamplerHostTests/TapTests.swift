import Effects
import Foundation
import MIDI
import Sequencer
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// Taps: what strips and the master give, in files and pipes.
@Suite struct TapTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private static let song = SMFBuilder.milliseconds(
        { $0.key(50...400, 69) },
        { track in
            track.port(at: 0, 1)
            track.key(0...300, 64)
        }
    )

    private func path(_ name: String) -> String { studio.directory.path + "/" + name }

    private func engine(gain: Double = 0) throws -> Engine {
        var options = Rendering.Options()
        options.gain = gain
        let (engine, items) = try Rendering.engine(
            for: [Self.song.bytes],
            font: studio.font,
            options
        )
        for item in items { _ = engine.enqueue(item, isLast: true) }
        return engine
    }

    private func float(_ name: String) -> TapDestination {
        TapDestination(path: path(name), type: .wav, format: .float)
    }

    private func read(_ name: String) throws -> SoundFile {
        try SoundFile(path: path(name))
    }

    @Test func theMastersTapHasWhatIsHeardAndAStripsItsPartOfIt() throws {
        let engine = try engine(gain: 12)
        let master = try engine.addTap(Engine.masterTap, to: float("m.wav"), waits: true)
        let first = try engine.addTap("sampler", to: float("1.wav"), waits: true)
        let second = try engine.addTap("sampler 2", to: float("2.wav"), waits: true)
        let sink = MemorySink(periodFrames: 256, format: .float)
        try engine.run(into: sink)
        for tap in [master, first, second] {
            let outcome = tap.finish()
            #expect(outcome.failure == nil)
            #expect(outcome.lostFrames == 0)
            #expect(outcome.frames == Int64(sink.frameCount))
        }
        let left = try sink.channels(rate: 48_000).left
        #expect(firstDifference(try read("m.wav")[0].samples, left.samples) == nil)
        // The strips stand before the master's gain; here the limiter has nothing to do.
        let one = try read("1.wav")[0].samples
        let two = try read("2.wav")[0].samples
        let factor = Float(Decibels.factor(12))
        for frame in 0..<left.frameCount {
            let sum = (one[frame] + two[frame]) * factor
            #expect(abs(sum - left.samples[frame]) < 1e-5, "frame \(frame)")
            if abs(sum - left.samples[frame]) >= 1e-5 { break }
        }
        // A key that begins later is found later in its strip.
        #expect(try read("1.wav")[0].firstSound() ?? 0 > 2_400)
        #expect(try read("2.wav")[0].firstSound() ?? 9_999 < 100)
    }

    @Test(arguments: ["eq,peak=440:-20", "compressor,look-ahead=20,ratio=1;width,mono"])
    func inFrontOfInsertsAndGainTheSoundIsAsItCame(_ inserts: String) throws {
        let plain = try engine()
        let reference = try plain.addTap("sampler", to: float("plain.wav"), waits: true)
        try plain.run(into: MemorySink(periodFrames: 256, format: .float))
        reference.finish()
        let engine = try engine()
        var strip = StripSettings()
        (strip.gain, strip.pan) = (-9, 40)
        strip.inserts = try StripParameter.inserts(inserts)
        try engine.setStrip("sampler", strip)
        try engine.setInserts(strip.inserts, of: .output(.main))
        let taps = try [
            engine.addTap("sampler", to: float("a.wav"), at: .pre, waits: true),
            engine.addTap("sampler", to: float("b.wav"), at: .pre, waits: true),
            engine.addTap("sampler", to: float("post.wav"), waits: true),
            engine.addTap("master", to: float("m.wav"), at: .pre, waits: true),
            engine.addTap("sampler 2", to: float("other.wav"), waits: true),
        ]
        try engine.run(into: MemorySink(periodFrames: 256, format: .float))
        for tap in taps { #expect(tap.finish().failure == nil) }
        let expected = try read("plain.wav")[0].samples
        // Readers of one strip get the same.
        for name in ["a.wav", "b.wav"] {
            let found = try read(name)[0].samples
            // Softer, the music ends a little sooner.
            let count = min(found.count, expected.count)
            #expect(count > 20_000)
            let difference = firstDifference(
                Array(found.prefix(count)),
                Array(expected.prefix(count))
            )
            #expect(difference == nil)
        }
        // The mix in front of the master's inserts is the sum of the strips.
        let (mix, one) = (try read("m.wav")[0].samples, try read("post.wav")[0].samples)
        let two = try read("other.wav")[0].samples
        let frames = [mix.count, one.count, two.count].min() ?? 0
        #expect(frames > 19_000)
        for frame in 0..<frames where abs(mix[frame] - one[frame] - two[frame]) > 1e-6 {
            Issue.record("frame \(frame)")
            break
        }
        #expect(mix.contains { abs($0) > 0.01 })
    }

    @Test(arguments: [44_100, 96_000, 8_000])
    func aTapHasTheRateThatItsReaderWants(_ rate: Int) throws {
        let engine = try engine()
        var destination = float("r.wav")
        destination.rate = rate
        let tap = try engine.addTap("sampler", to: destination, waits: true)
        let plain = try engine.addTap("sampler", to: float("plain.wav"), waits: true)
        let sink = MemorySink(periodFrames: 256, format: .float)
        try engine.run(into: sink)
        plain.finish()
        let outcome = tap.finish()
        #expect(outcome.failure == nil)
        #expect(outcome.lostFrames == 0)
        let frames = (sink.frameCount * rate + 47_999) / 48_000
        #expect(outcome.frames == Int64(frames))
        let file = try read("r.wav")
        #expect(file.rate == rate)
        let left = file[0]
        #expect(left.frameCount == frames)
        #expect(abs(try left.frequency(in: rate / 8..<rate / 3) - 440) < 0.1)
        let level = try left.level(ofPartial: 440, in: rate / 8..<rate / 3)
        let before = try read("plain.wav")[0].level(ofPartial: 440, in: 6_000..<16_000)
        #expect(abs(level - before) < 0.05)
    }

    @Test func tapsChangeNothingThatIsHeard() throws {
        let plain = MemorySink(periodFrames: 256, format: .float)
        try engine().run(into: plain)
        let tapped = try engine()
        let taps = [
            try tapped.addTap("sampler", to: float("a.wav")),
            try tapped.addTap(
                "master",
                to: TapDestination(path: path("b.flac"), type: .flac, format: .s24)
            ),
        ]
        let sink = MemorySink(periodFrames: 256, format: .float)
        try tapped.run(into: sink)
        for tap in taps { #expect(tap.finish().failure == nil) }
        #expect(firstDifference(sink.bytes, plain.bytes) == nil)
        #expect(try read("a.wav")[0].frameCount == sink.frameCount)
    }

    @Test func aTapThatIsRemovedIsCompleteAndAnotherBeginsLater() throws {
        let engine = try engine()
        let first = try engine.addTap("sampler", to: float("1.wav"), waits: true)
        let sink = MemorySink(periodFrames: 256, format: .float)
        let thread = try AudioThread(running: engine, into: sink, realTime: false)
        engine.releaseTap(first)
        while !first.isReleased, !engine.hasEnded { _ = engine.takeReports() }
        let outcome = first.finish()
        #expect(outcome.failure == nil)
        try thread.join()
        #expect(Int64(try read("1.wav")[0].frameCount) == outcome.frames)
        #expect(outcome.frames <= Int64(sink.frameCount))
    }

    @Test func aFileThatIsNotKeptLeavesNothing() throws {
        let engine = try engine()
        let tap = try engine.addTap("sampler", to: float("1.wav"))
        try engine.run(into: MemorySink(periodFrames: 256, format: .float))
        tap.finish(keeping: false)
        #expect(try studio.directory.names() == ["m.sf2"])
    }

    @Test func aPipeThatNobodyReadsLosesFramesOfTheTapAlone() throws {
        let fifo = path("pipe.wav")
        try #require(mkfifo(fifo, 0o600) == 0)
        let plain = MemorySink(periodFrames: 256, format: .float)
        try engine().run(into: plain)
        let tapped = try engine()
        let tap = try tapped.addTap("master", to: TapDestination(path: fifo, type: .wav))
        let sink = MemorySink(periodFrames: 256, format: .float)
        try tapped.run(into: sink)
        let outcome = tap.finish()
        #expect(outcome.frames == 0)
        #expect(outcome.lostFrames == Int64(sink.frameCount))
        #expect(firstDifference(sink.bytes, plain.bytes) == nil)
    }

    @Test func aReaderThatStallsLosesFramesOfTheTapAlone() throws {
        let fifo = path("pipe.wav")
        try #require(mkfifo(fifo, 0o600) == 0)
        let song = SMFBuilder.milliseconds { $0.key(0...6_000, 69) }
        func engine() throws -> Engine {
            let (engine, items) = try Rendering.engine(for: [song.bytes], font: studio.font)
            for item in items { _ = engine.enqueue(item, isLast: true) }
            return engine
        }
        let plain = MemorySink(periodFrames: 256, format: .float)
        try engine().run(into: plain)
        let tapped = try engine()
        // It reads nothing before the engine has ended.
        let reader = open(fifo, O_RDONLY | O_NONBLOCK)
        try #require(reader >= 0)
        defer { close(reader) }
        let tap = try tapped.addTap("sampler", to: TapDestination(path: fifo, type: .wav))
        let sink = MemorySink(periodFrames: 256, format: .float)
        try tapped.run(into: sink)
        #expect(firstDifference(sink.bytes, plain.bytes) == nil)
        // What fits into the ring and the pipe is there; now it is read.
        let thread = Thread {
            var rest = [UInt8](repeating: 0, count: 65_536)
            while tap.isRunning {
                if Foundation.read(reader, &rest, rest.count) <= 0 { usleep(1_000) }
            }
        }
        thread.start()
        let outcome = tap.finish()
        #expect(outcome.failure == nil)
        #expect(outcome.lostFrames > 48_000)
        #expect(outcome.frames > 48_000)
        #expect(outcome.frames + outcome.lostFrames == Int64(sink.frameCount))
    }

    @Test func aPipeGetsAWAVFileWithOpenSizes() throws {
        let fifo = path("pipe.wav")
        try #require(mkfifo(fifo, 0o600) == 0)
        let reader = open(fifo, O_RDONLY | O_NONBLOCK)
        try #require(reader >= 0)
        defer { close(reader) }
        _ = fcntl(reader, F_SETFL, 0)
        _ = fcntl(reader, 1_031, 1 << 20)
        let engine = try engine()
        let tap = try engine.addTap("master", to: TapDestination(path: fifo, type: .wav))
        let sink = MemorySink(periodFrames: 256, format: .s16)
        try engine.run(into: sink)
        let outcome = tap.finish()
        #expect(outcome.failure == nil)
        #expect(outcome.lostFrames == 0)
        var bytes = [UInt8](repeating: 0, count: 44 + sink.bytes.count)
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes {
                Glibc.read(reader, $0.baseAddress! + filled, $0.count - filled)
            }
            try #require(count > 0)
            filled += count
        }
        #expect(Array(bytes[0..<4]) == Array("RIFF".utf8))
        #expect(firstDifference(bytes[44...], sink.bytes[...]) == nil)
    }

    @Test func whatCannotBeTappedIsTold() throws {
        let engine = try engine()
        let unknown = #expect(throws: HostError.self) {
            _ = try engine.addTap("bass", to: float("b.wav"))
        }
        #expect(unknown?.description.contains("\"bass\"") == true)
        #expect(unknown?.description.contains("\"sampler\"") == true)
        let folder = #expect(throws: HostError.self) {
            _ = try engine.addTap("sampler", to: float("nowhere/b.wav"))
        }
        #expect(folder?.code == .cannotCreate)
        let format = #expect(throws: HostError.self) {
            _ = try engine.addTap(
                "sampler",
                to: TapDestination(path: path("b.flac"), type: .flac, format: .float)
            )
        }
        #expect(format?.code == .usage)
    }
}
