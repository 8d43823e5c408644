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
    /// The settings of its samplers.
    public let settings: SamplerSettings
    /// The presets that the music selects and the fonts lack.
    public let substitutions: [PresetSubstitution]
    /// Faults of samples in the fonts: of those that the music plays; for a live input, of
    /// all.
    public let sampleFaults: [SampleFault]
    /// All presets of its fonts, in the order of the files.
    public let presets: [Preset]

    /// The audio thread's part of it.
    let rack: Box<Rack>
    private let samplers: [Sampler]
    /// The number of missing presets of each instance that the controlling thread has reported.
    private var reportedCounts: [Int]
    private var toldPresets: Set<PresetSubstitution.Choice> = []

    private static let made = Atomic<Int>(0)

    /// Makes the samplers for some music: as many as the sequences have ports, with the presets
    /// they use.
    ///
    /// - Parameters:
    ///   - settings: What they are made from.
    ///   - rate: Frames per second.
    ///   - maximumPeriod: The most frames that are rendered at once.
    ///   - sequences: The music to come.
    /// - Throws: A font that cannot be read or is none.
    public convenience init(
        _ settings: SamplerSettings,
        rate: Int,
        maximumPeriod: Int,
        for sequences: [PreparedSequence]
    ) throws(HostError) {
        try Self.check(settings, rate: rate)
        var samplers: [Sampler] = []
        for index in 0..<(sequences.map(\.ports.count).max() ?? 1) {
            samplers.append(
                try Sampler(settings, rate: rate, sequences: sequences, index: index)
            )
        }
        let uses = sequences.flatMap {
            PresetSelections.uses(of: $0, mode: settings.bankMode)
        }
        self.init(settings, samplers, uses: uses, maximumPeriod: maximumPeriod)
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
        try Self.check(settings, rate: rate)
        let sampler = try Sampler(live: settings, rate: rate)
        self.init(settings, [sampler], uses: nil, maximumPeriod: maximumPeriod)
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
        try Self.check(settings, rate: rate)
        let sampler = try Sampler(metronome: settings, rate: rate)
        let kit = PresetSelections.Use(
            sampler: 0,
            channel: Int(Metronome.channel),
            choice: PresetSubstitution.Choice(bank: 128, program: 0)
        )
        self.init(settings, [sampler], uses: [kit], maximumPeriod: maximumPeriod)
    }

    /// - Parameters:
    ///   - settings: What the samplers were made from.
    ///   - samplers: The samplers.
    ///   - uses: What the music plays; `nil` for a live input, which may play anything.
    ///   - maximumPeriod: The most frames that are rendered at once.
    private init(
        _ settings: SamplerSettings,
        _ samplers: [Sampler],
        uses: [PresetSelections.Use]?,
        maximumPeriod: Int
    ) {
        self.settings = settings
        self.samplers = samplers
        let instance = samplers.first?.instances.first
        let presets = instance?.presets() ?? []
        self.presets = presets
        substitutions = PresetSubstitution.all(for: uses ?? [], presets: presets)
        let played = uses.map { [substitutions] in SamplerRack.played($0, substitutions) }
        sampleFaults =
            instance?.sampleFaults { bank, program in
                played?.contains(PresetSubstitution.Choice(bank: bank, program: program)) ?? true
            } ?? []
        reportedCounts = Array(repeating: 0, count: samplers.flatMap(\.instances).count)
        var nextShard = 0
        let parts = samplers.map { sampler in
            defer { nextShard += sampler.instances.count }
            return SamplerShards(
                firstShard: nextShard,
                shardCount: sampler.instances.count,
                shardOfChannel: sampler.assignment.shardOfChannel
            )
        }
        let instances = samplers.flatMap(\.instances)
        rack = Box(
            Rack(
                shards: FixedArray(count: instances.count) { index in
                    unsafe Shard(
                        synth: instances[index].synth,
                        substitutes: instances[index].substitutes,
                        maximumFrames: maximumPeriod,
                        bankMode: settings.bankMode
                    )
                },
                samplers: FixedArray(count: parts.count) { parts[$0] },
                number: Self.made.wrappingAdd(1, ordering: .relaxed).newValue,
                maySleep: uses == nil
            )
        )
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
        for (number, sampler) in samplers.enumerated() {
            for instance in sampler.instances {
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
                        in: presets,
                        sampler: number,
                        channel: preset.channel
                    )
                }
            }
        }
        return found
    }

    /// The number of its FluidSynth instances.
    public var shardCount: Int { rack.value.shards.count }

    /// By which reports name it.
    var number: Int { rack.value.number }

    /// Lends what the audio thread needs; the rack must outlive the loan.
    var loan: Loan<Rack> { unsafe rack.loan }

    private static func check(_ settings: SamplerSettings, rate: Int) throws(HostError) {
        guard SampleRate.supported.contains(rate) else {
            let rates = SampleRate.supported
            throw HostError(
                .unavailable,
                "rate",
                "\(rate) Hz, expected \(rates.lowerBound) … \(rates.upperBound)"
            )
        }
        for font in settings.fonts { try SoundFontFile.check(font.path) }
    }
}
