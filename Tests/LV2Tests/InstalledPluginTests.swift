import Foundation
import Glibc
import LV2
import Platform
import TestSupport
import Testing

/// Plugins of Debian's packages, which others have written and tested.
enum InstalledPlugins {
    /// Whether a bundle is there.
    static func has(_ bundle: String) -> Bool {
        FileManager.default.fileExists(atPath: "/usr/lib/lv2/\(bundle).lv2")
    }

    /// The folders, whatever the environment says.
    static let library = Result { try PluginLibrary(path: "/usr/lib/lv2") }

    /// Makes an instance after a trial.
    static func plugin(_ words: String) throws -> Plugin {
        try Plugin(
            PluginFolder.settings(words),
            rate: 48_000,
            library: library.get(),
            trial: .standard.map { PluginTrial(command: $0.command, limit: 60) }
        )
    }

    /// Has a plugin process a chord, a click and silence.
    ///
    /// - Returns: Whether it gives finite sound, some of it audible.
    static func passesSound(_ words: String) throws -> Bool {
        var sound = Sound(sine: 440, amplitude: 0.3, frames: 48_000)
        for frame in 30_000..<48_000 { (sound.left[frame], sound.right[frame]) = (0, 0) }
        sound.left[100] = 1
        let result = sound.through(try plugin(words), blocks: [64, 64, 17, 1])
        return result.isFinite && result.peak > 0.001 && result.peak < 10
    }
}

extension Sound {
    /// The amplitude of a sine in the second half of the left side.
    func amplitude(of frequency: Double, rate: Int = 48_000) -> Double {
        let start = left.count / 2
        // Whole periods only.
        let period = Double(rate) / frequency
        let frames = Int((Double(left.count - start) / period).rounded(.down) * period)
        var (real, imaginary) = (0.0, 0.0)
        for frame in 0..<frames {
            let phase = 2 * .pi * frequency * Double(frame) / Double(rate)
            real += Double(left[start + frame]) * cos(phase)
            imaginary += Double(left[start + frame]) * sin(phase)
        }
        return 2 * hypot(real, imaginary) / Double(frames)
    }
}

/// The gain of a plugin for a sine, in decibels.
private func gain(_ words: String, at frequency: Double, amplitude: Double = 0.1) throws -> Double {
    let sound = Sound(sine: frequency, amplitude: amplitude, frames: 48_000)
    let result = sound.through(try InstalledPlugins.plugin(words))
    #expect(result.isFinite)
    return 20 * log10(result.amplitude(of: frequency) / amplitude)
}

@Suite("Plugins of mda-lv2", .enabled(if: InstalledPlugins.has("mda")))
struct MDAPluginTests {
    @Test(
        "pass sound",
        arguments: [
            "mda-overdrive", "mda-delay", "mda-dynamics", "mda-limiter", "mda-degrade",
            "mda-leslie", "mda-thruzero", "mda-rezfilter", "mda-multiband", "mda-ambience",
        ]
    )
    func sound(name: String) throws {
        #expect(try InstalledPlugins.passesSound(name))
    }

    @Test("Overdrive gives the root of the amplitude at its highest drive")
    func overdrive() throws {
        let sound = Sound(sine: 100, amplitude: 0.25, frames: 9_600)
        let plugin = try InstalledPlugins.plugin("mda-overdrive,drive=1")
        #expect(abs(sound.through(plugin).peak - 0.5) < 0.02)
    }

    @Test("Delay repeats a click after the time of its control")
    func delay() throws {
        func time(_ control: String) throws -> Int {
            var click = Sound(mono: [Float](repeating: 0, count: 48_000))
            (click.left[0], click.right[0]) = (1, 1)
            let words = "mda-delay,l_delay=\(control),feedback=0,fx_mix=1"
            let left = click.through(try InstalledPlugins.plugin(words)).left
            return try #require(left[1...].firstIndex { $0.magnitude > 0.05 })
        }
        let long = try time("0.8")
        #expect(long > 10_000)
        // The control is the root of the time.
        let short = try time("0.4")
        #expect(abs(short * 4 - long) < long / 50)
    }

    @Test("RingMod turns a tone into its sum and difference with 960 Hz")
    func ringModulator() throws {
        let sound = Sound(sine: 3_000, amplitude: 0.5, frames: 48_000)
        let result = sound.through(try InstalledPlugins.plugin("mda-ringmod,freq=0.06"))
        for frequency in [2_040.0, 3_960] {
            #expect(abs(result.amplitude(of: frequency) - 0.25) < 0.02)
        }
        #expect(result.amplitude(of: 3_000) < 0.01)
    }

    @Test("presets change the sound")
    func presets() throws {
        let plugin = try InstalledPlugins.library.get().plugin(named: "mda-thruzero")
        #expect(plugin.presets.count > 2)
        let sound = Sound(sine: 700, amplitude: 0.3, frames: 20_000)
        let results = try plugin.presets.prefix(3).map { preset in
            let words = "mda-thruzero,preset=\(preset.uri)"
            return sound.through(try InstalledPlugins.plugin(words))
        }
        #expect(results.allSatisfy { $0.isFinite })
        #expect(results[0] != results[1] && results[1] != results[2])
    }
}

@Suite("Plugins of x42-plugins", .enabled(if: InstalledPlugins.has("fil4")))
struct X42PluginTests {
    static let prefix = "http://gareus.org/oss/lv2/"

    @Test(
        "pass sound",
        arguments: [
            "fil4#stereo", "fil4#mono", "darc#stereo", "darc#mono", "dpl#stereo", "balance",
            "phaserotate#stereo", "stereoroute", "nodelay", "fat1",
        ]
    )
    func sound(name: String) throws {
        #expect(try InstalledPlugins.passesSound(Self.prefix + name))
    }

