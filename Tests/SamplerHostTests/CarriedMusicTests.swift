import Effects
import MIDI
import Sequencer
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// An engine that was made for no music: each piece brings its samplers along.
@Suite struct CarriedMusicTests {
    let studio: Studio
    private let settings: EngineSettings

    init() throws {
        studio = try Studio()
        let sampler = SamplerSettings(testing: studio.font)
        var settings = EngineSettings(sampler: sampler)
        settings.effects = .none
        settings.rate = 48_000
        settings.maximumPeriod = 256
        self.settings = settings
    }

    private static let sine = SMFBuilder.milliseconds {
        $0.key(0...2_000, 69)
        $0.endTick = 2_000
    }

    private static let short = SMFBuilder.milliseconds {
        $0.key(0...100, 57)
        $0.endTick = 100
    }

    private func rack(for sequence: PreparedSequence) throws -> SamplerRack {
        try SamplerRack(settings.sampler, rate: 48_000, maximumPeriod: 256, for: [sequence])
    }

    private func item(
        _ sequence: PreparedSequence,
        from: Int64 = 0,
        isUntouched: Bool = true
    ) -> PlayItem {
        PlayItem(sequence: sequence, rate: 48_000, from: from, startsAnew: isUntouched)
    }

    @Test func itPlaysWhatARenderingHasAndEndsWithTheTail() throws {
        let song = try sequence(Self.short)
        let engine = Engine(settings)
        _ = engine.start(item(song), on: try rack(for: song), isLast: true)
        let sink = MemorySink(periodFrames: 256, format: .float)
        try engine.run(into: sink)
        #expect(sink.isFinished)
        var options = Rendering.Options()
        options.reverb = false
        options.chorus = false
        let rendering = try studio.render([Self.short], options: options)
        let left = try sink.channels(rate: 48_000).left
        #expect(left.samples == rendering.left.samples)
    }

    @Test func aPieceThatFollowsOnTheSameSamplersAndIsTheLastEndsIt() throws {
        let song = try sequence(Self.short)
        let engine = Engine(settings)
        let rack = try rack(for: song)
        _ = engine.start(item(song), on: rack)
        _ = engine.enqueue(item(song, isUntouched: false), on: rack, isLast: true)
        let sink = MemorySink(periodFrames: 256, format: .float)
        try engine.run(into: sink)
        let left = try sink.channels(rate: 48_000).left
        for start in [1_000, 5_800] {
            let level = try left.level(ofPartial: frequency(ofKey: 57), in: start..<start + 3_000)
            #expect(level > MeasuringFont.sinePeakLevel - 9)
        }
        #expect(sink.frameCount < 48_000)
    }

    @Test func adoptingMayMakeWhatPlaysTheLast() throws {
        let song = try sequence(Self.short)
        let engine = Engine(settings)
        let rack = try rack(for: song)
        _ = engine.start(item(song), on: rack)
        let sink = MemorySink(periodFrames: 256, format: .float)
        try engine.run(into: sink) {
            // Without it nothing would ever end the engine.
            if sink.frameCount == 1_024 {
                _ = engine.updateItem(item(song), on: rack, isLast: true)
            }
            if sink.frameCount > 96_000 { engine.cancel() }
        }
        #expect(sink.isFinished && sink.frameCount < 48_000)
    }

    @Test(arguments: [true, false]) func whatSoundsIsCutOnlyWhenThatIsAskedFor(_ cuts: Bool) throws
    {
        let song = try sequence(Self.sine)
        let engine = Engine(settings)
        let rack = try rack(for: song)
        _ = engine.start(item(song), on: rack)
        let sink = MemorySink(periodFrames: 256, format: .float)
        let place = 256 * 40
        try engine.run(into: sink) {
            if sink.frameCount == place {
                // Behind the note: nothing but what sounded before can be heard.
                let next = item(song, from: 95_900, isUntouched: false)
                _ = engine.start(next, on: rack, isLast: true, cutsVoices: cuts)
            }
        }
        let left = try sink.channels(rate: 48_000).left
        #expect(try left.peak(in: place - 480..<place) > 0.03)
        // What comes next begins a period later.
        let after = try left.peak(in: place + TestedEngine.cutFrames..<place + 256)
        if cuts {
            #expect(after == 0)
        } else {
            #expect(after > (TestedEngine.isFluidSynth ? 0.01 : 0.005))
        }
    }

    @Test func aChangeGivenWithTheEndOfAPauseIsHeardFromItsFirstFrame() throws {
        let (first, second) = (try sequence(Self.sine), try sequence(Self.short))
        let engine = Engine(settings)
        _ = engine.start(item(first), on: try rack(for: first))
        let next = try rack(for: second)
        let sink = MemorySink(periodFrames: 256, format: .float)
        sink.pacer = Pacer(rate: 48_000, ahead: 1_024)
        let thread = try AudioThread(running: engine, into: sink, realTime: false)
        while engine.framesRendered < 9_600 { _ = engine.takeReports() }
        let pause = engine.pause()
        let place = sink.frameCount
        pause?.resume {
            _ = engine.start(item(second), on: next, isLast: true, cutsVoices: true)
        }
        try thread.join()
        #expect(sink.pauses == [place] && sink.resumptions == 1)
        let left = try sink.channels(rate: 48_000).left
        let old = try left.level(ofPartial: frequency(ofKey: 69), in: place + 64..<place + 2_000)
        let new = try left.level(ofPartial: frequency(ofKey: 57), in: place + 960..<place + 2_880)
        #expect(new > MeasuringFont.sinePeakLevel - 9)
        #expect(old < -50)
    }

