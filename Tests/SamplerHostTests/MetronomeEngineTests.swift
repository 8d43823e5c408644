import Effects
import MIDI
import SMF
import Sequencer
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// The metronome's sampler, beside those of the music.
@Suite("The metronome of an engine") struct MetronomeEngineTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// A note of one second, a meter of three.
    private static let note = SMFBuilder.milliseconds {
        $0.key(0...900)
        $0.endTick = 2_000
    }
    /// Two seconds of rest.
    private static let rest = SMFBuilder.milliseconds { $0.endTick = 2_000 }

    private func settings() -> SamplerSettings {
        SamplerSettings(testing: studio.font)
    }

    private func metronome() throws -> SamplerRack {
        try SamplerRack(metronome: settings(), rate: 48_000, maximumPeriod: 256)
    }

    private func engine(
        _ song: SMFBuilder,
        countIn: CountIn? = nil,
        from: Int64 = 0
    ) throws -> Engine {
        let sequence = try #require(
            PreparedSequence.sequences(from: try MIDIFile(song.bytes)).first
        )
        var engineSettings = EngineSettings(sampler: settings())
        engineSettings.effects = .none
        engineSettings.maximumPeriod = 256
        engineSettings.tail = .frames(4_800)
        let engine = try Engine(engineSettings, for: [sequence])
        let item = PlayItem(sequence: sequence, rate: 48_000, from: from, countIn: countIn)
        _ = engine.enqueue(item, isLast: true)
        return engine
    }

    private func install(on engine: Engine) throws {
        let isInstalled = engine.installMetronome(try metronome())
        #expect(isInstalled)
    }

    /// Runs an engine, calling `change` after each period.
    private func run(
        _ engine: Engine,
        _ change: (Int64) throws -> Void = { _ in }
    ) throws -> Signal {
        let sink = MemorySink(periodFrames: 256, format: .float)
        var failure: (any Error)?
        try engine.run(into: sink) {
            do { try change(engine.framesRendered) } catch { failure = error }
        }
        if let failure { throw failure }
        return try sink.channels(rate: 48_000).left
    }

    private func onsets(_ frames: Int...) -> [Int] {
        frames.map { TestedEngine.clickOnset(ofFrame: $0, rate: 48_000) }
    }

    @Test func beatsClickFromTheFirstFrame() throws {
        let engine = try engine(Self.rest)
        try install(on: engine)
        engine.setMetronome(true)
        #expect(try run(engine).onsets() == onsets(0, 24_000, 48_000, 72_000))
    }

    @Test func aCountInClicksThoughTheMetronomeIsOff() throws {
        let engine = try engine(Self.rest, countIn: CountIn())
        try install(on: engine)
        #expect(try run(engine).onsets() == onsets(0, 24_000, 48_000, 72_000))
    }

    @Test func withoutASamplerNothingClicks() throws {
        let engine = try engine(Self.rest)
        engine.setMetronome(true)
        #expect(try run(engine).onsets() == [])
    }

    @Test func itIsSwitchedWithoutTouchingTheMusic() throws {
        let plain = try run(try engine(Self.note))
        let silent = try engine(Self.note)
        try install(on: silent)
        #expect(firstDifference(try run(silent).samples, plain.samples) == nil)
        let engine = try engine(Self.note)
        let heard = try run(engine) { frame in
            if frame == 12_800 {
                try install(on: engine)
                engine.setMetronome(true)
            }
            if frame == 64_000 { engine.setMetronome(false) }
        }
        try #require(heard.frameCount == plain.frameCount)
        let difference = Signal(
            samples: zip(heard.samples, plain.samples).map { $0 - $1 },
            rate: 48_000
        )
        #expect(difference.onsets() == onsets(24_000, 48_000))
        // Before and after the clicks the music is the same to the bit.
        let first = try #require(firstDifference(heard.samples, plain.samples))
        #expect(first >= 24_000)
        #expect(heard.samples[70_000...].elementsEqual(plain.samples[70_000...]))
    }

    @Test func otherFontsReplaceItsSampler() throws {
        let engine = try engine(Self.rest)
        let first = try metronome()
        let second = try metronome()
        #expect(engine.installMetronome(first))
        engine.setMetronome(true)
        var released: [SamplerRack] = []
        let heard = try run(engine) { frame in
            if frame == 25_600 { #expect(engine.installMetronome(second)) }
            _ = engine.takeReports()
            released += engine.takeReleasedRacks()
        }
        #expect(heard.onsets() == onsets(0, 24_000, 48_000, 72_000))
        #expect(released.map(\.number) == [first.number])
        #expect(engine.metronome === second)
    }

    @Test func oneThatIsInstalledDuringAPauseIsHeardAfterIt() throws {
        let engine = try engine(Self.rest)
        let sink = MemorySink(periodFrames: 256, format: .float)
        sink.pacer = Pacer(rate: 48_000, ahead: 1_024)
        let thread = try AudioThread(running: engine, into: sink, realTime: false)
        let pause = engine.pause()
        try install(on: engine)
        try install(on: engine)
        engine.setMetronome(true)
        pause?.resume()
        try thread.join()
        #expect(try sink.channels(rate: 48_000).left.onsets().count >= 3)
    }

    @Test func aDrumKitThatIsMissingIsReported() throws {
        let rack = try metronome()
        #expect(rack.substitutions.isEmpty)
        #expect(rack.shardCount == 1)
    }
}
