import Sequencer

/// The music that is routed to the channels of one sampler.
struct SamplerUse {
    /// By channel: how long its notes sound, in ticks.
    private(set) var work = [UInt64](repeating: 0, count: 16)
    /// By channel: how many notes it has, or more.
    private(set) var noteLimits = [UInt64](repeating: 0, count: 16)
    /// By channel: what its sources' messages name.
    private(set) var selections = [[ChannelSelections]](repeating: [], count: 16)
    /// By channel: the presets that rules give.
    private(set) var presets = [[RoutingDestination.FixedPreset]](repeating: [], count: 16)

    /// Whether the music has messages of the MIDI Tuning Standard.
    private(set) var isTuned = false

    /// Looks for it.
    ///
    /// - Parameters:
    ///   - music: The music.
    ///   - name: The sampler's name.
    init(of music: [RoutedSequence], sampler name: String) {
        for routed in music {
            guard let sampler = routed.samplers.firstIndex(of: name) else { continue }
            let schedule = routed.sequence.schedule
            isTuned = isTuned || schedule.hasTunings
            for (index, ways) in routed.routes.enumerated() {
                for way in ways where way.sampler == sampler {
                    let channel = Int(way.channel)
                    if way.kinds.contains(.notes) {
                        let ticks = schedule.soundingTicks[index]
                        work[channel] &+= ticks
                        // Each note counts so many ticks at least.
                        noteLimits[channel] &+= ticks / UInt64(max(schedule.shortestNote, 1))
                    }
                    if let preset = way.preset {
                        if !presets[channel].contains(preset) { presets[channel].append(preset) }
                    } else if way.kinds.contains(.programs) {
                        selections[channel].append(schedule.selections[index])
                    }
                }
            }
        }
    }
}
