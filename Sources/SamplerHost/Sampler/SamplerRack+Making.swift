import Effects
public import Racks
public import Sequencer

/// Racks for music, for live inputs and for a metronome.
extension SamplerRack {
    /// Makes the samplers for some music: as many as the sequences have ports, with the presets
    /// they use.
    ///
    /// - Parameters:
    ///   - settings: What they are made from.
    ///   - rate: Frames per second.
    ///   - maximumPeriod: The most frames that are rendered at once.
    ///   - sequences: The music to come.
    ///   - transpose: The semitones by which it is transposed at first.
    ///   - clips: The clips that play beside it.
    ///   - isRealtime: Whether it is for playing in real time; else it takes less memory.
    /// - Throws: A font that cannot be read or is none.
    public convenience init(
        _ settings: SamplerSettings,
        rate: Int,
        maximumPeriod: Int,
        for sequences: [PreparedSequence],
        transpose: Int = 0,
        clips: [ClipSettings] = [],
        isRealtime: Bool = true
    ) throws(HostError) {
        let rack = RackSettings(settings)
        let music = sequences.map { rack.unruled($0) }
        try self.init(
            rack,
            rate: rate,
            maximumPeriod: maximumPeriod,
            for: music,
            transpose: transpose,
            clips: clips,
            isRealtime: isRealtime
        )
    }

    /// Makes the samplers of a rack for some music, each with the presets that the music leads to
    /// it.
    ///
    /// - Parameters:
    ///   - settings: The rack.
    ///   - rate: Frames per second.
    ///   - maximumPeriod: The most frames that are rendered at once.
    ///   - music: The music to come, with its routes through this rack.
    ///   - transpose: The semitones by which it is transposed at first.
    ///   - old: A rack in whose place this one comes: samplers keep their numbers.
    ///   - clips: The clips that play beside it, by their numbers in items; those of the rack are
    ///     among them if they are to play.
    ///   - isRealtime: Whether it is for playing in real time; else it takes less memory.
    /// - Throws: A font that cannot be read or is none; `usage` where the music needs a sampler
    ///   that the rack does not have, or there are more than 64.
    public convenience init(
        _ settings: RackSettings,
        rate: Int,
        maximumPeriod: Int,
        for music: [RoutedSequence],
        transpose: Int = 0,
        after old: SamplerRack? = nil,
        clips: [ClipSettings] = [],
        isRealtime: Bool = true
    ) throws(HostError) {
        defer { SharedSoundFont.forgetChecked() }
        try Self.check(rate: rate)
        let settings = try settings.withInserts(rate: rate, clips)
        var samplers: [(name: String, settings: SamplerSettings)?] = []
        var fonts: [SharedSoundFont] = []
        defer { withExtendedLifetime(fonts) {} }
        let clips = try RackClips(clips, rate: rate, isRealtime: isRealtime)
        let names = try Self.names(of: music, clips: clips.strips, settings, after: old)
        for name in names {
            guard !name.isEmpty else {
                samplers.append(nil)
                continue
            }
            let isClip = settings.sampler(named: name) == nil && clips.strips.contains(name)
            guard MIDIOutputName.output(name) == nil, !isClip else {
                samplers.append(nil)
                continue
            }
            guard let sampler = settings.sampler(named: name) else {
                throw HostError(.usage, "rack", "no sampler \"\(name)\"")
            }
            fonts += try Self.open(sampler.settings)
            samplers.append((name, sampler.instances))
        }
        var made: [NamedSampler?] = []
        for sampler in samplers {
            guard let sampler else {
                made.append(nil)
                continue
            }
            let use = SamplerUse(of: music, sampler: sampler.name)
            made.append(
                (
                    sampler.name,
                    sampler.settings,
                    try SamplerInstances(
                        sampler.settings,
                        rate: rate,
                        for: use,
                        transpose: transpose,
                        isRealtime: isRealtime
                    )
                )
            )
        }
        let modes = made.map { $0?.settings.bankMode ?? .auto }
        let uses = music.flatMap { PresetSelections.uses(of: $0, names: names, modes: modes) }
            .filter { made[$0.sampler] != nil }
        self.init(made, names: names, uses: uses, clips: clips, maximumPeriod: maximumPeriod)
        connect(settings)
        if let old { gain = old.gain }
    }

    /// Makes the samplers of live inputs without rules, one for each: every preset is ready, since any
    /// of them may be selected.
    ///
    /// - Parameters:
    ///   - settings: The settings of each.
    ///   - inputs: The number of inputs.
    ///   - rate: Frames per second.
    ///   - maximumPeriod: The most frames that are rendered at once.
    ///   - old: A rack in whose place this one comes: samplers keep their numbers.
    /// - Throws: A font that cannot be read or is none.
    public convenience init(
        live settings: SamplerSettings,
        inputs: Int = 1,
        rate: Int,
        maximumPeriod: Int,
        after old: SamplerRack? = nil
    ) throws(HostError) {
        try self.init(
            live: RackSettings(settings, name: RackSettings.liveName),
            inputs: inputs,
            rate: rate,
            maximumPeriod: maximumPeriod,
            after: old
        )
    }

