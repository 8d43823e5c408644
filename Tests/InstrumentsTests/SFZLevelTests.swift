import SoundFont
import Testing

@testable import Instruments

/// What keys and velocities do to the level, and to which program regions belong.
@Suite("Levels and programs in SFZ files")
struct SFZLevelTests {
    @Test(
        "the level by velocity",
        arguments: [
            ("amp_veltrack=50", 64, -4.05), ("amp_veltrack=-100", 64, -2.55),
            ("amp_veltrack=-100", 127, -144), ("amp_veltrack=0", 1, 0),
            ("amp_velcurve_45=1", 45, 0), ("amp_velcurve_64=0.5", 32, -12.04),
            ("amp_velcurve_64=0.5 amp_veltrack=0", 32, 0), ("amp_velcurve_1=0.25", 1, -12.04),
            ("amp_velcurve_127=0.5", 127, -6.02),
            ("amp_veltrack=0 xfin_lovel=0 xfin_hivel=64", 32, -3.01),
            ("amp_veltrack=0 xfin_lovel=0 xfin_hivel=64 xf_velcurve=gain", 32, -6.02),
            ("amp_veltrack=0 xfin_lovel=0 xfin_hivel=64", 64, 0),
            ("amp_veltrack=0 xfin_lovel=20 xfin_hivel=64", 19, -144),
            ("amp_veltrack=0 xfout_lovel=63 xfout_hivel=127 xf_velcurve=gain", 95, -6.02),
            ("amp_veltrack=0 xfout_lovel=10 xfout_hivel=20", 21, -144),
        ] as [(String, Int, Float)]
    )
    func velocities(opcodes: String, velocity: Int, expected: Float) throws {
        let gain = try #require(
            try regions("<region> sample=a.wav " + opcodes).first?.noteGain
        )
        #expect(abs(gain.velocities[velocity] - expected) < 0.01, "\(gain.velocities[velocity])")
    }

    @Test(
        "the level by key",
        arguments: [
            ("amp_keytrack=-0.5", 72, -6), ("amp_keytrack=1 amp_keycenter=c5", 60, -12),
            ("xfin_lokey=60 xfin_hikey=72", 66, -3.01), ("xfin_lokey=60 xfin_hikey=72", 59, -144),
            ("xfout_lokey=c4 xfout_hikey=c5 xf_keycurve=gain", 66, -6.02),
            ("xfout_lokey=c4 xfout_hikey=c5", 72, -144),
        ] as [(String, Int, Float)]
    )
    func keys(opcodes: String, key: Int, expected: Float) throws {
        let gain = try #require(
            try regions("<region> sample=a.wav " + opcodes).first?.noteGain
        )
        #expect(abs(gain.keys[key] - expected) < 0.01, "\(gain.keys[key])")
    }

    @Test("a region without any of it changes as a SoundFont's")
    func plain() throws {
        #expect(try regions("<region> sample=a.wav amp_veltrack=100").first?.noteGain == nil)
    }

    @Test("a resonance takes nothing off the level; the key moves the cutoff")
    func filter() throws {
        let region = try #require(
            try regions(
                "<region> sample=a.wav cutoff=440 resonance=12 fil_keytrack=100 fil_keycenter=60"
            ).first
        )
        #expect(region.gain == 6 && region.amount(of: .filterResonance) == 120)
        #expect(region.modulators.contains { $0.amount == 12_800 })
        #expect(region.amount(of: .filterCutoff) == 900)
    }

    @Test("a file for a SoundFont agrees at the highest velocity and in the middle")
    func approximation() throws {
        let assembly = try BankAssembly(
            sfz("<region> sample=a.wav amp_velcurve_64=0.5 lovel=1"),
            recordings: [Recording(frameCount: 100, rate: 48_000)],
            isForFile: true
        )
        let zone = assembly.bank.instruments[0].zones[0]
        // 6.02 of the 11.9 dB that are usual.
        #expect(zone.modulators.map(\.amount) == [485])
        #expect(zone.amount(of: .attenuation) == nil || zone.amount(of: .attenuation) == 0)
        #expect(!assembly.diagnostics.isEmpty)
    }

    @Test("programs are presets, and regions for channel 10 drums")
    func programs() throws {
        let description = try sfz(
            """
            <group> loprog=0 hiprog=0 group_label=Grand Piano <region> sample=piano.wav
            <group> loprog=40 hiprog=41 <region> sample=violin.wav <region> sample=bow.wav
            <group> lochan=10 hichan=10 <region> sample=drum.wav key=36
            <group> <region> sample=all.wav
            """
        )
        #expect(description.programs.map(\.bank) == [0, 0, 0, 128])
        #expect(description.programs.map(\.number) == [0, 40, 41, 0])
        #expect(
            description.programs.map { $0.regions.map { description.sources[$0.source].name } } == [
                ["piano", "all"], ["violin", "bow", "all"], ["violin", "bow", "all"],
                ["drum", "all"],
            ]
        )
        #expect(description.programs.map(\.name) == ["Grand Piano", "40 test", "41 test", "test"])
        #expect(description.diagnostics.isEmpty)
        let some = try sfz("<region> sample=a.wav lochan=2 hichan=2")
        #expect(some.diagnostics.map(\.subject) == ["lochan"])
        let plain = try sfz("<region> sample=a.wav loprog=0 hiprog=127 lochan=1 hichan=16")
        #expect(plain.programs.map(\.number) == [0] && plain.programs[0].name == "test")
    }

    @Test("names of samples: quotes, and what <control> puts before them")
    func names() throws {
        let description = try sfz(
            """
            <control> prefix_sfz_path=../Sounds/ default_path="Sub\\"
            <region> sample="a b.wav" key=60
            """
        )
        #expect(description.sources.map(\.location) == [.file("../Sounds/Sub/a b.wav")])
        #expect(description.programs[0].regions[0].keys == ZoneRange(60, 60))
    }

    @Test("computed waves have the pitch of their keys, with an octave each")
    func waves() throws {
        let description = try sfz("<region> sample=*saw lokey=57 hikey=80 tune=7")
        let regions = description.programs[0].regions
        #expect(regions.map(\.keys) == [ZoneRange(57, 66), ZoneRange(67, 78), ZoneRange(79, 80)])
        for region in regions {
            guard case .generated(let wave) = description.sources[region.source].location else {
                Issue.record("not computed")
                continue
            }
            let recording = wave.recording
            #expect(
                abs(Double(recording.rootKey ?? 0) * 100 + recording.detune - wave.cents) < 1e-9
            )
            #expect(region.rootKey == recording.rootKey && region.tuning == 7)
            // No harmonic of the highest key is above 20 kHz.
            #expect(wave.harmonicCount * 48_000 / wave.period <= 10_000)
        }
    }

    @Test(
        "a loop of the file is played wherever the region begins and ends",
        arguments: [
            ("end=49", 0, 100..<900, 900), ("end=499", 0, 100..<500, 500),
            ("end=949", 0, 100..<900, 950), ("offset=950", 150, 150..<900, 1_000),
            ("end=49 loop_mode=no_loop", 0, 0..<0, 50),
        ]
    )
    func fileLoop(opcodes: String, start: Int, loop: Range<Int>, end: Int) throws {
        let recording = Recording(frameCount: 1_000, rate: 48_000, loop: 100..<900)
        let assembly = try BankAssembly(
            sfz("<region> sample=a.wav " + opcodes),
            recordings: [recording]
        )
        let sample = assembly.bank.samples[0]
        #expect(sample.start == start && sample.end == end)
        #expect(sample.loopStart == loop.lowerBound && sample.loopEnd == loop.upperBound)
        #expect(assembly.diagnostics.isEmpty)
    }

    @Test("includes are limited by their bytes, not their number")
    func manyIncludes() throws {
        let lines = (0..<3_600).map { "#include \"\($0).sfz\"" }.joined(separator: "\n")
        let description = try SFZReader.read(Array(lines.utf8), path: "test.sfz") { path in
            Array("<region> sample=\(path).wav".utf8)
        }
        #expect(description.programs[0].regions.count == 3_600)
    }

    @Test("key switches: a range with the default is played, what waits for another key is not")
    func keySwitches() throws {
        let description = try sfz(
            """
            <global> sw_default=24
            <region> sample=a.wav sw_lolast=24 sw_hilast=25
            <region> sample=b.wav sw_lolast=26 sw_hilast=27
            <region> sample=c.wav sw_down=30
            <region> sample=d.wav sw_previous=30
            """
        )
        #expect(description.sources.map(\.name) == ["a"])
    }
}
