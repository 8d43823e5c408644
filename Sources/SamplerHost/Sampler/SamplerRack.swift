import Clips
import Effects
public import Racks
import Realtime
import Sequencer
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
    /// The identities of its samplers for racks before and after it, by their numbers; `nil` for
    /// those without a name.
    private(set) var identities: [SamplerIdentity?]
    /// The number of strips of clips alone, which stand behind the samplers.
    private var clipStripCount = 0
    /// The identities without those of strips of clips.
    var samplerIdentities: [SamplerIdentity?] { identities.dropLast(clipStripCount) }
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
    /// The gain of all its samplers in dB, before their strips and effects.
    ///
    /// Set it before the rack goes to an engine. A rack that comes in the place of another has that
    /// one's.
    public var gain: Double = 0 {
        didSet { rack.value.gain = Float(Decibels.factor(gain)) }
    }

    /// Whether what plays with it can fade into what plays with another: not on the same samplers, and
    /// not where MIDI outputs play.
    public func canFade(to other: SamplerRack) -> Bool {
        other !== self && rack.value.canFade && other.rack.value.canFade
    }

    /// The audio thread's part of it.
    let rack: Box<Rack>
    let parts: [Part?]
    /// The clips, by their numbers; the audio thread's part of it points to them.
    private let clipCursors: [ClipCursor]
    /// The clips that it was made with.
    public let clips: [ClipSettings]
    /// The versions of their files when it was made.
    public let clipVersions: [String?]
    /// Decodes what a live input may select; `nil` where everything is decoded.
    private var decoder: BackgroundDecoder?
    /// The routes of live inputs; the audio thread's part points to them.
    private let liveTable: RoutingTable?
    private var missingPresets: MissingPresetReports
    /// The routes of live inputs through it, if it was made for live inputs.
    private(set) var liveRouting: LiveRouting?

    private static let made = Atomic<Int>(0)

    /// A sampler, and all presets of its fonts.
    struct Part {
        let sampler: SamplerInstances
        let settings: SamplerSettings
        let presets: [Preset]
    }

    /// A sampler that a rack is made of.
    typealias NamedSampler = (
        name: String, settings: SamplerSettings, sampler: SamplerInstances
    )

    /// - Parameters:
    ///   - samplers: The samplers with their names and settings; `nil` for a MIDI output, for the strip
    ///     of a clip, and for a place that is reserved.
    ///   - names: The names of all of these; those of ``samplers`` if there are no others.
    ///   - uses: What the music plays; `nil` for a live input, which may play anything.
    ///   - liveTable: The routes of live inputs.
    ///   - clips: What plays beside the music.
    ///   - maximumPeriod: The most frames that are rendered at once.
    init(
        _ samplers: [NamedSampler?],
        names: [String]? = nil,
        uses: [PresetSelections.Use]?,
        liveTable: RoutingTable? = nil,
        clips: RackClips = RackClips(),
        maximumPeriod: Int
    ) {
        self.liveTable = liveTable
        clipCursors = clips.cursors
        self.clips = clips.settings
        clipVersions = clips.versions
        let outputs = (names ?? []).map(MIDIOutputName.output)
        let numbered = samplers.enumerated().map { index, sampler in
            sampler?.name ?? (outputs.isEmpty ? nil : outputs[index]).map(MIDIOutputName.name)
                ?? names.flatMap { clips.strips.contains($0[index]) ? $0[index] : nil } ?? ""
        }
        self.names = numbered
        identities = numbered.map { $0.isEmpty ? nil : .named($0) }
        var known: [[SoundFontReference]: [Preset]] = [:]
        var parts: [Part?] = []
        for entry in samplers {
            parts.append(
                entry.map { entry in
                    let presets =
                        known[entry.settings.fonts]
                        ?? entry.sampler.instances.first?.fonts.presets ?? []
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
            .map { $0.named(in: numbered) }
        substitutions = found
        sampleFaults = Self.sampleFaults(parts.compactMap { $0 }, uses, found)
        let instances = parts.flatMap { part in
            (part?.sampler.instances ?? []).map { ($0, part?.settings) }
        }
        let tunings = parts.flatMap { $0?.sampler.tunings ?? [] }
        missingPresets = MissingPresetReports(instances: instances.count)
        var nextShard = 0
        let shards = parts.enumerated().map { index, part in
            defer { nextShard += part?.sampler.instances.count ?? 0 }
            var shards = SamplerShards(
                firstShard: nextShard,
                shardCount: part?.sampler.instances.count ?? 0,
                assignment: part?.sampler.assignment.places ?? ChannelAssignment.Places()
            )
            if !outputs.isEmpty { shards.output = outputs[index] ?? -1 }
            return shards
        }
        rack = Box(
            Rack(
                shards: FixedArray(count: instances.count) { index in
                    Shard(
                        instances[index].0.makeSynthesizer(),
                        maximumFrames: maximumPeriod,
                        bankMode: instances[index].1?.bankMode ?? .auto,
                        noteCut: instances[index].1?.noteCut ?? .off,
                        tuning: tunings[index]
                    )
                },
                samplers: FixedArray(count: shards.count) { shards[$0] },
                clips: clips.players(in: numbered, maximumPeriod: maximumPeriod),
                liveRoutes: unsafe liveTable?.view,
                number: Self.made.wrappingAdd(1, ordering: .relaxed).newValue,
                maySleep: uses == nil
            )
        )
        // Music has what it plays prepared.
        guard uses == nil else { return }
        decoder = unsafe BackgroundDecoder(instances.map(\.0), rack.ticket)
    }

    /// Takes over from a rack's settings what its samplers are heard through.
    ///
    /// - Parameters:
    ///   - settings: The settings.
    ///   - routing: The routes of live inputs; `nil` for music.
    func connect(_ settings: RackSettings, routing: LiveRouting? = nil) {
        liveRouting = routing
        let isClip = names.map { name in
            settings.sampler(named: name) == nil && clips.contains { $0.stripName == name }
        }
        identities = zip(names, isClip).map { $1 ? nil : settings.identity(of: $0) }
        clipStripCount = isClip.count { $0 }
        effects = settings.effects
        for name in names {
            let sampler = settings.sampler(named: name)
            strips[name] = sampler?.strip ?? RackClips.strip(name, clips)
            channelStrips.append(sampler?.channels ?? [:])
            let bus = sampler?.effects
            buses.append(bus == RackSettings.mainEffects ? nil : bus)
        }
    }

    deinit {
        decoder?.end()
    }

    /// Decodes what an item plays and what is not decoded yet: notes that are transposed, or led to
    /// other presets.
    ///
    /// Not for the audio thread, which may play it meanwhile.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - routed: The routes of its lanes; `nil` for those to the samplers of their numbers.
    /// - Throws: `internal` without memory.
    func decode(_ item: PlayItem, _ routed: RoutedSequence?) throws(HostError) {
        for (index, part) in parts.enumerated() {
            guard let sampler = part?.sampler, sampler.decodesMore else { continue }
            let use =
                routed.map { SamplerUse(of: [$0], sampler: names[index]) }
                ?? SamplerUse(of: item.schedule, lane: index)
            try sampler.decode(use, transposedBy: item.transpose)
        }
    }

    /// Waits until the samples of all presets can be played.
    ///
    /// For tests; not for the audio thread.
    func finishDecoding() {
        decoder?.finish()
    }

    /// The missing presets that have been selected since the last call, by MIDI messages that
    /// were unknown before, each once.
    ///
    /// Controlling thread only.
    func takeSubstitutions() -> [PresetSubstitution] {
        missingPresets.take(from: parts).map { $0.named(in: names) }
    }

    /// The number of its instances.
    public var shardCount: Int { rack.value.shards.count }

    /// By which reports name it.
    var number: Int { rack.value.number }

    /// Lends what the audio thread needs; the rack must outlive the loan.
    var ticket: LoanTicket<Rack> { unsafe rack.ticket }

    /// The patterns by which its rules choose live sources, by their numbers.
    var sourceNames: [String] { liveRouting?.sourceNames ?? [] }

    /// Connects a channel of a sampler to a strip, where the channel has an instance of its own: the
    /// others have nothing to play.
    ///
    /// Before it goes to the audio thread.
    func connect(_ channel: UInt8, of sampler: Int, to strip: Loan<Strip>) {
        let assignment = parts[sampler]?.sampler.assignment
        guard let assignment, assignment.separate >> UInt16(channel) & 1 == 1 else { return }
        for shard in rack.value.samplers[sampler].shards(of: Int(channel)) {
            rack.value.channelStrips[shard] = strip
        }
    }

    /// Whether it has all samplers that a piece needs, and they have all presets ready that it may
    /// select: a piece's routes through its rack can be exchanged for others where it does.
    ///
    /// - Parameter routed: The piece, with its routes.
    /// - Returns: `false` where another rack has to be made.
    public func plays(_ routed: RoutedSequence) -> Bool {
        routed.samplers.allSatisfy { name in
            guard let index = names.firstIndex(of: name) else { return false }
            if MIDIOutputName.output(name) != nil { return true }
            guard let sampler = parts[index]?.sampler else { return false }
            return sampler.plays(SamplerUse(of: [routed], sampler: name))
        }
    }
}
