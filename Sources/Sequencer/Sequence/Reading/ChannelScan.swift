import MIDI
import Realtime

/// One pass over a merged schedule for a share of its channels.
///
/// It sees every event of the largest files, so what it counts in is plain memory.
struct ChannelScan: ~Copyable {
    /// The result; channels of other shares are empty in it.
    struct Result {
        /// A program, and the event at which it appeared first.
        struct Appearance {
            var stamp: Int
            var use: ProgramUse
        }

        var noteCount = 0
        var trackNoteCounts: [Int] = []
        /// By track × samplers + sampler: the channels of its channel messages.
        var masks: [UInt16] = []
        /// By sampler × 16 + channel.
        var selections: [ChannelSelections] = []
        var soundingTicks: [UInt64] = []
        var unbalanced: [KeySet.Key] = []
        /// By sampler: drum channels at any time, and channels that had notes as drums, as melody.
        var everDrums: [UInt16] = []
        var playedDrums: [UInt16] = []
        var playedMelody: [UInt16] = []
        /// In order of appearance.
        var uses: [Appearance] = []
        /// By track, in order of appearance.
        var trackUses: [[Appearance]] = []
    }

    // Not private: Swift 6.3.1 emits invalid debug code for arrays of them in another file.

    struct TrackTally {
        var noteCount = 0
        /// The program noted last, so that most notes need no search.
        var lastUse = -1
    }

    struct ChannelTally {
        var coarse: UInt8 = 0
        var fine: UInt8 = 0
        var program = (coarse: UInt8(0), fine: UInt8(0), number: UInt8(0))
        /// Whether some of its keys may wait for a note-off.
        var mayWait = false
        /// Whether a note was counted since it became drums or melody.
        var hasPlayed = false
        /// Index into `uses`; -1 as long as neither selected nor sounding.
        var use = -1
    }

    struct KeyTally {
        /// The tick of the last note-on; `never`, behind all ticks, where its note-off was read.
        var began: Int64 = Self.never
        /// The number of note-ons that wait for a note-off.
        var waiting: Int64 = 0

        static let never: Int64 = 1 << 62
    }

    struct SamplerTally {
        var rule = DrumBanks.none
        var drums = ChannelScan.generalMIDIDrums
        var everDrums = ChannelScan.generalMIDIDrums
        var playedDrums: UInt16 = 0
        var playedMelody: UInt16 = 0
    }

    private var tracks: FixedArray<TrackTally>
    private var samplers: FixedArray<SamplerTally>
    private var channels: FixedArray<ChannelTally>
    private var keys: FixedArray<KeyTally>
    private var masks: FixedArray<UInt16>
    /// By sampler × 16 + channel: what its messages have named; a reset does not take that back.
    private var selections: FixedArray<ChannelSelections>
    private var soundingTicks: FixedArray<UInt64>
    /// By sampler × 16 + channel: 1 where it belongs to this share.
    private var isMine: FixedArray<UInt8>
    private let samplerCount: Int
    private let trackCount: Int
    private let shortestNote: Int64
    private var uses: [Result.Appearance] = []
    private var useIndices: [ProgramUse: Int] = [:]
    private var trackUses: [[Result.Appearance]]
    /// The tracks with the programs that they have listed: track << 32 | index.
    private var listed: Set<UInt64> = []

    /// The number of events that are examined together.
    private static let blockCount = 1024
    /// The channel that General MIDI gives to drums.
    private static let generalMIDIDrums: UInt16 = 1 << 9

    /// Makes a pass that has seen nothing yet.
    ///
    /// - Parameters:
    ///   - samplerCount: How many samplers there are.
    ///   - trackCount: How many tracks there are.
    ///   - shortestNote: How long a note counts at least, in ticks.
    ///   - share: Of the channels, those whose number (sampler × 16 + channel) leaves this rest.
    init(
        samplers samplerCount: Int,
        tracks trackCount: Int,
        shortestNote: Int64,
        share: (number: Int, count: Int)
    ) {
        self.samplerCount = samplerCount
        self.trackCount = trackCount
        self.shortestNote = shortestNote
        trackUses = Array(repeating: [], count: trackCount)
        tracks = FixedArray(repeating: TrackTally(), count: trackCount)
        samplers = FixedArray(repeating: SamplerTally(), count: samplerCount)
        channels = FixedArray(repeating: ChannelTally(), count: samplerCount * 16)
        keys = FixedArray(repeating: KeyTally(), count: samplerCount * 2048)
        masks = FixedArray(repeating: 0, count: trackCount * samplerCount)
        selections = FixedArray(repeating: ChannelSelections(), count: samplerCount * 16)
        soundingTicks = FixedArray(repeating: 0, count: samplerCount * 16)
        isMine = FixedArray(repeating: 0, count: samplerCount * 16)
        for slot in stride(from: share.number, to: samplerCount * 16, by: share.count) {
            isMine[slot] = 1
        }
    }

