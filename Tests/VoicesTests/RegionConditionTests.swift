import Testing

@testable import Voices

private typealias P = ArticulationParameter

/// When articulated regions play, and what ends them.
@Suite struct RegionConditionTests {
    /// The regions that a note starts, told by their levels: region n has the amplitude 2⁻ⁿ.
    private func player(
        _ count: Int = 2,
        controls: PresetControls = PresetControls(),
        _ change: (Int, inout Region, inout Articulation) -> Void
    ) -> Player {
        let regions = (0..<count).map { index in
            var region = Region.articulated()
            var articulation = region.articulation ?? Articulation()
            articulation.values[P.amplitude] = 1 / Float(1 << index)
            articulation.values[P.velocityTracking] = 0
            change(index, &region, &articulation)
            region.articulation = articulation
            return region
        }
        var preset = RegionPreset(regions: regions)
        preset.controls = controls
        return Player(preset, [.constant])
    }

    /// The numbers of the regions that sound, as bits: the lowest for the first.
    private func sounding(_ player: Player, _ count: Int = 2) -> Int {
        let level = player.left(640)[639] / (0.5 * 0.70711 * 1.1416)
        return Int((level * Float(1 << (count - 1))).rounded())
    }

    /// Strikes a key, tells what it starts, and silences it.
    private func struck(_ player: Player, _ key: UInt8 = 60, _ count: Int = 2) -> Int {
        player.noteOn(key)
        let result = sounding(player, count)
        player.noteOff(key)
        player.engine.allSoundOff(channel: 0)
        _ = player.left(640)
        return result
    }

    @Test func turnsGoRound() {
        let player = player { index, _, articulation in
            articulation.conditions.turn = UInt16(index)
            articulation.conditions.turnCount = 2
        }
        #expect((0..<4).map { _ in struck(player) } == [2, 1, 2, 1])
    }

    @Test func turnsAndKeysBeginAgainWithAReset() {
        let player = player(3) { index, _, articulation in
            guard index < 2 else {
                articulation.conditions.trigger = .legato
                return
            }
            articulation.conditions.turn = UInt16(index)
            articulation.conditions.turnCount = 2
        }
        #expect(struck(player, 60, 3) == 4)
        player.noteOn(50)
        player.engine.reset()
        _ = player.left(640)
        // No key is down, and the first region has its turn.
        #expect(struck(player, 60, 3) == 4)
    }

    @Test func chanceChoosesOne() {
        let player = player { index, _, articulation in
            articulation.conditions.random = index == 0 ? 0..<0.5 : 0.5..<1
        }
        let results = (0..<40).map { _ in struck(player) }
        #expect(results.allSatisfy { $0 == 1 || $0 == 2 })
        #expect((8...32).contains(results.count { $0 == 1 }))
    }

    @Test func theLastKeySwitchChooses() {
        var controls = PresetControls()
        controls.switchKeys = 24...25
        controls.switchDefault = 24
        let player = player(controls: controls) { index, region, articulation in
            region.keys = 36...96
            articulation.conditions.switchLast = UInt8(24 + index)...UInt8(24 + index)
        }
        #expect(struck(player) == 2)
        player.noteOn(25)
        player.noteOff(25)
        #expect(struck(player) == 1)
        player.noteOn(24)
        player.noteOff(24)
        #expect(struck(player) == 2)
    }

    @Test func switchesThatAreDownAndUp() {
        let player = player { index, region, articulation in
            region.keys = 36...96
            if index == 0 {
                articulation.conditions.switchDown = 24
            } else {
                articulation.conditions.switchUp = 24
            }
        }
        #expect(struck(player) == 1)
        player.noteOn(24)
        #expect(struck(player) == 2)
        player.noteOff(24)
        #expect(struck(player) == 1)
    }

