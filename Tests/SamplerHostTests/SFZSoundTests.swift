import Foundation
import SamplerHost
import TestSupport
import Testing

/// What the opcodes of an SFZ file sound like, by a sine of 440 Hz on key 69.
@Suite("The sound of SFZ opcodes")
struct SFZSoundTests {
    private let studio: InstrumentStudio
    private static let plain = "<region> sample=sine.wav pitch_keycenter=69 "

    init() throws {
        studio = try InstrumentStudio()
    }

    private func sound(
        _ opcodes: String,
        key: UInt8 = 69,
        velocity: UInt8 = 127,
        length: UInt32 = 500
    ) throws -> Rendering {
        try studio.sfz(Self.plain + opcodes, key: key, velocity: velocity, length: length)
    }

    private func pitch(_ opcodes: String, key: UInt8 = 69) throws -> Double {
        let rendering = try sound(opcodes, key: key)
        return cents(try rendering.left.frequency(in: rendering.frames(100..<400)), above: 440)
    }

    private func level(_ opcodes: String, velocity: UInt8 = 127) throws -> Double {
        let rendering = try sound(opcodes, velocity: velocity)
        return try rendering.left.level(in: rendering.frames(100..<400))
    }

    @Test(
        "pitch in cents",
        arguments: [
            ("", 69, 0), ("tune=30", 69, 30), ("tune=-170", 69, -170), ("transpose=-2", 69, -200),
            ("pitch_keycenter=67", 69, 200), ("pitch_keytrack=50", 71, 100),
            ("pitch_keytrack=0", 80, 0), ("key=60", 60, 0), ("", 81, 1_200),
            ("pitch_keycenter=a4", 70, 100), ("pitcheg_depth=100 pitcheg_sustain=100", 69, 100),
        ] as [(String, UInt8, Double)]
    )
    func pitch(opcodes: String, key: UInt8, expected: Double) throws {
        #expect(abs(try pitch(opcodes, key: key) - expected) < 0.3)
    }

    @Test(
        "level in decibels against a region without the opcode",
        arguments: [
            ("volume=-6", -6), ("volume=5", 5), ("amplitude=50", -6.02), ("group_volume=-3", -3),
            ("master_volume=-1 global_volume=-2", -3),
            // FluidSynth plays 0.96 of a SoundFont's sustain.
            ("ampeg_sustain=10", TestedEngine.isFluidSynth ? -19.2 : -20), ("volume=11", 11),
            ("pan=-100", 3.01), ("pan=50", -5.33), ("effect1=0", 0),
        ] as [(String, Double)]
    )
    func level(opcodes: String, expected: Double) throws {
        let difference = try level(opcodes) - level("")
        #expect(abs(difference - expected) < 0.1, "\(difference)")
    }

    @Test(
        "level by velocity",
        arguments: [
            ("", 64, -11.9), ("amp_veltrack=0", 20, 0), ("amp_veltrack=50", 64, -4.05),
            ("amp_veltrack=100", 32, -23.95), ("amp_veltrack=-100", 64, -2.55),
            ("amp_velcurve_45=1", 45, 0),
            ("amp_veltrack=50", 20, -5.73), ("amp_velcurve_64=0.5 amp_veltrack=50", 32, -4.08),
            ("xfin_lovel=0 xfin_hivel=64 amp_veltrack=0", 32, -3.01),
        ] as [(String, UInt8, Double)]
    )
    func velocity(opcodes: String, velocity: UInt8, expected: Double) throws {
        let difference = try level(opcodes, velocity: velocity) - level("")
        #expect(abs(difference - expected) < 0.4, "\(difference)")
    }

    @Test("a note at the right alone is not heard at the left")
    func pan() throws {
        #expect(try sound("pan=100").left.isSilent())
    }