    /// Goes through all events.
    ///
    /// The next event's channel cannot be predicted: this share's events are picked out of a block
    /// first, without a branch.
    mutating func take(
        _ events: FixedBuffer<ScheduledEvent>,
        _ material: SequenceMaterial
    ) {
        var picked = FixedArray<UInt16>(repeating: 0, count: Self.blockCount)
        for start in stride(from: 0, to: events.count, by: Self.blockCount) {
            var count = 0
            for offset in 0..<min(Self.blockCount, events.count - start) {
                let event = events[start &+ offset]
                picked[count] = UInt16(truncatingIfNeeded: offset)
                let slot = Int(event.port) << 4 | Int(event.bits & 15)
                count &+= Int(isMine[slot] | event.kind.rawValue)
            }
            for index in 0..<count {
                let stamp = start &+ Int(picked[index])
                let event = events[stamp]
                switch event.kind {
                case .channel: take(event, stamp: stamp)
                case .systemExclusive: takeMessage(event, material)
                }
            }
        }
    }

    /// The result.
    var result: Result {
        var result = Result()
        result.trackNoteCounts = (0..<tracks.count).map { tracks[$0].noteCount }
        result.noteCount = result.trackNoteCounts.reduce(0, +)
        result.masks = (0..<masks.count).map { masks[$0] }
        result.selections = (0..<selections.count).map { selections[$0] }
        result.soundingTicks = (0..<soundingTicks.count).map { soundingTicks[$0] }
        for index in 0..<(samplerCount * 2048) where keys[index].waiting > 0 {
            result.unbalanced.append(
                KeySet.Key(
                    port: UInt8(truncatingIfNeeded: index >> 11),
                    channel: UInt8(truncatingIfNeeded: index >> 7 & 15),
                    key: UInt8(truncatingIfNeeded: index & 127)
                )
            )
        }
        result.everDrums = (0..<samplers.count).map { samplers[$0].everDrums }
        result.playedDrums = (0..<samplers.count).map { samplers[$0].playedDrums }
        result.playedMelody = (0..<samplers.count).map { samplers[$0].playedMelody }
        result.uses = uses
        result.trackUses = trackUses
        return result
    }

    @inline(__always)
    private mutating func take(_ event: ScheduledEvent, stamp: Int) {
        let message = event.message
        let slot = Int(event.port) << 4 | Int(message.channel)
        let track = Int(event.track)
        masks[track &* samplerCount &+ Int(event.port)] |= 1 << UInt16(message.channel)
        switch message.status & 0xF0 {
        case 0x80, 0x90:
            takeNote(message, slot: slot, track: track, at: event.tick, stamp: stamp)
        case 0xB0:
            switch message.data1 {
            case 0:
                channels[slot].coarse = message.data2
                takeBank(message.data2, slot: slot)
                selections[slot].coarseBanks.insert(message.data2)
            case 32:
                channels[slot].fine = message.data2
                selections[slot].fineBanks.insert(message.data2)
            case 120, 123...127: endNotes(slot)
            default: break
            }
        case 0xC0:
            let state = channels[slot]
            channels[slot].program = (state.coarse, state.fine, message.data1)
            channels[slot].use = -1
            selections[slot].programs.insert(message.data1)
            noteUse(slot: slot, track: track, stamp: stamp)
        default:
            break
        }
    }

    /// Takes a bank (CC0), which may make drums of a channel, or a melody.
    private mutating func takeBank(_ bank: UInt8, slot: Int) {
        guard let isDrums = samplers[slot >> 4].rule.isDrums(bank) else { return }
        set(slot, isDrums: isDrums)
    }

    private mutating func set(_ slot: Int, isDrums: Bool) {
        let bit: UInt16 = 1 << UInt16(slot & 15)
        let sampler = slot >> 4
        if isDrums {
            samplers[sampler].drums |= bit
            samplers[sampler].everDrums |= bit
        } else {
            samplers[sampler].drums &= ~bit
        }
        channels[slot].use = -1
        channels[slot].hasPlayed = false
    }