    @Test(.timeLimit(.minutes(1)))
    func aChangeGivenInAPauseDoesNotHoldUpItsEnd() throws {
        let (first, second) = (try sequence(Self.sine), try sequence(Self.short))
        let engine = Engine(settings)
        _ = engine.start(item(first), on: try rack(for: first))
        let next = try rack(for: second)
        let sink = MemorySink(periodFrames: 256, format: .float)
        sink.pacer = Pacer(rate: 48_000, ahead: 1_024)
        let thread = try AudioThread(running: engine, into: sink, realTime: false)
        while engine.framesRendered < 9_600 { _ = engine.takeReports() }
        let pause = engine.pause()
        let place = sink.frameCount
        engine.halt()
        _ = engine.start(item(second), on: next, isLast: true, cutsVoices: true)
        try engine.together { engine.setGain(0) }
        pause?.resume()
        try thread.join()
        let left = try sink.channels(rate: 48_000).left
        let new = try left.level(ofPartial: frequency(ofKey: 57), in: place + 1_200..<place + 2_880)
        #expect(new > MeasuringFont.sinePeakLevel - 9)
    }

    @Test func anItemForAnotherRateThrows() throws {
        let song = try sequence(Self.short)
        let engine = Engine(settings)
        let item = PlayItem(sequence: song, rate: 44_100)
        #expect(engine.start(item, on: try rack(for: song), isLast: true) == nil)
        let error = #expect(throws: HostError.self) {
            try engine.run(into: MemorySink(periodFrames: 256, format: .float))
        }
        #expect(error?.code == .usage)
        #expect(error?.description.contains("44100 Hz, expected 48000 Hz") == true)
    }

    @Test func aCutWithTheEndOfAPauseLeavesNothingOfWhatSounded() throws {
        let song = try sequence(Self.sine)
        let engine = Engine(settings)
        let rack = try rack(for: song)
        _ = engine.start(item(song), on: rack)
        let sink = MemorySink(periodFrames: 256, format: .float)
        sink.pacer = Pacer(rate: 48_000, ahead: 1_024)
        let thread = try AudioThread(running: engine, into: sink, realTime: false)
        while engine.framesRendered < 9_600 { _ = engine.takeReports() }
        let pause = engine.pause()
        let place = sink.frameCount
        pause?.resume {
            let next = item(song, from: 95_900, isUntouched: false)
            _ = engine.start(next, on: rack, isLast: true, cutsVoices: true)
        }
        try thread.join()
        let left = try sink.channels(rate: 48_000).left
        #expect(try left.peak(in: place - 4_800..<place - 480) > 0.03)
        #expect(try left.peak(in: place + TestedEngine.cutFrames..<sink.frameCount) == 0)
    }

    @Test func aRackThatComesWithTheEndOfAPauseBeginsOnTheGrid() throws {
        let clicks = try sequence(
            .milliseconds { track in
                track.program(at: 0, channel: 0, MeasuringFont.Program.click.rawValue)
                track.note(at: 50, length: 3, channel: 0, key: 60, velocity: 127)
                track.endTick = 200
            }
        )
        let song = try sequence(Self.short)
        let engine = Engine(settings)
        let sink = MemorySink(periodFrames: 100, format: .float)
        sink.pacer = Pacer(rate: 48_000, ahead: 1_024)
        _ = engine.start(item(song), on: try rack(for: song))
        let thread = try AudioThread(running: engine, into: sink, realTime: false)
        while engine.framesRendered < 9_600 { _ = engine.takeReports() }
        let pause = engine.pause()
        let place = sink.frameCount
        let next = try rack(for: clicks)
        pause?.resume {
            let last = item(clicks, isUntouched: false)
            _ = engine.start(last, on: next, isLast: true)
        }
        try thread.join()
        let left = try sink.channels(rate: 48_000).left
        let onset = try #require(left.onsets().last)
        #expect(onset > place)
        let frame = onset - MeasuringFont.clickDelay(rate: 48_000)
        #expect(frame % TestedEngine.grid == 0, "\(onset) \(place)")
    }

    @Test(arguments: [true, false])
    func whatWaitsMayBeTakenBackInAPauseAndNothingHangs(_ goesOn: Bool) throws {
        let song = try sequence(Self.sine)
        let engine = Engine(settings)
        let rack = try rack(for: song)
        _ = engine.start(item(song), on: rack)
        _ = engine.enqueue(item(song, isUntouched: false), on: rack, isLast: true)
        let sink = MemorySink(periodFrames: 256, format: .float)
        sink.pacer = Pacer(rate: 48_000, ahead: 1_024)
        let thread = try AudioThread(running: engine, into: sink, realTime: false)
        while engine.framesRendered < 4_800 { _ = engine.takeReports() }
        let pause = engine.pause()
        engine.dropQueued()
        if goesOn {
            pause?.resume { _ = engine.updateItem(item(song), on: rack, isLast: true) }
        }
        engine.stop()
        try thread.join()
        #expect(sink.isFinished)
    }
}
