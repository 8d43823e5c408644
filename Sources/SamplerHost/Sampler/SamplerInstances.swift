import Racks
import Sequencer

/// The instances of a sampler's engine, and which of them plays which of its sixteen channels.
///
/// Made off the audio thread.
final class SamplerInstances {
    let instances: [any SynthesizerInstance]
    let assignment: ChannelAssignment
    /// By instance: the tuning of its channels.
    let tunings: [SamplerTuning]
    /// By instance: the presets whose samples were prepared; `nil` for all.
    private let prepared: [PresetUse]?
    /// By channel: the notes, and their presets, whose samples are decoded; `nil` where none has to
    /// be, or where a ``BackgroundDecoder`` decodes all.
    private var decoded: [ChannelUse]?
    private let bankMode: BankMode
    private let isRealtime: Bool
    /// Whether pitches are not rounded to a cent, which only those need that are tuned.
    private let hasExactPitch: Bool
    /// The channels that have strips, bit n for channel n.
    private let separate: UInt16

    /// The most FluidSynth instances of a live input: which of its channels will be busy is not known,
    /// and a player of one needs many voices there.
    private static let liveShards = 2
    /// The most instances of our own that share the channels of a live input.
    private static let liveParts = 4

    /// Makes the instances and loads the presets that music uses.
    ///
    /// - Parameters:
    ///   - settings: What it is made from; the fonts must have been checked.
    ///   - rate: Frames per second.
    ///   - use: What the music leads to it.
    ///   - transpose: The semitones by which the music is transposed at first.
    ///   - isRealtime: Whether it plays in real time: then its samples are brought into memory.
    /// - Throws: A font that cannot be read.
    init(
        _ settings: SamplerSettings,
        rate: Int,
        for use: SamplerUse,
        transpose: Int = 0,
        isRealtime: Bool = true
    ) throws(HostError) {
        bankMode = settings.bankMode
        let use = use.interpreted(in: settings.bankMode)
        let assignment = settings.assignment(
            work: use.work,
            length: use.length,
            linked: try Self.linkedChannels(settings, use)
        )
        tunings = try Self.tunings(settings, assignment)
        hasExactPitch = settings.isTuned || use.isTuned
        let voices = assignment.voices(
            settings.polyphony,
            work: use.work,
            limits: try Self.voiceLimits(settings, use)
        )
        var instances: [any SynthesizerInstance] = []
        var prepared: [PresetUse] = []
        for shard in 0..<assignment.shardCount {
            let instance = try settings.instance(
                rate: rate,
                polyphony: voices[shard],
                hasExactPitch: hasExactPitch,
                share: assignment.shares[shard]
            )
            prepared.append(PresetUse(of: use) { assignment.plays($0, on: shard) })
            instances.append(instance)
        }
        self.prepared = prepared
        separate = settings.separateChannels
        self.instances = instances
        self.assignment = assignment
        self.isRealtime = isRealtime
        guard instances.contains(where: \.fonts.haveDecodedSamples) else {
            for (instance, presets) in zip(instances, prepared) {
                try instance.prepare(where: presets.contains, isRealtime: isRealtime)
            }
            return
        }
        try decode(use.channels(transposedBy: transpose))
    }

    /// Whether there may be notes whose samples have to be decoded before they come.
    var decodesMore: Bool { decoded != nil }

    /// Decodes the samples of notes that have not been decoded yet.
    ///
    /// Takes its time; one thread at a time, also while another plays.
    ///
    /// - Parameters:
    ///   - use: What music leads to it, whose presets are prepared.
    ///   - semitones: The transposition of the music.
    /// - Throws: `internal` without memory.
    func decode(_ use: SamplerUse, transposedBy semitones: Int) throws(HostError) {
        guard decoded != nil else { return }
        try decode(use.interpreted(in: bankMode).channels(transposedBy: semitones))
    }