    /// Takes a note-on or note-off.
    ///
    /// Which of both cannot be guessed, so it is reckoned with instead of asked.
    @inline(__always)
    private mutating func takeNote(
        _ message: MIDIMessage,
        slot: Int,
        track: Int,
        at tick: Int64,
        stamp: Int
    ) {
        let isOn = message.isNoteOn
        let on: Int64 = isOn ? 1 : 0
        let key = slot << 7 | Int(message.data1 & 127)
        let state = keys[key]
        let isHeld: Int64 = state.waiting > 0 ? 1 : 0
        // At a note-on its least time is added, at its note-off what it has lasted longer.
        let longer = max(tick &- state.began &- shortestNote, 0)
        soundingTicks[slot] &+= UInt64(bitPattern: isOn ? shortestNote : longer)
        keys[key] = KeyTally(
            began: isOn ? tick : KeyTally.never,
            waiting: state.waiting &+ (isOn ? 1 : -isHeld)
        )
        tracks[track].noteCount &+= Int(on)
        channels[slot].mayWait = channels[slot].mayWait || isOn
        let channel = channels[slot]
        // Once a track has noted the channel's program, its notes on it add nothing new.
        let isNew =
            channel.use < 0 || channel.use != tracks[track].lastUse || !channel.hasPlayed
        guard isNew, isOn else { return }
        noteKind(slot: slot)
        noteUse(slot: slot, track: track, stamp: stamp)
    }

    /// Notes that a channel has notes, as drums or as melody.
    private mutating func noteKind(slot: Int) {
        channels[slot].hasPlayed = true
        let bit: UInt16 = 1 << UInt16(slot & 15)
        let sampler = slot >> 4
        if samplers[sampler].drums & bit != 0 {
            samplers[sampler].playedDrums |= bit
        } else {
            samplers[sampler].playedMelody |= bit
        }
    }

    /// Lifts all keys of a channel.
    private mutating func endNotes(_ slot: Int) {
        guard channels[slot].mayWait else { return }
        channels[slot].mayWait = false
        for key in 0..<128 { keys[slot << 7 | key].waiting = 0 }
    }

    private mutating func takeMessage(_ event: ScheduledEvent, _ material: SequenceMaterial) {
        let port = Int(event.port)
        switch material.meaning(ofMessage: Int(event.bits)) {
        case .reset(let reset):
            samplers[port].rule = DrumBanks(after: reset)
            samplers[port].drums = Self.generalMIDIDrums
            for channel in 0..<16 {
                endNotes(port << 4 | channel)
                channels[port << 4 | channel] = ChannelTally()
            }
        case .rhythmPart(let channel, let map) where samplers[port].rule == .none:
            set(port << 4 | Int(channel & 15), isDrums: map > 0)
        default:
            break
        }
    }

    /// Notes that a track selects or plays the present program of a channel.
    private mutating func noteUse(slot: Int, track: Int, stamp: Int) {
        if channels[slot].use < 0 {
            let state = channels[slot]
            let use = ProgramUse(
                port: UInt8(truncatingIfNeeded: slot >> 4),
                channel: UInt8(truncatingIfNeeded: slot & 15),
                bankMSB: state.program.coarse,
                bankLSB: state.program.fine,
                program: state.program.number,
                isDrums: samplers[slot >> 4].drums >> UInt16(slot & 15) & 1 == 1
            )
            if let known = useIndices[use] {
                channels[slot].use = known
            } else {
                channels[slot].use = uses.count
                useIndices[use] = uses.count
                uses.append(Result.Appearance(stamp: stamp, use: use))
            }
        }
        let use = channels[slot].use
        guard tracks[track].lastUse != use else { return }
        tracks[track].lastUse = use
        let pair = UInt64(truncatingIfNeeded: track) << 32 | UInt64(truncatingIfNeeded: use)
        if listed.insert(pair).inserted {
            trackUses[track].append(Result.Appearance(stamp: stamp, use: uses[use].use))
        }
    }
}

extension SequenceMaterial {
    fileprivate func meaning(ofMessage index: Int) -> SystemExclusive {
        let span = messages[index]
        let message = bytes.span.extracting(span.offset..<(span.offset + span.count))
        return SystemExclusive.meaning(of: message)
    }
}
