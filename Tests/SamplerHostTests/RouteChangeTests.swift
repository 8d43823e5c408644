import MIDI
import Realtime
import Sequencer
import TestSupport
import Testing

@testable import SamplerHost

/// Rules that change while a piece plays.
@Suite struct RouteChangeTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private func settings(_ rules: RoutingRule...) -> RackSettings {
        var settings = RoutedStage.settings(font: studio.font)
        settings.rules = rules
        return settings
    }

    /// A song on one channel: what counts at 300 ms was sent at the beginning.
    private static let song = SMFBuilder.milliseconds {
        $0.program(at: 0, channel: 0, MeasuringFont.Program.left.rawValue)
        $0.registeredParameter(at: 0, channel: 0, 0, value: 12 << 7)
        $0.control(at: 0, channel: 0, 7, 127)
        $0.bend(at: 0, channel: 0, 16_383)
        $0.key(0...500, 57)
        $0.key(400...500, 45)
        $0.endTick = 600
    }

    /// Has a stage go on with other rules at a position, in milliseconds.
    private func change(
        _ stage: RoutedStage,
        to rack: RackSettings,
        at position: Int,
        given time: Int
    ) throws {
        let routed = try rack.routing(of: stage.routed.source, after: stage.routed)
        let item = try stage.item(routed, from: position, chaseNotes: true, isUntouched: false)
        stage.at(time) {
            _ = stage.engine.scheduleReplacement(item, on: stage.rack, routed: routed, isLast: true)
        }
    }

    @Test func whatSoundsEndsThereAndWhatFollowsBeginsInItsState() throws {
        let before = settings(.rule(.all, to: "one"))
        let after = settings(
            .rule(.all, to: "two") {
                $0.destinations[0].preset = nil
                $0.destinations[0].channel = 5
            }
        )
        let stage = try RoutedStage(Self.song, before)
        try change(stage, to: after, at: 300, given: 200)
        try stage.start(stage.item())
        try stage.run()
        let left = try stage.left
        // An octave higher by the bend, which the new channel has too.
        #expect(try left.level(ofPartial: frequency(ofKey: 69), in: 12_000..<13_440) > -35)
        #expect(try left.level(ofPartial: frequency(ofKey: 69), in: 16_800..<18_240) < -60)
        #expect(try left.level(ofPartial: frequency(ofKey: 57), in: 20_400..<21_840) > -35)
        #expect(try stage.right.isSilent(below: -60))
        #expect(stage.heldCount == 0)
    }

    @Test func aDestinationThatIsAddedHearsOnlyWhatFollows() throws {
        let song = SMFBuilder.milliseconds {
            $0.pedal(at: 0, channel: 0, down: true)
            $0.key(0...400, 57)
            $0.key(350...450, 76)
            $0.pedal(at: 500, channel: 0, down: false)
            $0.endTick = 600
        }
        let before = settings(.rule(.all, to: "one"))
        let after = settings(
            .rule(.all, to: "one", "two") { $0.destinations[1].transpose = 5 }
        )
        let stage = try RoutedStage(song, before)
        try change(stage, to: after, at: 300, given: 200)
        try stage.start(stage.item())
        try stage.run()
        #expect(try stage.isHeard(57, at: 320))
        #expect(try stage.level(ofKey: 62, at: 320) < -45)
        #expect(try stage.isHeard(76, at: 380))
        #expect(try stage.isHeard(81, at: 380))
        // Both pedals hold both.
        for key: UInt8 in [57, 76, 81] { #expect(try stage.isHeard(key, at: 460)) }
        #expect(stage.heldCount == 0)
    }

    @Test func otherPartsPlayOnUntouched() throws {
        let song = SMFBuilder.milliseconds(
            {
                $0.pedal(at: 0, channel: 0, down: true)
                $0.key(0...100, 57)
                $0.pedal(at: 500, channel: 0, down: false)
                $0.endTick = 600
            },
            {
                $0.key(0...500, 81, channel: 1)
                $0.key(350...500, 84, channel: 1)
            }
        )
        var rules = settings(.rule(.track(1), to: "one"), .rule(.track(2), to: "two"))
        for index in rules.samplers.indices { rules.samplers[index].settings.shards = 1 }
        func samples(_ changes: Bool) throws -> Signal {
            let stage = try RoutedStage(song, rules, tail: .frames(4_800))
            var after = rules
            after.rules[1] = .rule(.track(2), to: "three") { $0.velocities = 1...126 }
            after.rules.append(RoutingRule(source: .all, destinations: []))
            if changes { try change(stage, to: after, at: 200, given: 100) }
            try stage.start(stage.item())
            try stage.run()
            #expect(stage.heldCount == 0)
            return try stage.left
        }
        let (changed, plain) = (try samples(true), try samples(false))
        let part = 9_700..<23_000
        let partial = frequency(ofKey: 57)
        #expect(
            try abs(
                changed.level(ofPartial: partial, in: part)
                    - plain.level(ofPartial: partial, in: part)
            ) < 0.01
        )
        #expect(try changed.level(ofPartial: frequency(ofKey: 81), in: 12_000..<13_440) < -60)
        #expect(try changed.level(ofPartial: frequency(ofKey: 84), in: 18_000..<19_440) < -60)
    }

    @Test func aTrackThatIsSingledOutLeavesItsPort() throws {
        let song = SMFBuilder.milliseconds(
            { $0.key(0...500, 57) },
            {
                $0.key(0...500, 81)
                $0.key(350...500, 86)
            }
        )
        let stage = try RoutedStage(song, settings())
        let after = settings(.rule(.track(2), to: "two"))
        // The samplers are the same, with or without rules.
        #expect(stage.rack.plays(try after.routing(of: stage.routed.source)))
        try change(stage, to: after, at: 200, given: 100)
        try stage.start(stage.item())
        try stage.run()
        #expect(try stage.isHeard(57, at: 300))
        #expect(try stage.isHeard(81, at: 150))
        #expect(try !stage.isHeard(81, at: 300))
        #expect(try stage.isHeard(86, at: 400))
        #expect(stage.heldCount == 0)
    }

    @Test func aSamplerThatIsReachedFirstGetsThePortsMessages() throws {
        let song = SMFBuilder.milliseconds {
            $0.reset(at: 0, "GS")
            // The master volume, by half.
            $0.systemExclusive(at: 60, [0x7F, 0x7F, 0x04, 0x01, 0x00, 0x40, 0xF7])
            $0.key(100...200, 57)
            $0.key(350...450, 57)
        }
        let stage = try RoutedStage(song, settings(.rule(.all, to: "one")))
        try change(stage, to: settings(.rule(.all, to: "two")), at: 300, given: 200)
        try stage.start(stage.item())
        try stage.run()
        let (before, after) = (
            try stage.level(ofKey: 57, at: 140), try stage.level(ofKey: 57, at: 400)
        )
        #expect(abs(before - after) < 0.2)
        #expect(before < MeasuringFont.sinePeakLevel - 6)
    }

    @Test func presetsThatNoneHasLoadedAreToldFromThoseThatAreReady() throws {
        let stage = try RoutedStage(Self.song, settings(.rule(.all, to: "one")))
        let other = settings(.rule(.all, to: "two"))
        // Its instances have only the presets that its ways lead to it: none yet.
        #expect(!stage.rack.plays(try other.routing(of: stage.routed.source)))
        let both = try SamplerRack(
            other,
            rate: 48_000,
            maximumPeriod: 256,
            for: [stage.routed, try other.routing(of: stage.routed.source)],
            after: stage.rack
        )
        #expect(both.names == stage.rack.names)
        #expect(both.plays(stage.routed))
        #expect(both.plays(try other.routing(of: stage.routed.source)))
    }

    /// A key that was held at a sampler that is gone shall not end one of the sampler that has its
    /// number now.
    @Test func aNumberThatIsUsedAgainHoldsNothingOfBefore() throws {
        func rack(_ samplers: [String], after old: SamplerRack?) throws -> SamplerRack {
            let settings = RoutedStage.settings(font: studio.font, samplers: samplers)
            let routed = try settings.routing(of: sequence(Self.song))
            let rack = try SamplerRack(
                settings,
                rate: 48_000,
                maximumPeriod: 256,
                for: [routed],
                after: old
            )
            if let old {
                rack.takesOver(from: old)
                rack.rack.value.copyState(from: old.rack.value)
            }
            return rack
        }
        let first = try rack(["one", "two"], after: nil)
        let second = try rack(["one"], after: first)
        let third = try rack(["one", "three"], after: second)
        let number = try #require(first.names.firstIndex(of: "two"))
        #expect(third.names[number] == "three")
        let generations = [first, third].map {
            $0.rack.value.holds.generation(UInt8(number), 0, 60)
        }
        #expect(generations[0] != generations[1])
    }

    /// Whatever changes when: nothing hangs.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func nothingHangs(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var song = SMFBuilder(format: 1, ticksPerQuarter: 500)
        for number: UInt8 in 0..<4 {
            song.track(nil) { track in
                track.port(at: 0, number / 3)
                for _ in 0..<24 {
                    let start = UInt32.random(in: 0..<700, using: &random)
                    let channel = UInt8.random(in: 0...1, using: &random)
                    let length = UInt32.random(in: 5...250, using: &random)
                    let key = UInt8.random(in: 55...60, using: &random)
                    track.note(at: start, length: length, channel: channel, key: key)
                    let pedals: [UInt8] = [64, 66, 67, 69, 121, 123, 120, 126, 127, 1]
                    let controller = pedals.randomElement(using: &random) ?? 64
                    let value = UInt8.random(in: 0...127, using: &random)
                    track.control(at: start + length / 2, channel: channel, controller, value)
                }
                if number == 2 { track.reset(at: 350, "GS") }
                track.endTick = 1_000
            }
        }
        func rules() -> [RoutingRule] {
            (0..<Int.random(in: 0...4, using: &random)).map { _ in
                let sources: [RoutingSource] = [
                    .all, .track(1), .track(2), .track(4), .port(1), .port(2),
                ]
                var rule = RoutingRule(
                    source: sources.randomElement(using: &random) ?? .all,
                    destinations: (0..<Int.random(in: 0...3, using: &random)).map { _ in
                        let names = ["one", "two", "three", "other"]
                        var destination = RoutingDestination(
                            sampler: names.randomElement(using: &random) ?? "one"
                        )
                        destination.channel = [nil, 0, 1, 4].randomElement(using: &random) ?? nil
                        destination.transpose = Int.random(in: -20...20, using: &random)
                        if Int.random(in: 0...4, using: &random) == 0 {
                            destination.preset = .init(bank: 0, program: 0)
                        }
                        return destination
                    }
                )
                if Bool.random(using: &random) {
                    rule.keys = 0...UInt8.random(in: 50...60, using: &random)
                }
                rule.kinds = MessageKinds(rawValue: UInt8.random(in: 0...63, using: &random))
                return rule
            }
        }
        var rack = settings()
        rack.rules = rules()
        // With the tail an engine may end before the last pedals go up, where nothing sounds.
        let stage = try RoutedStage(song, rack, tail: .frames(9_600))
        var last = stage.routed
        for index in 0..<8 {
            rack.rules = rules()
            let routed = try rack.routing(of: stage.routed.source, after: last)
            last = routed
            let time = 60 + index * 100
            let seeks = Int.random(in: 0...3, using: &random) == 0
            let to = Int.random(in: 0...900, using: &random)
            let item =
                seeks
                ? try stage.item(routed, from: to, chaseNotes: true, isUntouched: false)
                : try stage.item(
                    routed,
                    from: time + 40,
                    mute: index == 4 ? "track:1" : "",
                    transpose: index == 5 ? 3 : 0,
                    chaseNotes: true,
                    isUntouched: false
                )
            stage.at(time) {
                if seeks {
                    _ = stage.engine.start(item, on: stage.rack, routed: routed, isLast: true)
                } else {
                    _ = stage.engine.scheduleReplacement(
                        item,
                        on: stage.rack,
                        routed: routed,
                        isLast: true
                    )
                }
            }
        }
        try stage.start(stage.item())
        var voices = -1
        stage.at(2_200) {
            voices = stage.engine.takeFigures().voices
            stage.engine.stop()
        }
        try stage.run()
        #expect(stage.heldCount == 0)
        #expect(voices <= 0)
    }
}
