import Foundation
import Platform
import Realtime
import Synchronization
import TestSupport
import Testing

@testable import AudioOutput

@Suite struct DeviceToneTests {
    /// A whole tone in memory, made `count` frames at a time.
    private func samples(_ tone: TestTone, by count: Int) -> [[Float]] {
        var generator = ToneGenerator(tone)
        var left: [Float] = []
        var right: [Float] = []
        var block = StereoBuffer(capacity: count)
        while true {
            let made = generator.fill(&block, count)
            if made == 0 { return [left, right] }
            for frame in 0..<made {
                left.append(block.left[frame])
                right.append(block.right[frame])
            }
        }
    }

    private func tone(_ frequency: Double = 440, _ seconds: Double = 0.2) throws -> TestTone {
        try TestTone(
            frequency: frequency,
            level: -6,
            sides: [.left, .right, .both],
            seconds: seconds,
            rate: 48_000
        )
    }

    @Test func theSineIsRightAllAroundTheTurn() {
        var worst = 0.0
        for step in 0..<10_007 {
            let turns = Double(step) / 10_007
            let angle = UInt64(turns * 0x1p64)
            worst = max(worst, abs(ToneGenerator.sine(angle) - sin(2 * .pi * turns)))
        }
        #expect(worst < 1e-11)
    }

