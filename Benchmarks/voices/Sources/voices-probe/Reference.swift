import CReference

/// FluidSynth without effects, with a font that is loaded once for many instances.
final class Reference {
    private let settings: OpaquePointer
    private var synth: OpaquePointer
    private let font: OpaquePointer

    /// Loads a font.
    init?(_ path: String, polyphony: Int = 256) {
        settings = new_fluid_settings()
        fluid_settings_setint(settings, "synth.reverb.active", 0)
        fluid_settings_setint(settings, "synth.chorus.active", 0)
        fluid_settings_setint(settings, "synth.threadsafe-api", 0)
        fluid_settings_setint(settings, "synth.polyphony", Int32(polyphony))
        fluid_settings_setnum(settings, "synth.sample-rate", Run.rate)
        fluid_settings_setnum(settings, "synth.gain", Run.gain)
        synth = new_fluid_synth(settings)
        let identifier = fluid_synth_sfload(synth, path, 1)
        guard identifier >= 0, let font = fluid_synth_get_sfont_by_id(synth, identifier) else {
            return nil
        }
        self.font = font
    }

    /// Continues with a new instance, in which nothing has sounded.
    func renew() {
        fluid_synth_remove_sfont(synth, font)
        delete_fluid_synth(synth)
        synth = new_fluid_synth(settings)
        fluid_synth_add_sfont(synth, font)
    }

    /// Selects a preset.
    func select(bank: Int, program: Int, channel: Int = 0) {
        // Bank 128 on a channel of melodies too.
        let identifier = fluid_sfont_get_id(font)
        fluid_synth_program_select(
            synth,
            Int32(channel),
            identifier,
            Int32(bank),
            Int32(program)
        )
    }

    /// Begins a note.
    func noteOn(_ key: Int, _ velocity: Int, channel: Int = 0) {
        fluid_synth_noteon(synth, Int32(channel), Int32(key), Int32(velocity))
    }

    /// Ends a note.
    func noteOff(_ key: Int, channel: Int = 0) {
        fluid_synth_noteoff(synth, Int32(channel), Int32(key))
    }

    /// Sets a controller.
    func control(_ number: Int, _ value: Int, channel: Int = 0) {
        fluid_synth_cc(synth, Int32(channel), Int32(number), Int32(value))
    }

    /// Sets the pitch wheel.
    func bend(_ value: Int, channel: Int = 0) {
        fluid_synth_pitch_bend(synth, Int32(channel), Int32(value))
    }

    /// Sets the pressure of the channel.
    func press(_ value: Int, channel: Int = 0) {
        fluid_synth_channel_pressure(synth, Int32(channel), Int32(value))
    }

    /// The number of voices that sound.
    var voiceCount: Int { Int(fluid_synth_get_active_voice_count(synth)) }

    /// Renders frames, and appends left and right of each.
    func render(_ frames: Int, to output: inout [Float]) {
        let memory = UnsafeMutablePointer<Float>.allocate(capacity: 2 * frames)
        defer { memory.deallocate() }
        memory.initialize(repeating: 0, count: 2 * frames)
        var done = 0
        while done < frames {
            var dry: [UnsafeMutablePointer<Float>?] = [memory + done, memory + frames + done]
            let count = min(512, frames - done)
            fluid_synth_process(synth, Int32(count), 0, nil, 2, &dry)
            done += count
        }
        for index in 0..<frames {
            output.append(memory[index])
            output.append(memory[frames + index])
        }
    }
}
