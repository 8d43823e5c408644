import Realtime
import Testing

@testable import Voices

/// Controllers, pedals, classes and the polyphony.
@Suite struct ControlTests {
    private static let short = Region.looped { $0.values[.volumeRelease] = -7_200 }

    private func level(_ player: Player) -> Float { player.left(640)[639] }

    @Test func theSustainPedalHoldsNotes() {
        let player = Player([Self.short], .constant)
        player.engine.control(64, 127, channel: 0)
        player.noteOn()
        _ = player.left(960)
        player.noteOff()
        #expect(player.left(4_800)[4_799] > 0.3)
        #expect(player.engine.state(0).holds == .sustain)
        player.engine.control(64, 0, channel: 0)
        _ = player.left(1_600)
        #expect(player.engine.voiceCount == 0)
    }

    @Test func theSostenutoPedalHoldsTheKeysThatAreDown() {
        let player = Player([Self.short], .constant)
        player.noteOn(60)
        player.engine.control(66, 127, channel: 0)
        player.noteOn(64)
        _ = player.left(960)
        player.noteOff(60)
        player.noteOff(64)
        _ = player.left(1_600)
        #expect(player.engine.voiceCount == 1)
        #expect(player.engine.state(0).key == 60)
        #expect(player.engine.state(0).holds == .sostenuto)
        player.engine.control(66, 0, channel: 0)
        _ = player.left(1_600)
        #expect(player.engine.voiceCount == 0)
    }

    @Test func aKeyThatGoesDownAgainReleasesItsNote() {
        let player = Player([Self.short], .constant)
        player.noteOn()
        _ = player.left(960)
        player.noteOn()
        _ = player.left(1_600)
        #expect(player.engine.voiceCount == 1)
    }

    @Test func softNotesAreSofter() {
        let player = Player([Self.short], .constant)
        player.noteOn()
        let loud = level(player)
        var settings = NoteSettings()
        settings.isSoft = true
        let other = Player([Self.short], .constant)
        other.noteOn(note: settings)
        #expect(abs(level(other) / loud - 0.708) < 0.01)
    }

    @Test func aClassEndsItsOthersWithin5Milliseconds() {
        let region = Region.looped { $0.values[.exclusiveClass] = 3 }
        let player = Player([region], .constant)
        player.noteOn(42)
        _ = player.left(1_003)
        player.noteOn(46)
        let output = player.left(240)
        #expect(player.engine.voiceCount == 1)
        #expect(player.engine.state(0).key == 46)
        // Both sound for a moment, and then one.
        #expect(output[0] > output[239])
    }

    @Test func layersOfANoteDoNotEndEachOther() {
        let region = Region.looped { $0.values[.exclusiveClass] = 3 }
        let player = Player([region, region], .constant)
        player.noteOn(42)
        _ = player.left(1_000)
        #expect(player.engine.voiceCount == 2)
    }

    @Test func thePolyphonyIsTheMost() {
        let player = Player([Self.short], .constant, polyphony: 4)
        for key: UInt8 in 60..<64 { player.noteOn(key) }
        _ = player.left(640)
        player.noteOff(62)
        _ = player.left(64)
        player.noteOn(70)
        _ = player.left(320)
        var keys = (0..<player.engine.voiceCount).map { player.engine.state($0).key }
        // The released one ends first.
        #expect(keys.sorted() == [60, 61, 63, 70])
        player.engine.noteOn(channel: 9, key: 40, velocity: 100)
        player.noteOn(71)
        player.noteOn(72)
        player.noteOn(73)
        player.noteOn(74)
        _ = player.left(320)
        keys = (0..<player.engine.voiceCount).map { player.engine.state($0).key }
        #expect(keys.count == 4)
        // Drums end last.
        #expect(keys.contains(40))
    }

    @Test func aNoteWithMoreRegionsThanThePolyphonyLosesSome() {
        let player = Player([Self.short, Self.short, Self.short], .constant, polyphony: 2)
        player.noteOn()
        #expect(player.engine.voiceCount == 2)
    }

    @Test func volumeFollowsItsCurve() {
        var region = Region.looped()
        region.modulators = RegionModulator.defaults
        let player = Player([region], .constant)
        player.engine.control(7, 127, channel: 0)
        player.noteOn()
        let loud = level(player)
        player.engine.control(7, 64, channel: 0)
        let soft = level(player)
        // 40 · log10 of the part, in decibels; of 128 steps.
        #expect(abs(soft / loud - 0.2525) < 0.006)
        #expect(player.engine.controller(7, channel: 0) == 64)
    }

    @Test func theWheelMovesByItsRange() {
        var region = Region.plain()
        region.modulators = RegionModulator.defaults
        let player = Player([region], .ramp)
        player.engine.setWheelRange(12, channel: 0)
        player.engine.setWheel(0, channel: 0)
        player.noteOn()
        let output = player.left(4_000)
        let still = Player([region], .ramp)
        still.noteOn()
        let plain = still.left(4_000)
        let ratio = (output[3_900] - output[100]) / (plain[3_900] - plain[100])
        #expect(abs(ratio - 0.5) < 1e-4)
    }

