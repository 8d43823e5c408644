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
        ("eq2_freq=800", P.band(1) + P.frequency, 800),
        ("eq2_veltogain=9", P.band(1) + P.bandGainVelocity, 9),
        ("eq3_gain=-4", P.band(2) + P.bandGain, -4),
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
        ("fileg_veltodepth=1200", ControllerNumber.velocity, P.envelope(1) + P.depth, 1_200),
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

    @Test(
        arguments: [
            ("lfo1_steps=3 lfo1_step1=100 lfo1_step03=-50", [1, 0, -0.5]),
            ("lfo1_step2=25", [0, 0.25]), ("lfo1_steps=2 lfo1_step3=10", [0, 0, 0.1]),
            ("lfo1_step3=10 lfo1_step1=20 lfo1_steps=2", [0.2, 0]), ("lfo1_steps=0", [0]),
            ("lfo1_wave=3", []),
        ] as [(String, [Float])]
    )
    func stepsOfOscillators(_ opcodes: String, _ steps: [Float]) throws {
        let articulation = try SFZText.articulation("lfo1_freq=2 lfo1_pitch=100 \(opcodes)")
        let shape = try #require(articulation.oscillators.first)
        #expect(shape.steps == steps)
        #expect(shape.parts.count == 1)
    }

    @Test func stepsReplaceTheFirstWaveAndNoOther() throws {
        let articulation = try SFZText.articulation(
            "lfo1_freq=2 lfo1_pitch=100 lfo1_wave2=1 lfo1_steps=300 lfo1_wave=3 lfo1_scale=2"
        )
        let shape = try #require(articulation.oscillators.first)
        #expect(shape.steps.count == 128)
        #expect(shape.parts.map(\.wave) == [.square, .sine] && shape.parts[0].scale == 2)
    }

    @Test func thePositionFollowsKeyAndVelocity() throws {
        func pan(_ opcodes: String, key: Float, velocity: Float) throws -> Float {
            let articulation = try SFZText.articulation(opcodes)
            return articulation.connections.reduce(articulation.values[P.pan]) { sum, connection in
                guard Int(connection.target) == P.pan,
                    case .controller(let input) = connection.source
                else { return sum }
                switch Int(input.number) {
                case ControllerNumber.key: return sum + connection.amount * key / 127
                case ControllerNumber.velocity: return sum + connection.amount * velocity / 127
                default: return sum
                }
            }
        }
        let opcodes = "pan=10 pan_keytrack=2 pan_keycenter=c3 pan_veltrack=-50"
        #expect(abs(try pan(opcodes, key: 48, velocity: 0) - 0.1) < 0.0001)
        #expect(abs(try pan(opcodes, key: 58, velocity: 127) + 0.2) < 0.0001)
        #expect(abs(try pan("pan_keytrack=-1", key: 70, velocity: 9) + 0.1) < 0.0001)
    }

    @Test func variablesMultiplyTwoControllers() throws {
        let articulation = try SFZText.articulation(
            "var01_eq1gain=9 var01_mod=mult var01_oncc121=0.5 var01_oncc131=1 "
                + "var01_smoothcc131=20 var01_curvecc121=2 var01_pan=50"
        )
        let connections = articulation.connections.filter { $0.second != nil }
        #expect(connections.map { Int($0.target) } == [P.band(0) + P.bandGain, P.pan])
        #expect(connections.map(\.amount) == [4.5, 0.25])
        for connection in connections {
            #expect(connection.source == .controller(ControllerInput(131, smoothing: 20)))
            #expect(connection.second == ControllerInput(121, curve: 2))
        }
        #expect(articulation.equalizer == [.peak, nil, nil])
    }

    @Test func variablesAddUpTheirControllers() throws {
        let articulation = try SFZText.articulation(
            "var2_oncc20=1 var2_oncc21=-0.5 var2_cutoff=1200 var2_mod=add var3_pitch=100"
        )
        let connections = articulation.connections.filter {
            Int($0.target) == P.filter(0) + P.cutoff || Int($0.target) == P.pitch
        }
        #expect(connections.map(\.amount) == [1_200, -600])
        #expect(connections.allSatisfy { $0.second == nil })
        #expect(
            connections.map(\.source) == [
                .controller(ControllerInput(20)), .controller(ControllerInput(21)),
            ]
        )
    }

    @Test func variablesOfThreeFactorsAreTold() throws {
        let text = "var1_mod=mult var1_oncc1=1 var1_oncc2=1 var1_oncc3=1 var1_pitch=9 var2_pan=1"
        let description = try SFZReader.read(
            Array("<region> sample=a.wav \(text)".utf8),
            path: "a.sfz"
        )
        let reader = RegionReader(try #require(description.sfz?.regions.first))
        #expect(reader.unknown.count == 5)
        #expect(reader.unknown.allSatisfy { $0.name.hasPrefix("var1") })
        #expect(reader.variables.connections.isEmpty)
    }

    @Test func shapesOfEnvelopes() throws {
        let shapes = try SFZText.articulation(
            "ampeg_attack_shape=2.1 ampeg_release_shape=-6 fileg_decay_shape=0 "
                + "pitcheg_release_shape=4"
        ).envelopeShapes
        #expect(shapes[0].attack == 2.1 && shapes[0].decay == nil && shapes[0].release == -6)
        #expect(shapes[1].attack == nil && shapes[1].decay == 0)
        #expect(shapes[2].release == 4)
    }

    @Test(
        arguments: [
            ("direction=reverse", .none, nil, true), ("direction=forward", .none, nil, false),
            ("count=3", .oneShot, 2, false), ("count=1", .oneShot, nil, false),
            ("count=0", .none, nil, false), ("count=-5 loop_count=-1", .none, nil, false),
            ("count=3 loop_mode=no_loop", .none, 2, false),
            ("loop_mode=loop_continuous count=2", .oneShot, 1, false),
            ("count=2 loop_mode=loop_continuous", .continuous, nil, false),
            ("loop_count=3", .none, nil, false),
            ("loop_mode=loop_sustain loop_count=3", .untilRelease, 3, false),
            ("loop_mode=loop_continuous loop_count=0", .continuous, 0, false),
        ] as [(String, Articulation.LoopMode, Int?, Bool)]
    )
    func directionAndRepeats(
        _ opcodes: String,
        _ mode: Articulation.LoopMode,
        _ repeats: Int?,
        _ isReversed: Bool
    ) throws {
        let articulation = try SFZText.articulation(opcodes)
        #expect(articulation.loopMode == mode)
        #expect(articulation.repeats == repeats)
        #expect(articulation.isReversed == isReversed)
    }

    @Test func theFilesLoopIsNoneOfABackwardSample() throws {
        let recording = Recording(frameCount: 1_000, rate: 48_000, loop: 100..<300)
        func articulation(_ opcodes: String) throws -> Articulation {
            try SFZText.articulation("direction=reverse \(opcodes)", recording)
        }
        #expect(try articulation("").loopMode == .none)
        #expect(try articulation("loop_mode=loop_continuous").loop == 0..<1_000)
        #expect(
            try articulation("loop_mode=loop_continuous loop_start=200 loop_end=499").loop
                == 200..<500
        )
    }

    @Test(arguments: ["*sine", "*silence"])
    func wavesHaveNeitherDirectionNorRepeats(_ sample: String) throws {
        let text =
            "<region> sample=\(sample) direction=reverse count=3 "
            + "<region> sample=\(sample) loop_mode=loop_sustain loop_count=2"
        for region in try SFZText.regions(text) {
            let articulation = try #require(region.articulation)
            #expect(!articulation.isReversed && articulation.repeats == nil)
        }
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
        #expect(try SFZText.articulation("fil2_type=pink").filters == [nil, .pink])
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
            <region> sample=a.wav volume=-6 lobpm=100 loop_type=alternate noise_level=-20
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
                "a.sfz: line 1: 4 opcodes of other kinds: not supported (lobpm, "
                    + "loop_type, noise_level, phase)",
            ]
        )
    }
}
