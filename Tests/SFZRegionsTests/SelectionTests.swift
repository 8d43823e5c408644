import Instruments
import Testing
import Voices

@testable import SFZRegions

/// When the regions of SFZ texts play.
@Suite struct SelectionTests {
    private func conditions(_ opcodes: String) throws -> RegionConditions {
        try SFZText.articulation(opcodes).conditions
    }

    @Test func keysAndVelocities() throws {
        let region = try #require(
            try SFZText.regions("<region> sample=a.wav lokey=c2 hikey=60 lovel=10 hivel=90").first
        )
        #expect(region.keys == 36...60 && region.velocities == 10...90)
        #expect(try SFZText.regions("<region> sample=a.wav hikey=-1").isEmpty)
        #expect(try SFZText.regions("<region> sample=a.wav lokey=70 hikey=60").isEmpty)
        #expect(try SFZText.regions("<region> sample=a.wav end=-1").isEmpty)
    }

    @Test func keysMoveWithTheFile() throws {
        let region = try #require(
            try SFZText.regions("<control> note_offset=12 octave_offset=1 <region> sample=a key=36")
                .first
        )
        #expect(region.keys == 60...60)
    }

    @Test func levelsOfHeaders() throws {
        let regions = try SFZText.regions(
            """
            <global> volume=1 pan=10 <master> volume=2 <group> volume=3 tune=5
            <region> sample=a.wav <region> sample=a.wav volume=4
            <group> <region> sample=a.wav <master> <region> sample=a.wav
            """
        )
        let volumes = regions.map { $0.articulation?.values[ArticulationParameter.volume] }
        #expect(volumes == [3, 4, 2, 1])
        let tunings = regions.map { $0.articulation?.values[ArticulationParameter.pitch] }
        #expect(tunings == [5, 5, 0, 0])
    }

    @Test func triggersTurnsAndChance() throws {
        #expect(try conditions("trigger=release").trigger == .release)
        #expect(try conditions("trigger=release_key").trigger == .releaseKey)
        #expect(try conditions("trigger=first").trigger == .first)
        #expect(try conditions("trigger=legato").trigger == .legato)
        let turn = try conditions("seq_length=4 seq_position=3")
        #expect(turn.turn == 2 && turn.turnCount == 4)
        #expect(try conditions("lorand=0.25 hirand=0.5").random == 0.25..<0.5)
    }

    @Test func controllersAndSwitches() throws {
        let range = try #require(try conditions("locc64=64 hicc64=127").controllers.first)
        #expect(range.controller == 64 && abs(range.low - 64.0 / 127) < 1e-4 && range.high == 1)
        let bend = try #require(try conditions("lobend=-8192 hibend=0").controllers.first)
        #expect(bend.controller == 128 && bend.low == -1 && bend.high == 0)
        #expect(try conditions("sw_last=c1").switchLast == 24...24)
        #expect(try conditions("sw_lolast=24 sw_hilast=26").switchLast == 24...26)
        #expect(try conditions("sw_down=30 sw_up=31 sw_previous=32").switchDown == 30)
        let starts = try conditions("start_locc64=1 start_hicc64=127").starts
        #expect(starts.first?.controller == 64)
    }

    @Test func aRegionThatAControllerStartsPlaysByItAlone() throws {
        let conditions = try conditions("on_locc64=64 on_hicc64=127 key=-1")
        #expect(conditions.starts.count == 1 && conditions.trigger == .controller)
    }

    @Test func presetsHaveTheSwitchesAndControllersOfTheFile() throws {
        let bank = try SFZText.bank(
            """
            <control> set_cc20=64 set_hdcc21=0.25
            <curve> curve_index=17 v000=1 v127=0
            <global> sw_default=25
            <region> sample=a.wav sw_last=24 <region> sample=b.wav sw_last=26
            """
        )
        let controls = try #require(bank.presets.first?.controls)
        #expect(controls.switchKeys == 24...26 && controls.switchDefault == 25)
        #expect(abs((controls.initialValues[20] ?? 0) - 64.0 / 127) < 1e-4)
        #expect(abs((controls.initialValues[21] ?? 0) - 0.25) < 1e-4)
        #expect(controls.curves[17].first == 1 && controls.curves[17].last == 0)
        #expect(bank.samples.count == 2)
    }

    @Test func groupsAndPolyphony() throws {
        let conditions = try conditions("group=3 off_by=4 off_mode=normal note_polyphony=1")
        #expect(conditions.group == 3 && conditions.offBy == 4)
        #expect(conditions.offMode == .normal && conditions.notePolyphony == 1)
        #expect(try self.conditions("off_time=0.5").offMode == .time)
    }

    @Test func loops() throws {
        var looped = SFZText.recording
        looped.loop = 100..<200
        #expect(try SFZText.articulation("").loopMode == .none)
        #expect(try SFZText.articulation("", looped).loopMode == .continuous)
        #expect(try SFZText.articulation("", looped).loop == 100..<200)
        #expect(try SFZText.articulation("loop_mode=no_loop", looped).loopMode == .none)
        #expect(try SFZText.articulation("loop_mode=one_shot").loopMode == .oneShot)
        #expect(try SFZText.articulation("loop_mode=loop_sustain").loopMode == .untilRelease)
        #expect(
            try SFZText.articulation("loop_mode=loop_continuous loop_start=5 loop_end=9").loop
                == 5..<10
        )
        #expect(try SFZText.articulation("trigger=release").loopMode == .oneShot)
        #expect(try SFZText.articulation("end=99").end == 100)
    }

    @Test func stereoFilesHaveTwoSides() throws {
        var stereo = SFZText.recording
        stereo.channelCount = 2
        let articulation = try SFZText.articulation("", stereo)
        #expect(articulation.rightSample == 1)
    }

    @Test func programsAndDrums() throws {
        let bank = try SFZText.bank(
            """
            <region> sample=a.wav loprog=0 hiprog=0 lochan=1 hichan=9
            <region> sample=b.wav loprog=5 hiprog=5 lochan=1 hichan=9
            <region> sample=c.wav lochan=10 hichan=10
            """
        )
        #expect(bank.presets.map(\.bank) == [0, 0, 128])
        #expect(bank.presets.map(\.program) == [0, 5, 0])
    }

    @Test func wavesSoundAtThePitchOfTheKey() throws {
        let regions = try SFZText.regions("<region> sample=*sine lokey=20 hikey=100")
        #expect(regions.count > 3)
        #expect(regions.first?.keys.lowerBound == 20 && regions.last?.keys.upperBound == 100)
    }

    @Test(arguments: [
        "lfo99_pitch=1 lfo99_freq=1", "eg99_time0=1 eg99_pitch=3", "lfo1_wave=300 lfo1_pitch=9",
        "eg1_time99=1", "pan_oncc999=4", "pan_oncc511=4 pan_curvecc511=9999", "offset=-5",
        "cutoff=-1", "volume=1e99", "ampeg_attack=-5", "seq_position=-4 seq_length=0",
        "lorand=2 hirand=1", "loop_start=99 loop_end=3 loop_mode=loop_continuous",
        "eq9_gain=3", "eq0_gain=3", "amp_velcurve_999=1", "group=99999999999", "polyphony=-3",
        "delay=1e30", "lfo1_count=-7 lfo1_pitch=3", "xfin_locc1=nan", "sw_last=zz", "key=",
        "eg1_sustain=-3 eg1_level0=9 eg1_pitch=1", "offset_oncc4=99999999999",
    ])
    func strangeValuesAreNoDanger(_ opcodes: String) throws {
        _ = try SFZText.bank("<region> sample=a.wav \(opcodes)")
    }

    @Test func silenceIsARegionAndAnUnknownWaveIsNone() throws {
        let bank = try SFZText.bank("<region> sample=*silence off_by=1 <region> sample=*other")
        let regions = try #require(bank.presets.first).regions
        #expect(regions.count == 1 && regions.first?.articulation?.conditions.offBy == 1)
        #expect(bank.samples.count == 1)
    }
}
