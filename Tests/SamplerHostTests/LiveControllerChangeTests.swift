import MIDI
import Realtime
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// Routes of live inputs that make something else of controllers and keys.
@Suite struct LiveControllerChangeTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private func rack(_ rules: RoutingRule...) -> RackSettings {
        let sampler = SamplerSettings(testing: studio.font)
        var rack = RackSettings(sampler, name: "live")
        rack.samplers = ["one", "two"].map { .init(name: $0, settings: sampler) }
        rack.rules = rules
        return rack
    }

    private func rule(
        _ texts: [String],
        to sampler: String = "one",
        change: (inout RoutingRule) -> Void = { _ in }
    ) throws -> RoutingRule {
        var rule = RoutingRule.rule(.all, to: sampler)
        rule.changes = try ControllerChange.list(texts)
        change(&rule)
        return rule
    }

    private func change(_ performance: Performance, to rack: RackSettings, at time: Int) {
        performance.at(time) {
            let samplers = try SamplerRack(
                live: rack,
                inputs: 1,
                rate: Performance.rate,
                maximumPeriod: 256,
                after: performance.engine.liveRack
            )
            #expect(performance.engine.install(samplers))
        }
    }

    private func performance(_ rack: RackSettings) throws -> Performance {
        let performance = try Performance(font: studio.font, rack: rack)
        performance.opens(0, at: 0)
        return performance
    }

    private func held(_ performance: Performance) -> Int {
        performance.engine.core.value.livePorts.links.count
    }

    @Test func aWheelIsAPedal() throws {
        let performance = try performance(rack(try rule(["cc1/63-64:cc64"])))
        performance.sends([0xB0, 1, 90], from: 0, at: 10)
        performance.sends([0x90, 57, 100], from: 0, at: 20)
        performance.sends([0x80, 57, 0], from: 0, at: 60)
        performance.sends([0xB0, 1, 10], from: 0, at: 200)
        try performance.run(until: 400)
        #expect(try performance.isHeard(57, at: 150))
        #expect(try performance.level(ofKey: 57, at: 320) < -60)
        #expect(held(performance) == 0)
    }

    @Test func aKeyIsAPedalAndMakesNoSound() throws {
        let performance = try performance(rack(try rule(["key36/0-1:cc64"])))
        performance.sends([0x90, 36, 40], from: 0, at: 10)
        performance.sends([0x90, 57, 100], from: 0, at: 20)
        performance.sends([0x90, 57, 0], from: 0, at: 60)
        performance.sends([0x80, 36, 64], from: 0, at: 200)
        try performance.run(until: 400)
        #expect(try performance.isHeard(57, at: 150))
        #expect(try performance.level(ofKey: 36, at: 150) < -60)
        #expect(try performance.level(ofKey: 57, at: 320) < -60)
        #expect(held(performance) == 0)
    }

    /// Whatever rules come while the pedal is down, and whether the wheel moves again or not.
    @Test(arguments: 0..<5 as Range<Int>, [true, false])
    func aPedalGoesWithItsRule(number: Int, isReleased: Bool) throws {
        let pedal = try rule(["cc1/63-64:cc64"])
        let others = [
            rack(), rack(try rule([])), rack(try rule([], to: "two")),
            rack(try rule(["cc64:cc66"])), rack(try rule(["cc2:cc64"]) { $0.keys = 0...5 }),
        ]
        let performance = try performance(rack(pedal))
        performance.sends([0xB0, 1, 127], from: 0, at: 10)
        performance.sends([0x90, 57, 100], from: 0, at: 20)
        performance.sends([0x80, 57, 0], from: 0, at: 60)
        change(performance, to: others[number], at: 100)
        if isReleased { performance.sends([0xB0, 1, 0], from: 0, at: 150) }
        // The last one still has a rule for the pedal, which another wheel moves.
        if number == 4 { performance.sends([0xB0, 2, 0], from: 0, at: 160) }
        performance.sends([0x90, 69, 100], from: 0, at: 400)
        performance.sends([0x80, 69, 0], from: 0, at: 450)
        try performance.run(until: 700)
        #expect(try performance.isHeard(57, at: 70))
        #expect(try performance.level(ofKey: 57, at: 330) < -60)
        #expect(try performance.isHeard(69, at: 405))
        #expect(try performance.level(ofKey: 69, at: 600) < -60)
        #expect(held(performance) == 0)
    }

    /// A pedal that is down when a rule makes something else of it.
    @Test(arguments: ["cc64:cc66", "cc64:none", "cc64:cc1"], ["one", "two"])
    func aPedalIsLiftedWhereItsMessagesNoLongerArrive(text: String, sampler: String) throws {
        let performance = try performance(rack(try rule([])))
        performance.sends([0xB0, 64, 127], from: 0, at: 10)
        performance.sends([0x90, 57, 100], from: 0, at: 20)
        performance.sends([0x80, 57, 0], from: 0, at: 60)
        change(performance, to: rack(try rule([text], to: sampler)), at: 100)
        performance.sends([0xB0, 64, 0], from: 0, at: 200)
        try performance.run(until: 400)
        #expect(try performance.isHeard(57, at: 70))
        #expect(try performance.level(ofKey: 57, at: 320) < -60)
        #expect(held(performance) == 0)
    }

    /// The volume that a wheel has set goes with its rule; one that the keyboard has set stays.
    @Test(arguments: ["one", "two", "live"])
    func whatAWheelHasSetGoesWithItsRule(sampler: String) throws {
        let performance = try performance(rack(try rule(["cc1:cc11"])))
        performance.sends([0xB0, 1, 20], from: 0, at: 10)
        performance.sends([0xB0, 10, 0], from: 0, at: 10)
        performance.sends([0x90, 57, 100], from: 0, at: 20)
        performance.sends([0x80, 57, 0], from: 0, at: 80)
        let after = sampler == "live" ? rack() : rack(try rule([], to: sampler))
        change(performance, to: after, at: 150)
        performance.sends([0x90, 57, 100], from: 0, at: 200)
        try performance.run(until: 300)
        let levels = [
            try performance.level(ofKey: 57, at: 30), try performance.level(ofKey: 57, at: 210),
        ]
        // The amplitude goes with the square of the expression: 40 · log(20 / 127) dB.
        #expect(abs(levels[1] - levels[0] - 32.1) < 1, "\(levels)")
        let right = try performance.sink.channels(rate: Performance.rate).right
        let other = try right.level(ofPartial: frequency(ofKey: 57), in: 10_080..<11_520)
        #expect(other < levels[1] - 20)
    }

    /// A pedal that one half of the keyboard drops while the other still takes it.
    @Test func aPedalIsReleasedWhereItsMessagesNoLongerArriveWhileTheyDoElsewhere() throws {
        let low = try rule([]) { $0.keys = 0...60 }
        let dropping = try rule(["cc64:none"]) { $0.keys = 0...60 }
        let high = try rule([], to: "two") { $0.keys = 61...127 }
        let performance = try performance(rack(low, high))
        performance.sends([0xB0, 64, 127], from: 0, at: 10)
        for key: UInt8 in [57, 81] {
            performance.sends([0x90, key, 100], from: 0, at: 20)
            performance.sends([0x80, key, 0], from: 0, at: 60)
        }
        change(performance, to: rack(dropping, high), at: 100)
        performance.sends([0xB0, 64, 0], from: 0, at: 300)
        try performance.run(until: 500)
        #expect(try performance.isHeard(57, at: 70))
        #expect(try performance.level(ofKey: 57, at: 250) < -60)
        #expect(try performance.isHeard(81, at: 250))
        #expect(try performance.level(ofKey: 81, at: 450) < -60)
        #expect(held(performance) == 0)
    }

    /// A controller that a change could have made, but the keyboard has set.
    @Test func whatNoChangeHasMadeStaysWithoutItsRule() throws {
        let performance = try performance(rack(try rule(["cc1:cc7"])))
        performance.sends([0xB0, 7, 30], from: 0, at: 10)
        performance.sends([0x90, 57, 100], from: 0, at: 20)
        performance.sends([0x80, 57, 0], from: 0, at: 80)
        change(performance, to: rack(try rule([])), at: 150)
        performance.sends([0x90, 57, 100], from: 0, at: 200)
        try performance.run(until: 300)
        let levels = [
            try performance.level(ofKey: 57, at: 30), try performance.level(ofKey: 57, at: 210),
        ]
        #expect(abs(levels[1] - levels[0]) < 0.1, "\(levels)")
    }

    /// The pressure of a key belongs to the rule that takes the key.
    @Test(arguments: [57, 81] as [UInt8])
    func theOtherHalfsKeyPressureChangesNothing(key: UInt8) throws {
        let low = try rule(["keyPressure:cc7/0"]) { $0.keys = 0...60 }
        let performance = try performance(rack(low, try rule([], to: "two") { $0.keys = 61...127 }))
        performance.sends([0xA0, key, 90], from: 0, at: 10)
        performance.sends([0x90, 57, 100], from: 0, at: 20)
        try performance.run(until: 200)
        #expect(try performance.isHeard(57, at: 100) == (key == 81))
    }

    /// Each rule of a split changes its own part.
    @Test func rulesOfASplitChangeTheirOwnParts() throws {
        let low = try rule(["cc1:cc11/127-0"]) { $0.keys = 0...60 }
        let high = try rule(["cc1:none"], to: "two")
        let performance = try performance(rack(low, high))
        performance.sends([0xB0, 1, 127], from: 0, at: 10)
        performance.sends([0x90, 57, 100], from: 0, at: 20)
        performance.sends([0x90, 81, 100], from: 0, at: 20)
        try performance.run(until: 200)
        #expect(try performance.level(ofKey: 57, at: 100) < -60)
        #expect(try performance.isHeard(81, at: 100))
    }

    @Test func changesOfARackHoldForWhatNoRuleTakes() throws {
        var settings = rack()
        settings.changes = try ControllerChange.list(["cc2:cc11"])
        let performance = try performance(settings)
        performance.sends([0x90, 69, 100], from: 0, at: 0)
        performance.sends([0xB0, 2, 64], from: 0, at: 500)
        try performance.run(until: 1_000)
        let levels = try [200, 800].map { try performance.level(ofKey: 69, at: $0) }
        #expect(abs(levels[0] - levels[1] - 11.9) < 0.2, "\(levels)")
    }
}
