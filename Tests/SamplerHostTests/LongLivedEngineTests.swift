import MIDI
import SamplerHost
import Sequencer
import SoundTestSupport
import TestSupport
import Testing

/// An engine that goes on: items that take each other's place, samplers that come and go, sleep.
@Suite struct LongLivedEngineTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private static let sine = SMFBuilder.milliseconds {
        $0.key(0...2_000, 69)
        $0.endTick = 2_000
    }

    private static let low = SMFBuilder.milliseconds {
        $0.key(0...400, 57)
        $0.endTick = 400
    }

    private func item(
        _ sequence: PreparedSequence,
        from: Int64 = 0,
        isUntouched: Bool = true,
        muted: Selection = .none,
        speed: Speed = .normal
    ) -> PlayItem {
        PlayItem(
            sequence: sequence,
            rate: 48_000,
            speed: speed,
            from: from,
            muted: muted,
            startsAnew: isUntouched
        )
    }

    @Test func whatTheEnginePlaysIsWhatARenderingHas() throws {
        let song = try sequence(Self.low)
        let performance = try Performance(font: studio.font)
        let rack = try performance.rack(for: song)
        performance.at(100) { _ = performance.engine.start(item(song), on: rack) }
        try performance.run(until: 1_000)
        let rendering = try studio.render([Self.low], options: .init())
        let left = try performance.sink.channels(rate: 48_000).left
        let start = Performance.frame(100) + Performance.latency
        let count = min(rendering.left.frameCount, left.frameCount - start)
        #expect(count > 19_200)
        #expect(
            firstDifference(
                left.samples[start..<start + count],
                rendering.left.samples[..<count]
            ) == nil
        )
    }

    @Test func anItemThatIsReplacedIsReleasedAndItsSamplersLeave() throws {
        let (first, second) = (try sequence(Self.sine), try sequence(Self.low))
        let performance = try Performance(font: studio.font)
        let racks = [try performance.rack(for: first), try performance.rack(for: second)]
        performance.at(0) { _ = performance.engine.start(item(first), on: racks[0]) }
        performance.at(300) { _ = performance.engine.start(item(second), on: racks[1]) }
        try performance.run(until: 1_200)
        #expect(try performance.isHeard(69, at: 200))
        #expect(try !performance.isHeard(69, at: 400))
        #expect(try performance.isHeard(57, at: 400))
        #expect(try !performance.isHeard(57, at: 900))
        let words = performance.reports.map { report in
            switch report {
            case .began(let item, _): "began \(item)"
            case .replaced(let item): "replaced \(item)"
            case .returned(.rack): "retired"
            case .ended(let item, _): "ended \(item)"
            default: "\(report)".prefix { $0 != "(" }.description
            }
        }
        #expect(
            words.sorted()
                == ["began 0", "began 1", "ended 1", "finished", "replaced 0", "retired"]
        )
    }

    @Test func haltingSaysHowFarItGotAndKeepsLiveNotes() throws {
        let song = try sequence(Self.sine)
        let performance = try Performance(font: studio.font)
        let rack = try performance.rack(for: song)
        performance.opens(0, at: 0)
        performance.sends([0x90, 60, 100], from: 0, at: 0)
        performance.at(0) { _ = performance.engine.start(item(song), on: rack) }
        performance.at(300) { performance.engine.halt() }
        performance.at(500) {
            let from = performance.reports.compactMap { report -> Int64? in
                guard case .halted(0, let position) = report else { return nil }
                return position
            }
            #expect(from == [Int64(Performance.frame(300) + Performance.latency)])
            _ = performance.engine.start(item(song, from: 0, isUntouched: false), on: rack)
        }
        try performance.run(until: 800)
        #expect(try performance.isHeard(69, at: 200))
        #expect(try !performance.isHeard(69, at: 400))
        #expect(try performance.isHeard(69, at: 600))
        for time in [200, 400, 600] { #expect(try performance.isHeard(60, at: time)) }
    }

    @Test func mutingEndsTheNoteAndUnmutingWaitsForTheNext() throws {
        let song = try sequence(
            SMFBuilder.milliseconds {
                $0.key(0...600, 69)
                $0.key(700...1_000, 69)
                $0.key(0...1_000, 57, channel: 1)
                $0.endTick = 1_000
            }
        )
        let channel = Selection(tracks: [], channels: [1])
        let performance = try Performance(font: studio.font)
        let rack = try performance.rack(for: song)
        let engine = performance.engine
        performance.at(0) { _ = engine.start(item(song), on: rack) }
        performance.at(200) { _ = engine.updateItem(item(song, muted: channel), on: rack) }
        performance.at(400) { _ = engine.updateItem(item(song), on: rack) }
        try performance.run(until: 1_300)
        #expect(try performance.isHeard(69, at: 100))
        #expect(try !performance.isHeard(69, at: 300))
        #expect(try !performance.isHeard(69, at: 500))
        #expect(try performance.isHeard(69, at: 800))
        for time in [100, 300, 500, 800] { #expect(try performance.isHeard(57, at: time)) }
        let ends = performance.reports.compactMap { report -> Int64? in
            guard case .ended(_, let frame) = report else { return nil }
            return frame
        }
        #expect(ends == [48_000])
    }

    @Test func atDoubleSpeedItLastsHalfAsLongInTune() throws {
        let song = try sequence(Self.sine)
        let performance = try Performance(font: studio.font)
        let rack = try performance.rack(for: song)
        let engine = performance.engine
        performance.at(0) { _ = engine.start(item(song), on: rack) }
        let double = try #require(Speed(parsing: "2"))
        performance.at(1_000) { _ = engine.updateItem(item(song, speed: double), on: rack) }
        try performance.run(until: 2_000)
        let ends = performance.reports.compactMap { report -> Int64? in
            guard case .ended(_, let frame) = report else { return nil }
            return frame
        }
        let change = Int64(Performance.frame(1_000) + Performance.latency)
        #expect(ends.count == 1)
        #expect(try abs(#require(ends.first) - (change + (96_000 - change) / 2)) <= 1)
        let left = try performance.sink.channels(rate: 48_000).left
        let pitch = try left.frequency(near: 440, in: 57_600..<67_200)
        #expect(abs(cents(pitch, above: 440)) < 1)
    }

    @Test func otherSoundFontsTakeOverWhileKeysAreDown() throws {
        // The same presets an octave lower: with key 57 the other font's 440 Hz.
        let song = try sequence(
            SMFBuilder.milliseconds {
                $0.program(at: 0, channel: 0, 5)
                $0.key(0...500, 69)
                $0.key(700...1_000, 69)
                $0.endTick = 1_000
            }
        )
        let performance = try Performance(font: studio.font)
        let engine = performance.engine
        let other = try studio.directory.write(MeasuringFont(rate: 48_000).bytes, to: "other.sf2")
        let old = try performance.rack(for: song)
        let new = try performance.rack(for: song, font: other)
        performance.opens(0, at: 0)
        performance.sends([0xC3, 6], from: 0, at: 10)
        performance.sends([0xE3, 0, 96], from: 0, at: 10)
        performance.sends([0x93, 60, 100], from: 0, at: 50)
        performance.at(0) { _ = engine.start(item(song), on: old) }
        let live = try SamplerRack(
            live: new.settings,
            rate: 48_000,
            maximumPeriod: 256
        )
        performance.at(200) {
            #expect(engine.replaceRack(old, with: new))
            #expect(engine.install(live))
        }
        performance.sends([0x83, 60, 0], from: 0, at: 500)
        performance.sends([0x93, 60, 100], from: 0, at: 700)
        try performance.run(until: 1_500)
        let (left, right) = try performance.sink.channels(rate: 48_000)
        // A bend of a semitone (range 2, half way up), which the new samplers know too.
        let bent = frequency(ofKey: 61)
        for time in [150, 300, 450, 800] {
            let frames = time * 48..<time * 48 + 1_920
            let song = try left.level(ofPartial: frequency(ofKey: 69), in: frames)
            #expect(song > -30, "song at \(time) ms")
            let live = try right.level(ofPartial: bent, in: frames)
            #expect(live > -30, "live at \(time) ms")
            #expect(try right.level(ofPartial: frequency(ofKey: 69), in: frames) < -60)
        }
        let pause = 620 * 48..<660 * 48
        #expect(try left.isSilent(in: pause, below: -70))
        #expect(try right.isSilent(in: pause, below: -70))
        let retired = performance.reports.count { report in
            if case .returned(.rack) = report { true } else { false }
        }
        #expect(retired == 2)
    }

    @Test func whatIsNeededNoMoreIsGivenBackUnused() throws {
        let (first, second) = (try sequence(Self.sine), try sequence(Self.low))
        let performance = try Performance(font: studio.font)
        let engine = performance.engine
        let racks = [try performance.rack(for: first), try performance.rack(for: second)]
        let late = try performance.rack(for: first)
        performance.at(0) { _ = engine.start(item(first), on: racks[0]) }
        performance.at(100) { _ = engine.start(item(second), on: racks[1]) }
        // The rack that it is to take over from plays no more.
        performance.at(200) { #expect(engine.replaceRack(racks[0], with: late)) }
        // Long gone from the engine.
        performance.at(900) { _ = engine.start(item(first), on: racks[0]) }
        try performance.run(until: 1_200)
        let words = performance.reports.map { "\($0)".prefix { $0 != "(" }.description }
        #expect(words.count { $0 == "returned" } == 2)
        #expect(words.contains("refused"))
        #expect(try !performance.isHeard(69, at: 1_000))
    }

    @Test func whoSkipsThroughManySongsHearsFewOfThemRing() throws {
        // Each would ring for a second.
        let song = try sequence(
            SMFBuilder.milliseconds {
                $0.program(at: 0, channel: 0, 4)
                $0.key(0...2_000, 69)
                $0.endTick = 2_000
            }
        )
        let performance = try Performance(font: studio.font)
        let racks = try (0..<20).map { _ in try performance.rack(for: song) }
        for (index, rack) in racks.enumerated() {
            performance.at(index * 20) {
                #expect(performance.engine.start(item(song), on: rack) != nil)
            }
        }
        var retired = 0
        performance.at(440) {
            retired = performance.reports.count {
                if case .returned(.rack) = $0 { true } else { false }
            }
        }
        try performance.run(until: 500)
        // Of 19 that were replaced six ring on, and one or two are being faded.
        #expect((11...13).contains(retired))
    }

    @Test func whatWaitsCanBeTakenBack() throws {
        let (first, second) = (try sequence(Self.low), try sequence(Self.sine))
        let performance = try Performance(font: studio.font)
        let engine = performance.engine
        let racks = [try performance.rack(for: first), try performance.rack(for: second)]
        performance.at(0) {
            _ = engine.start(item(first), on: racks[0])
            _ = engine.enqueue(item(second), on: racks[1])
        }
        performance.at(200) { engine.dropQueued() }
        try performance.run(until: 1_000)
        #expect(try !performance.isHeard(69, at: 600))
        #expect(
            performance.reports.contains { report in
                if case .replaced(1) = report { true } else { false }
            }
        )
    }

    @Test func whatIsQueuedBehindADropStays() throws {
        let (first, second) = (try sequence(Self.low), try sequence(Self.sine))
        let performance = try Performance(font: studio.font)
        let engine = performance.engine
        let racks = [try performance.rack(for: first), try performance.rack(for: second)]
        performance.at(0) {
            _ = engine.start(item(first), on: racks[0])
            _ = engine.enqueue(item(second), on: racks[1])
        }
        // As one does who changes how it plays: all within one period.
        performance.at(200) {
            engine.dropQueued()
            _ = engine.updateItem(item(first, speed: .normal), on: racks[0])
            #expect(engine.enqueue(item(second), on: racks[1]) == 3)
        }
        try performance.run(until: 1_000)
        #expect(try performance.isHeard(69, at: 600))
        let begins = performance.reports.compactMap { report -> Int? in
            if case .began(let item, _) = report { item } else { nil }
        }
        #expect(begins == [0, 3])
    }

    @Test func anItemOfOtherMusicIsNotAdopted() throws {
        let (first, second) = (try sequence(Self.low), try sequence(Self.sine))
        let performance = try Performance(font: studio.font)
        let engine = performance.engine
        let racks = [try performance.rack(for: first), try performance.rack(for: second)]
        performance.at(0) { _ = engine.start(item(second), on: racks[1]) }
        // It was meant for what played until now.
        performance.at(200) { #expect(engine.updateItem(item(first), on: racks[0]) == 1) }
        try performance.run(until: 600)
        #expect(try performance.isHeard(69, at: 400))
        #expect(
            performance.reports.contains { report in
                if case .replaced(1) = report { true } else { false }
            }
        )
    }

    @Test func samplersThatWaitedAndWereTakenBackAreFreed() throws {
        let song = try sequence(Self.sine)
        let performance = try Performance(font: studio.font)
        let engine = performance.engine
        let playing = try performance.rack(for: song)
        weak var taken: SamplerRack?
        performance.at(0) {
            _ = engine.start(item(song), on: playing)
            let rack = try performance.rack(for: song)
            taken = rack
            _ = engine.enqueue(item(song), on: rack)
        }
        performance.at(100) { engine.dropQueued() }
        var released = 0
        performance.at(200) { released = engine.takeReleasedRacks().count }
        try performance.run(until: 300)
        #expect(released == 1)
        #expect(taken == nil)
    }

    @Test func itSleepsInSilenceAndAKeyWakesIt() throws {
        let performance = try Performance(font: studio.font) { $0.sleepsAfter = 4_800 }
        let engine = performance.engine
        performance.opens(0, at: 0)
        performance.sends([0x90, 69, 100], from: 0, at: 50)
        performance.sends([0x80, 69, 0], from: 0, at: 200)
        // Before it runs: nothing but keys shall wake it.
        _ = engine.input.push(.open(source: 0, input: 0, stamp: 0))
        let thread = try AudioThread(running: engine, into: performance.sink, realTime: false)
        var rounds = 0
        for round in 1...5 {
            while !engine.isAsleep { engine.waitForReports() }
            #expect(performance.sink.pauses.count == round)
            let asleep = performance.sink.frameCount
            #expect(performance.sink.resumptions == round - 1)
            #expect(performance.sink.pauses.last == asleep)
            let key = MIDIMessage(status: 0x90, data1: 69, data2: 100)
            let off = MIDIMessage(status: 0x80, data1: 69, data2: 0)
            _ = engine.input.push(.message(key, source: 0, stamp: LiveQueue.now))
            while engine.isAsleep { engine.waitForReports() }
            _ = engine.input.push(.message(off, source: 0, stamp: LiveQueue.now))
            rounds += 1
        }
        while !engine.isAsleep { engine.waitForReports() }
        engine.stop()
        try thread.join()
        #expect(rounds == 5)
        // Asleep there is nothing to fade: the device stays closed.
        #expect(performance.sink.resumptions == 5)
        let left = try performance.sink.channels(rate: 48_000).left
        for pause in performance.sink.pauses.dropLast() {
            // The first frame after the sleep is the key's.
            let onset = try #require(left.firstSound(from: pause))
            #expect(onset - pause <= 64 + 4 + Performance.latency)
        }
    }
}
