public import Sequencer
import Synchronization

/// Samplers that come into an engine and leave it together: those of one piece of music, or that
/// of one live input.
///
/// Making one reads SoundFonts and takes its time: on a loader's thread. It goes to the audio
/// thread whole, is heard from a frame of FluidSynth's grid on, and is freed when the engine has
/// let go of it.
public final class SamplerRack: @unchecked Sendable {
    /// What its samplers were made from.
    public let settings: SamplerSettings
    /// The presets that the music selects and the fonts lack.
    public let substitutions: [PresetSubstitution]
    /// All presets of its fonts, in the order of the files.
    public let presets: [Preset]

    let view: UnsafeMutablePointer<RackView>
    private let samplers: [Sampler]

    private static let made = Atomic<Int>(0)

    /// Makes the samplers for some music: as many as the sequences have ports, with the presets
    /// they use.
    ///
    /// - Parameters:
    ///   - settings: What they are made from.
    ///   - rate: Frames a second.
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
        self.init(settings, samplers, maximumPeriod: maximumPeriod, maySleep: false)
    }

    /// Makes a sampler for a live input: every preset is ready, since nobody knows which will be
    /// selected.
    ///
    /// - Parameters:
    ///   - settings: What it is made from.
    ///   - rate: Frames a second.
    ///   - maximumPeriod: The most frames that are rendered at once.
    /// - Throws: A font that cannot be read or is none.
    public convenience init(
        live settings: SamplerSettings,
        rate: Int,
        maximumPeriod: Int
    ) throws(HostError) {
        try Self.check(settings, rate: rate)
        let sampler = try Sampler(live: settings, rate: rate)
        self.init(settings, [sampler], maximumPeriod: maximumPeriod, maySleep: true)
    }

    private init(
        _ settings: SamplerSettings,
        _ samplers: [Sampler],
        maximumPeriod: Int,
        maySleep: Bool
    ) {
        self.settings = settings
        self.samplers = samplers
        substitutions = samplers.flatMap(\.substitutions)
        presets = samplers.first?.instances.first?.presets() ?? []
        let shardCount = samplers.reduce(0) { $0 + $1.instances.count }
        let shards = UnsafeMutablePointer<Shard>.allocate(capacity: shardCount)
        let strips = UnsafeMutablePointer<SamplerStrip>.allocate(capacity: samplers.count)
        var first = 0
        for (index, sampler) in samplers.enumerated() {
            for (offset, instance) in sampler.instances.enumerated() {
                (shards + first + offset).initialize(
                    to: Shard(synth: instance.synth, maximumFrames: maximumPeriod)
                )
            }
            (strips + index).initialize(
                to: SamplerStrip(
                    shards: shards + first,
                    shardCount: sampler.instances.count,
                    shardOfChannel: sampler.assignment.shardOfChannel
                )
            )
            first += sampler.instances.count
        }
        view = .allocate(capacity: 1)
        view.initialize(
            to: RackView(
                strips: strips,
                stripCount: samplers.count,
                shards: shards,
                shardCount: shardCount,
                number: Self.made.wrappingAdd(1, ordering: .relaxed).newValue,
                maySleep: maySleep
            )
        )
    }

    deinit {
        let rack = view.pointee
        for shard in 0..<rack.shardCount { rack.shards[shard].deallocate() }
        rack.shards.deallocate()
        rack.strips.deallocate()
        view.deallocate()
    }

    /// How many FluidSynth instances it has.
    public var shardCount: Int { view.pointee.shardCount }

    private static func check(_ settings: SamplerSettings, rate: Int) throws(HostError) {
        guard FluidSynthInstance.rates.contains(rate) else {
            let rates = FluidSynthInstance.rates
            throw HostError(
                .unavailable,
                "rate",
                "\(rate) Hz, expected \(rates.lowerBound) … \(rates.upperBound)"
            )
        }
        for font in settings.fonts { try SoundFontFile.check(font.path) }
    }
}
