import MIDI
import Realtime
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// Rules that lead live inputs to samplers, as they are heard.
@Suite struct LiveRoutingTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    @Test func aKeyboardIsSplitAndLayered() throws {
        let performance = try Performance(
            font: studio.font,
            rack: studio.rack(
                .rule(.input(1), to: "one") { $0.keys = 0...59 },
                .rule(.input(1), to: "two", "three") { $0.destinations[1].transpose = 12 }
            )
        )
        performance.opens(0, at: 0)
        performance.sends([0x90, 50, 100], from: 0, at: 20)
        performance.sends([0x90, 69, 100], from: 0, at: 20)
        performance.sends([0xB0, 64, 127], from: 0, at: 60)
        performance.sends([0x80, 50, 64], from: 0, at: 100)
        performance.sends([0x80, 69, 64], from: 0, at: 100)
        performance.closes(0, at: 300)
        try performance.run(until: 500)
        for key: UInt8 in [50, 69, 81] {
            #expect(try performance.isHeard(key, at: 200))
            #expect(try !performance.isHeard(key, at: 400))
        }
    }

    @Test func twoInputsOnOneChannelDoNotLiftEachOther() throws {
        let performance = try Performance(
            font: studio.font,
            inputs: 2,
            rack: studio.rack(.rule(.all, to: "one") { $0.destinations[0].channel = 4 })
        )
        performance.opens(0, at: 0)
        performance.opens(1, at: 0, input: 1)
        performance.sends([0x90, 57, 100], from: 0, at: 20)
        performance.sends([0x91, 57, 100], from: 1, at: 20)
        performance.sends([0xB1, 64, 127], from: 1, at: 40)
        performance.sends([0xB0, 64, 127], from: 0, at: 40)
        performance.sends([0x80, 57, 64], from: 0, at: 100)
        performance.sends([0x81, 57, 64], from: 1, at: 150)
        performance.sends([0xB0, 121, 0], from: 0, at: 200)
        performance.closes(1, at: 400)
        try performance.run(until: 600)
        #expect(try performance.isHeard(57, at: 120))
        #expect(try performance.isHeard(57, at: 300))
        #expect(try !performance.isHeard(57, at: 500))
    }

    @Test func theSocketHasRulesOfItsOwn() throws {
        let routing = try studio.rack(
            .rule(.socket, to: "one"),
            .rule(.input(2), to: "two"),
            .rule(.input(1), to: "three"),
            .rule(.input(4), to: "one"),
            .rule(.track(1), to: "one")
        ).routing(ofInputs: 3)
        func samplers(_ input: Int, bySocket: Bool = false) -> [String] {
            routing.routes(input: input, channel: 0, bySocket: bySocket)
                .map { $0.sampler.map { routing.samplers[$0] } ?? "" }
        }
        #expect(samplers(0) == ["three"])
        #expect(samplers(1) == ["two"])
        #expect(samplers(2) == ["other 3"])
        for input in 0..<3 { #expect(samplers(input, bySocket: true) == ["one"]) }
        #expect(routing.findings == [.unmatchedRule(3)])

        let performance = try Performance(
            font: studio.font,
            rack: studio.rack(.rule(.socket, to: "one") { $0.destinations[0].transpose = 12 })
        )
        performance.opens(0, at: 0)
        performance.sends([0x90, 57, 100], from: 0, at: 20)
        performance.at(0) {
            _ = performance.engine.control.push(.open(source: 0, input: 0, stamp: 0))
        }
        performance.at(20) {
            let note = MIDIMessage.noteOn(channel: 0, key: 69, velocity: 100)
            _ = performance.engine.control.push(.message(note, source: 0, stamp: 0))
        }
        try performance.run(until: 200)
        #expect(try performance.isHeard(57, at: 100))
        #expect(try performance.isHeard(81, at: 100))
        #expect(try !performance.isHeard(69, at: 100))
    }

    @Test func aPresetIsSelectedWhereverProgramsLead() throws {
        let left = Int(MeasuringFont.Program.left.rawValue)
        let performance = try Performance(
            font: studio.font,
            rack: studio.rack(
                .rule(.all, to: "one", "two") {
                    $0.destinations[1].transpose = 12
                    $0.destinations[1].preset = .init(bank: 0, program: left)
                }
            )
        )
        performance.opens(0, at: 0)
        let right = MeasuringFont.Program.right.rawValue
        performance.at(
            10,
            .program(bank: 0, program: right, channel: 0, source: 0, stamp: 0)
        )
        performance.sends([0x90, 57, 100], from: 0, at: 20)
        try performance.run(until: 200)
        let (low, high) = (frequency(ofKey: 57), frequency(ofKey: 69))
        let (leftSignal, rightSignal) = try performance.sink.channels(rate: 48_000)
        let part = 4_800..<6_720
        #expect(try leftSignal.level(ofPartial: high, in: part) > -35)
        #expect(try leftSignal.level(ofPartial: low, in: part) < -45)
        #expect(try rightSignal.level(ofPartial: low, in: part) > -35)
        #expect(try rightSignal.level(ofPartial: high, in: part) < -45)
    }

    @Test func panicForgetsWhatIsHeld() throws {
        let performance = try Performance(
            font: studio.font,
            inputs: 2,
            rack: studio.rack(.rule(.input(2), to: "two"))
        )
        for source: UInt8 in 0..<2 {
            performance.opens(source, at: 0, input: Int(source))
            performance.sends([0xB0, 64, 127], from: source, at: 20)
            performance.sends([0x90, 57 + source * 12, 100], from: source, at: 20)
        }
        performance.at(100, .panic(stamp: 0))
        performance.sends([0x90, 57, 100], from: 0, at: 200)
        performance.sends([0x80, 57, 64], from: 0, at: 260)
        try performance.run(until: 400)
        #expect(try !performance.isHeard(57, at: 150))
        #expect(try !performance.isHeard(69, at: 150))
        #expect(try performance.isHeard(57, at: 215))
        #expect(try !performance.isHeard(57, at: 340))
        #expect(performance.engine.core.value.livePorts.links.count == 0)
    }

    @Test func otherRulesComeWithARackInThePlaceOfTheOld() throws {
        let before = studio.rack(.rule(.all, to: "one"), .rule(.input(2), to: "two"))
        let performance = try Performance(font: studio.font, inputs: 2, rack: before)
        var after = studio.rack(.rule(.all, to: "two") { $0.destinations[0].transpose = 12 })
        after.samplers.removeAll { $0.name == "one" }
        let old = try SamplerRack(
            live: before,
            inputs: 2,
            rate: Performance.rate,
            maximumPeriod: 256
        )
        let new = try SamplerRack(
            live: after,
            inputs: 2,
            rate: Performance.rate,
            maximumPeriod: 256,
            after: old
        )
        #expect(old.names == ["one", "two", "three"])
        #expect(new.names == ["", "two", "three"])
        for source: UInt8 in 0..<2 { performance.opens(source, at: 0, input: Int(source)) }
        performance.sends([0xB0, 64, 127], from: 0, at: 20)
        performance.sends([0x90, 57, 100], from: 0, at: 20)
        performance.at(100) { #expect(performance.engine.install(new)) }
        performance.sends([0x90, 62, 100], from: 1, at: 150)
        performance.sends([0xB0, 64, 0], from: 0, at: 280)
        performance.sends([0x80, 62, 64], from: 1, at: 300)
        performance.sends([0x80, 57, 64], from: 0, at: 350)
        try performance.run(until: 500)
        // Nothing leads to the first sampler any more: what is held there goes on.
        for time in [60, 220, 320] { #expect(try performance.isHeard(57, at: time)) }
        #expect(try !performance.isHeard(57, at: 420))
        // The second input has moved with the first.
        #expect(try performance.isHeard(74, at: 220))
        #expect(try !performance.isHeard(74, at: 400))
    }
}
