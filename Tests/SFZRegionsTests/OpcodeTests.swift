import Instruments
import Testing
import Voices

@testable import SFZRegions

private typealias P = ArticulationParameter

/// The values and connections that opcodes of SFZ set.
@Suite struct OpcodeTests {
    @Test(arguments: [
        ("volume=-6", P.volume, -6), ("gain=3", P.volume, 3),
        ("volume=-6 group_volume=2 master_volume=1 global_volume=-1", P.volume, -4),
        ("amplitude=50", P.amplitude, 0.5), ("amplitude=50 global_amplitude=50", P.amplitude, 0.25),
        ("pan=-100", P.pan, -1), ("width=50", P.width, 0.5), ("position=25", P.position, 0.25),
        ("amp_keytrack=-3", P.ampKeytrack, -3), ("amp_keycenter=c3", P.ampKeycenter, 48),
        ("amp_veltrack=80", P.velocityTracking, 0.8), ("rt_decay=6", P.releaseDecay, 6),
        ("tune=30 transpose=-2", P.pitch, -170), ("pitch=7", P.pitch, 7),
        ("pitch_keycenter=e4", P.pitchKeycenter, 64), ("key=50", P.pitchKeycenter, 50),
        ("pitch_keycenter=sample", P.pitchKeycenter, 62), ("pitch_keytrack=0", P.pitchKeytrack, 0),
        ("bend_up=1200", P.bendUp, 1_200), ("bend_down=-700", P.bendDown, -700),
        ("bend_step=100", P.bendStep, 100), ("offset=500", P.offset, 500),
        ("delay=0.5", P.delay, 0.5),
        ("effect1=40", P.reverbSend, 0.4), ("effect2=10", P.chorusSend, 0.1),
        ("ampeg_attack=0.3", P.envelope(0) + P.attack, 0.3),
        ("ampeg_sustain=40", P.envelope(0) + P.sustain, 0.4),
        ("ampeg_release=2", P.envelope(0) + P.release, 2),
        ("fileg_depth=2400", P.envelope(1) + P.depth, 2_400),
        ("pitcheg_decay=1", P.envelope(2) + P.decay, 1),
        ("cutoff=1000", P.filter(0) + P.cutoff, 11_958.94),
        ("cutoff2=2000", P.filter(1) + P.cutoff, 13_158.94),
        ("resonance=12", P.filter(0) + P.resonance, 12),
        ("fil2_keytrack=100", P.filter(1) + P.filterKeytrack, 100),
        ("fil_veltrack=1200", P.filter(0) + P.filterVelocity, 1_200),
        ("eq2_freq=800", P.band(1) + P.frequency, 800), ("eq3_gain=-4", P.band(2) + P.bandGain, -4),
        ("lfo1_freq=5 lfo1_pitch=10", P.oscillator(0) + P.rate, 5),
        ("pitchlfo_freq=6 pitchlfo_depth=20", P.oscillator(0) + P.rate, 6),
    ])
    func numbersBecomeValues(_ opcodes: String, _ parameter: Int, _ value: Double) throws {
        let articulation = try SFZText.articulation(opcodes)
        #expect(abs(Double(articulation.values[parameter]) - value) < 0.01, "\(opcodes)")
    }

    @Test(arguments: [
        ("cutoff_oncc74=4800", 74, P.filter(0) + P.cutoff, 4_800),
        ("cutoff_cc74=4800", 74, P.filter(0) + P.cutoff, 4_800),
        ("cutoffcc74=4800", 74, P.filter(0) + P.cutoff, 4_800),
        ("amplitude_oncc20=100", 20, P.amplitude, 1), ("pan_oncc10=100", 10, P.pan, 1),
        ("volume_oncc7=12", 7, P.volume, 12), ("tune_oncc1=50", 1, P.pitch, 50),
        ("ampeg_release_oncc72=3", 72, P.envelope(0) + P.release, 3),
        ("ampeg_vel2attack=-0.2", ControllerNumber.velocity, P.envelope(0) + P.attack, -0.2),
        ("cutoff_chanaft=1200", ControllerNumber.channelPressure, P.filter(0) + P.cutoff, 1_200),
        ("amp_veltrack_oncc30=50", 30, P.velocityTracking, 0.5),
        ("eq1_gain_oncc4=6", 4, P.band(0) + P.bandGain, 6),
        ("lfo1_pitch=1 lfo1_freq_oncc1=3", 1, P.oscillator(0) + P.rate, 3),
    ])
    func controllersBecomeConnections(
        _ opcodes: String,
        _ controller: Int,
        _ target: Int,
        _ amount: Double
    ) throws {
        let found = try SFZText.articulation(opcodes).connections.first {
            guard case .controller(let input) = $0.source else { return false }
            return Int(input.number) == controller && Int($0.target) == target
        }
        let connection = try #require(found, "\(opcodes)")
        #expect(abs(Double(connection.amount) - amount) < 0.001)
    }

    @Test func curvesStepsAndSmoothing() throws {
        let articulation = try SFZText.articulation(
            "pan_oncc20=50 pan_curvecc20=1 pan_smoothcc20=30 pan_stepcc20=10"
        )
        let found = articulation.connections.compactMap { connection -> ControllerInput? in
            guard case .controller(let input) = connection.source, input.number == 20 else {
                return nil
            }
            return input
        }
        let input = try #require(found.first)
        #expect(input.curve == 1 && input.smoothing == 30)
        #expect(abs(input.step - 0.1) < 0.0001)
    }

