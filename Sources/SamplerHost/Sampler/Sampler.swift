import Sequencer

/// A sampler as the user sees it: one MIDI port's sixteen channels, played by a few FluidSynth
/// instances.
///
/// Made off the audio thread.
final class Sampler {
    let instances: [FluidSynthInstance]
    let assignment: ChannelAssignment
    /// Makes the instances and loads the presets that the sequences use.
    ///
    /// - Parameters:
    ///   - settings: What it is made from; the fonts must have been checked.
    ///   - rate: Frames per second.
    ///   - sequences: The music to come.
    ///   - index: Which of their samplers this one is.
    /// - Throws: A font that FluidSynth refuses.
    init(
        _ settings: SamplerSettings,
        rate: Int,
        sequences: [PreparedSequence],
        index: Int
    ) throws(HostError) {
        var work = [UInt64](repeating: 0, count: 16)
        for sequence in sequences where index < sequence.ports.count {
            let added = ChannelAssignment.work(of: sequence)[index]
            for channel in work.indices { work[channel] &+= added[channel] }
        }
        // A shard without a channel to play would cost its effects for nothing.
        let shards = min(settings.shards, max(1, work.count { $0 > 0 }))
        let assignment = ChannelAssignment(work: work, shards: shards)
        let polyphony = Self.polyphony(of: settings)
        var instances: [FluidSynthInstance] = []
        for shard in 0..<shards {
            let instance = try FluidSynthInstance(settings, rate: rate, polyphony: polyphony)
            try instance.load(settings.fonts)
            let use = PresetUse(of: sequences, sampler: index) { channel in
                Int(assignment.shardOfChannel[channel]) == shard
            }
            instance.pin(where: use.contains)
            instances.append(instance)
        }
        self.instances = instances
        self.assignment = assignment
    }

    /// Makes the instances of a live input: all presets loaded, channels shared out evenly.
    ///
    /// - Parameters:
    ///   - settings: What it is made from; the fonts must have been checked.
    ///   - rate: Frames per second.
    /// - Throws: A font that FluidSynth refuses.
    init(live settings: SamplerSettings, rate: Int) throws(HostError) {
        assignment = ChannelAssignment(
            work: [UInt64](repeating: 0, count: 16),
            shards: settings.shards
        )
        var instances: [FluidSynthInstance] = []
        for _ in 0..<settings.shards {
            let instance = try FluidSynthInstance(
                settings,
                rate: rate,
                polyphony: Self.polyphony(of: settings)
            )
            try instance.load(settings.fonts)
            instance.pin { _, _ in true }
            instances.append(instance)
        }
        self.instances = instances
    }

    /// Makes the instance of a metronome: the standard drum kit, for one channel.
    ///
    /// - Parameters:
    ///   - settings: What it is made from; the fonts must have been checked.
    ///   - rate: Frames per second.
    /// - Throws: A font that FluidSynth refuses.
    init(metronome settings: SamplerSettings, rate: Int) throws(HostError) {
        assignment = ChannelAssignment(work: [UInt64](repeating: 0, count: 16), shards: 1)
        let instance = try FluidSynthInstance(
            settings,
            rate: rate,
            // Clicks are short.
            polyphony: min(Self.polyphony(of: settings), 64)
        )
        try instance.load(settings.fonts)
        instance.pin { bank, program in bank == 128 && program == 0 }
        instances = [instance]
    }

    /// The voices of each shard: shared out evenly, rounded up.
    private static func polyphony(of settings: SamplerSettings) -> Int {
        (settings.polyphony + settings.shards - 1) / settings.shards
    }
}
