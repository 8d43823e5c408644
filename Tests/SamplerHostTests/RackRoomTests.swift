import Sequencer
import TestSupport
import Testing

@testable import SamplerHost

/// The room that an engine has for further racks.
@Suite struct RackRoomTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    @Test("A rack whose strips have no room is refused, by what is missing")
    func strips() throws {
        let settings = RoutedStage.settings(
            font: studio.font,
            samplers: ["one", "two"],
            .rule(.track(1), to: "one"),
            .rule(.track(2), to: "two")
        )
        let song = SMFBuilder.milliseconds({ $0.key(0...400, 57) }, { $0.key(0...400, 64) })
        let stage = try RoutedStage(song, settings)
        for number in stage.engine.strips.count..<StripDirectory.capacity - 1 {
            try stage.engine.addStrip("strip \(number)")
        }
        let error = #expect(throws: HostError.self) {
            try stage.engine.checkRoom(for: [stage.rack])
        }
        #expect(error?.code == .busy)
        #expect(error?.subject == "strips")
        // Its strips are there already.
        let other = try RoutedStage(song, settings)
        try other.engine.addStrip("one")
        try other.engine.addStrip("two")
        for number in other.engine.strips.count..<StripDirectory.capacity {
            try other.engine.addStrip("strip \(number)")
        }
        try other.engine.checkRoom(for: [other.rack])
    }

    @Test("An engine is not made with a rack that has more strips than its mixer")
    func stripsOfTheFirstRack() throws {
        let names = (0..<16).map { "sampler\($0)" }
        var settings = RoutedStage.settings(
            font: studio.font,
            samplers: names,
            .rule(.track(1), to: names[0])
        )
        for index in settings.samplers.indices {
            for channel: UInt8 in 0..<16 {
                settings.samplers[index].channels[channel] = StripSettings()
            }
        }
        let song = SMFBuilder.milliseconds { $0.key(0...400, 57) }
        let routed = try settings.routing(of: sequence(song))
        let rack = try SamplerRack(
            settings,
            rate: RoutedStage.rate,
            maximumPeriod: 256,
            for: [routed]
        )
        let error = #expect(throws: HostError.self) {
            _ = try Engine(
                EngineSettings(sampler: SamplerSettings(fonts: [])),
                stage: rack,
                for: [routed]
            )
        }
        #expect(error?.code == .busy && error?.subject == "strips")
    }

    @Test("A rack is refused while as many sound as the engine renders")
    func racks() throws {
        let song = SMFBuilder.milliseconds { $0.key(0...200, 69) }
        let settings = settings(["one"])
        let stage = try RoutedStage(song, settings)
        let engine = stage.engine
        let routed = try settings.routing(of: sequence(song))
        func start() throws -> Bool {
            let rack = try SamplerRack(
                settings,
                rate: RoutedStage.rate,
                maximumPeriod: 256,
                for: [routed]
            )
            return engine.start(try stage.item(routed), on: rack, routed: routed) != nil
        }
        for number in 0..<EngineCapacity.racks {
            #expect(engine.hasRoom(forRacks: 1))
            #expect(try start(), "rack \(number)")
        }
        #expect(!engine.hasRoom(forRacks: 1))
        #expect(try !start())
        engine.stop()
    }

    @Test("A tap is refused while there are as many as the mixer writes for")
    func taps() throws {
        let song = SMFBuilder.milliseconds { $0.key(0...200, 69) }
        let engine = try RoutedStage(song, settings(["one"])).engine
        let destination = TapDestination(path: "/dev/null", type: .wav)
        let tap = try engine.openTap(Engine.masterTap, to: destination)
        for _ in 0..<Mixer.tapCapacity { try engine.begin(tap) }
        let error = #expect(throws: HostError.self) {
            _ = try engine.addTap(Engine.masterTap, to: destination)
        }
        #expect(error?.code == .usage)
        tap.finish(keeping: false)
    }

    /// Samplers with the measuring font, of which the first is turned down; key 69 is theirs.
    private func settings(_ samplers: [String], gain: Double = 0) -> RackSettings {
        var settings = RoutedStage.settings(
            font: studio.font,
            samplers: samplers,
            .rule(.track(1), to: samplers[0])
        )
        settings.fallback = nil
        settings.samplers[0].strip.gain = gain
        return settings
    }

    @Test func stripsOfRacksThatAreGoneMakeRoom() throws {
        let song = SMFBuilder.milliseconds { $0.key(0...200, 69) }
        let first = settings(["one", "two"], gain: -20)
        let stage = try RoutedStage(song, first)
        let engine = stage.engine
        try stage.start(stage.item(), isLast: false)
        // Set by a user, expected, and with a tap: these stay.
        try engine.addStrip("set")
        try engine.setStrip("set", StripSettings())
        try engine.resetStrip("two")
        for number in engine.strips.count..<StripDirectory.capacity {
            try engine.addStrip("strip \(number)")
        }
        func start(_ settings: RackSettings, isLast: Bool) throws -> Bool {
            let routed = try settings.routing(of: sequence(song))
            let rack = try SamplerRack(
                settings,
                rate: RoutedStage.rate,
                maximumPeriod: 256,
                for: [routed]
            )
            let item = try stage.item(routed)
            return engine.start(item, on: rack, routed: routed, isLast: isLast) != nil
        }
        var isRefused = false
        stage.at(100) {
            isRefused = try !start(settings(["three", "four"]), isLast: true)
        }
        // The first rack leaves when another one plays, and it is silent itself.
        stage.at(300) {
            let isStarted = try start(settings(["set"]), isLast: false)
            #expect(isStarted)
        }
        stage.at(1_000) {
            let isStarted = try start(settings(["three", "four"], gain: -6), isLast: true)
            #expect(isStarted)
            if !isStarted { engine.stop() }
        }
        try stage.run()
        #expect(isRefused)
        #expect(Set(engine.strips).isSuperset(of: ["set", "strip 10", "three", "four"]))
        #expect(!engine.strips.contains("one"))
        #expect(!engine.strips.contains("two"))
        #expect(engine.strips.count == StripDirectory.capacity)
        let levels = try (
            stage.level(ofKey: 69, at: 50), stage.level(ofKey: 69, at: 1_050)
        )
        #expect(abs(levels.1 - levels.0 - 14) < 0.2)
        #expect(try engine.meter(ofStrip: "three").peak.left >= 0)
    }
}
