import Racks
import Sequencer

/// The music that is routed to the channels of one sampler.
struct SamplerUse {
    /// By channel: how long its notes sound, in ticks.
    private(set) var work = [UInt64](repeating: 0, count: 16)
    /// The length of the music in ticks.
    private(set) var length: UInt64 = 0
    /// The channels that play drums, bit n for channel n.
    private(set) var drumChannels: UInt16 = 0
    /// By channel: how many notes it has, or more.
    private(set) var noteLimits = [UInt64](repeating: 0, count: 16)
    /// By channel: what its sources' messages name.
    private(set) var selections = [[ChannelSelections]](repeating: [], count: 16)
    /// By channel: the presets that rules give.
    private(set) var presets = [[RoutingDestination.FixedPreset]](repeating: [], count: 16)

    /// The sampler's interpretation of program changes.
    private(set) var bankMode: BankMode = .auto
    /// Whether the music has messages of the MIDI Tuning Standard.
    private(set) var isTuned = false
    /// The routes of the notes, with the schedules and the channels that they come from.
    private var ways: [(schedule: Schedule, source: Int, way: Route)] = []

    /// Looks for it.
    ///
    /// - Parameters:
    ///   - music: The music.
    ///   - name: The sampler's name.
    init(of music: [RoutedSequence], sampler name: String) {
        for routed in music {
            guard let sampler = routed.samplers.firstIndex(of: name) else { continue }
            let schedule = routed.sequence.schedule
            length &+= UInt64(clamping: routed.sequence.endTick)
            isTuned = isTuned || schedule.hasTunings
            for (index, ways) in routed.routes.enumerated() {
                for way in ways where way.sampler == sampler { add(way, of: schedule, from: index) }
            }
        }
    }

    /// Looks for what a lane of a schedule leads to the sampler of its number.
    ///
    /// - Parameters:
    ///   - schedule: The schedule.
    ///   - lane: The lane.
    init(of schedule: Schedule, lane: Int) {
        isTuned = schedule.hasTunings
        guard lane < schedule.drumChannels.count else { return }
        for channel: UInt8 in 0..<16 {
            add(
                Route(sampler: lane, channel: channel),
                of: schedule,
                from: lane << 4 | Int(channel)
            )
        }
    }

    /// The same music for a sampler that interprets its program changes in a certain way.
    func interpreted(in mode: BankMode) -> SamplerUse {
        var use = self
        use.bankMode = mode
        return use
    }

    private mutating func add(_ way: Route, of schedule: Schedule, from index: Int) {
        let channel = Int(way.channel)
        if way.kinds.contains(.notes) {
            let ticks = schedule.soundingTicks[index]
            work[channel] &+= ticks
            // Each note counts so many ticks at least.
            noteLimits[channel] &+= ticks / UInt64(max(schedule.shortestNote, 1))
            ways.append((schedule, index, way))
            if schedule.drumChannels[index >> 4] >> UInt16(index & 15) & 1 == 1 {
                drumChannels |= 1 << UInt16(channel)
            }
        }
        if let preset = way.preset {
            if !presets[channel].contains(preset) { presets[channel].append(preset) }
        } else if way.kinds.contains(.programs) {
            selections[channel].append(schedule.selections[index])
        }
    }

    /// The sounds that its channels may play.
    ///
    /// - Parameter semitones: The transposition of the music, which drums do not follow.
    /// - Returns: Presets and notes by channel.
    func channels(transposedBy semitones: Int) -> [ChannelUse] {
        var sources: [ObjectIdentifier: [NoteSet]] = [:]
        var notes = [NoteSet](repeating: NoteSet(), count: 16)
        for (schedule, source, way) in ways {
            let key = ObjectIdentifier(schedule)
            let played = sources[key] ?? schedule.notes(transposedBy: semitones)
            sources[key] = played
            notes[Int(way.channel)].formUnion(way.led(played[source]))
        }
        return notes.enumerated().map { ChannelUse(self, channel: $0, notes: $1) }
    }
}
