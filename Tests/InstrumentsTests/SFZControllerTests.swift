import SoundFont
import Testing

@testable import Instruments

/// What controllers change is played at the values that they have at the start.
@Suite("Controllers in SFZ files")
struct SFZControllerTests {
    private func region(_ text: String) throws -> Region {
        try #require(try regions("<region> sample=a.wav " + text).first)
    }

    @Test(
        "the sustain of the volume's envelope",
        arguments: [
            ("ampeg_sustain_oncc103=100 <control> set_cc103=127", nil),
            ("ampeg_sustain_oncc103=50 <control> set_cc103=127", 60),
            ("ampeg_sustaincc103=50 <control> set_hdcc103=1", 60),
            ("ampeg_sustain_cc103=50 <control> set_realcc103=1", 60),
            ("ampeg_sustain_oncc11=50", 60), ("ampeg_sustain_oncc103=100", 1_440),
            // A square: a half of the way is a quarter.
            ("ampeg_sustain_oncc1=100 ampeg_sustain_curvecc1=4 <control> set_cc1=63.5", 120),
        ] as [(String, Int16?)]
    )
    func sustain(opcodes: String, expected: Int16?) throws {
        #expect(try region("ampeg_sustain=0 " + opcodes).amount(of: .volumeSustain) == expected)
    }

    @Test(
        "amplitudes are multiplied, other values added",
        arguments: [
            ("amplitude_oncc20=100 <control> set_cc20=127", 0.0),
            ("amplitude_oncc20=50 <control> set_cc20=127", -6.02),
            ("amplitude=50 amplitude_oncc20=50 <control> set_cc20=127", -12.04),
            ("volume=-3 volume_oncc20=-6 <control> set_cc20=127", -9),
            ("gain_cc20=-6 <control> set_cc20=63.5", -3),
            ("group_volume_oncc20=-6 <control> set_cc20=127", -6),
            ("xfin_locc20=0 xfin_hicc20=127 xf_cccurve=gain <control> set_cc20=63.5", -6.02),
            ("xfin_locc20=0 xfin_hicc20=127 <control> set_cc20=63.5", -3.01),
            ("xfout_locc20=0 xfout_hicc20=127 xf_cccurve=gain <control> set_cc20=63.5", -6.02),
        ]
    )
    func levels(opcodes: String, expected: Double) throws {
        #expect(abs(try region(opcodes).gain - expected) < 0.01)
    }

    @Test("pitch, filter, times and positions follow; the range of an opcode holds")
    func others() throws {
        let region = try region(
            """
            tune_oncc1=100 cutoff=440 cutoff_oncc2=1200 ampeg_attackcc3=2 offset_oncc4=1000
            pan_oncc5=-300 delay_oncc6=1 resonance_oncc6=6
            <control> set_cc1=127 set_cc2=127 set_cc3=127 set_cc4=127 set_cc5=127 set_cc6=127
            """
        )
        #expect(region.tuning == 100 && region.start == 1_000 && region.pan == -1)
        #expect(region.amount(of: .filterCutoff) == 8_100)
        #expect(region.amount(of: .volumeAttack) == 1_200 && region.amount(of: .volumeDelay) == 0)
        #expect(region.amount(of: .filterResonance) == 60 && region.gain == 3)
    }

    @Test("curves are the standard's or the file's, wherever they stand; steps are whole ones")
    func curves() throws {
        func tuning(_ opcodes: String) throws -> Double {
            let text = "tune_oncc1=100 \(opcodes) <control> set_cc1=63.5"
            return try region(text + " <curve> curve_index=9 v000=1 v064=0.5 v127=0").tuning
        }
        let found = try [
            "", "tune_curvecc1=1", "tune_curvecc1=2", "tune_curvecc1=4", "tune_curvecc1=9",
            "tune_stepcc1=40", "tune_smoothcc1=20",
        ].map(tuning)
        for (found, expected) in zip(found, [50, 0, 50, 25, 50.39, 40, 50]) {
            #expect(abs(found - expected) < 0.1, "\(found)")
        }
    }

    @Test("regions that no controller makes audible at first are left out")
    func silent() throws {
        let description = try sfz(
            """
            <region> sample=a.wav amplitude_oncc20=100
            <region> sample=b.wav xfin_locc21=1 xfin_hicc21=127
            <region> sample=c.wav locc7=101
            <region> sample=d.wav locc10=64 hicc10=64 hicc11=127
            <region> sample=e.wav lobend=1
            """
        )
        #expect(description.programs[0].regions.count == 1)
        #expect(description.sources.map(\.name) == ["d"])
    }

    @Test("controllers that a SoundFont has itself are no finding; the others are one")
    func findings() throws {
        let own = try sfz(
            "<region> sample=a.wav volume_oncc7=6 amplitude_oncc11=100 pan_oncc10=100"
        )
        #expect(own.diagnostics.isEmpty && own.programs[0].regions[0].gain == 0)
        let many = try sfz(
            """
            <region> sample=a.wav sample_quality=3
            tune_oncc1=5 cutoff_oncc1=100 cutoff_curvecc1=3 ampeg_attack_oncc73=1
            eq1_gain=3 eq1_freq=100 eg1_time1=3
            <region> sample=b.wav trigger=release
            """
        )
        #expect(
            many.diagnostics.map(\.description) == [
                "test.sfz: line 4: trigger=release: not supported; these regions are left out",
                "test.sfz: line 2: 3 opcodes for controllers: played at the values that controllers "
                    + "have at first (tune_oncc1, cutoff_oncc1, ampeg_attack_oncc73)",
                "test.sfz: line 3: eg1_time1: not supported",
                "test.sfz: line 3: 2 opcodes for equalizers: not supported (eq1_gain, eq1_freq)",
            ]
        )
    }

    @Test("the velocity as a controller changes the level of each note")
    func velocity() throws {
        let opcodes = "amp_veltrack=0 volume_oncc131=12 cutoff=440 cutoff_oncc131=2400"
        #expect(try sfz("<region> sample=a.wav " + opcodes).diagnostics.isEmpty)
        let region = try region(opcodes)
        let gain = try #require(region.noteGain)
        #expect(abs(gain.velocities[127] - 12) < 0.01 && abs(gain.velocities[64] - 6.05) < 0.01)
        #expect(region.modulators.map(\.amount) == [2_400])
    }
}
