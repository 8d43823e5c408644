import MIDI
import Sequencer
import TestSupport
import Testing

@testable import SamplerHost

/// Rules that lead the parts of a piece to samplers, as they are heard.
@Suite struct RoutingTests {
    let studio: Studio

    init() throws {
        studio = try Studio()
    }

    private func settings(_ rules: RoutingRule...) -> RackSettings {
        var settings = RoutedStage.settings(font: studio.font)
        settings.rules = rules
        return settings
    }

    private func stage(_ song: SMFBuilder, _ rules: RoutingRule...) throws -> RoutedStage {
        var settings = RoutedStage.settings(font: studio.font)
        settings.rules = rules
        let stage = try RoutedStage(song, settings)
        try stage.play()
        #expect(stage.heldCount == 0)
        return stage
    }

    /// Two tracks on one channel; the second also has a program.
    private static let sharing = SMFBuilder.milliseconds(
        {
            $0.key(0...200, 57)
        },
        {
            $0.program(at: 0, channel: 0, MeasuringFont.Program.left.rawValue)
            $0.key(0...200, 81)
        }
    )

    @Test func aRackWithoutRulesSoundsAsSamplersOfPorts() throws {
        let song = SMFBuilder.milliseconds(
            {
                $0.port(at: 0, 0)
                $0.pedal(at: 10, channel: 0, down: true)
                for index: UInt8 in 0..<5 {
                    $0.key(UInt32(index) * 40...UInt32(index) * 40 + 60, 60)
                }
                $0.pedal(at: 190, channel: 0, down: false)
            },
            {
                $0.port(at: 0, 1)
                $0.key(15...170, 50)
                $0.reset(at: 100, "GM")
            }
        )
        let sampler = RoutedStage.settings(font: studio.font).samplers[0].settings
        let stage = try RoutedStage(song, RackSettings(sampler))
        try stage.play()
        #expect(stage.rack.names == ["sampler", "sampler 2"])
        let rendering = try studio.render(song)
        #expect(firstDifference(try stage.left.samples, rendering.left.samples) == nil)
    }

    @Test func tracksThatShareAChannelHaveSamplersOfTheirOwn() throws {
        let stage = try stage(Self.sharing, .rule(.track(2), to: "two"))
        #expect(stage.rack.names == ["one", "two", "three", "other"])
        #expect(try stage.isHeard(57, at: 100))
        #expect(try stage.isHeard(81, at: 100))
        // Only the second is on the left.
        let right = try stage.right
        #expect(try right.level(ofPartial: frequency(ofKey: 81), in: 4_800..<6_240) < -60)
        #expect(try right.level(ofPartial: frequency(ofKey: 57), in: 4_800..<6_240) > -35)
    }

    /// A routed piece sounds as the sum of its parts, each rendered alone.
    @Test(arguments: 0..<6 as Range<UInt64>)
    func aRoutedPieceIsTheSumOfItsParts(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var tracks: [SMFBuilder.Track] = []
        for number in 0..<3 {
            var track = SMFBuilder.Track()
            let channel = UInt8.random(in: 0...1, using: &random)
            track.program(
                at: 0,
                channel: channel,
                UInt8([0, 5, 6].randomElement(using: &random) ?? 0)
            )
            for index: UInt32 in 0..<5 {
                let key = UInt8.random(in: 48...84, using: &random)
                let start = index * 30 + UInt32(number)
                track.note(at: start, length: 40, channel: channel, key: key)
                if index == 2 { track.pedal(at: start, channel: channel, down: true) }
            }
            track.pedal(at: 160, channel: channel, down: false)
            track.endTick = 200
            tracks.append(track)
        }
        func song(_ kept: [Int]) -> SMFBuilder {
            var song = SMFBuilder(format: 1, ticksPerQuarter: 500)
            for number in tracks.indices {
                song.track(nil) { track in
                    if kept.contains(number) { track = tracks[number] }
                    track.endTick = 200
                }
            }
            return song
        }
        var rules = settings(.rule(.track(1), to: "one"), .rule(.track(3), to: "three"))
        for index in rules.samplers.indices { rules.samplers[index].settings.shards = 1 }
        rules.fallback?.settings.shards = 1
        func left(_ kept: [Int]) throws -> Signal {
            let stage = try RoutedStage(song(kept), rules, tail: .frames(4_800))
            try stage.play()
            #expect(stage.heldCount == 0)
            return try stage.left
        }
        let whole = try left([0, 1, 2])
        let sum = try left([0]) + left([1]) + left([2])
        #expect(try whole.distance(to: sum) < -120)
    }

    // MARK: Splits and layers

