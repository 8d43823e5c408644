import MIDI
import Sequencer
import SoundTestSupport
import TestSupport
import Testing

@testable import SamplerHost

/// Rules that make something else of controllers, keys and pressure in music: what is sent.
@Suite struct ControllerChangeTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private func rule(
        _ texts: [String],
        to sampler: String = "out:1",
        change: (inout RoutingRule) -> Void = { _ in }
    ) throws -> RoutingRule {
        var rule = RoutingRule.rule(.all, to: sampler)
        rule.changes = try ControllerChange.list(texts)
        change(&rule)
        return rule
    }

    private func stage(_ song: SMFBuilder, _ rules: RoutingRule...) throws -> RoutedStage {
        var settings = RackSettings(samplers: [])
        settings.rules = rules
        return try RoutedStage(song, settings, outputs: 2)
    }

    private func sent(_ stage: RoutedStage) -> [[UInt8]] {
        ScheduledWire.sent(by: stage.engine.midiOut).filter { $0.output == 0 }.map(\.bytes)
    }

    @Test func valuesAreLedFromOneRangeToTheOther() throws {
        for (text, values) in [
            ("cc1:cc11", [0: 0, 64: 64, 127: 127]),
            ("cc1:cc11/127-0", [0: 127, 64: 63, 127: 0]),
            ("cc1:cc11/64-127", [0: 64, 1: 64, 2: 65, 127: 127]),
            ("cc1:cc11/100", [0: 100, 127: 100]),
            ("cc1/20-100:cc11", [0: 0, 20: 0, 60: 64, 100: 127, 127: 127]),
            ("cc1/63-64:cc64", [63: 0, 64: 127]),
            ("cc1/0-1:cc11/1-0", [0: 1, 1: 0]),
        ] {
            let change = try ControllerChange(parsing: text)
            for (value, result) in values {
                #expect(change.result(of: UInt8(value)) == UInt8(result), "\(text) of \(value)")
            }
        }
        // Never out of range, and in the same direction all the way.
        for text in ["cc1/3-9:cc2/120-7", "pressure/1-126:cc2/5-6", "cc3:program/127-0"] {
            let change = try ControllerChange(parsing: text)
            let results = (UInt8(0)...127).map { change.result(of: $0) }
            let ends = min(change.first, change.last)...max(change.first, change.last)
            #expect(results.allSatisfy(ends.contains))
            #expect(results == results.sorted() || results == results.sorted(by: >))
            #expect(results.first == change.first && results.last == change.last)
        }
    }

    /// Each source becomes what its changes say, and everything else passes.
    @Test func messagesBecomeOthers() throws {
        let song = SMFBuilder.milliseconds { track in
            track.control(at: 10, channel: 0, 1, 100)
            track.control(at: 20, channel: 0, 2, 50)
            track.control(at: 30, channel: 0, 7, 30)
            track.pressure(at: 40, channel: 0, 77)
            track.raw(at: 50, [0xA0, 60, 55])
            track.control(at: 60, channel: 0, 20, 127)
            track.note(at: 100, length: 100, channel: 0, key: 36, velocity: 90)
            track.key(110...190, 37)
        }
        let rule = try rule([
            "cc1:cc11", "cc1:pressure/127-0", "cc7:none", "pressure:cc1", "keyPressure:pressure",
            "cc20:program/0-5", "key36/0-1:cc64", "key36:cc80",
        ])
        let stage = try stage(song, rule)
        try stage.play()
        #expect(
            sent(stage) == [
                [0xB0, 11, 100], [0xD0, 27], [0xB0, 2, 50], [0xB0, 1, 77], [0xD0, 55], [0xC0, 5],
                [0xB0, 64, 127], [0xB0, 80, 90], [0x90, 37, 127], [0x80, 37, 64], [0xB0, 64, 0],
                [0xB0, 80, 0],
            ]
        )
        #expect(stage.heldCount == 0)
    }

    /// A seek leads to the same values as playing there.
    @Test(arguments: [50, 150, 250, 350, 450, 550])
    func aSeekSendsWhatControllersHaveBecome(position: Int) throws {
        let song = SMFBuilder.milliseconds { track in
            track.control(at: 0, channel: 0, 1, 100)
            track.control(at: 100, channel: 0, 11, 30)
            track.control(at: 200, channel: 0, 1, 0)
            track.control(at: 300, channel: 0, 64, 127)
            track.pressure(at: 400, channel: 0, 90)
            track.key(420...430, 24)
            track.control(at: 500, channel: 0, 121, 0)
            track.key(700...800, 60)
        }
        let rule = try rule([
            "cc1:cc11/127-20", "cc64:cc66", "pressure:program", "key24:cc91/40",
        ])
        /// The values at the position, by playing to it or by a seek.
        func state(seeks: Bool) throws -> [UInt8: UInt8] {
            let stage = try stage(song, rule)
            try stage.start(stage.item(from: seeks ? position : 0, isUntouched: !seeks))
            try stage.run()
            // 200 is the program.
            var state: [UInt8: UInt8] = [11: 127, 1: 0, 66: 0, 64: 0, 91: 0, 200: 0]
            for event in ScheduledWire.sent(by: stage.engine.midiOut)
            where Double(event.time) / 1e6 < (seeks ? 20 : Double(position)) {
                let bytes = event.bytes
                if bytes[0] == 0xC0 { state[200] = bytes[1] }
                if bytes[0] == 0xB0, bytes[1] == 121 { (state[11], state[66]) = (127, 0) }
                if bytes[0] == 0xB0, state[bytes[1]] != nil { state[bytes[1]] = bytes[2] }
            }
            return state
        }
        let played = try state(seeks: false)
        #expect(try state(seeks: true) == played)
        if position == 450 { #expect(played == [11: 127, 1: 0, 66: 127, 64: 0, 91: 40, 200: 90]) }
        if position == 150 { #expect(played[11] == 30) }
    }

    /// Going back while it plays: what has been changed since is put back.
    @Test func goingBackPutsControllersBack() throws {
        let song = SMFBuilder.milliseconds { track in
            track.control(at: 0, channel: 0, 1, 60)
            track.key(100...150, 60)
            track.control(at: 200, channel: 0, 1, 10)
            track.control(at: 210, channel: 0, 11, 99)
            track.key(300...350, 62)
        }
        let stage = try stage(song, try rule(["cc1:cc11"]))
        try stage.start(stage.item(loop: 50..<250, loopCount: 2))
        try stage.run()
        var value: UInt8 = 127
        var values: [UInt8] = []
        for bytes in sent(stage) {
            if bytes[0] == 0xB0, bytes[1] == 11 { value = bytes[2] }
            if bytes[0] == 0x90 { values.append(value) }
        }
        // The last message counts, whichever controller it was.
        #expect(values == [60, 60, 99])
    }

    /// Two rules that share a channel change it each in its own way.
    @Test func rulesWithDifferentChangesSplitAChannel() throws {
        let song = SMFBuilder.milliseconds { track in
            track.control(at: 0, channel: 0, 1, 100)
            track.key(100...200, 36)
            track.key(110...190, 60)
            track.key(120...180, 40)
            track.control(at: 300, channel: 0, 1, 20)
        }
        let low = try rule(["cc1:cc11", "key40:cc80/5"]) { $0.keys = 0...47 }
        let high = try rule(["cc1:cc7"], to: "out:2") { $0.keys = 48...127 }
        let stage = try stage(song, low, high)
        try stage.play()
        let sent = ScheduledWire.sent(by: stage.engine.midiOut)
        #expect(
            sent.filter { $0.output == 0 }.map(\.bytes) == [
                [0xB0, 11, 100], [0x90, 36, 127], [0xB0, 80, 5], [0xB0, 80, 5], [0x80, 36, 64],
                [0xB0, 11, 20],
            ]
        )
        #expect(
            sent.filter { $0.output == 1 }.map(\.bytes) == [
                [0xB0, 7, 100], [0x90, 60, 127], [0x80, 60, 64], [0xB0, 7, 20],
            ]
        )
        #expect(stage.heldCount == 0)
        // To one destination the first counts, but for notes.
        var same = high
        same.destinations = low.destinations
        let shared = try self.stage(song, low, same)
        try shared.play()
        #expect(
            self.sent(shared) == [
                [0xB0, 11, 100], [0x90, 36, 127], [0x90, 60, 127], [0xB0, 80, 5], [0xB0, 80, 5],
                [0x80, 60, 64], [0x80, 36, 64], [0xB0, 11, 20],
            ]
        )
    }

    /// The pressure of a key belongs to the rule that takes the key.
    @Test func keyPressureIsChangedByTheRuleOfItsKey() throws {
        let song = SMFBuilder.milliseconds { track in
            track.key(10...200, 36)
            track.key(20...190, 60)
            track.raw(at: 50, [0xA0, 36, 11])
            track.raw(at: 60, [0xA0, 60, 22])
        }
        let low = try rule(["keyPressure:cc80"]) { $0.keys = 0...47 }
        let high = try rule(["keyPressure:cc81"], to: "out:2") { $0.keys = 48...127 }
        let stage = try stage(song, low, high)
        try stage.play()
        let sent = ScheduledWire.sent(by: stage.engine.midiOut)
        #expect(
            sent.filter { $0.output == 0 }.map(\.bytes) == [
                [0x90, 36, 127], [0xB0, 80, 11], [0x80, 36, 64],
            ]
        )
        #expect(
            sent.filter { $0.output == 1 }.map(\.bytes) == [
                [0x90, 60, 127], [0xB0, 81, 22], [0x80, 60, 64],
            ]
        )
    }

    /// The fallback does not lead the unchanged controller to where a rule drops it.
    @Test func theFallbackDoesNotBypassChanges() throws {
        var settings = RoutedStage.settings(font: studio.font)
        let fallback = try #require(settings.fallbackName(0))
        settings.rules = [try rule(["cc7:none"], to: fallback) { $0.keys = 0...47 }]
        let song = SMFBuilder.milliseconds { track in
            track.control(at: 0, channel: 0, 7, 0)
            track.key(50...200, 57)
        }
        let stage = try RoutedStage(song, settings)
        try stage.play()
        #expect(try stage.isHeard(57, at: 100))
    }

    /// A song whose modulation wheel holds a note.
    private static let held = SMFBuilder.milliseconds {
        $0.control(at: 10, channel: 0, 1, 100)
        $0.key(50...100, 57)
        $0.control(at: 500, channel: 0, 1, 0)
        $0.endTick = 800
    }

    @Test func aPedalOfAnotherControllerHoldsAndReleases() throws {
        var settings = RoutedStage.settings(font: studio.font)
        settings.rules = [try rule(["cc1/63-64:cc64"], to: "one")]
        let stage = try RoutedStage(Self.held, settings)
        try stage.play()
        #expect(try stage.isHeard(57, at: 60))
        #expect(try stage.isHeard(57, at: 400))
        #expect(try !stage.isHeard(57, at: 620))
        #expect(stage.heldCount == 0)
    }

    @Test func aPedalOfAnotherControllerIsLiftedWithItsRule() throws {
        var settings = RoutedStage.settings(font: studio.font)
        settings.rules = [try rule(["cc1/63-64:cc64"], to: "one")]
        let stage = try RoutedStage(Self.held, settings)
        settings.rules[0].changes = []
        let routed = try settings.routing(of: stage.routed.source, after: stage.routed)
        let item = try stage.item(routed, from: 250, isUntouched: false)
        stage.at(200) {
            _ = stage.engine.scheduleReplacement(item, on: stage.rack, routed: routed, isLast: true)
        }
        try stage.start(stage.item())
        try stage.run()
        #expect(try stage.isHeard(57, at: 190))
        #expect(try !stage.isHeard(57, at: 400))
        #expect(stage.heldCount == 0)
    }

    @Test func nonsenseIsRefused() throws {
        var settings = RackSettings(samplers: [])
        settings.rules = [try rule(["cc1:cc11"])]
        settings.rules[0].destinations = []
        #expect(throws: RoutingError.self) { try settings.check() }
        settings.rules = [.rule(.all, to: "out:1")]
        var change = ControllerChange(.controller(120), to: .controller(1))
        settings.rules[0].changes = [change]
        #expect(throws: RoutingError.self) { try settings.check() }
        change = ControllerChange(.controller(1), to: .controller(2))
        change.values = 5...5
        settings.rules[0].changes = [change]
        #expect(throws: RoutingError.self) { try settings.check() }
        settings.rules[0].changes = try (0..<16).map {
            try ControllerChange(parsing: "cc\($0):cc11")
        }
        try settings.check()
        settings.rules[0].changes.append(try ControllerChange(parsing: "cc16:cc11"))
        #expect(throws: RoutingError.self) { try settings.check() }
    }

    /// Changes of a whole rack hold for what rules take, with theirs, and for the rest.
    @Test func changesOfARackHoldForAll() throws {
        let song = SMFBuilder.milliseconds { track in
            track.control(at: 10, channel: 0, 2, 100)
            track.control(at: 20, channel: 0, 1, 50)
            track.control(at: 30, channel: 1, 2, 40)
            track.key(100...190, 60)
            track.key(100...190, 62, channel: 1)
        }
        var settings = studio.rack(
            try rule(["cc1:cc74"]) { $0.channels = 1 },
            try rule([], to: "out:2") { $0.channels = 2 }
        )
        settings.changes = try ControllerChange.list(["cc2:cc11"])
        let stage = try RoutedStage(song, settings, outputs: 2)
        try stage.play()
        let sent = ScheduledWire.sent(by: stage.engine.midiOut).map {
            [UInt8($0.output)] + $0.bytes
        }
        let values: Set<UInt8> = [100, 50, 40]
        let controllers = sent.filter { $0[1] >> 4 == 0xB && values.contains($0[3]) }
        let expected: [[UInt8]] = [[0, 0xB0, 11, 100], [0, 0xB0, 74, 50], [1, 0xB1, 11, 40]]
        #expect(controllers == expected)
    }

    /// A rule's changes of a source replace the rack's, and what a rule drops is not changed.
    @Test func rulesExceptThemselvesFromChangesOfARack() throws {
        let song = SMFBuilder.milliseconds { track in
            track.control(at: 10, channel: 0, 2, 100)
            track.control(at: 20, channel: 1, 2, 50)
            track.key(100...190, 36)
            track.key(100...190, 37)
            track.key(100...190, 62, channel: 1)
        }
        var settings = RackSettings(samplers: [])
        settings.rules = [
            try rule([]) {
                $0.keys = 36...36
                $0.destinations = []
            },
            try rule(["cc2:cc74"]) { $0.channels = 1 },
            try rule(["cc2:none"]) { $0.channels = 2 },
        ]
        settings.changes = try ControllerChange.list(["cc2:cc11", "key36:cc64"])
        let stage = try RoutedStage(song, settings, outputs: 2)
        try stage.play()
        let sent = sent(stage).filter { $0[0] >> 4 == 0xB && $0[2] != 0 && $0[2] != 127 }
        #expect(sent.filter { [2, 11, 64, 74].contains($0[1]) } == [[0xB0, 74, 100]])
        #expect(!self.sent(stage).contains { $0[0] >> 4 == 9 && $0[1] == 36 })
    }

    /// 40 log(127 / 64) dB by the default modulator of CC11 (SoundFont 2.04, 8.4.6).
    @Test func theBreathControllerIsExpression() throws {
        let song = SMFBuilder.milliseconds { track in
            track.key(0...1_000, 69)
            track.control(at: 500, channel: 0, 2, 64)
            track.endTick = 1_000
        }
        for (changes, lost) in [([], 0.0), (["cc2:cc11"], 11.9)] {
            var rack = studio.rack()
            rack.changes = try ControllerChange.list(changes)
            let stage = try RoutedStage(song, rack)
            try stage.play()
            let left = try stage.sink.channels(rate: RoutedStage.rate).left
            let levels = try [100, 700].map { time in
                try left.level(ofPartial: frequency(ofKey: 69), in: time * 48..<(time + 200) * 48)
            }
            #expect(abs(levels[0] - levels[1] - lost) < 0.2, "\(changes): \(levels)")
        }
    }
}
