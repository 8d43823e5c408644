import MIDI
import SamplerHost
import Sequencer
import TestSupport
import Testing

/// The pedals and what a listener does meanwhile: locating, loops, mutes, speeds, pauses, versions.
///
/// Heard with the sine; times in milliseconds.
@Suite struct TransportPedalTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// Something that is done at a time.
    private struct Step {
        var time: Int
        var change: @Sendable (inout Settings) -> Void
        /// Whether playing begins anew at the settings' place, instead of going on.
        var starts = false
    }

    private struct Settings {
        var from = 0
        var speed = Speed.normal
        var loop: Range<Int>?
        var count: Int?
        var muted: Selection = .none
    }

    /// Plays a song from its start, and hears a key at some times and not at others.
    private func hear(
        _ song: SMFBuilder,
        _ settings: Settings = Settings(),
        steps: [Step] = [],
        on: [Int],
        off: [Int],
        key: UInt8 = 69
    ) throws {
        let performance = try Performance(font: studio.font)
        let sequence = try sequence(song)
        let rack = try performance.rack(for: sequence)
        @Sendable func item(_ settings: Settings, fresh: Bool) -> PlayItem {
            PlayItem(
                sequence: sequence,
                rate: Performance.rate,
                speed: settings.speed,
                from: Int64(settings.from) * 48,
                loop: settings.loop.map { Int64($0.lowerBound) * 48..<Int64($0.upperBound) * 48 },
                loopCount: settings.count,
                muted: settings.muted,
                startsAnew: fresh
            )
        }
        var present = settings
        performance.at(0) { _ = performance.engine.start(item(settings, fresh: true), on: rack) }
        for step in steps {
            step.change(&present)
            let settings = present
            performance.at(step.time) {
                if step.starts {
                    _ = performance.engine.start(item(settings, fresh: false), on: rack)
                } else {
                    _ = performance.engine.updateItem(item(settings, fresh: true), on: rack)
                }
            }
        }
        try performance.run(until: (on + off).reduce(0, max) + 100)
        for time in on {
            #expect(try performance.isHeard(key, at: time), "key \(key) at \(time) ms")
        }
        for time in off {
            #expect(try !performance.isHeard(key, at: time), "key \(key) at \(time) ms")
        }
    }

    @Test func aLoopThatBeginsUnderThePedalHasItDownOnEachTurn() throws {
        let song = SMFBuilder.milliseconds {
            $0.pedal(at: 50, channel: 0, down: true)
            $0.key(150...200)
            $0.pedal(at: 400, channel: 0, down: false)
            $0.endTick = 800
        }
        try hear(
            song,
            Settings(loop: 100..<500, count: 3),
            on: [160, 300, 560, 700, 960, 1_100],
            off: [100, 440, 510, 840, 910, 1_240, 1_400]
        )
    }

    @Test func aPedalThatGoesDownInALoopIsUpWhenItBeginsAgain() throws {
        let song = SMFBuilder.milliseconds {
            $0.key(120...200)
            $0.pedal(at: 300, channel: 0, down: true)
            $0.key(320...350, 81)
            $0.endTick = 800
        }
        let settings = Settings(loop: 100..<500)
        try hear(song, settings, on: [140, 540, 940], off: [240, 640, 1_040])
        try hear(song, settings, on: [400, 800, 1_200], off: [250, 550, 950], key: 81)
    }

    @Test func locatingOutOfAHeldPedalEndsWhatItHeld() throws {
        let song = SMFBuilder.milliseconds {
            $0.pedal(at: 0, channel: 0, down: true)
            $0.key(10...100)
            $0.pedal(at: 900, channel: 0, down: false)
            $0.key(1_000...1_100)
            $0.endTick = 2_000
        }
        try hear(
            song,
            steps: [Step(time: 300, change: { $0.from = 950 }, starts: true)],
            on: [200, 370],
            off: [520]
        )
        // And into it: what is struck there is held.
        try hear(
            song,
            steps: [
                Step(time: 300, change: { $0.from = 1_500 }, starts: true),
                Step(time: 500, change: { $0.from = 5 }, starts: true),
            ],
            on: [200, 540, 1_000, 1_300],
            off: [350, 1_440]
        )
    }

    @Test func aPauseLiftsThePedalAndGoingOnHasItDownAgain() throws {
        let song = SMFBuilder.milliseconds {
            $0.pedal(at: 0, channel: 0, down: true)
            $0.key(10...100)
            $0.key(400...420)
            $0.pedal(at: 800, channel: 0, down: false)
            $0.endTick = 1_000
        }
        let performance = try Performance(font: studio.font)
        let sequence = try sequence(song)
        let rack = try performance.rack(for: sequence)
        func item(_ from: Int64, fresh: Bool) -> PlayItem {
            PlayItem(
                sequence: sequence,
                rate: Performance.rate,
                from: from * 48,
                startsAnew: fresh
            )
        }
        performance.at(0) { _ = performance.engine.start(item(0, fresh: true), on: rack) }
        performance.at(300) { performance.engine.halt() }
        performance.at(600) { _ = performance.engine.start(item(300, fresh: false), on: rack) }
        try performance.run(until: 1_300)
        for time in [200, 720, 900, 1_040] { #expect(try performance.isHeard(69, at: time)) }
        for time in [340, 500, 620, 1_150] { #expect(try !performance.isHeard(69, at: time)) }
    }

    @Test func mutingUnderThePedalStrikesNothingMoreAndUnmutingDoes() throws {
        let song = SMFBuilder.milliseconds(
            {
                $0.key(10...100)
                $0.key(400...450)
                $0.key(900...950)
                $0.endTick = 1_500
            },
            {
                $0.pedal(at: 0, channel: 0, down: true)
                $0.pedal(at: 300, channel: 0, down: false)
                $0.pedal(at: 310, channel: 0, down: true)
                $0.pedal(at: 1_200, channel: 0, down: false)
            }
        )
        let muted = Selection(tracks: [0], channels: [])
        try hear(
            song,
            steps: [
                Step(time: 150, change: { $0.muted = muted }),
                Step(time: 700, change: { $0.muted = .none }),
            ],
            // The key was up already: the pedal holds it, and ends it.
            on: [40, 200, 920, 1_100],
            off: [340, 500, 800, 1_240]
        )
        // A mute within the note: its key goes up, the pedal holds it as long as it is down.
        try hear(
            song,
            steps: [Step(time: 50, change: { $0.muted = muted })],
            on: [20, 200],
            off: [340, 500, 960, 1_240]
        )
    }

    @Test func aMuteOfThePedalsTrackLeavesThePedal() throws {
        let song = SMFBuilder.milliseconds(
            {
                $0.key(10...100)
                $0.endTick = 1_000
            },
            {
                $0.pedal(at: 0, channel: 0, down: true)
                $0.pedal(at: 500, channel: 0, down: false)
            }
        )
        let muted = Selection(tracks: [1], channels: [])
        try hear(
            song,
            steps: [Step(time: 200, change: { $0.muted = muted })],
            on: [150, 300, 440],
            off: [540]
        )
    }

    @Test func changesOfSpeedUnderThePedalKeepWhatItHolds() throws {
        let song = SMFBuilder.milliseconds {
            $0.pedal(at: 0, channel: 0, down: true)
            $0.key(10...100)
            $0.pedal(at: 500, channel: 0, down: false)
            $0.key(600...700)
            $0.endTick = 1_000
        }
        let double = try #require(Speed(numerator: 2, denominator: 1))
        let half = try #require(Speed(numerator: 1, denominator: 2))
        // 200 at 200, 300 at 250, 500 at 650, 600 at 850.
        try hear(
            song,
            steps: [
                Step(time: 200, change: { $0.speed = double }),
                Step(time: 250, change: { $0.speed = half }),
            ],
            on: [150, 215, 300, 500, 600, 900, 1_000],
            off: [700, 780, 1_090]
        )
    }

    /// FluidSynth knows neither: hold 2 holds nothing there, and the soft pedal changes nothing.
    @Test(arguments: [67, 69] as [UInt8])
    func otherPedalsDoNotHold(pedal: UInt8) throws {
        let song = SMFBuilder.milliseconds {
            $0.message(at: 0, MIDIMessage(status: 0xB0, data1: pedal, data2: 127))
            $0.key(10...300)
            $0.endTick = 800
        }
        try hear(song, on: [40, 240], off: [340, 600])
    }

    @Test func anotherVersionTakesOverUnderThePedal() throws {
        func song(pedalUp: UInt32) -> SMFBuilder {
            .milliseconds {
                $0.pedal(at: 0, channel: 0, down: true)
                $0.key(10...100)
                $0.key(50...600, 81)
                $0.pedal(at: pedalUp, channel: 0, down: false)
                $0.endTick = 1_000
            }
        }
        let performance = try Performance(font: studio.font)
        let (old, new) = (try sequence(song(pedalUp: 400)), try sequence(song(pedalUp: 800)))
        let rack = try performance.rack(for: old)
        let engine = performance.engine
        performance.at(0) {
            _ = engine.start(PlayItem(sequence: old, rate: Performance.rate), on: rack)
        }
        performance.at(200) {
            let item = PlayItem(
                sequence: new,
                rate: Performance.rate,
                from: 300 * 48,
                chaseNotes: true
            )
            _ = engine.scheduleReplacement(item, on: rack)
        }
        try performance.run(until: 1_000)
        // The key is up, the pedal holds it on; the other is down and goes on.
        for time in [200, 310, 500, 740] { #expect(try performance.isHeard(69, at: time)) }
        #expect(try !performance.isHeard(69, at: 840))
        for time in [200, 310, 560] { #expect(try performance.isHeard(81, at: time)) }
        #expect(try !performance.isHeard(81, at: 850))
        let began = performance.reports.compactMap { report -> Int64? in
            if case .began(_, let frame) = report { frame } else { nil }
        }
        #expect(began == [0, 300 * 48])
    }

    /// What sounds where playing begins, with `chaseNotes`: as if it had been played up to there.
    @Test func playingThatBeginsUnderAPedalHasWhatItHolds() throws {
        for pedal: UInt8 in [64, 66] {
            let song = SMFBuilder.milliseconds {
                $0.control(at: 0, channel: 0, 64, pedal == 64 ? 127 : 0)
                $0.key(50...200)
                $0.control(at: 100, channel: 0, 66, pedal == 66 ? 127 : 0)
                // Struck after the sostenuto pedal was pressed: it ends with its key.
                $0.key(120...600, 81)
                $0.control(at: 800, channel: 0, pedal, 0)
                $0.endTick = 1_200
            }
            let sequence = try sequence(song)
            let performance = try Performance(font: studio.font)
            let rack = try performance.rack(for: sequence)
            performance.at(0) {
                let item = PlayItem(
                    sequence: sequence,
                    rate: Performance.rate,
                    from: 300 * 48,
                    chaseNotes: true
                )
                _ = performance.engine.start(item, on: rack)
            }
            try performance.run(until: 900)
            for (time, isHeard) in [(40, true), (250, true), (440, true), (560, false)] {
                #expect(try performance.isHeard(69, at: time) == isHeard, "CC\(pedal), \(time)")
            }
            let end = pedal == 64 ? 500 : 300
            #expect(try performance.isHeard(81, at: 40), "CC\(pedal)")
            #expect(try performance.isHeard(81, at: end - 60), "CC\(pedal)")
            #expect(try !performance.isHeard(81, at: end + 60), "CC\(pedal)")
        }
    }
}