    /// Makes the samplers of a rack for live inputs: every preset of each is ready, since any may be
    /// selected.
    ///
    /// - Parameters:
    ///   - settings: The rack.
    ///   - inputs: The number of inputs.
    ///   - rate: Frames per second.
    ///   - maximumPeriod: The most frames that are rendered at once.
    ///   - old: A rack in whose place this one comes: samplers keep their numbers.
    /// - Throws: A font that cannot be read or is none; `usage` for rules that the rack cannot carry
    ///   out.
    public convenience init(
        live settings: RackSettings,
        inputs: Int,
        rate: Int,
        maximumPeriod: Int,
        after old: SamplerRack? = nil
    ) throws(HostError) {
        defer { SharedSoundFont.forgetChecked() }
        try Self.check(rate: rate)
        let settings = try settings.withInserts(rate: rate)
        let routing: LiveRouting
        do throws(RoutingError) {
            routing = try settings.routing(
                ofInputs: inputs,
                after: old?.liveRouting?.sourceNames ?? []
            )
        } catch {
            throw HostError(.usage, "rack", "\(error)")
        }
        let names = try Self.names(of: [], adding: routing.samplers, settings, after: old)
        var made: [NamedSampler?] = []
        for name in names {
            guard let sampler = settings.sampler(named: name) else {
                made.append(nil)
                continue
            }
            let fonts = try Self.open(sampler.settings)
            defer { withExtendedLifetime(fonts) {} }
            let instances = try SamplerInstances(live: sampler.instances, rate: rate)
            made.append((name, sampler.settings, instances))
        }
        let table = RoutingTable(
            routing.routes,
            ports: Array(0..<inputs * 2),
            samplers: routing.samplers.map { names.firstIndex(of: $0) },
            number: 0
        )
        self.init(made, names: names, uses: nil, liveTable: table, maximumPeriod: maximumPeriod)
        connect(settings, routing: routing)
    }

    /// Makes a sampler for a metronome: one instance, with the standard drum kit.
    ///
    /// - Parameters:
    ///   - settings: What it is made from; it has one shard, whatever they say.
    ///   - rate: Frames per second.
    ///   - maximumPeriod: The most frames that are rendered at once.
    /// - Throws: A font that cannot be read or is none.
    public convenience init(
        metronome settings: SamplerSettings,
        rate: Int,
        maximumPeriod: Int
    ) throws(HostError) {
        try Self.check(rate: rate)
        let fonts = try Self.open(settings)
        defer { withExtendedLifetime(fonts) {} }
        let sampler = try SamplerInstances(metronome: settings, rate: rate)
        let kit = PresetSelections.Use(
            sampler: 0,
            channel: Int(Metronome.channel),
            choice: PresetSubstitution.Choice(bank: 128, program: 0)
        )
        self.init([("metronome", settings, sampler)], uses: [kit], maximumPeriod: maximumPeriod)
    }

    private static func check(rate: Int) throws(HostError) {
        guard SampleRate.supported.contains(rate) else {
            let rates = SampleRate.supported
            throw HostError(
                .unavailable,
                "rate",
                "\(rate) Hz, expected \(rates.lowerBound) … \(rates.upperBound)"
            )
        }
    }

    /// Opens the fonts of samplers, so that what cannot be played is known before anything is made.
    ///
    /// - Returns: The fonts, which are read once as long as they are retained.
    private static func open(
        _ settings: SamplerSettings
    ) throws(HostError) -> [SharedSoundFont] {
        var fonts: [SharedSoundFont] = []
        for font in settings.fonts { fonts.append(try SharedSoundFont.open(font)) }
        return fonts
    }
}

extension RackSettings {
    /// Gets ready what may fail of all inserts: instances of plugins, and the strips of side chains.
    ///
    /// - Returns: The rack, with a strip for each channel that a side chain names.
    fileprivate func withInserts(
        rate: Int,
        _ others: [ClipSettings] = []
    ) throws(HostError) -> RackSettings {
        if let problem = problemOfSideChains(others) {
            throw HostError(.usage, "strip \(problem.strip)", problem.text)
        }
        for insert in others.flatMap(\.inserts) { try insert.prepare(rate: rate, isNew: false) }
        for place in inserts.places.values {
            for insert in place { try insert.prepare(rate: rate, isNew: false) }
        }
        for sampler in allSamplers {
            for strip in [sampler.strip] + sampler.channels.values {
                for insert in strip.inserts { try insert.prepare(rate: rate, isNew: false) }
            }
        }
        var result = self
        result.addStripsOfChannels(others)
        return result
    }
}