    @Test func twoRulesSplitTheKeyboard() throws {
        let song = SMFBuilder.milliseconds {
            $0.key(0...200, 50)
            $0.key(0...200, 74)
        }
        let stage = try stage(
            song,
            .rule(.all, to: "one") {
                $0.keys = 0...59
                $0.destinations[0].transpose = 12
            },
            .rule(.all, to: "two")
        )
        #expect(try stage.isHeard(62, at: 100))
        #expect(try !stage.isHeard(50, at: 100))
        #expect(try stage.isHeard(74, at: 100))
        #expect(try !stage.isHeard(62, at: 260))
    }

    @Test func whatNoRangeTakesGoesToTheFallback() throws {
        let song = SMFBuilder.milliseconds {
            $0.key(0...200, 50)
            $0.key(0...200, 74)
        }
        let rule = RoutingRule.rule(.all, to: "one") { $0.keys = 60...127 }
        #expect(try settings(rule).routing(of: sequence(song)).samplers.last == "other")
        let stage = try stage(song, rule)
        #expect(try stage.isHeard(50, at: 100))
        var deaf = settings(rule)
        deaf.fallback = nil
        #expect(
            try deaf.routing(of: sequence(song)).findings == [
                .unheard(track: nil, port: 0, channel: 0, notes: 1)
            ]
        )
    }

    @Test func aLayerPlaysANoteTwiceAndEndsBoth() throws {
        let song = SMFBuilder.milliseconds { $0.key(0...200, 57) }
        let stage = try stage(
            song,
            .rule(.all, to: "one", "two") { $0.destinations[1].transpose = 19 }
        )
        #expect(try stage.isHeard(57, at: 100))
        #expect(try stage.isHeard(76, at: 100))
        #expect(try !stage.isHeard(57, at: 260))
        #expect(try !stage.isHeard(76, at: 260))
    }

    @Test func thePedalHoldsAllPartsOfASplit() throws {
        let song = SMFBuilder.milliseconds {
            $0.pedal(at: 0, channel: 0, down: true)
            $0.key(20...60, 50)
            $0.key(20...60, 74)
            $0.pedal(at: 200, channel: 0, down: false)
            $0.endTick = 400
        }
        let stage = try stage(
            song,
            .rule(.all, to: "one") { $0.keys = 0...59 },
            .rule(.all, to: "two")
        )
        for key: UInt8 in [50, 74] {
            #expect(try stage.isHeard(key, at: 150))
            #expect(try !stage.isHeard(key, at: 300))
        }
    }

    @Test func velocitiesAreCurvedAndSplit() throws {
        let song = SMFBuilder.milliseconds {
            $0.noteOn(at: 0, channel: 0, key: 57, velocity: 40)
            $0.noteOff(at: 200, channel: 0, key: 57)
            $0.noteOn(at: 0, channel: 0, key: 76, velocity: 127)
            $0.noteOff(at: 200, channel: 0, key: 76)
        }
        let stage = try stage(
            song,
            .rule(.all, to: "one") {
                $0.velocities = 1...64
                $0.destinations[0].velocity = .fixed(127)
            },
            .rule(.all, to: "two") { $0.destinations[0].velocity = .power(2) }
        )
        let (soft, loud) = (
            try stage.level(ofKey: 57, at: 100), try stage.level(ofKey: 76, at: 100)
        )
        #expect(abs(soft - loud) < 0.2)
        #expect(VelocityCurve.power(2).value(at: 64) == 32)
        #expect(VelocityCurve.power(0.5).value(at: 1) == 11)
        #expect(VelocityCurve.linear.value(at: 99) == 99)
    }

    // MARK: Two sources on one destination

    /// Two tracks on channels of their own that lead to one channel.
    private static func joined(
        _ first: @Sendable (inout SMFBuilder.Track) -> Void,
        _ second: @Sendable (inout SMFBuilder.Track) -> Void
    ) -> SMFBuilder {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 500)
        song.track(nil, first)
        song.track(nil, second)
        return song
    }

    private func joinedStage(_ song: SMFBuilder) throws -> RoutedStage {
        try stage(song, .rule(.all, to: "one") { $0.destinations[0].channel = 3 })
    }

    @Test func aKeyThatTwoHoldEndsWithTheLast() throws {
        let stage = try joinedStage(
            Self.joined(
                { $0.note(at: 0, length: 100, channel: 0, key: 57) },
                { $0.note(at: 20, length: 280, channel: 1, key: 57) }
            )
        )
        #expect(try stage.isHeard(57, at: 200))
        #expect(try !stage.isHeard(57, at: 360))
    }

    @Test func pedalsOfTwoDoNotLiftEachOther() throws {
        let stage = try joinedStage(
            Self.joined(
                {
                    $0.pedal(at: 0, channel: 0, down: true)
                    $0.note(at: 10, length: 40, channel: 0, key: 57)
                    $0.pedal(at: 300, channel: 0, down: false)
                },
                {
                    $0.pedal(at: 20, channel: 1, down: true)
                    $0.pedal(at: 100, channel: 1, down: false)
                    $0.control(at: 120, channel: 1, 121, 0)
                    $0.control(at: 140, channel: 1, 123, 0)
                    $0.control(at: 400, channel: 1, 7, 100)
                }
            )
        )
        #expect(try stage.isHeard(57, at: 200))
        #expect(try !stage.isHeard(57, at: 360))
    }

    @Test(arguments: [123, 124, 125] as [UInt8])
    func allNotesOffOfOneLeavesTheOther(_ controller: UInt8) throws {
        let stage = try joinedStage(
            Self.joined(
                { $0.note(at: 0, length: 300, channel: 0, key: 57) },
                {
                    $0.note(at: 0, length: 290, channel: 1, key: 76)
                    $0.control(at: 100, channel: 1, controller, 0)
                }
            )
        )
        #expect(try stage.isHeard(57, at: 200))
        #expect(try !stage.isHeard(76, at: 200))
        #expect(try !stage.isHeard(57, at: 360))
    }

    // MARK: Presets and drums

    @Test func aGivenPresetPlaysWhateverTheSourceSelects() throws {
        let song = SMFBuilder.milliseconds {
            $0.program(at: 0, channel: 0, MeasuringFont.Program.left.rawValue)
            $0.key(0...300, 69)
            $0.reset(at: 100, "GM")
            $0.program(at: 110, channel: 0, MeasuringFont.Program.left.rawValue)
            $0.key(120...300, 57)
        }
        let stage = try stage(
            song,
            .rule(.all, to: "one") {
                $0.destinations[0].preset = .init(
                    bank: 0,
                    program: Int(MeasuringFont.Program.right.rawValue)
                )
            }
        )
        #expect(try stage.left.isSilent())
        let right = try stage.right
        #expect(try right.level(ofPartial: frequency(ofKey: 69), in: 2_400..<3_840) > -35)
        #expect(try right.level(ofPartial: frequency(ofKey: 57), in: 9_600..<11_040) > -35)
        #expect(stage.rack.substitutions.isEmpty)
    }

    @Test func aMissingGivenPresetIsToldWithItsSampler() throws {
        let song = SMFBuilder.milliseconds { $0.key(0...100, 69) }
        let rack = settings(
            .rule(.all, to: "two") { $0.destinations[0].preset = .init(bank: 0, program: 99) }
        )
        let stage = try RoutedStage(song, rack)
        let told = stage.rack.substitutions
        #expect(told.map(\.sampler) == [1])
        #expect(told.map(\.program) == [99])
    }

    @Test func drumsAreNotTransposed() throws {
        let song = SMFBuilder.milliseconds { $0.key(0...200, 57, channel: 2) }
        func routed(_ isDrums: Bool?, channel: UInt8? = nil) throws -> RoutedSequence {
            try settings(
                .rule(.all, to: "one") {
                    $0.destinations[0].isDrums = isDrums
                    $0.destinations[0].channel = channel
                    $0.destinations[0].transpose = 5
                }
            ).routing(of: sequence(song))
        }
        #expect(try routed(nil).routes(lane: 0, channel: 2).map(\.transpose) == [5])
        #expect(try routed(true).routes(lane: 0, channel: 2).map(\.transpose) == [0])
        #expect(try routed(true).sequence.schedule.drumChannels[0] == 1 << 9 | 1 << 2)
        #expect(try routed(nil, channel: 9).routes(lane: 0, channel: 2).map(\.transpose) == [0])
        // The drums of the measuring font are clicks.
        let rules = settings(.rule(.all, to: "one") { $0.destinations[0].isDrums = true })
        let stage = try RoutedStage(song, rules)
        try stage.play()
        #expect(try stage.left.onsets().count == 1)
        #expect(try !stage.isHeard(57, at: 100))
    }

    @Test func kindsThatDoNotPassAreDropped() throws {
        let song = SMFBuilder.milliseconds {
            $0.control(at: 0, channel: 0, 7, 0)
            $0.key(0...200, 57)
            $0.control(at: 180, channel: 0, 123, 0)
            $0.endTick = 300
        }
        let stage = try stage(
            song,
            .rule(.all, to: "one") { $0.kinds = .all.subtracting(.controllers) }
        )
        #expect(try stage.isHeard(57, at: 100))
        #expect(try !stage.isHeard(57, at: 250))
    }

    // MARK: Seeking, loops, muting

    @Test func seekingPutsEachPartIntoItsState() throws {
        let song = SMFBuilder.milliseconds(
            {
                $0.program(at: 0, channel: 0, MeasuringFont.Program.right.rawValue)
                $0.key(400...600, 57)
            },
            {
                $0.program(at: 0, channel: 0, MeasuringFont.Program.left.rawValue)
                $0.key(400...600, 81)
            }
        )
        let rack = settings(.rule(.track(2), to: "two"))
        for isUntouched in [true, false] {
            let stage = try RoutedStage(song, rack)
            try stage.start(stage.item(from: 350, isUntouched: isUntouched))
            try stage.run()
            let (left, right) = (try stage.left, try stage.right)
            let range = 4_800..<6_240
            #expect(try left.level(ofPartial: frequency(ofKey: 81), in: range) > -35)
            #expect(try left.level(ofPartial: frequency(ofKey: 57), in: range) < -60)
            #expect(try right.level(ofPartial: frequency(ofKey: 57), in: range) > -35)
            #expect(stage.heldCount == 0)
        }
    }

    @Test func aLoopBeginsAgainInAllLanes() throws {
        let song = SMFBuilder.milliseconds(
            { $0.key(0...100, 57) },
            {
                $0.key(0...100, 81)
                $0.control(at: 120, channel: 0, 7, 0)
                $0.endTick = 200
            }
        )
        let stage = try RoutedStage(song, settings(.rule(.track(2), to: "two")))
        try stage.start(stage.item(loop: 0..<200, loopCount: 2))
        try stage.run()
        for key: UInt8 in [57, 81] {
            #expect(try stage.isHeard(key, at: 50))
            #expect(try !stage.isHeard(key, at: 160))
            #expect(try stage.isHeard(key, at: 250))
        }
        #expect(stage.heldCount == 0)
    }

    @Test func mutingIsBySource() throws {
        let song = SMFBuilder.milliseconds({ $0.key(0...200, 57) }, { $0.key(0...200, 81) })
        let rack = settings(.rule(.track(2), to: "two") { $0.destinations[0].channel = 7 })
        for (mute, solo, heard) in [
            ("track:2", "", [true, false]), ("ch:1", "", [false, false]),
            ("", "track:2", [false, true]), ("", "ch:1", [true, true]),
        ] {
            let stage = try RoutedStage(song, rack)
            try stage.start(stage.item(mute: mute, solo: solo))
            try stage.run()
            #expect(try [stage.isHeard(57, at: 100), stage.isHeard(81, at: 100)] == heard)
        }
    }

    // MARK: Faults and findings

    @Test func faultsNameTheRule() throws {
        let song = try sequence(Self.sharing)
        func fault(_ change: (inout RackSettings) -> Void) -> RoutingError? {
            var settings = settings(.rule(.track(1), to: "one"), .rule(.track(2), to: "two"))
            change(&settings)
            do throws(RoutingError) {
                _ = try settings.routing(of: song)
                return nil
            } catch {
                return error
            }
        }
        #expect(fault { _ in } == nil)
        #expect(
            fault { $0.rules[1].destinations[0].sampler = "bass" }?.description
                == "rule 2: no sampler \"bass\"; the samplers are: one, two, three, other"
        )
        #expect(
            fault { rack in
                rack.rules[0].destinations += Array(
                    repeating: RoutingDestination(sampler: "two"),
                    count: 4
                )
            }?.code == .tooManyDestinations
        )
        #expect(fault { $0.rules[0].destinations[0].transpose = 128 }?.code == .invalidValue)
        #expect(fault { $0.samplers[1].name = "one" }?.code == .duplicateName)
        #expect(fault { $0.samplers[1].name = "other 2" }?.code == .duplicateName)
        for name in ["master", "metronome", "none", "effects:main", "out:1", "one/10"] {
            #expect(fault { $0.samplers[1].name = name }?.code == .duplicateName, "\(name)")
            #expect(fault { $0.fallback?.name = name }?.code == .duplicateName, "\(name)")
        }
    }

    @Test func rulesWithoutEffectAreFound() throws {
        let song = try sequence(Self.sharing)
        func findings(_ rules: RoutingRule...) throws -> [RoutingFinding] {
            var rack = RoutedStage.settings(font: studio.font)
            rack.rules = rules
            return try rack.routing(of: song).findings
        }
        #expect(
            try findings(
                .rule(.all, to: "one"),
                .rule(.track(2), to: "two"),
                .rule(.trackName("Bass*"), to: "two"),
                .rule(.port(2), to: "two"),
                .rule(.input(1), to: "two")
            ) == [.shadowedRule(1), .unmatchedRule(2), .unmatchedRule(3)]
        )
    }
}