    @Test func aToneDoesNotDependOnThePeriods() throws {
        let tone = try tone(12_345.678)
        let whole = samples(tone, by: 100_000)
        #expect(whole[0].count == 3 * 9_600)
        for count in [1, 7, 256, 9_600] { #expect(samples(tone, by: count) == whole) }
    }

    @Test func aToneIsInPhaseAfterAMonth() throws {
        // 375 turns take 40,960 frames, and 48,000 Hz for a month are 1.2e11 frames.
        let tone = try tone(439.453125, 3_000_000)
        let month: Int64 = 40_960 * 3_000_000
        var early = ToneGenerator(tone, at: 40_960)
        var late = ToneGenerator(tone, at: month)
        var first = StereoBuffer(capacity: 1_000)
        var second = StereoBuffer(capacity: 1_000)
        let made = [early.fill(&first, 1_000), late.fill(&second, 1_000)]
        #expect(made == [1_000, 1_000])
        var worst: Float = 0
        var highest: Float = 0
        for frame in 0..<1_000 {
            worst = max(worst, abs(first.left[frame] - second.left[frame]))
            highest = max(highest, second.left[frame])
        }
        #expect(worst < 1e-6)
        #expect(highest > 0.4)
    }

    @Test func eachSideIsAloneAndAllBeginAndEndInSilence() throws {
        let parts = samples(try tone(), by: 256)
        let (left, right) = (parts[0], parts[1])
        #expect(left[9_600..<19_200].allSatisfy { $0 == 0 })
        #expect(right[..<9_600].allSatisfy { $0 == 0 })
        #expect(left[19_200...] == right[19_200...])
        // What is below half a step of 24 bits is silence.
        for edge in [0, 9_599] { #expect(abs(left[edge]) < 0x1p-24) }
        for edge in [9_600, 19_199, 19_200, 28_799] { #expect(abs(right[edge]) < 0x1p-24) }
        let peak = left[1_000..<8_000].reduce(0) { max($0, abs($1)) }
        #expect(abs(decibels(Double(peak)) + 6) < 0.01)
    }

    @Test(arguments: [(4_000.0, 8_000), (20_000, 32_000), (0, 48_000)])
    func aFrequencyThatTheRateCannotCarryIsRefused(frequency: Double, rate: Int) {
        let failure = #expect(throws: HostError.self) {
            _ = try TestTone(
                frequency: frequency,
                level: 0,
                sides: [.both],
                seconds: 1,
                rate: rate
            )
        }
        #expect(failure?.code == .usage)
        #expect(failure?.reason.contains("\(rate / 2) Hz") == true)
    }

    @Test func aToneTellsItsStepsAndFinishesItsSink() throws {
        let sink = CountingSink()
        let changes = Mutex(0)
        let player = try TonePlayer(try tone(), into: sink, realTime: false) {
            changes.withLock { $0 += 1 }
        }
        try player.join()
        #expect(player.hasEnded)
        #expect(player.step == 2)
        #expect(player.xruns == 0)
        // Three steps and the end.
        #expect(changes.withLock { $0 } == 4)
        #expect(sink.frames == 3 * 9_600)
        #expect(sink.calls == ["finish"])
    }

    /// The steepest step of 100 Hz at −6 dB, and what a fade of 480 frames adds.
    private static let steepest: Double = 0.502 * (0.01309 + 0.00209) + 0.0001

    @Test func aStoppedToneFadesAndEnds() throws {
        let sink = CountingSink(isPaced: true)
        let player = try TonePlayer(try tone(100, 3_600), into: sink, realTime: false) {}
        sink.waitForFrames(4_800)
        player.stop()
        try player.join()
        #expect(sink.calls == ["finish"])
        #expect(sink.frames < 3_600 * 48_000)
        let last = sink.samples.suffix(2 * 16)
        #expect(last.allSatisfy { abs($0) < 0.01 })
        #expect(sink.steepest < Self.steepest)
    }

    @Test func aPausedToneGivesTheDeviceBackUntilItGoesOn() throws {
        let sink = CountingSink(isPaced: true)
        let player = try TonePlayer(try tone(100, 3_600), into: sink, realTime: false) {}
        sink.waitForFrames(4_800)
        player.pause()
        #expect(sink.calls == ["pause"])
        let frames = sink.frames
        player.resume()
        sink.waitForFrames(frames + 4_800)
        player.pause()
        player.resume()
        player.stop()
        try player.join()
        #expect(sink.calls == ["pause", "resume", "pause", "resume", "finish"])
        #expect(sink.steepest < Self.steepest)
    }

    @Test func aDeviceThatFailsEndsTheToneWithItsError() throws {
        let sink = CountingSink()
        sink.failsAfter = 4_800
        let player = try TonePlayer(try tone(), into: sink, realTime: false) {}
        let failure = #expect(throws: HostError.self) { try player.join() }
        #expect(failure?.subject == "device test")
        #expect(sink.calls == ["abandon"])
        // Nobody waits for what has ended.
        player.pause()
    }
}

/// A sink that keeps the left channel and counts, from any thread.
private final class CountingSink: PeriodSink, @unchecked Sendable {
    let periodFrames = 256
    let layout = SampleLayout.float32
    /// Frames after which writing fails; set before the sink is used.
    var failsAfter = Int.max
    private let isPaced: Bool
    private let state = Mutex(State())

    private struct State {
        var frames = 0
        var samples: [Float] = []
        var calls: [String] = []
    }

    init(isPaced: Bool = false) {
        self.isPaced = isPaced
    }

    var frames: Int { state.withLock { $0.frames } }
    var samples: [Float] { state.withLock { $0.samples } }
    var calls: [String] { state.withLock { $0.calls } }

    /// The largest difference of two samples that follow each other.
    var steepest: Double {
        let samples = samples
        return zip(samples, samples.dropFirst()).reduce(0) { max($0, Double(abs($1.1 - $1.0))) }
    }

    func waitForFrames(_ count: Int) {
        while frames < count { usleep(500) }
    }

    func write(_ samples: RawSpan, frames: Int) throws(HostError) -> Int {
        if isPaced { usleep(1_000) }
        let left = (0..<frames).map {
            samples.unsafeLoad(fromByteOffset: 8 * $0, as: Float.self)
        }
        let total = state.withLock { state in
            state.frames += frames
            state.samples += left
            return state.frames
        }
        guard total <= failsAfter else { throw HostError(.unavailable, "device test", "is broken") }
        return 0
    }

    func finish() throws(HostError) { note("finish") }
    func abandon() { note("abandon") }
    func pause() throws(HostError) { note("pause") }
    func resume() throws(HostError) { note("resume") }

    private func note(_ call: String) { state.withLock { $0.calls.append(call) } }
}