    @Test func anotherPedalReleasesWhatItHolds() {
        let player = player(1) { _, _, articulation in
            articulation.conditions.sustainController = 69
            articulation.values[P.envelope(0) + P.release] = 0.05
        }
        player.engine.control(69, 127, channel: 0)
        player.noteOn()
        player.noteOff()
        #expect(sounding(player, 1) == 1)
        player.engine.control(64, 0, channel: 0)
        #expect(sounding(player, 1) == 1)
        player.engine.control(69, 0, channel: 0)
        _ = player.left(24_000)
        #expect(player.engine.voiceCount == 0)
    }

    @Test func resetsStartTheReleasesThatWaitForThePedal() {
        let player = player(2) { index, _, articulation in
            if index == 1 { articulation.conditions.trigger = .release }
        }
        player.engine.control(64, 127, channel: 0)
        player.noteOn()
        player.noteOff()
        #expect(sounding(player) == 2)
        player.engine.control(121, 0, channel: 0)
        #expect(player.engine.voiceCount == 2)
    }

    @Test func controllersMustBeWithinTheirRanges() {
        let player = player { index, _, articulation in
            articulation.conditions.controllers = [
                index == 0
                    ? .init(64, low: 0, high: 63.0 / 127) : .init(64, low: 64.0 / 127, high: 1)
            ]
        }
        #expect(struck(player) == 2)
        player.engine.control(64, 127, channel: 0)
        player.noteOn()
        #expect(sounding(player) == 1)
    }

    @Test func firstAndLegato() {
        let player = player { index, _, articulation in
            articulation.conditions.trigger = index == 0 ? .first : .legato
        }
        player.noteOn(60)
        #expect(sounding(player) == 2)
        player.noteOn(64)
        #expect(sounding(player) == 3)
        player.noteOff(60)
        player.noteOff(64)
        _ = player.left(4_800)
        #expect(struck(player) == 2)
    }

    @Test func releasesPlayWhenTheNoteEnds() {
        let player = player { index, _, articulation in
            if index == 1 { articulation.conditions.trigger = .release }
        }
        player.noteOn()
        #expect(sounding(player) == 2)
        player.noteOff()
        #expect(sounding(player) == 1)
    }

    @Test func releasesWaitForThePedal() {
        let player = player { index, _, articulation in
            if index == 1 { articulation.conditions.trigger = .release }
        }
        player.engine.control(64, 127, channel: 0)
        player.noteOn()
        player.noteOff()
        #expect(sounding(player) == 2)
        player.engine.control(64, 0, channel: 0)
        #expect(sounding(player) == 1)
    }

    @Test func releasesOfKeysDoNotWait() {
        let player = player { index, _, articulation in
            if index == 1 { articulation.conditions.trigger = .releaseKey }
        }
        player.engine.control(64, 127, channel: 0)
        player.noteOn()
        player.noteOff()
        #expect(sounding(player) == 3)
    }

    @Test func theMiddleOfTheWheelIsOnNeitherSide() {
        let player = player { index, _, articulation in
            articulation.conditions.controllers = [
                index == 0
                    ? .init(ControllerNumber.wheel, low: 1 / 8_192, high: 1)
                    : .init(ControllerNumber.wheel, low: -1, high: -1 / 8_192)
            ]
        }
        player.noteOn()
        #expect(sounding(player) == 0)
        player.engine.setWheel(8_193, channel: 0)
        player.noteOn(61)
        #expect(sounding(player) == 2)
        player.engine.setWheel(8_191, channel: 0)
        player.noteOn(62)
        #expect(sounding(player) == 3)
    }

    @Test func releasesAreSofterByTheTimeOfTheNote() {
        let player = player { index, _, articulation in
            if index == 1 {
                articulation.conditions.trigger = .release
                articulation.values[P.releaseDecay] = 6.0206
                articulation.values[P.amplitude] = 1
            } else {
                articulation.values[P.envelope(0) + P.release] = 0.006
            }
        }
        player.noteOn()
        _ = player.left(96_000)
        player.noteOff()
        let level = player.left(960)[959] / (0.5 * 0.70711 * 1.1416)
        #expect(abs(level - 0.25) < 0.01)
    }

