import Effects
import MIDI
import Realtime
import Sequencer
import Synchronization
import TestSupport
import Testing

@testable import SamplerHost

/// Changes that are heard together, and at positions.
@Suite("Changes together")
struct TogetherTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// Two samplers, each of which holds a sine for a second.
    private func stage(
        period: Int = 1_024,
        change: (inout EngineSettings) -> Void = { _ in }
    ) throws -> RoutedStage {
        try RoutedStage(
            SMFBuilder.milliseconds({ $0.key(0...1_000, 57) }, { $0.key(0...1_000, 81) }),
            RoutedStage.settings(
                font: studio.font,
                samplers: ["one", "two"],
                .rule(.track(1), to: "one"),
                .rule(.track(2), to: "two")
            ),
            period: period,
            change: change
        )
    }

    private func silent() -> StripSettings {
        var settings = StripSettings()
        settings.isMuted = true
        return settings
    }

    /// The last frame at which the sound of a stage is louder than a level in dBFS.
    private func lastFrame(of stage: RoutedStage, above level: Double) throws -> Int? {
        let samples = try stage.left.samples
        return samples.lastIndex { Decibels.level(Double(abs($0))) > level }
    }

    @Test(
        "are heard from the frame of their position on, whatever the period",
        arguments: [64, 1_000, 2_048]
    )
    func position(_ period: Int) throws {
        let stage = try stage(period: period)
        try stage.start(stage.item())
        stage.at(300) {
            try stage.engine.scheduling(at: 24_000, ofItem: 0) {
                try stage.engine.setStrip("one", silent())
                try stage.engine.setStrip("two", silent())
            }
        }
        try stage.run()
        // They move for 256 frames from the frame on, and stand still at 0 after it.
        let last = try #require(try lastFrame(of: stage, above: -90))
        #expect((24_000..<24_000 + 320).contains(last), "\(last)")
        let before = try stage.left.level(
            ofPartial: frequency(ofKey: 57),
            in: 22_500..<23_990
        )
        #expect(before > MeasuringFont.sinePeakLevel - 9)
    }

    @Test("may be any commands")
    func anyCommand() throws {
        let stage = try stage()
        let engine = stage.engine
        try engine.addStrip("spare")
        let lent = engine.loans.strips.lend("spare")
        let spare = try #require(lent)
        try stage.start(stage.item())
        stage.at(100) {
            try engine.together {
                engine.give(EngineCommand.Immediate.removeStrip(spare, number: 7))
                engine.setMetronome(true)
            }
        }
        try stage.run()
        let returned = stage.reports.compactMap(\.loan).filter { $0 == .strip(7) }
        #expect(returned.count == 1)
    }

    @Test("may move the effects of a bus to another output", arguments: [true, false])
    func outputOfEffects(isScheduled: Bool) throws {
        let church = try OutputPair(parsing: "3-4")
        let stage = try stage {
            $0.outputs.effects = ["church": church]
            $0.effectsBuses = 2
        }
        let engine = stage.engine
        _ = engine.loans.effects.take("hall", .none, for: -1)
        try stage.start(stage.item())
        var outputs: [Int] = []
        for time in [200, 400, 600] {
            stage.at(time) { outputs.append(engine.core.value.mixer.output(ofBus: 1)) }
        }
        stage.at(300) {
            // The bus of a rack that has gone becomes that of another one.
            func change() {
                engine.loans.effects.release(rack: -1)
                #expect(engine.loans.effects.take("church", .none, for: -2) == 1)
            }
            if isScheduled {
                engine.scheduling(at: 24_000, ofItem: 0) { change() }
            } else {
                try engine.together { change() }
            }
        }
        try stage.run()
        #expect(outputs == [0, isScheduled ? 0 : 1, 1])
    }

    @Test("may stand with any number of surveys")
    func surveys() throws {
        let stage = try stage()
        try stage.start(stage.item())
        var numbers: [Int] = []
        stage.at(300) {
            try stage.engine.together {
                for _ in 0..<10 { numbers += [stage.engine.survey()].compactMap(\.self) }
                stage.engine.setGain(-.infinity)
            }
        }
        try stage.run()
        let made = stage.reports.compactMap { report -> Int? in
            if case .returned(.survey(let number)) = report { number } else { nil }
        }
        #expect(made == numbers && numbers.count == 10)
    }

    @Test("of the master gain begin on the frame of their position")
    func gain() throws {
        let stage = try stage()
        try stage.start(stage.item())
        stage.at(300) {
            stage.engine.scheduling(at: 24_000, ofItem: 0) { stage.engine.setGain(-.infinity) }
        }
        try stage.run()
        let last = try #require(try lastFrame(of: stage, above: -90))
        #expect((24_000 + 400..<24_000 + 64 + 480).contains(last), "\(last)")
    }

    @Test("that wait are made at once when the music is halted")
    func halted() throws {
        let stage = try stage()
        try stage.start(stage.item())
        stage.at(200) {
            try stage.engine.scheduling(at: 40_000, ofItem: 0) {
                try stage.engine.setStrip("one", silent())
            }
        }
        stage.at(300) {
            stage.engine.halt()
            _ = stage.engine.start(
                try stage.item(from: 500, chaseNotes: true),
                on: stage.rack,
                routed: stage.routed,
                isLast: true
            )
        }
        try stage.run()
        #expect(try stage.level(ofKey: 57, at: 400) < -55)
        #expect(try stage.isHeard(81, at: 400))
    }

    @Test("reach the engine as one, with those that replace each other left out")
    func together() throws {
        let stage = try stage()
        try stage.start(stage.item())
        stage.at(300) {
            try stage.engine.together {
                for level in 0..<100 {
                    var settings = StripSettings()
                    settings.gain = Double(-level)
                    try? stage.engine.setStrip("one", settings)
                }
                try? stage.engine.setStrip("one", silent())
                try? stage.engine.setStrip("two", silent())
            }
            #expect(stage.engine.commands.value.capacity - stage.engine.commands.value.room == 3)
        }
        try stage.run()
        // The first frame of the grid at or after the period's first.
        let start = (300 * 48 + 1_023) / 1_024 * 1_024
        let last = try #require(try lastFrame(of: stage, above: -90))
        #expect((start..<start + 320).contains(last), "\(last)")
    }
}