    @Test func everyRegionFollowsVolumePositionAndExpression() throws {
        func controllers(_ opcodes: String) throws -> [Int] {
            try SFZText.articulation(opcodes).connections.compactMap {
                guard case .controller(let input) = $0.source else { return nil }
                return Int(input.number)
            }
        }
        #expect(try controllers("") == [7, 10, 11])
        // A file that uses one means it.
        #expect(try controllers("volume_oncc7=6") == [7, 10, 11])
        #expect(try controllers("locc10=20") == [7, 11])
    }

    @Test func oscillatorsMoveWhatTheyName() throws {
        let articulation = try SFZText.articulation(
            """
            lfo03_freq=4 lfo03_wave=3 lfo03_wave2=1 lfo03_ratio2=2 lfo03_pitch=30
            lfo03_volume_oncc1=-6 lfo05_freq=1
            """
        )
        #expect(articulation.oscillators.count == 1)
        #expect(articulation.oscillators[0].parts.map(\.wave) == [.square, .sine])
        #expect(articulation.oscillators[0].parts[1].ratio == 2)
        let connections = articulation.connections.filter { $0.source == .oscillator(0) }
        #expect(connections.map(\.amount) == [30, -6])
        #expect(connections[1].second?.number == 1)
    }

    @Test func flexibleEnvelopesTakeTheAmplitudesPlace() throws {
        let articulation = try SFZText.articulation(
            """
            eg01_time0=0 eg01_level0=0 eg01_time1=0.5 eg01_level1=1 eg01_shape1=2
            eg01_time2=1 eg01_level2=0 eg01_sustain=1 eg01_ampeg=1 eg01_cutoff=1200
            """
        )
        #expect(!articulation.hasAmplitudeEnvelope)
        let envelope = try #require(articulation.flexibleEnvelopes.first)
        #expect(envelope.points.map(\.level) == [0, 1, 0])
        #expect(envelope.points[1].shape == 2 && envelope.sustain == 1)
        let targets = articulation.connections.filter { $0.source == .flexibleEnvelope(0) }
        #expect(targets.map { Int($0.target) } == [P.amplitude, P.filter(0) + P.cutoff])
    }

    @Test func filtersAndBandsExistWhereTheyAreNamed() throws {
        #expect(try SFZText.articulation("").filters == [nil, nil])
        #expect(try SFZText.articulation("cutoff=100").filters == [.lowPass2, nil])
        #expect(try SFZText.articulation("fil_type=hpf_1p cutoff=1").filters[0] == .highPass1)
        #expect(try SFZText.articulation("fil_type=comb cutoff=1").filters[0] == nil)
        #expect(
            try SFZText.articulation("fil2_type=brf_2p cutoff2=9").filters == [nil, .bandStop2]
        )
        #expect(try SFZText.articulation("eq2_gain=3").equalizer == [nil, .peak, nil])
        #expect(try SFZText.articulation("eq1_gain=3 eq1_type=hshelf").equalizer[0] == .highShelf)
    }

    @Test func crossfadesOfKeysVelocitiesAndControllers() throws {
        let articulation = try SFZText.articulation(
            "xfin_lokey=20 xfin_hikey=40 xfout_lovel=64 xfout_hivel=127 xf_velcurve=gain "
                + "xfin_locc1=0 xfin_hicc1=127"
        )
        #expect(
            articulation.crossfades == [
                Crossfade(controller: 1, fadeIn: SIMD2(0, 1)),
                Crossfade(
                    controller: UInt16(ControllerNumber.velocity),
                    fadeOut: SIMD2(64 / 127, 1),
                    isPower: false
                ),
                Crossfade(
                    controller: UInt16(ControllerNumber.key),
                    fadeIn: SIMD2(20 / 127, 40 / 127)
                ),
            ]
        )
    }

    @Test func curvesOfTheVelocity() throws {
        let curve = try SFZText.articulation("amp_velcurve_64=0.8").velocityCurve
        #expect(curve.count == 128)
        #expect(curve[0] == 0 && abs(curve[64] - 0.8) < 0.001 && curve[127] == 1)
        #expect(abs(curve[32] - 0.4) < 0.001)
    }

    @Test func oscillatorsFollowControllersInStepsAndSmoothly() throws {
        let articulation = try SFZText.articulation(
            """
            lfo1_freq=2 lfo1_freq_oncc20=10 lfo1_freq_stepcc20=4 lfo1_pitch_oncc21=4800
            lfo1_pitch_smoothcc21=10 lfo1_pitch_stepcc21=1200
            """
        )
        let rate = try #require(
            articulation.connections.first { Int($0.target) == P.oscillator(0) + P.rate }
        )
        guard case .controller(let input) = rate.source else { Issue.record(); return }
        #expect(rate.amount == 10 && input.number == 20 && input.step == 4)
        let pitch = try #require(articulation.connections.first { Int($0.target) == P.pitch })
        #expect(pitch.second?.step == 1_200 && pitch.second?.smoothing == 10)
    }

    @Test func tellsWhatIsNotCarriedOut() throws {
        let text = """
            <region> sample=a.wav volume=-6 count=3 direction=reverse noise_level=-20
            phase=invert volume_oncc7=loud
            <region> key=1
            """
        let description = try SFZReader.read(Array(text.utf8), path: "a.sfz")
        let instrument = try #require(description.sfz)
        var findings: [InstrumentDiagnostic] = []
        _ = RegionBank(
            instrument,
            recordings: instrument.sources.map { _ in SFZText.recording },
            sides: { _ in [SampleFrames([Int16](repeating: 1, count: 10))] },
            wave: { _ in nil },
            findings: &findings
        )
        #expect(
            findings.map(\.description) == [
                "a.sfz: line 3: <region>: no sample; the region is silent",
                "a.sfz: line 2: volume_oncc7: 'loud', expected a number; left out",
                "a.sfz: line 1: 4 opcodes of other kinds: not supported (count, direction, "
                    + "noise_level, phase)",
            ]
        )
    }
}