    private func decode(_ channels: [ChannelUse]) throws(HostError) {
        guard let prepared else { return }
        var channels = channels
        if let decoded {
            guard !zip(channels, decoded).allSatisfy({ $0.isCovered(by: $1) }) else { return }
            for index in channels.indices { channels[index].formUnion(decoded[index]) }
        }
        for (shard, instance) in instances.enumerated() {
            let played = channels.indices.filter { assignment.plays($0, on: shard) }
                .map { channels[$0] }
            let presets = prepared[shard]
            let first = instance.fonts.firstPresets
            func isUsed(_ bank: Int, _ program: Int) -> Bool {
                presets.contains(bank: bank, program: program)
                    || first.contains(bank: bank, program: program)
            }
            func notes(_ bank: Int, _ program: Int) -> NoteSet {
                var notes = NoteSet()
                for channel in played
                where first.contains(bank: bank, program: program)
                    || channel.presets.contains(bank: bank, program: program)
                {
                    notes.formUnion(channel.notes)
                }
                return notes
            }
            try instance.prepare(where: isUsed, decoding: notes, isRealtime: isRealtime)
        }
        decoded = channels
    }

    /// Makes the instances of a live input: all presets loaded, channels shared out evenly.
    ///
    /// Of compressed samples those are decoded that are heard without a program change; the others are
    /// for a ``BackgroundDecoder``.
    ///
    /// - Parameters:
    ///   - settings: What it is made from; the fonts must have been checked.
    ///   - rate: Frames per second.
    /// - Throws: A font that cannot be read.
    init(live settings: SamplerSettings, rate: Int) throws(HostError) {
        bankMode = settings.bankMode
        let work = [UInt64](repeating: 1, count: 16)
        if settings.playingEngine == .seqd, try !Self.isLinked(settings) {
            let most = settings.polyphony / ChannelAssignment.fewestDividedVoices
            assignment = ChannelAssignment(
                dividedInto: max(1, min(settings.sharedShards, most, Self.liveParts)),
                separate: settings.separateChannels
            )
        } else {
            assignment = ChannelAssignment(
                work: work,
                shards: min(settings.sharedShards, Self.liveShards),
                separate: settings.separateChannels
            )
        }
        tunings = try Self.tunings(settings, assignment)
        hasExactPitch = settings.isTuned
        let voices = assignment.voices(settings.polyphony, work: work)
        var instances: [any SynthesizerInstance] = []
        for shard in 0..<assignment.shardCount {
            let instance = try settings.instance(
                rate: rate,
                polyphony: voices[shard],
                hasExactPitch: hasExactPitch,
                share: assignment.shares[shard]
            )
            // What plays without a program change.
            let first = [0, 128].compactMap { instance.fonts.present(.init(bank: $0, program: 0)) }
            try instance.prepare(
                where: { _, _ in true },
                decoding: { bank, program in
                    first.contains(.init(bank: bank, program: program)) ? .all : NoteSet()
                },
                isRealtime: true,
                takesHeads: true
            )
            instances.append(instance)
        }
        prepared = nil
        isRealtime = true
        separate = settings.separateChannels
        self.instances = instances
    }

    /// Makes the instance of a metronome: the standard drum kit, for one channel.
    ///
    /// - Parameters:
    ///   - settings: What it is made from; the fonts must have been checked.
    ///   - rate: Frames per second.
    /// - Throws: A font that cannot be read.
    init(metronome settings: SamplerSettings, rate: Int) throws(HostError) {
        bankMode = settings.bankMode
        assignment = ChannelAssignment(work: [UInt64](repeating: 0, count: 16), shards: 1)
        let instance = try settings.instance(
            rate: rate,
            // Clicks are short.
            polyphony: min(settings.polyphony, 64)
        )
        try instance.prepare { bank, program in bank == 128 && program == 0 }
        instances = [instance]
        hasExactPitch = false
        // Drums are not tuned.
        tunings = [SamplerTuning()]
        prepared = []
        isRealtime = true
        separate = 0
    }

