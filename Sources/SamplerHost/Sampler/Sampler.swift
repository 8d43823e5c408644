import Sequencer

/// A sampler as the user sees it: one MIDI port's sixteen channels, played by a few FluidSynth
/// instances.
///
/// Made off the audio thread.
final class Sampler {
    let instances: [FluidSynthInstance]
    let assignment: ChannelAssignment
    /// What the music selects and the fonts lack.
    let substitutions: [PresetSubstitution]

    /// Makes the instances and loads the presets that the sequences use.
    ///
    /// - Parameters:
    ///   - settings: What it is made from; the fonts must have been checked.
    ///   - rate: Frames a second.
    ///   - sequences: The music to come.
    ///   - index: Which of their samplers this one is.
    /// - Throws: A font that FluidSynth refuses.
    init(
        _ settings: SamplerSettings,
        rate: Int,
        sequences: [MusicSequence],
        index: Int
    ) throws(HostError) {
        var work = [UInt64](repeating: 0, count: 16)
        for sequence in sequences where index < sequence.ports.count {
            let added = ChannelAssignment.work(of: sequence)[index]
            for channel in work.indices { work[channel] &+= added[channel] }
        }
        assignment = ChannelAssignment(work: work, shards: settings.shards)
        let use = PresetUse(of: sequences, sampler: index)
        var instances: [FluidSynthInstance] = []
        for _ in 0..<settings.shards {
            // The polyphony is shared out evenly, rounded up.
            let polyphony = (settings.polyphony + settings.shards - 1) / settings.shards
            let instance = try FluidSynthInstance(settings, rate: rate, polyphony: polyphony)
            try instance.load(settings.fonts)
            for bank in use.banks.sorted() {
                for program in use.programs.sorted() { instance.pin(bank: bank, program: program) }
            }
            instances.append(instance)
        }
        self.instances = instances
        substitutions =
            instances.first.map {
                PresetSubstitution.all(
                    in: sequences,
                    sampler: index,
                    mode: settings.bankMode,
                    instance: $0
                )
            } ?? []
    }
}
