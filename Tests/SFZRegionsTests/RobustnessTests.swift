import Instruments
import Testing
import Voices

@testable import SFZRegions

/// Texts that no sensible author writes, played.
@Suite struct RobustnessTests {
    private static let numbers = [
        "-1e30", "-1000000", "-12000", "-100", "-1", "-0.001", "0", "0.0001", "0.5", "1", "3", "60",
        "100", "127", "9600", "1000000", "1e30", "nan", "inf", "c4", "x", "",
    ]
    private static let words = [
        "release", "release_key", "first", "legato", "attack", "normal", "time", "fast", "gain",
        "power", "no_loop", "one_shot", "loop_continuous", "loop_sustain", "lpf_1p", "lpf_4p",
        "lpf_6p",
        "hpf_2p", "hpf_6p", "bpf_2p", "brf_2p", "apf_1p", "lsh", "hsh", "peq", "pink", "on", "off",
        "mult", "add",
        "sample", "reverse",
    ]
    private static let opcodes: [String] = {
        let plain = OpcodeTarget.all.keys.sorted()
        let moved = OpcodeTarget.moved.keys.sorted()
        let others = [
            "lokey", "hikey", "key", "lovel", "hivel", "lorand", "hirand", "seq_length",
            "seq_position", "group", "off_by", "off_time", "off_mode", "polyphony",
            "note_polyphony", "end", "count", "loop_count", "direction", "loop_start", "loop_end",
            "loop_mode", "trigger", "sw_last",
            "sw_down", "sw_up", "sw_previous", "sw_default", "locc1", "hicc1", "on_locc64",
            "on_hicc64", "lobend", "hibend", "xfin_locc1", "xfin_hicc1", "xfout_lokey",
            "xfout_hikey", "xf_cccurve", "amp_velcurve_64", "fil_type", "fil2_type", "eq1_type",
            "ampeg_vel2attack", "ampeg_attack_shape", "ampeg_decay_shape", "ampeg_release_shape",
            "fileg_release_shape", "cutoff_chanaft", "pitchlfo_depth", "pitchlfo_freq",
            "amplfo_depth",
            "amplfo_freq", "fillfo_depth", "fillfo_freqcc1", "lfo1_freq", "lfo1_wave",
            "lfo1_wave2", "lfo1_steps", "lfo1_step3", "lfo1_step128", "lfo1_ratio2", "lfo1_count",
            "lfo1_fade", "lfo1_freq_lfo2", "lfo2_freq",
            "eg1_time1", "eg1_level1", "eg1_shape1", "eg1_sustain", "eg1_ampeg", "eg1_time2_oncc1",
            "rt_dead", "pan_keytrack", "pan_keycenter", "pan_veltrack", "var1_mod", "var1_oncc1",
            "var1_oncc2", "var1_oncc131", "var1_smoothcc2",
            "var1_cutoff", "var1_amplitude", "sustain_sw", "sustain_cc", "note_selfmask", "sw_vel",
        ]
        return others + plain + plain.map { $0 + "_oncc1" } + plain.map { $0 + "_curvecc1" }
            + moved.map { "lfo1_" + $0 } + moved.map { "lfo2_" + $0 + "_oncc1" }
            + moved.map { "eg1_" + $0 }
    }()

    private static func text(_ random: inout Numbers) -> String {
        var text = "<control> set_cc1=\(random.below(128)) <global>"
        for header in ["", "<group>", "<region>", "<region>", "<group>", "<region>"] {
            text += "\n\(header)"
            if header == "<region>" {
                let samples = ["a.wav", "b.wav", "*sine", "*noise", "*silence", "*saw"]
                text += " sample=\(samples[random.below(samples.count)])"
            }
            for _ in 0..<random.below(12) {
                let isWord = random.below(4) == 0
                let value =
                    isWord
                    ? words[random.below(words.count)] : numbers[random.below(numbers.count)]
                text += " \(opcodes[random.below(opcodes.count)])=\(value)"
            }
        }
        return text
    }

    /// The same sequence of numbers each time.
    private struct Numbers {
        var state: UInt64

        mutating func below(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
    }

    @Test(arguments: [1, 2, 3, 4])
    func soundIsFinite(_ seed: UInt64) throws {
        var random = Numbers(state: seed)
        for _ in 0..<150 {
            let text = Self.text(&random)
            let recording = Recording(
                frameCount: 100,
                rate: [1, 8_000, 48_000, 384_000][random.below(4)],
                loop: random.below(2) == 0 ? nil : 10..<90
            )
            let bank = try SFZText.bank(text, recording)
            guard let preset = bank.presets.first else { continue }
            #expect(preset.regions.allSatisfy { bank.samples.indices.contains($0.sample) })
            #expect(Self.isFinite(bank, &random), "\(text)")
        }
    }

    /// Plays what comes, and tells whether every sample of the sound is a number.
    private static func isFinite(_ bank: RegionBank, _ random: inout Numbers) -> Bool {
        let tables = RegionTables(bank)
        var engine = VoiceEngine(
            polyphony: 8,
            rate: 48_000,
            isArticulated: tables.areArticulated,
            mostTurns: tables.mostTurns
        )
        engine.setPreset(tables.presets[0], channel: 0)
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: 2_000)
        defer { memory.deallocate() }
        for _ in 0..<25 {
            let key = UInt8(random.below(128))
            switch random.below(8) {
            case 0...2: engine.noteOn(channel: 0, key: key, velocity: max(1, key))
            case 3: engine.noteOff(channel: 0, key: key)
            case 4: engine.setWheel(Int(key) * 128, channel: 0)
            case 5: engine.setPressure(key, channel: 0)
            case 6: engine.control(64, key, channel: 0)
            default: engine.control(1, key, channel: 0)
            }
            let count = 1 + random.below(500)
            engine.render(
                count,
                left: memory,
                right: memory + 500,
                reverb: memory + 1_000,
                chorus: memory + 1_500
            )
            for bus in 0..<4 {
                for frame in 0..<count where !memory[500 * bus + frame].isFinite { return false }
            }
        }
        return true
    }
}