    @Test(
        "a stereo file has its channels at the sides, each as loud as half of a mono file's",
        .enabled(if: TestedEngine.isFluidSynth)
    )
    func stereo() throws {
        try studio.add(
            "stereo.wav",
            WAVBuilder([
                InstrumentStudio.sine, WAVBuilder.sine(660, frames: 96_000),
            ])
        )
        let rendering = try studio.sfz("<region> sample=stereo.wav pitch_keycenter=69")
        let range = rendering.frames(100..<400)
        let mono = try sound("").left.level(ofPartial: 440, in: range)
        #expect(abs(try rendering.left.level(ofPartial: 440, in: range) - mono) < 0.1)
        #expect(abs(try rendering.right.level(ofPartial: 660, in: range) - mono) < 0.1)
        #expect(try rendering.left.level(ofPartial: 660, in: range) < -80)
        #expect(try rendering.right.level(ofPartial: 440, in: range) < -80)
        let left = try studio.sfz("<region> sample=stereo.wav pitch_keycenter=69 pan=-100")
        #expect(try left.right.isSilent())
    }

    @Test("keys and velocities outside of the region are silent")
    func ranges() throws {
        #expect(try sound("lokey=60 hikey=68").left.isSilent())
        #expect(try sound("lovel=1 hivel=126").left.isSilent())
        #expect(try !sound("lokey=69 hikey=69 lovel=127").left.isSilent())
    }

    @Test("delay moves the onset")
    func delay() throws {
        let first = try #require(try sound("").left.firstSound(above: -40))
        let later = try #require(try sound("delay=0.1").left.firstSound(above: -40))
        // FluidSynth's envelopes have steps of 64 frames.
        #expect(abs(later - first - 4_800) <= 64, "\(later - first)")
    }

    @Test("offset and end count frames of the recording")
    func offset() throws {
        var click = [Double](repeating: 0, count: 20_000)
        click[5_000] = 0.9
        click[15_000] = 0.9
        try studio.add("click.wav", WAVBuilder([click]))
        func onsets(_ opcodes: String) throws -> [Int] {
            try studio.sfz("<region> sample=click.wav pitch_keycenter=69 \(opcodes)")
                .left.onsets(above: -30)
        }
        let plain = try onsets("")
        #expect(plain.count == 2)
        #expect(try onsets("offset=1000") == plain.map { $0 - 1_000 })
        #expect(try onsets("end=14999") == [plain[0]])
        #expect(try onsets("end=15010") == plain)
    }

    @Test(
        "loops: none, to the end of the note, through its release",
        .enabled(if: TestedEngine.isFluidSynth)
    )
    func loops() throws {
        // A tone of 100 ms, looped from 20 to 60 ms, without a click.
        try studio.add("short.wav", WAVBuilder([Array(InstrumentStudio.sine.prefix(4_800))]))
        func rendering(_ opcodes: String) throws -> Rendering {
            try studio.sfz("<region> sample=short.wav pitch_keycenter=69 \(opcodes)")
        }
        let loop = "loop_start=1200 loop_end=2399 "
        let plain = try rendering("")
        #expect(try plain.left.isSilent(in: plain.frames(150..<500)))
        let none = try rendering(loop + "loop_mode=no_loop")
        #expect(try none.left.isSilent(in: none.frames(150..<500)))
        let looped = try rendering(loop + "ampeg_release=0.5")
        #expect(try looped.peak(400..<490) > -35)
        #expect(try looped.peak(520..<560) > -40)
        let sustained = try rendering(loop + "loop_mode=loop_sustain ampeg_release=2")
        #expect(try sustained.peak(400..<490) > -35)
        #expect(try sustained.left.isSilent(in: sustained.frames(700..<900)))
        // The loop's period is that of the tone: 1,200 frames are 11 of its waves.
        let pitch = try looped.left.frequency(in: looped.frames(200..<480))
        #expect(abs(cents(pitch, above: 440)) < 1)
    }

    @Test("one_shot goes on when the key goes up")
    func oneShot() throws {
        let rendering = try sound("loop_mode=one_shot", length: 100)
        #expect(try rendering.peak(600..<800) > -35)
        let stopped = try sound("loop_mode=no_loop", length: 100)
        #expect(try stopped.left.isSilent(in: stopped.frames(200..<800)))
    }