    @Test func releasesNeedASoundingNote() {
        let player = player { index, _, articulation in
            if index == 0 {
                articulation.loopMode = .none
            } else {
                articulation.conditions.trigger = .release
            }
        }
        player.noteOn()
        // The sample has 1,000 frames.
        _ = player.left(4_800)
        player.noteOff()
        #expect(sounding(player) == 0)
    }

    @Test func groupsEndEachOther() {
        let player = player { index, region, articulation in
            region.keys = index == 0 ? 60...60 : 62...62
            articulation.conditions.group = Int32(index + 1)
            articulation.conditions.offBy = Int32(2 - index)
        }
        player.noteOn(60)
        #expect(sounding(player) == 2)
        player.noteOn(62)
        #expect(sounding(player) == 1)
        player.noteOn(60)
        #expect(sounding(player) == 2)
    }

    @Test func offModesTakeTheirTime() {
        func level(_ mode: RegionConditions.OffMode, after frames: Int) -> Float {
            let player = player { index, region, articulation in
                region.keys = index == 0 ? 60...60 : 62...62
                articulation.conditions.group = Int32(index + 1)
                if index == 0 { articulation.conditions.offBy = 2 }
                articulation.conditions.offMode = mode
                articulation.conditions.offTime = 0.5
                articulation.values[P.envelope(0) + P.release] = 1
                if index == 1 { articulation.values[P.volume] = -100 }
            }
            player.noteOn(60)
            _ = player.left(640)
            player.noteOn(62)
            return player.left(frames + 1)[frames] / (0.5 * 0.70711 * 1.1416)
        }
        #expect(level(.fast, after: 400) < 0.01)
        #expect(abs(level(.time, after: 4_800) - 0.1653) < 0.01)
        #expect(abs(level(.normal, after: 4_800) - 0.4066) < 0.01)
    }

    @Test func notePolyphonyEndsTheSofterNote() {
        let player = player(1) { _, _, articulation in
            articulation.conditions.notePolyphony = 1
            articulation.loopMode = .continuous
        }
        for _ in 0..<5 {
            player.noteOn()
            _ = player.left(640)
        }
        #expect(abs(player.left(640)[639] / (0.5 * 0.70711 * 1.1416) - 1) < 0.01)
        #expect(player.engine.voiceCount == 1)
    }

    @Test func controllersStartRegions() {
        let player = player(1) { _, _, articulation in
            articulation.conditions.trigger = .controller
            articulation.conditions.starts = [.init(64, low: 1.0 / 127, high: 1)]
        }
        #expect(struck(player, 60, 1) == 0)
        player.engine.control(64, 127, channel: 0)
        #expect(sounding(player, 1) == 1)
        // The same value again is no change.
        player.engine.control(64, 127, channel: 0)
        #expect(sounding(player, 1) == 1)
        player.engine.control(64, 126, channel: 0)
        #expect(sounding(player, 1) == 2)
    }

    @Test func pedalsHoldNotesUnlessTheRegionSaysNot() {
        let player = player { index, _, articulation in
            articulation.conditions.followsSustain = index == 0
        }
        player.engine.control(64, 127, channel: 0)
        player.noteOn()
        player.noteOff()
        _ = player.left(4_800)
        #expect(sounding(player) == 2)
    }

    @Test func halvesOfRendersGiveTheSameFrames() {
        func output(_ pieces: [Int]) -> [Float] {
            let player = player(3) { index, _, articulation in
                articulation.values[P.delay] = Float(index) * 0.0101
                articulation.filters[0] = .lowPass2
                articulation.values[P.filter(0) + P.cutoff] = 12_000
            }
            player.noteOn(60)
            var output: [Float] = []
            for piece in pieces { output += player.left(piece) }
            return output
        }
        #expect(output([3_000]) == output([1, 62, 1, 64, 500, 1_372, 1_000]))
    }
}
