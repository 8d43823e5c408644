import MIDI
import Realtime
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// Other racks for live inputs while they play: what no change names goes on.
@Suite struct LiveChangeTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// The racks that follow each other, 50 ms apart; more than those that may retire at a time.
    private static let racks = [
        "route", "plain", "route", "other", "plain", "rack", "plain", "other", "rack", "route",
        "rack",
        "plain",
    ]
    private static let lastChange = 100 + 50 * racks.count

    /// A rack that says nothing of what the tests play on channels 1 to 4.
    private func rack(_ kind: String) -> RackSettings {
        let sampler = SamplerSettings(testing: studio.font)
        var rack = RackSettings(sampler, name: "live")
        var rule = RoutingRule(source: .all, destinations: [RoutingDestination(sampler: "one")])
        rule.channels = kind == "route" ? 1 << 4 : 1 << 5
        switch kind {
        case "route", "other": rack.samplers = [.init(name: "one", settings: sampler)]
        case "rack":
            // What no rule takes has another name, and comes after more samplers.
            rack.samplers = ["a", "one", "b"].map { .init(name: $0, settings: sampler) }
            rack.fallback?.name = "rest"
        default: return rack
        }
        rack.rules = [rule]
        return rack
    }

    /// An engine on whose inputs the racks follow each other.
    private func performance(inputs: Int = 1) throws -> Performance {
        let performance = try Performance(font: studio.font, inputs: inputs)
        for (number, kind) in Self.racks.enumerated() {
            performance.at(100 + 50 * number) {
                let engine = performance.engine
                let rack = try SamplerRack(
                    live: rack(kind),
                    inputs: inputs,
                    rate: Performance.rate,
                    maximumPeriod: 256,
                    after: engine.liveRack
                )
                #expect(engine.install(rack))
            }
        }
        return performance
    }

    /// Sends what is to last: a program that is heard on the left, half the volume, a bend of an octave.
    private func prepare(_ performance: Performance, _ source: UInt8, channel: UInt8 = 0) {
        for message in [
            [0xC0, MeasuringFont.Program.left.rawValue], [0xB0, 7, 64], [0xB0, 101, 0],
            [0xB0, 100, 0], [0xB0, 6, 12], [0xE0, 127, 127],
        ] as [[UInt8]] {
            performance.sends([message[0] | channel] + message[1...], from: source, at: 10)
        }
    }

    /// What holds a note while the racks change, and what lets it go.
    enum Hold: CaseIterable {
        case key, sustain, sostenuto

        var messages: [(Int, [UInt8])] {
            switch self {
            case .key: []
            case .sustain: [(40, [0xB0, 64, 127]), (60, [0x80, 57, 0])]
            case .sostenuto: [(40, [0xB0, 66, 127]), (60, [0x80, 57, 0])]
            }
        }

        var release: [UInt8] {
            switch self {
            case .key: [0x80, 57, 0]
            case .sustain: [0xB0, 64, 0]
            case .sostenuto: [0xB0, 66, 0]
            }
        }
    }

    @Test(arguments: Hold.allCases)
    func whatIsHeldGoesOnAndEndsWhereItBegan(_ hold: Hold) throws {
        let performance = try performance()
        performance.opens(0, at: 0)
        prepare(performance, 0)
        performance.sends([0x90, 57, 100], from: 0, at: 20)
        for (time, message) in hold.messages { performance.sends(message, from: 0, at: time) }
        let end = Self.lastChange
        performance.sends(hold.release, from: 0, at: end + 50)
        try performance.run(until: end + 300)
        let first = try performance.level(ofKey: 69, at: 55)
        #expect(first > MeasuringFont.sinePeakLevel - 18)
        for time in stride(from: 110, through: end, by: 50) {
            let level = try performance.level(ofKey: 69, at: time)
            #expect(abs(level - first) < 0.3, "\(level) dB, not \(first), at \(time) ms")
        }
        #expect(try performance.level(ofKey: 69, at: end + 200) < -60)
        #expect(performance.engine.core.value.livePorts.links.count == 0)
    }

    @Test func whatFollowsIsInTheStateOfBefore() throws {
        let performance = try performance()
        performance.opens(0, at: 0)
        prepare(performance, 0)
        performance.sends([0xB0, 64, 127], from: 0, at: 20)
        for time in [30, Self.lastChange + 20] {
            performance.sends([0x90, 60, 100], from: 0, at: time)
            performance.sends([0x80, 60, 100], from: 0, at: time + 10)
            performance.sends([0xB0, 64, 0], from: 0, at: time + 60)
            performance.sends([0xB0, 64, 127], from: 0, at: time + 62)
        }
        try performance.run(until: Self.lastChange + 200)
        let (left, right) = try performance.sink.channels(rate: Performance.rate)
        let octave = frequency(ofKey: 72)
        let before = 50 * 48..<80 * 48
        let after = (Self.lastChange + 40) * 48..<(Self.lastChange + 70) * 48
        let levels = try [before, after].map { try left.level(ofPartial: octave, in: $0) }
        // It sounds by the pedal alone, an octave higher, at its volume and on the left.
        #expect(levels[0] > MeasuringFont.sinePeakLevel - 18)
        #expect(abs(levels[0] - levels[1]) < 0.1)
        #expect(try right.level(ofPartial: octave, in: after) < -70)
    }

    /// Two inputs, and a client on the second, all on channel 1.
    @Test func eachInputKeepsItsOwn() throws {
        let performance = try performance(inputs: 2)
        let keys: [UInt8] = [45, 57, 69]
        for source: UInt8 in 0..<2 {
            performance.opens(source, at: 0, input: Int(source))
            performance.sends([0xC0, source == 0 ? 5 : 0], from: source, at: 10)
            performance.sends([0x90, keys[Int(source)], 100], from: source, at: 20)
        }
        performance.at(0) {
            _ = performance.engine.control.push(.open(source: 0, input: 1, stamp: 0))
        }
        performance.at(20) {
            let note = MIDIMessage.noteOn(channel: 0, key: keys[2], velocity: 100)
            _ = performance.engine.control.push(.message(note, source: 0, stamp: 0))
        }
        let end = Self.lastChange
        // Only the first is released.
        performance.sends([0x80, keys[0], 0], from: 0, at: end)
        try performance.run(until: end + 200)
        let (left, right) = try performance.sink.channels(rate: Performance.rate)
        for time in stride(from: 110, through: end - 50, by: 50) {
            for key in keys {
                #expect(try performance.isHeard(key, at: time), "\(key) at \(time) ms")
            }
        }
        let last = (end + 120) * 48..<(end + 160) * 48
        #expect(try left.level(ofPartial: frequency(ofKey: keys[0]), in: last) < -60)
        for key in keys[1...] {
            #expect(try right.level(ofPartial: frequency(ofKey: key), in: last) > -35)
        }
    }

    /// A key on a sampler that a change takes away ends when it and the pedal are released, with its
    /// release, and no other does.
    @Test func whatTheChangeNamesEndsWhenItIsReleased() throws {
        let sampler = SamplerSettings(testing: studio.font)
        let performance = try Performance(font: studio.font, rack: rack("route"))
        performance.opens(0, at: 0)
        let program = MeasuringFont.Program.longRelease.rawValue
        performance.sends([0xC4, program], from: 0, at: 10)
        performance.sends([0xB4, 64, 127], from: 0, at: 15)
        performance.sends([0x94, 57, 100], from: 0, at: 20)
        performance.sends([0x90, 69, 100], from: 0, at: 20)
        performance.at(100) {
            let plain = try SamplerRack(
                live: sampler,
                rate: Performance.rate,
                maximumPeriod: 256,
                after: performance.engine.liveRack
            )
            #expect(performance.engine.install(plain))
        }
        performance.sends([0x84, 57, 0], from: 0, at: 180)
        performance.sends([0xB4, 64, 0], from: 0, at: 300)
        try performance.run(until: 900)
        let levels = try [60, 120, 250, 320, 520].map {
            try performance.level(ofKey: 57, at: $0)
        }
        for level in levels[1...2] { #expect(abs(level - levels[0]) < 0.3, "\(levels)") }
        // The release takes a second for 100 dB.
        #expect(levels[3] < levels[0] - 1 && levels[3] > levels[0] - 8, "\(levels)")
        #expect(abs(levels[3] - levels[4] - 20) < 2, "\(levels)")
        #expect(try performance.isHeard(69, at: 800))
    }
}