    @Test("the equalizer has the gain of its band", arguments: ["fil4#stereo", "fil4#mono"])
    func equalizer(name: String) throws {
        let words = "\(Self.prefix)\(name),freq3=1000,gain3=6"
        #expect(abs(try gain(words, at: 1_000) - 6) < 0.5)
        #expect(abs(try gain(words, at: 100)) < 0.5)
        #expect(abs(try gain(words, at: 12_000)) < 0.5)
    }

    @Test("the compressor evens levels out")
    func compressor() throws {
        let words = "\(Self.prefix)darc#stereo,threshold=-30,Ratio=lim,hold=off"
        let quiet = try gain(words, at: 1_000, amplitude: 0.1) - 20
        let loud = try gain(words, at: 1_000, amplitude: 0.4) - 7.96
        #expect(abs(loud - quiet) < 1)
    }

    @Test("the limiter keeps its ceiling, and says how late it is")
    func limiter() throws {
        let plugin = try InstalledPlugins.plugin("\(Self.prefix)dpl#stereo,threshold=-6")
        #expect(plugin.latency == 64)
        let result = Sound(sine: 997, amplitude: 0.95, frames: 48_000).through(plugin)
        #expect(result.peak < 0.5012 * 1.01)
        #expect(result.peak > 0.45)
    }

    @Test("a delay of one channel delays both sides, and says so")
    func delay() throws {
        let plugin = try InstalledPlugins.plugin("\(Self.prefix)nodelay,delay=100")
        #expect(plugin.latency == 100)
        let sound = Sound(ramp: 1_000)
        let result = sound.through(plugin)
        #expect(Array(result.left[200...]) == Array(sound.left[100..<900]))
        #expect(Array(result.right[200...]) == Array(sound.right[100..<900]))
    }

    @Test("the balance control has its gain")
    func balance() throws {
        #expect(abs(try gain("\(Self.prefix)balance,trim=6", at: 500) - 6) < 0.1)
    }

    @Test("a convolver reads the file that its preset names")
    func convolver() throws {
        let plugin = try InstalledPlugins.plugin(
            "\(Self.prefix)zeroconvolv#Stereo,preset=no-op-stereo"
        )
        let sound = Sound(ramp: 4_000)
        let result = sound.through(plugin)
        #expect(result.isFinite)
        let late = plugin.latency
        for frame in stride(from: 1_000, to: 3_000, by: 7) {
            #expect(abs(result.left[frame + late] - sound.left[frame]) < 0.001)
            #expect(abs(result.right[frame + late] - sound.right[frame]) < 0.001)
        }
    }
}

@Suite("Plugins of lsp-plugins-lv2", .enabled(if: InstalledPlugins.has("lsp-plugins")))
struct LSPPluginTests {
    static let prefix = "http://lsp-plug.in/plugins/lv2/"

    @Test(
        "pass sound",
        arguments: [
            "para_equalizer_x16_stereo", "graph_equalizer_x16_stereo", "compressor_stereo",
            "sc_compressor_stereo", "compressor_mono", "limiter_stereo", "comp_delay_stereo",
            "mb_compressor_stereo", "loud_comp_stereo",
        ]
    )
    func sound(name: String) throws {
        #expect(try InstalledPlugins.passesSound(Self.prefix + name))
    }

    @Test("the equalizer has the gain of its band")
    func equalizer() throws {
        let words = "\(Self.prefix)para_equalizer_x16_stereo,ft_0=bell,f_0=1kHz,g_0=6dB,q_0=1"
        #expect(abs(try gain(words, at: 1_000) - 6) < 0.5)
        #expect(abs(try gain(words, at: 50)) < 0.5)
        #expect(abs(try gain(words, at: 15_000)) < 0.5)
    }

    @Test("the compressor evens levels out")
    func compressor() throws {
        let words = "\(Self.prefix)compressor_stereo,al=-30dB,cr=100,kn=0dB,rt=200"
        let quiet = try gain(words, at: 1_000, amplitude: 0.1) - 20
        let loud = try gain(words, at: 1_000, amplitude: 0.4) - 7.96
        #expect(abs(loud - quiet) < 0.5)
        #expect(loud < -25)
    }

    @Test("the limiter keeps its ceiling, and says how late it is")
    func limiter() throws {
        let words = "\(Self.prefix)limiter_stereo,th=-12dB,knee=0dB,alr=off,boost=off"
        let plugin = try InstalledPlugins.plugin(words)
        #expect(plugin.latency == 240)
        let result = Sound(sine: 997, amplitude: 0.95, frames: 48_000).through(plugin)
        #expect(result.peak < 0.2512 * 1.02)
        #expect(result.peak > 0.1)
    }

    @Test("the gate attenuates what is below its threshold")
    func gate() throws {
        let words = "\(Self.prefix)gate_stereo,gt=-20dB,gr=-24dB"
        #expect(abs(try gain(words, at: 1_000, amplitude: 0.003) + 24) < 0.5)
        #expect(abs(try gain(words, at: 1_000, amplitude: 0.5)) < 0.5)
    }

    @Test("the delay has its length")
    func delay() throws {
        let words = "\(Self.prefix)comp_delay_stereo,samp=480"
        let sound = Sound(ramp: 4_000)
        let result = sound.through(try InstalledPlugins.plugin(words))
        for frame in stride(from: 1_000, to: 3_000, by: 7) {
            #expect(abs(result.left[frame + 480] - sound.left[frame]) < 1e-6)
        }
    }
}
