import Effects
import Realtime
public import Sequencer
import Synchronization

/// Samplers that come into an engine and leave it together: those of one piece of music, or that
/// of one live input.
///
/// Making one reads SoundFonts and takes its time: on a loader's thread. It goes to the audio
/// thread whole, is heard from a frame of FluidSynth's grid on, and is freed when the engine has
/// released it.
public final class SamplerRack: @unchecked Sendable {
    /// The settings of its first sampler.
    public let settings: SamplerSettings
    /// The names of its samplers and MIDI outputs, by their numbers in the rack; empty for one that is
    /// there only to keep the numbers of the others.
    public let names: [String]
    /// The settings of its samplers' strips, by name: those that strips begin with which an engine
    /// does not have yet.
    public private(set) var strips: [String: StripSettings] = [:]
    /// The settings of the strips of single channels, by the numbers of their samplers; empty where
    /// no sampler has any.
    private(set) var channelStrips: [[UInt8: StripSettings]] = []
    /// The names of the effects buses of its samplers, by their numbers in the rack; `nil` for the
    /// engine's own, and empty where all have that.
    private(set) var buses: [String?] = []
    /// The effects of its buses.
    private(set) var effects: [String: EffectsSettings] = [:]
    /// The presets that the music selects and the fonts lack; in each, `sampler` is the number in
    /// ``names``.
    public let substitutions: [PresetSubstitution]
    /// Faults of samples in the fonts: of those that the music plays; for a live input, of
    /// all.
    public let sampleFaults: [SampleFault]
    /// All presets of the first sampler's fonts, in the order of the files.
    public let presets: [Preset]

    /// The audio thread's part of it.
    let rack: Box<Rack>
    let parts: [Part?]
    /// Decodes what a live input may select; `nil` where everything is decoded.
    private var decoder: BackgroundDecoder?
    /// The ways of live inputs; the audio thread's part points to them.
    private let liveTable: RoutingTable?
    /// The number of missing presets of each instance that the controlling thread has reported.
    private var reportedCounts: [Int]
    private var toldPresets: Set<PresetSubstitution.Choice> = []

    private static let made = Atomic<Int>(0)

    /// A sampler, and all presets of its fonts.
    struct Part {
        let sampler: SamplerInstances
        let settings: SamplerSettings
        let presets: [Preset]
    }

