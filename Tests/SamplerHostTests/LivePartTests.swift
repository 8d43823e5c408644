import MIDI
import Realtime
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// Parts of live inputs that a change leads to other samplers: they keep their state, and what they
/// hold ends where it began.
@Suite struct LivePartTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    /// A rack whose rules lead what the tests play, on channel 1.
    enum Rules: String, CaseIterable {
        case none, one, two, channel, layer, split, input, named

        func rack(_ font: String) -> RackSettings {
            let sampler = SamplerSettings(testing: font)
            var rack = RackSettings(sampler, name: "live")
            func rule(_ source: RoutingSource, _ names: String...) -> RoutingRule {
                let places = names.map { RoutingDestination(sampler: $0) }
                var rule = RoutingRule(source: source, destinations: places)
                rule.channels = 1
                return rule
            }
            switch self {
            case .none: return rack
            case .one: rack.rules = [rule(.all, "one")]
            case .two: rack.rules = [rule(.all, "two")]
            case .channel:
                rack.rules = [rule(.all, "one")]
                rack.rules[0].destinations[0].channel = 4
            case .layer: rack.rules = [rule(.all, "two", "one")]
            case .split:
                rack.rules = [rule(.all, "two"), rule(.all, "one")]
                rack.rules[0].keys = 0...30
            case .input: rack.rules = [rule(.input(1), "two")]
            case .named: rack.rules = [rule(.inputName("Key*"), "one")]
            }
            let names = Set(rack.rules.flatMap(\.destinations).map(\.sampler)).sorted()
            rack.samplers = names.map { .init(name: $0, settings: sampler) }
            return rack
        }
    }

    private func performance(_ rules: Rules) throws -> Performance {
        try Performance(font: studio.font, rack: rules.rack(studio.font))
    }

    /// Other rules at a time; the source has its name at once.
    private func change(_ performance: Performance, to rules: Rules, at time: Int) {
        performance.at(time) {
            let rack = try SamplerRack(
                live: rules.rack(studio.font),
                inputs: 1,
                rate: Performance.rate,
                maximumPeriod: 256,
                after: performance.engine.liveRack
            )
            #expect(performance.engine.install(rack))
        }
        performance.at(time + 8, .names(rules == .named ? 1 : 0, source: 0, stamp: 0))
    }

    /// A program that is heard on the left, half the volume, a bend of an octave by a range of 12.00.
    private static let state: [[UInt8]] = [
        [0xC0, MeasuringFont.Program.left.rawValue], [0xB0, 7, 64], [0xB0, 101, 0],
        [0xB0, 100, 0], [0xB0, 6, 12], [0xB0, 38, 0], [0xE0, 127, 127],
    ]

    /// Pairs of rules that follow each other.
    static let changes: [(Rules, Rules)] = Rules.allCases.flatMap { before in
        Rules.allCases.filter { $0 != before }.map { (before, $0) }
    }

    @Test(arguments: changes)
    func whatFollowsIsInTheStateOfBefore(_ before: Rules, _ after: Rules) throws {
        let performance = try performance(before)
        performance.opens(0, at: 0)
        performance.at(0, .names(before == .named ? 1 : 0, source: 0, stamp: 0))
        for message in Self.state { performance.sends(message, from: 0, at: 10) }
        performance.sends([0xB0, 64, 127], from: 0, at: 20)
        for time in [30, 220] {
            performance.sends([0x90, 60, 100], from: 0, at: time)
            performance.sends([0x80, 60, 100], from: 0, at: time + 10)
            performance.sends([0xB0, 64, 0], from: 0, at: time + 60)
            performance.sends([0xB0, 64, 127], from: 0, at: time + 62)
        }
        change(performance, to: after, at: 150)
        try performance.run(until: 400)
        let (left, right) = try performance.sink.channels(rate: Performance.rate)
        let octave = frequency(ofKey: 72)
        func level(_ rules: Rules, at time: Int) throws -> Double {
            // Two samplers are twice as loud.
            let layers = rules == .layer ? 6.02 : 0
            return try left.level(ofPartial: octave, in: time * 48..<(time + 30) * 48) - layers
        }
        let levels = [try level(before, at: 50), try level(after, at: 240)]
        #expect(levels[0] > MeasuringFont.sinePeakLevel - 18)
        #expect(abs(levels[0] - levels[1]) < 0.1, "\(levels)")
        for time in [50, 240] {
            let other = try right.level(ofPartial: octave, in: time * 48..<(time + 30) * 48)
            #expect(other < -70)
        }
        // The pedal lifts both.
        #expect(try level(after, at: 330) < -60)
    }

    /// Rules for a name that the source has had before them bring its part too.
    @Test(arguments: [Rules.none, .one, .two, .channel])
    func aNameThatIsKnownBringsItsPart(_ before: Rules) throws {
        let performance = try performance(before)
        performance.opens(0, at: 0)
        performance.at(0, .names(1, source: 0, stamp: 0))
        for message in Self.state { performance.sends(message, from: 0, at: 10) }
        change(performance, to: .named, at: 150)
        performance.sends([0x90, 60, 100], from: 0, at: 220)
        try performance.run(until: 400)
        let (left, right) = try performance.sink.channels(rate: Performance.rate)
        let octave = frequency(ofKey: 72)
        let level = try left.level(ofPartial: octave, in: 240 * 48..<270 * 48)
        #expect(level > MeasuringFont.sinePeakLevel - 18, "\(level) dB")
        #expect(try right.level(ofPartial: octave, in: 240 * 48..<270 * 48) < -70)
    }

    /// A way of holding a note while the rules change, and its release.
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

    @Test(arguments: changes, Hold.allCases)
    func whatIsHeldEndsWhereItBegan(_ rules: (Rules, Rules), _ hold: Hold) throws {
        let performance = try performance(rules.0)
        performance.opens(0, at: 0)
        performance.at(0, .names(rules.0 == .named ? 1 : 0, source: 0, stamp: 0))
        performance.sends([0x90, 57, 100], from: 0, at: 20)
        for (time, message) in hold.messages { performance.sends(message, from: 0, at: time) }
        change(performance, to: rules.1, at: 100)
        performance.sends(hold.release, from: 0, at: 220)
        try performance.run(until: 400)
        let first = try performance.level(ofKey: 57, at: 50)
        #expect(first > MeasuringFont.sinePeakLevel - 9)
        for time in [80, 110, 170] {
            let level = try performance.level(ofKey: 57, at: time)
            #expect(abs(level - first) < 0.3, "\(level) dB, not \(first), at \(time) ms")
        }
        #expect(try performance.level(ofKey: 57, at: 330) < -60)
        #expect(performance.engine.core.value.livePorts.links.count == 0)
    }

    /// A key that is held while its sampler goes, comes back and goes again.
    @Test func aHeldKeyOutlastsItsSampler() throws {
        let performance = try performance(.one)
        performance.opens(0, at: 0)
        performance.sends([0x90, 57, 100], from: 0, at: 20)
        for (time, rules) in [(100, Rules.none), (150, .named), (200, .none), (250, .none)] {
            change(performance, to: rules, at: time)
        }
        performance.sends([0x80, 57, 0], from: 0, at: 350)
        try performance.run(until: 500)
        for time in stride(from: 60, to: 340, by: 40) {
            #expect(try performance.isHeard(57, at: time), "at \(time) ms")
        }
        #expect(try performance.level(ofKey: 57, at: 430) < -60)
    }

    /// A channel on which somebody else plays keeps its state.
    @Test func otherPartsAreLeftAlone() throws {
        var rack = Rules.one.rack(studio.font)
        rack.rules = [.rule(.socket, to: "one")]
        let performance = try Performance(font: studio.font, rack: rack)
        let control = performance.engine.control
        func plays(_ message: MIDIMessage, at time: Int) {
            performance.at(time) { _ = control.push(.message(message, source: 0, stamp: 0)) }
        }
        performance.at(0) { _ = control.push(.open(source: 0, input: 0, stamp: 0)) }
        performance.opens(0, at: 0)
        plays(.programChange(channel: 0, program: MeasuringFont.Program.right.rawValue), at: 10)
        plays(.noteOn(channel: 0, key: 57, velocity: 100), at: 20)
        for message in Self.state { performance.sends(message, from: 0, at: 10) }
        performance.sends([0xB0, 64, 127], from: 0, at: 20)
        change(performance, to: .one, at: 100)
        plays(.noteOff(channel: 0, key: 57), at: 200)
        plays(.noteOn(channel: 0, key: 69, velocity: 100), at: 250)
        try performance.run(until: 350)
        let (left, right) = try performance.sink.channels(rate: Performance.rate)
        for (key, time) in [(57, 50), (57, 150), (69, 290)] as [(UInt8, Int)] {
            let part = time * 48..<(time + 30) * 48
            let level = try right.level(ofPartial: frequency(ofKey: key), in: part)
            #expect(level > MeasuringFont.sinePeakLevel - 9, "\(key) at \(time) ms")
            #expect(try left.level(ofPartial: frequency(ofKey: key), in: part) < -60)
        }
        #expect(try right.level(ofPartial: frequency(ofKey: 57), in: 250 * 48..<290 * 48) < -45)
    }

    /// A source that has gone, such as a command's, has left a state behind.
    @Test func theStateOfASourceThatHasGoneIsBrought() throws {
        let performance = try performance(.none)
        performance.opens(0, at: 0)
        for message in Self.state { performance.sends(message, from: 0, at: 10) }
        performance.closes(0, at: 20)
        change(performance, to: .one, at: 50)
        performance.opens(1, at: 100)
        performance.sends([0x90, 60, 100], from: 1, at: 100)
        try performance.run(until: 250)
        let (left, right) = try performance.sink.channels(rate: Performance.rate)
        let part = 150 * 48..<200 * 48
        #expect(try left.level(ofPartial: frequency(ofKey: 72), in: part) > -35)
        #expect(try right.level(ofPartial: frequency(ofKey: 72), in: part) < -60)
    }

    /// A preset that a rule gives is not the part's.
    @Test func givenPresetsAreNotBrought() throws {
        var other = Rules.two.rack(studio.font)
        let program = Int(MeasuringFont.Program.right.rawValue)
        other.rules[0].destinations[0].preset = .init(bank: 0, program: program)
        let performance = try performance(.none)
        performance.opens(0, at: 0)
        for message in Self.state { performance.sends(message, from: 0, at: 10) }
        performance.at(50) {
            let rack = try SamplerRack(
                live: other,
                inputs: 1,
                rate: Performance.rate,
                maximumPeriod: 256,
                after: performance.engine.liveRack
            )
            #expect(performance.engine.install(rack))
        }
        change(performance, to: .none, at: 200)
        for time in [60, 250] {
            performance.sends([0x90, 60, 100], from: 0, at: time)
            performance.sends([0x80, 60, 100], from: 0, at: time + 70)
        }
        try performance.run(until: 400)
        let (left, right) = try performance.sink.channels(rate: Performance.rate)
        let octave = frequency(ofKey: 72)
        let (given, own) = (80 * 48..<120 * 48, 280 * 48..<310 * 48)
        #expect(try left.level(ofPartial: octave, in: given) < -60)
        #expect(try right.level(ofPartial: octave, in: given) > -35)
        #expect(try left.level(ofPartial: octave, in: own) > -35)
        #expect(try right.level(ofPartial: octave, in: own) < -60)
    }

    /// A MIDI output gets the state as messages, and its pedals end there.
    @Test func aMIDIOutputGetsTheStateAsMessages() throws {
        var rack = Rules.one.rack(studio.font)
        rack.samplers = []
        rack.rules[0].destinations = [RoutingDestination(sampler: "out:1")]
        let performance = try Performance(font: studio.font) { $0.midiOutputs = 1 }
        performance.sink.clockRate = Performance.rate
        performance.opens(0, at: 0)
        for message in Self.state { performance.sends(message, from: 0, at: 10) }
        performance.sends([0xB0, 64, 127], from: 0, at: 20)
        performance.at(50) {
            let next = try SamplerRack(
                live: rack,
                inputs: 1,
                rate: Performance.rate,
                maximumPeriod: 256,
                after: performance.engine.liveRack
            )
            #expect(performance.engine.install(next))
        }
        performance.sends([0x90, 60, 100], from: 0, at: 100)
        performance.sends([0x80, 60, 100], from: 0, at: 120)
        performance.sends([0xB0, 64, 0], from: 0, at: 140)
        try performance.run(until: 200)
        let sent = ScheduledWire.sent(by: performance.engine.midiOut).map(\.bytes)
        let note = try #require(sent.firstIndex(of: [0x90, 60, 100]))
        for message in Self.state + [[0xB0, 64, 127]] {
            #expect(sent[..<note].contains(message), "\(message)")
        }
        // What says nothing new is left out.
        #expect(note < 20, "\(sent)")
        #expect(sent[note...].contains([0xB0, 64, 0]))
    }
}