    /// The voices that the notes of each channel take at most: an instance of FluidSynth has memory
    /// for each of its voices from the start.
    ///
    /// A loop plays notes again while those of the last pass ring out, so they count four times.
    private static func voiceLimits(
        _ settings: SamplerSettings,
        _ use: SamplerUse
    ) throws(HostError) -> [UInt64] {
        var fonts: [(font: SharedSoundFont, bankOffset: Int)] = []
        for reference in settings.fonts {
            fonts.append((try SharedSoundFont.open(reference), reference.bankOffset))
        }
        var limits: [UInt64] = []
        for channel in 0..<16 {
            let notes = min(use.noteLimits[channel], 1 << 32)
            // What exceeds the polyphony with one voice a note need not be known exactly.
            guard notes > 0, 4 * notes < UInt64(settings.polyphony) else {
                limits.append(4 * notes)
                continue
            }
            let presets = PresetUse(of: use) { $0 == channel }
            var most: UInt16 = 1
            for (font, bankOffset) in fonts {
                for (index, preset) in font.zones.presets.enumerated()
                where presets.contains(bank: preset.bank + bankOffset, program: preset.program) {
                    most = max(most, font.mostVoices(ofPreset: index))
                }
            }
            limits.append(4 * notes * UInt64(most))
        }
        return limits
    }

    /// The channels with presets whose notes end those of other keys, of our own voices.
    private static func linkedChannels(
        _ settings: SamplerSettings,
        _ use: SamplerUse
    ) throws(HostError) -> Set<Int> {
        guard settings.playingEngine == .seqd else { return [] }
        var linked: Set<Int> = []
        for reference in settings.fonts {
            let font = try SharedSoundFont.open(reference)
            let hasDrumBank = font.hasDrumBank
            for channel in 0..<16 where use.work[channel] > 0 && !linked.contains(channel) {
                let presets = PresetUse(of: use) { $0 == channel }
                let isLinked = font.zones.presets.indices.contains { index in
                    let preset = font.zones.presets[index]
                    let isDrums = use.drumChannels >> UInt16(channel) & 1 == 1
                    let isMeant = !hasDrumBank || (preset.bank == 128) == isDrums
                    let bank = preset.bank + reference.bankOffset
                    return isMeant && presets.contains(bank: bank, program: preset.program)
                        && font.linksKeys(ofPreset: index)
                }
                if isLinked { linked.insert(channel) }
            }
        }
        return linked
    }

    /// Whether notes of every preset end those of other keys.
    private static func isLinked(_ settings: SamplerSettings) throws(HostError) -> Bool {
        for reference in settings.fonts {
            let font = try SharedSoundFont.open(reference)
            for index in font.zones.presets.indices where !font.linksKeys(ofPreset: index) {
                return false
            }
        }
        return true
    }

    /// Reads the tunings of the instances.
    private static func tunings(
        _ settings: SamplerSettings,
        _ assignment: ChannelAssignment
    ) throws(HostError) -> [SamplerTuning] {
        let tuning = try settings.tuning.read()
        var tunings = Array(repeating: tuning, count: assignment.shardCount)
        for (channel, settings) in settings.channelTunings
        where assignment.separate >> UInt16(channel) & 1 == 1 {
            let tuning = try settings.read()
            for shard in assignment.shards(of: Int(channel)) { tunings[shard] = tuning }
        }
        return tunings
    }

    /// Whether all presets were prepared that music may select on it, and the channels that it plays
    /// have shards to themselves where they need them.
    ///
    /// - Parameter use: What the music leads to it.
    /// - Returns: `false` where others have to be made.
    func plays(_ use: SamplerUse) -> Bool {
        let use = use.interpreted(in: bankMode)
        for channel in 0..<16 where use.work[channel] > 0 {
            let bit: UInt16 = 1 << UInt16(channel)
            guard assignment.separate & bit == separate & bit else { return false }
        }
        guard hasExactPitch || !use.isTuned || prepared == nil else { return false }
        guard let prepared else { return true }
        return prepared.indices.allSatisfy { shard in
            PresetUse(of: use) { assignment.plays($0, on: shard) }
                .isCovered(by: prepared[shard])
        }
    }
}
