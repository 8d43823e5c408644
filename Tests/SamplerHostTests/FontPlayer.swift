import CFluidSynth
import TestSupport
import Testing

@testable import SamplerHost

/// An instance of FluidSynth with one font, read by FluidSynth itself or by our reader.
final class FontPlayer {
    /// Who reads the font.
    enum Reader {
        case fluidSynth
        case ours
    }

    let synth: OpaquePointer
    private let settings: OpaquePointer
    private let identifier: Int32
    private let font: OpaquePointer?
    private let shared: SharedSoundFont?

    /// Loads a font; `nil` where FluidSynth refuses it.
    init?(_ path: String, _ reader: Reader, polyphony: Int32 = 64) throws {
        // Makes FluidSynth's tables, which it does not do safely on several threads.
        _ = try FluidSynthInstance(SamplerSettings(fonts: []), rate: 48_000, polyphony: 1)
        settings = try #require(new_fluid_settings())
        fluid_settings_setint(settings, "synth.threadsafe-api", 0)
        fluid_settings_setint(settings, "synth.dynamic-sample-loading", 0)
        fluid_settings_setint(settings, "synth.polyphony", polyphony)
        synth = try #require(new_fluid_synth(settings))
        switch reader {
        case .fluidSynth:
            (font, shared) = (nil, nil)
            identifier = fluid_synth_sfload(synth, path, 1)
        case .ours:
            let shared = try SharedSoundFont.open(path)
            var number: Int32 = 0
            let font = try #require(seqd_new_font(synth, shared.tables.pointer(), &number))
            seqd_use_as_reference(font)
            shared.samples.prepare(0..<shared.samples.count)
            for index in 0..<shared.samples.count {
                guard var sample = shared.samples.sample(index) else { continue }
                _ = seqd_set_sample(font, UInt32(index), &sample)
            }
            fluid_synth_program_reset(synth)
            self.font = font
            self.shared = shared
            identifier = number
        }
        guard identifier != FLUID_FAILED else { return nil }
    }

    deinit {
        delete_fluid_synth(synth)
        if let font { seqd_delete_font(font) }
        delete_fluid_settings(settings)
    }

    /// Selects a preset.
    func select(_ preset: Preset, on channel: Int32 = 0) {
        fluid_synth_program_select(
            synth,
            channel,
            identifier,
            Int32(preset.bank),
            Int32(preset.program)
        )
    }

    /// The next frames, left and right in turns.
    func render(_ frames: Int) -> [Float] {
        [Float](unsafeUninitializedCapacity: frames * 2) { buffer, count in
            fluid_synth_write_float(
                synth,
                Int32(frames),
                buffer.baseAddress,
                0,
                2,
                buffer.baseAddress,
                1,
                2
            )
            count = frames * 2
        }
    }
}