    @Test("attack, hold, decay and release take their times")
    func envelope() throws {
        let attack = try sound("ampeg_attack=0.2")
        #expect(abs(try attack.peak(95..<105) - attack.peak(300..<400) + 6) < 0.7)
        let decay = try sound("ampeg_decay=0.5 ampeg_sustain=0")
        // 78 dB in half a second: 31.3 dB from 100 to 300 ms.
        #expect(abs(try decay.peak(95..<105) - decay.peak(295..<305) - 31.3) < 1)
        let hold = try sound("ampeg_hold=0.3 ampeg_decay=0.1 ampeg_sustain=0")
        #expect(abs(try hold.peak(200..<280) - sound("").peak(200..<280)) < 0.3)
        #expect(try hold.peak(450..<490) < -60)
        let release = try sound("ampeg_release=0.5")
        #expect(abs(try release.peak(595..<605) - release.peak(795..<805) - 31.3) < 1)
    }

    @Test("a low pass attenuates above its cutoff, and its envelope opens it")
    func filter() throws {
        let dark = try level("cutoff=55") - level("")
        // Two poles, three octaves above: 36 dB.
        #expect(abs(dark + 36) < 2, "\(dark)")
        // FluidSynth takes half of the resonance off everything, which is made up for.
        #expect(abs(try level("cutoff=440 resonance=9") - level("cutoff=440") - 9) < 1)
        #expect(abs(try level("cutoff=8000 resonance=9") - level("cutoff=8000")) < 0.3)
        #expect(abs(try level("cutoff=55 fileg_depth=7200 fileg_sustain=100") - level("")) < 1)
        #expect(try level("cutoff=55 fil_veltrack=7200") - level("") > -1)
        #expect(abs(try level("cutoff=55 fil_type=hpf_2p") - level("")) < 0.1)
        // Nothing that a SoundFont does by default makes soft notes darker.
        try studio.add("high.wav", WAVBuilder([WAVBuilder.sine(12_000, frames: 48_000)]))
        let text = "<region> sample=high.wav pitch_keycenter=69 amp_veltrack=0"
        let loud = try studio.sfz(text, velocity: 127)
        let soft = try studio.sfz(text, velocity: 10)
        let range = loud.frames(100..<400)
        #expect(abs(try loud.left.level(in: range) - soft.left.level(in: range)) < 0.1)
    }

    @Test("oscillators move pitch and volume")
    func oscillators() throws {
        let vibrato = try sound("pitchlfo_freq=2 pitchlfo_depth=100")
        // A triangle: up for the first eighth of a second, at the top then.
        let high = try vibrato.left.frequency(in: vibrato.frames(115..<135))
        let low = try vibrato.left.frequency(in: vibrato.frames(365..<385))
        #expect(abs(cents(high, above: low) - 190) < 15)
        let tremolo = try sound("amplfo_freq=2 amplfo_depth=6")
        let levels = try [tremolo.peak(115..<135), tremolo.peak(365..<385)]
        // FluidSynth 2.3 plays the softer half of it alone, 2.4 both.
        let depth = abs(levels[0] - levels[1])
        #expect(min(abs(depth - 5.7), abs(depth - 11.4)) < 1, "\(levels)")
        let later = try sound("pitchlfo_freq=2 pitchlfo_depth=100 pitchlfo_delay=0.4")
        #expect(abs(cents(try later.left.frequency(in: later.frames(100..<300)), above: 440)) < 1)
        let wah = try sound("cutoff=440 fillfo_freq=2 fillfo_depth=1200")
        #expect(try abs(wah.peak(115..<135) - wah.peak(365..<385)) > 3)
    }

    @Test("a region cuts off those that its group is off by")
    func groups() throws {
        let text = """
            <group> group=1 off_by=1 loop_mode=one_shot
            <region> sample=sine.wav key=69
            <region> sample=sine.wav key=70 pitch_keycenter=57
            """
        let path = try studio.write(text)
        let rendering = try studio.render(path) {
            $0.note(at: 0, length: 50, channel: 0, key: 69, velocity: 127)
            $0.note(at: 300, length: 50, channel: 0, key: 70, velocity: 127)
        }
        let range = rendering.frames(500..<900)
        #expect(try rendering.left.level(ofPartial: 440, in: rendering.frames(50..<250)) > -35)
        #expect(try rendering.left.level(ofPartial: 440, in: range) < -70)
        #expect(try rendering.left.level(ofPartial: 440 * pow(2, 13 / 12), in: range) > -35)
    }