    /// Makes the samplers for some music: as many as the sequences have ports, with the presets
    /// they use.
    ///
    /// - Parameters:
    ///   - settings: What they are made from.
    ///   - rate: Frames per second.
    ///   - maximumPeriod: The most frames that are rendered at once.
    ///   - sequences: The music to come.
    ///   - isRealtime: Whether it is for playing in real time; else it takes less memory.
    /// - Throws: A font that cannot be read or is none.
    public convenience init(
        _ settings: SamplerSettings,
        rate: Int,
        maximumPeriod: Int,
        for sequences: [PreparedSequence],
        isRealtime: Bool = true
    ) throws(HostError) {
        let rack = RackSettings(settings)
        let music = sequences.map { rack.unruled($0) }
        try self.init(
            rack,
            rate: rate,
            maximumPeriod: maximumPeriod,
            for: music,
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
    ///   - music: The music to come, with its ways through this rack.
    ///   - old: A rack in whose place this one comes: samplers keep their numbers.
    ///   - isRealtime: Whether it is for playing in real time; else it takes less memory.
    /// - Throws: A font that cannot be read or is none; `usage` where the music needs a sampler
    ///   that the rack does not have, or there are more than 64.
    public convenience init(
        _ settings: RackSettings,
        rate: Int,
        maximumPeriod: Int,
        for music: [RoutedSequence],
        after old: SamplerRack? = nil,
        isRealtime: Bool = true
    ) throws(HostError) {
        try Self.check(rate: rate)
        var samplers: [(name: String, settings: SamplerSettings)?] = []
        var fonts: [SharedSoundFont] = []
        defer { withExtendedLifetime(fonts) {} }
        let names = try Self.names(of: music, settings, after: old)
        for name in names {
            guard !name.isEmpty else {
                samplers.append(nil)
                continue
            }
            guard MIDIOutputName.output(name) == nil else {
                samplers.append(nil)
                continue
            }
            guard let sampler = settings.sampler(named: name) else {
                throw HostError(.usage, "rack", "no sampler \"\(name)\"")
            }
            fonts += try Self.open(sampler.settings)
            samplers.append((name, sampler.instances))
        }
        var made: [(name: String, settings: SamplerSettings, sampler: SamplerInstances)?] = []
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
                        isRealtime: isRealtime
                    )
                )
            )
        }
        let modes = made.map { $0?.settings.bankMode ?? .gs }
        let uses = music.flatMap { PresetSelections.uses(of: $0, names: names, modes: modes) }
            .filter { made[$0.sampler] != nil }
        self.init(made, names: names, uses: uses, maximumPeriod: maximumPeriod)
        connect(settings)
    }

    /// Takes over from a rack's settings what its samplers are heard through.
    private func connect(_ settings: RackSettings) {
        effects = settings.effects
        for name in names {
            let sampler = settings.sampler(named: name)
            strips[name] = sampler?.strip
            channelStrips.append(sampler?.channels ?? [:])
            let bus = sampler?.effects
            buses.append(bus == RackSettings.mainEffects ? nil : bus)
        }
    }

    /// The names of a rack's samplers: those of an old one at their places, then the others.
    ///
    /// There are never fewer than in the old one: sources may still hold keys of the last.
    private static func names(
        of music: [RoutedSequence],
        adding others: [String] = [],
        _ settings: RackSettings,
        after old: SamplerRack?
    ) throws(HostError) -> [String] {
        var wanted = settings.samplers.map(\.name)
        for name in others where !wanted.contains(name) { wanted.append(name) }
        for name in music.flatMap(\.samplers) where !wanted.contains(name) { wanted.append(name) }
        // A rack has a sampler, whatever plays.
        if wanted.isEmpty, let name = settings.fallback?.name { wanted = [name] }
        var names = (old?.names ?? []).map { wanted.contains($0) ? $0 : "" }
        for name in wanted where !names.contains(name) {
            // A number that is freed now still means the old sampler in the old rack.
            let gap = names.indices.first { names[$0].isEmpty && old?.names[$0].isEmpty ?? true }
            if let gap { names[gap] = name } else { names.append(name) }
        }
        guard names.count <= RackSettings.maximumSamplers else {
            throw HostError(
                .usage,
                "rack",
                "\(names.count) samplers, expected at most \(RackSettings.maximumSamplers)"
            )
        }
        return names
    }

    /// Makes a sampler for a live input: every preset is ready, since any of them may be
    /// selected.
    ///
    /// - Parameters:
    ///   - settings: What it is made from.
    ///   - rate: Frames per second.
    ///   - maximumPeriod: The most frames that are rendered at once.
    /// - Throws: A font that cannot be read or is none.
    public convenience init(
        live settings: SamplerSettings,
        rate: Int,
        maximumPeriod: Int
    ) throws(HostError) {
        try Self.check(rate: rate)
        let fonts = try Self.open(settings)
        defer { withExtendedLifetime(fonts) {} }
        let sampler = try SamplerInstances(live: settings, rate: rate)
        self.init(
            [("sampler", settings, sampler)],
            uses: nil,
            liveTable: RoutingTable(liveInputs: EngineSettings.maximumInputs),
            maximumPeriod: maximumPeriod
        )
    }

    /// Makes the samplers of a rack for live inputs: every preset of each is ready, since any may be
    /// selected.
    ///
    /// - Parameters:
    ///   - settings: The rack.
    ///   - inputs: The names of the inputs; `nil` for one without a name.
    ///   - rate: Frames per second.
    ///   - maximumPeriod: The most frames that are rendered at once.
    ///   - old: A rack in whose place this one comes: samplers keep their numbers.
    /// - Throws: A font that cannot be read or is none; `usage` for rules that the rack cannot carry
    ///   out.
    public convenience init(
        live settings: RackSettings,
        inputs: [String?],
        rate: Int,
        maximumPeriod: Int,
        after old: SamplerRack? = nil
    ) throws(HostError) {
        try Self.check(rate: rate)
        let routing: LiveRouting
        do throws(RoutingError) {
            routing = try settings.routing(ofInputs: inputs)
        } catch {
            throw HostError(.usage, "rack", "\(error)")
        }
        let names = try Self.names(of: [], adding: routing.samplers, settings, after: old)
        var made: [(name: String, settings: SamplerSettings, sampler: SamplerInstances)?] = []
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
            ports: Array(0..<inputs.count * 2),
            samplers: routing.samplers.map { names.firstIndex(of: $0) },
            number: 0
        )
        self.init(made, names: names, uses: nil, liveTable: table, maximumPeriod: maximumPeriod)
        liveRouting = routing
        connect(settings)
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

    /// - Parameters:
    ///   - samplers: The samplers with their names and settings; `nil` for a MIDI output, and for a
    ///     place that is kept.
    ///   - names: The names of all of these; those of ``samplers`` if there are no others.
    ///   - uses: What the music plays; `nil` for a live input, which may play anything.
    ///   - liveTable: The ways of live inputs.
    ///   - maximumPeriod: The most frames that are rendered at once.
    private init(
        _ samplers: [(name: String, settings: SamplerSettings, sampler: SamplerInstances)?],
        names: [String]? = nil,
        uses: [PresetSelections.Use]?,
        liveTable: RoutingTable? = nil,
        maximumPeriod: Int
    ) {
        self.liveTable = liveTable
        let outputs = (names ?? []).map(MIDIOutputName.output)
        self.names = samplers.enumerated().map { index, sampler in
            sampler?.name ?? (outputs.isEmpty ? nil : outputs[index]).map(MIDIOutputName.name) ?? ""
        }
        var known: [[SoundFontReference]: [Preset]] = [:]
        var parts: [Part?] = []
        for entry in samplers {
            parts.append(
                entry.map { entry in
                    let presets =
                        known[entry.settings.fonts]
                        ?? entry.sampler.instances.first?.presets() ?? []
                    known[entry.settings.fonts] = presets
                    return Part(
                        sampler: entry.sampler,
                        settings: entry.settings,
                        presets: presets
                    )
                }
            )
        }
        self.parts = parts
        let first = parts.lazy.compactMap { $0 }.first
        settings = first?.settings ?? SamplerSettings(fonts: [])
        presets = first?.presets ?? []
        let found = PresetSubstitution.all(for: uses ?? []) { parts[$0]?.presets ?? [] }
        substitutions = found
        sampleFaults = Self.sampleFaults(parts.compactMap { $0 }, uses, found)
        let instances = parts.flatMap { part in
            (part?.sampler.instances ?? []).map { ($0, part?.settings) }
        }
        let tunings = parts.flatMap { $0?.sampler.tunings ?? [] }
        reportedCounts = Array(repeating: 0, count: instances.count)
        var nextShard = 0
        let shards = parts.enumerated().map { index, part in
            defer { nextShard += part?.sampler.instances.count ?? 0 }
            var shards = SamplerShards(
                firstShard: nextShard,
                shardCount: part?.sampler.instances.count ?? 0,
                shardOfChannel: part?.sampler.assignment.shardOfChannel
                    ?? InlineArray(repeating: 0)
            )
            if !outputs.isEmpty { shards.output = outputs[index] ?? -1 }
            return shards
        }
        rack = Box(
            Rack(
                shards: FixedArray(count: instances.count) { index in
                    unsafe Shard(
                        synth: instances[index].0.synth,
                        substitutes: instances[index].0.substitutes,
                        voices: instances[index].0.polyphony,
                        maximumFrames: maximumPeriod,
                        bankMode: instances[index].1?.bankMode ?? .gs,
                        interpolation: instances[index].1?.interpolation ?? .fourthOrder,
                        tuning: tunings[index],
                        pedalBlock: instances[index].0.pedalBlock
                    )
                },
                samplers: FixedArray(count: shards.count) { shards[$0] },
                liveRoutes: unsafe liveTable?.view,
                number: Self.made.wrappingAdd(1, ordering: .relaxed).newValue,
                maySleep: uses == nil
            )
        )
        // Music has what it plays prepared.
        guard uses == nil else { return }
        decoder = unsafe BackgroundDecoder(instances.map(\.0), rack.loan)
    }

    deinit {
        decoder?.end()
    }

    /// Waits until the samples of all presets can be played.
    ///
    /// For tests; not for the audio thread.
    func finishDecoding() {
        decoder?.finish()
    }

    /// Faults of samples in the fonts of the samplers, each once.
    private static func sampleFaults(
        _ parts: [Part],
        _ uses: [PresetSelections.Use]?,
        _ substitutions: [PresetSubstitution]
    ) -> [SampleFault] {
        let played = uses.map { Self.played($0, substitutions) }
        var searched: Set<[SoundFontReference]> = []
        var faults: [SampleFault] = []
        for part in parts where searched.insert(part.settings.fonts).inserted {
            let found = part.sampler.instances.first?.sampleFaults { bank, program in
                let choice = PresetSubstitution.Choice(bank: bank, program: program)
                return played?.contains(choice) ?? true
            }
            for fault in found ?? [] where !faults.contains(fault) { faults.append(fault) }
        }
        return faults
    }

    /// The presets that sound: those that are used, and what sounds instead where they are missing.
    private static func played(
        _ uses: [PresetSelections.Use],
        _ substitutions: [PresetSubstitution]
    ) -> Set<PresetSubstitution.Choice> {
        var played = Set(uses.map(\.choice))
        for substitute in substitutions.compactMap(\.substitute) {
            played.insert(
                PresetSubstitution.Choice(bank: substitute.bank, program: substitute.program)
            )
        }
        return played
    }

    /// The missing presets that have been selected since the last call, by MIDI messages that
    /// were unknown before, each once.
    ///
    /// Controlling thread only.
    func takeSubstitutions() -> [PresetSubstitution] {
        var found: [PresetSubstitution] = []
        var index = 0
        for (number, part) in parts.enumerated() {
            guard let part else { continue }
            for instance in part.sampler.instances {
                let missing = instance.missingPresets(from: reportedCounts[index])
                reportedCounts[index] += missing.count
                index += 1
                found += missing.compactMap { preset in
                    let choice = PresetSubstitution.Choice(
                        bank: preset.bank,
                        program: preset.program
                    )
                    // Each instance has a record of its own.
                    guard toldPresets.insert(choice).inserted else { return nil }
                    return PresetSubstitution.substitution(
                        bank: preset.bank,
                        program: preset.program,
                        in: part.presets,
                        sampler: number,
                        channel: preset.channel
                    )
                }
            }
        }
        return found
    }

    /// The presets that its channels have selected, as far as the audio thread has come.
    ///
    /// Any thread.
    var chosenPresets: [PresetSelections.Use] {
        parts.indices.flatMap { sampler -> [PresetSelections.Use] in
            guard parts[sampler] != nil else { return [] }
            return (0..<16).compactMap { channel in
                let shard = rack.value.samplers[sampler].shard(of: channel)
                return rack.value.shards[shard].chosen.choice(of: channel).map {
                    PresetSelections.Use(sampler: sampler, channel: channel, choice: $0)
                }
            }
        }
    }

    /// The number of its FluidSynth instances.
    public var shardCount: Int { rack.value.shards.count }

    /// By which reports name it.
    var number: Int { rack.value.number }

    /// Lends what the audio thread needs; the rack must outlive the loan.
    var loan: Loan<Rack> { unsafe rack.loan }

    /// The ways of live inputs through it, if it was made for live inputs with rules.
    private(set) var liveRouting: LiveRouting?

    /// Whether it was made for live inputs with rules.
    public var hasRules: Bool { liveRouting != nil }

    /// Connects a channel of a sampler to a strip, where the channel has an instance of its own: the
    /// others have nothing to play.
    ///
    /// Before it goes to the audio thread.
    func connect(_ channel: UInt8, of sampler: Int, to strip: Loan<Strip>) {
        let assignment = parts[sampler]?.sampler.assignment
        guard let assignment, assignment.separate >> UInt16(channel) & 1 == 1 else { return }
        let shard = rack.value.samplers[sampler].shard(of: Int(channel))
        rack.value.shards[shard].strip = strip
    }

    /// Has its samplers take over from those of another rack that have the same names.
    ///
    /// Before it goes to the audio thread.
    func takesOver(from old: SamplerRack) {
        for (index, name) in names.enumerated() where !name.isEmpty {
            rack.value.samplers[index].source = old.names.firstIndex(of: name) ?? -1
        }
    }

    /// Whether the numbers of another rack's samplers mean samplers here too: the same ones, or
    /// others where those are gone.
    func keepsNumbers(of old: SamplerRack) -> Bool {
        names.count >= old.names.count
            && old.names.enumerated().allSatisfy { index, name in
                name.isEmpty || names[index] == name || !names.contains(name)
            }
    }

    /// Whether it has all samplers that a piece needs, and they have all presets ready that it may
    /// select: a piece's ways through its rack can be exchanged for others where it does.
    ///
    /// - Parameter routed: The piece, with its ways.
    /// - Returns: `false` where another rack has to be made.
    public func plays(_ routed: RoutedSequence) -> Bool {
        routed.samplers.allSatisfy { name in
            guard let index = names.firstIndex(of: name) else { return false }
            if MIDIOutputName.output(name) != nil { return true }
            guard let sampler = parts[index]?.sampler else { return false }
            return sampler.plays(SamplerUse(of: [routed], sampler: name))
        }
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
    /// - Returns: The fonts, which are read once as long as they are kept.
    private static func open(
        _ settings: SamplerSettings
    ) throws(HostError) -> [SharedSoundFont] {
        var fonts: [SharedSoundFont] = []
        for font in settings.fonts { fonts.append(try SharedSoundFont.open(font)) }
        return fonts
    }
}