    @Test func tuningsAndOffsetsMoveWhatSounds() {
        let cents = FixedArray<Float>(repeating: 1_200, count: 128)
        let player = Player([.plain()], .ramp)
        var settings = NoteSettings()
        settings.tuning = cents.lentElements
        player.noteOn(note: settings)
        let output = player.left(2_000)
        let slope = (output[1_900] - output[100]) / 1_800
        player.engine.setOffset(-12, of: .coarseTune, channel: 0)
        #expect(player.engine.offset(.coarseTune, channel: 0) == -12)
        let lower = player.left(2_000)
        #expect(abs((lower[1_900] - lower[100]) / 1_800 / slope - 0.5) < 1e-3)
        let none = FixedArray<Float>(repeating: 0, count: 128)
        player.engine.retune(none.lentElements, channel: 0)
        let lowest = player.left(2_000)
        #expect(abs((lowest[1_900] - lowest[100]) / 1_800 / slope - 0.25) < 1e-3)
    }

    @Test func glidesEndAtThePitch() {
        var settings = NoteSettings()
        settings.glide = -1_200
        settings.glideFrames = 4_800
        let player = Player([.plain()], .ramp)
        player.noteOn(note: settings)
        let output = player.left(8_000)
        let plain = Player([.plain()], .ramp)
        plain.noteOn()
        let other = plain.left(8_000)
        let (first, last) = (
            (output[300] - output[200]) / (other[300] - other[200]),
            (output[7_900] - output[7_000]) / (other[7_900] - other[7_000])
        )
        #expect(abs(first - 0.52) < 0.02)
        #expect(abs(last - 1) < 1e-3)
    }

    @Test func realTimeParametersMoveWhatSounds() {
        let player = Player([.looped()], .constant)
        player.noteOn()
        let loud = level(player)
        player.engine.setSounding(200, of: .attenuation, channel: 0)
        #expect(abs(level(player) / loud - 0.1) < 0.01)
    }

    @Test func sendsGetTheirPart() {
        let region = Region.looped { $0.values[.reverbSend] = 250 }
        let player = Player([region], .constant)
        player.noteOn()
        let output = player.render(640)
        #expect(abs(output[2][639] / output[0][639] - 0.25 / 0.7071) < 0.01)
        #expect(output[3][639] == 0)
    }

    @Test func aResetSilences() {
        let player = Player([.looped()], .constant)
        player.noteOn()
        _ = player.left(640)
        player.engine.reset()
        _ = player.left(640)
        #expect(player.engine.voiceCount == 0)
        player.noteOn()
        #expect(player.engine.voiceCount == 1)
    }
}

/// Half pedalling, and regions that begin at the release.
@Suite struct ReleaseTests {
    @Test func aRegionOfTheReleaseIsSilentAfterAllSoundOff() {
        for isOff in [false, true] {
            let player = Player([.looped { $0.values[.sampleMode] = 2 }], .constant)
            player.noteOn()
            #expect(player.left(640).allSatisfy { $0 == 0 })
            player.noteOff()
            if isOff { player.engine.allSoundOff(channel: 0) }
            #expect(player.left(640).allSatisfy { $0 == 0 } == isOff)
        }
    }

    @Test func aLoopOfOneFrameHoldsIt() {
        let frames =
            [Int16](repeating: 16_384, count: 100) + [8_192]
            + [Int16](repeating: 0, count: 100)
        let sample = RegionSample(SampleFrames(frames), loop: 100..<101, rate: Player.rate)
        let player = Player([.looped()], sample)
        player.noteOn()
        let output = player.left(2_000)
        #expect(abs(output[1_999] / output[60] - 0.5) < 0.01)
    }

    @Test func halfAPedalDampsHalf() {
        func level(pedal: UInt8) -> Float {
            let region = Region.looped {
                $0.values[.volumeRelease] = -2_400
                $0.values[.volumeDecay] = 2_400
                $0.values[.volumeSustain] = 10
            }
            let player = Player([region], .constant)
            player.engine.hasHalfPedal = true
            player.noteOn()
            _ = player.left(9_600)
            player.engine.control(64, pedal, channel: 0)
            player.noteOff()
            return player.left(4_864)[4_863]
        }
        let (up, half, almost) = (level(pedal: 0), level(pedal: 40), level(pedal: 63))
        #expect(up < half)
        #expect(half < almost)
    }

    @Test func thePedalCatchesNotesThatAreFading() {
        let region = Region.looped {
            $0.values[.volumeRelease] = 0
            $0.values[.volumeDecay] = 6_000
            $0.values[.volumeSustain] = 900
        }
        func level(_ pedal: UInt8) -> Float {
            let player = Player([region], .constant)
            player.engine.hasHalfPedal = true
            player.noteOn()
            _ = player.left(960)
            player.noteOff()
            _ = player.left(4_800)
            player.engine.control(64, pedal, channel: 0)
            return player.left(9_600)[9_599]
        }
        #expect(level(127) > 5 * level(0))
    }

    @Test func regionsOfModeTwoBeginAtTheRelease() {
        let region = Region.looped {
            $0.values[.sampleMode] = 2
            $0.values[.volumeRelease] = 1_200
        }
        let player = Player([region], .constant)
        player.noteOn()
        #expect(player.left(960).allSatisfy { $0 == 0 })
        player.engine.control(64, 127, channel: 0)
        player.noteOff()
        #expect(player.left(960).allSatisfy { $0 == 0 })
        player.engine.control(64, 0, channel: 0)
        #expect(player.left(640)[400] > 0.3)
        // The sample has 1,000 frames.
        _ = player.left(1_000)
        #expect(player.engine.voiceCount == 0)
    }

    @Test func theGridIsThatOfTheMode() {
        #expect(Player([.looped()], .constant).engine.eventGrid == 1)
        #expect(Player([.looped()], .constant, mode: .reference).engine.eventGrid == 64)
    }
}