    @Test("macros, includes, folders and the case of names lead to the sample")
    func paths() throws {
        try FileManager.default.createDirectory(
            atPath: studio.directory.path("Sub Folder"),
            withIntermediateDirectories: true
        )
        try studio.add("Sub Folder/Tone A.wav", WAVBuilder([InstrumentStudio.sine]))
        try studio.directory.write("<region> sample=$NAME.WAV key=$KEY", to: "part.sfz")
        let rendering = try studio.sfz(
            """
            #define $KEY 69
            #define $NAME tone
            <control> default_path=sub folder\\
            #define $NAME TONE
            <region> sample=tone a.WAV key=$KEY volume=-100
            <control> default_path=C:\\Samples\\Sub Folder\\
            <region> sample=Tone A.wav key=$KEY
            """
        )
        #expect(try rendering.peak(100..<400) > -35)
    }

    @Test(
        "names that begin with a slash are looked for beside the file first",
        arguments: [
            "<control> default_path=\\Sub\\", "<control> default_path=/sub/",
            "<control> default_path=/nowhere/Sub/", "<control> prefix_sfz_path=Sub/",
        ]
    )
    func slashes(control: String) throws {
        try FileManager.default.createDirectory(
            atPath: studio.directory.path("Sub"),
            withIntermediateDirectories: true
        )
        try studio.add("Sub/tone.wav", WAVBuilder([InstrumentStudio.sine]))
        let rendering = try studio.sfz("\(control)\n<region> sample=\"tone.wav\" key=69")
        #expect(try rendering.peak(100..<400) > -35)
    }

    @Test(
        "computed waves have the pitch of each key and full level",
        arguments: [("*sine", 0.0), ("*tri", -1.82), ("*saw", -5.43), ("*square", 0.58)]
    )
    func waves(name: String, fundamental: Double) throws {
        let plain = try sound("")
        let reference = try plain.left.level(ofPartial: 440, in: plain.frames(100..<400)) + 12.04
        for key: UInt8 in [45, 69, 88] {
            let rendering = try studio.sfz("<region> sample=\(name)", key: key)
            let frequency = 440 * pow(2, (Double(key) - 69) / 12)
            let range = rendering.frames(100..<400)
            let found = try rendering.left.level(ofPartial: frequency, in: range)
            #expect(abs(found - reference - fundamental) < 0.3, "\(key): \(found - reference)")
        }
        let noise = try studio.sfz("<region> sample=*noise", key: 80)
        // FluidSynth's low pass is open to 20 kHz only.
        let loss = try reference - noise.left.level(in: noise.frames(100..<400))
        #expect(loss > 4.7 && loss < 6, "\(loss)")
    }

    @Test("a controller's first value makes a note audible")
    func controller() throws {
        let opcodes = "ampeg_sustain=0 ampeg_sustain_oncc103=100 <control> set_cc103=127"
        #expect(abs(try level(opcodes) - level("")) < 0.1)
        #expect(try level("ampeg_sustain=0 ampeg_sustain_oncc103=100") < -90)
    }

    @Test("a bank plays one of its programs")
    func programs() throws {
        let path = try studio.write(
            """
            <group> key=69 <region> sample=sine.wav loprog=0 hiprog=0
            <region> sample=sine.wav loprog=5 hiprog=6 pitch_keycenter=57
            """
        )
        let rendering = try studio.render(path) {
            $0.note(at: 0, length: 300, channel: 0, key: 69, velocity: 127)
            $0.program(at: 500, channel: 0, 6)
            $0.note(at: 500, length: 300, channel: 0, key: 69, velocity: 127)
        }
        let (first, second) = (rendering.frames(50..<250), rendering.frames(550..<750))
        #expect(try rendering.left.level(ofPartial: 880, in: first) < -80)
        #expect(try rendering.left.level(ofPartial: 440, in: first) > -35)
        #expect(try rendering.left.level(ofPartial: 440, in: second) < -80)
        #expect(try rendering.left.level(ofPartial: 880, in: second) > -35)
    }
}
