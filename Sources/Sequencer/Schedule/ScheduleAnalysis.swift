import MIDI

/// What one pass over a merged schedule tells: unpaired notes, drum channels, programs, counts.
///
/// The pass sees every event of the largest files, so what it counts in is plain memory.
struct ScheduleAnalysis: ~Copyable {
    private(set) var unbalanced: NoteSet
    private(set) var drumChannels: [UInt16]
    private(set) var noteCount = 0
    private(set) var programs: [ProgramUse] = []
    /// By track: indices into `programs`, in order of appearance.
    private(set) var trackPrograms: [[Int]]

    private struct TrackState {
        var noteCount = 0
        /// The program noted last, so that most notes need no search.
        var lastUse = -1
    }

    private struct ChannelState {
        var coarse: UInt8 = 0
        var fine: UInt8 = 0
        var program = (coarse: UInt8(0), fine: UInt8(0), number: UInt8(0))
        /// How many of its keys wait for a note-off.
        var waiting: Int32 = 0
        /// Index into `programs`; -1 as long as neither selected nor sounding.
        var use = -1
        /// What its messages have named; a reset does not take that back.
        var selections = ChannelSelections()
    }

    /// Drum channels of a sampler now, ever, and channels that had notes as drums and as melody.
    private struct SamplerState {
        var drums = ScheduleAnalysis.generalMIDIDrums
        var everDrums = ScheduleAnalysis.generalMIDIDrums
        var playedDrums: UInt16 = 0
        var playedMelody: UInt16 = 0
    }

    private let tracks: UnsafeMutablePointer<TrackState>
    private let samplers: UnsafeMutablePointer<SamplerState>
    private let channels: UnsafeMutablePointer<ChannelState>
    /// By sampler, channel and key: how many note-ons wait for a note-off.
    private let waiting: UnsafeMutablePointer<UInt32>
    /// By track × samplers + sampler: the channels of its channel messages.
    private let masks: UnsafeMutablePointer<UInt16>
    private let samplerCount: Int
    private var programIndices: [ProgramUse: Int] = [:]
    /// The tracks with the programs that they have listed: track << 32 | index.
    private var listed: Set<UInt64> = []

    /// The channel that General MIDI gives to drums.
    private static let generalMIDIDrums: UInt16 = 1 << 9

    /// Goes through the events.
    init(
        _ events: UnsafeBufferPointer<ScheduledEvent>,
        material: SequenceMaterial,
        samplers samplerCount: Int,
        tracks trackCount: Int
    ) {
        self.samplerCount = samplerCount
        unbalanced = NoteSet(samplers: samplerCount)
        drumChannels = []
        trackPrograms = Array(repeating: [], count: trackCount)
        tracks = Self.table(trackCount, TrackState())
        samplers = Self.table(samplerCount, SamplerState())
        channels = Self.table(samplerCount * 16, ChannelState())
        waiting = Self.table(samplerCount * 2048, 0)
        masks = Self.table(trackCount * samplerCount, 0)
        for event in events {
            switch event.kind {
            case .channel: take(event)
            case .systemExclusive: takeMessage(event, material)
            }
        }
        for index in 0..<(samplerCount * 2048) where waiting[index] > 0 {
            unbalanced.insert(
                NoteSet.Note(
                    port: UInt8(truncatingIfNeeded: index >> 11),
                    channel: UInt8(truncatingIfNeeded: index >> 7 & 15),
                    key: UInt8(truncatingIfNeeded: index & 127)
                )
            )
        }
        for port in 0..<samplerCount {
            let state = samplers[port]
            drumChannels.append(state.everDrums & ~(state.playedMelody & ~state.playedDrums))
        }
    }

    deinit {
        tracks.deallocate()
        samplers.deallocate()
        channels.deallocate()
        waiting.deallocate()
        masks.deallocate()
    }

    private static func table<Element: BitwiseCopyable>(
        _ count: Int,
        _ element: Element
    ) -> UnsafeMutablePointer<Element> {
        let table = UnsafeMutablePointer<Element>.allocate(capacity: max(count, 1))
        table.initialize(repeating: element, count: max(count, 1))
        return table
    }

    /// By sampler and channel: what its messages have named.
    var selections: [ChannelSelections] {
        Array(UnsafeBufferPointer(start: channels, count: samplerCount * 16)).map(\.selections)
    }

    /// How many notes of a track begin.
    func noteCount(ofTrack track: Int) -> Int { tracks[track].noteCount }

    /// The channels that a track's channel messages are on, in ascending order.
    func channels(ofTrack track: Int) -> [TrackInfo.Channel] {
        var channels: [TrackInfo.Channel] = []
        for port in 0..<samplerCount {
            let mask = masks[track * samplerCount + port]
            for channel in UInt8(0)..<16 where mask >> UInt16(channel) & 1 == 1 {
                channels.append(
                    TrackInfo.Channel(port: UInt8(truncatingIfNeeded: port), channel: channel)
                )
            }
        }
        return channels
    }

    private mutating func take(_ event: ScheduledEvent) {
        let message = event.message
        let (port, track) = (Int(event.port), Int(event.track))
        let place = port << 4 | Int(message.channel)
        masks[track &* samplerCount &+ port] |= 1 << UInt16(message.channel)
        switch message.status & 0xF0 {
        case 0x80, 0x90:
            let key = place << 7 | Int(message.data1 & 127)
            if message.isNoteOn {
                takeNoteOn(key, place: place, track: track)
            } else if waiting[key] > 0 {
                waiting[key] &-= 1
                if waiting[key] == 0 { channels[place].waiting &-= 1 }
            }
        case 0xB0:
            switch message.data1 {
            case 0:
                channels[place].coarse = message.data2
                channels[place].selections.coarseBanks.insert(message.data2)
            case 32:
                channels[place].fine = message.data2
                channels[place].selections.fineBanks.insert(message.data2)
            case 120, 123...127: endNotes(place)
            default: break
            }
        case 0xC0:
            let state = channels[place]
            channels[place].program = (state.coarse, state.fine, message.data1)
            channels[place].use = -1
            channels[place].selections.programs.insert(message.data1)
            noteUse(place: place, track: track)
        default:
            break
        }
    }

    private mutating func takeNoteOn(_ key: Int, place: Int, track: Int) {
        if waiting[key] == 0 { channels[place].waiting &+= 1 }
        if waiting[key] < .max { waiting[key] &+= 1 }
        noteCount &+= 1
        tracks[track].noteCount &+= 1
        let bit: UInt16 = 1 << UInt16(place & 15)
        let sampler = samplers + (place >> 4)
        if sampler.pointee.drums & bit != 0 {
            sampler.pointee.playedDrums |= bit
        } else {
            sampler.pointee.playedMelody |= bit
        }
        let use = channels[place].use
        if use < 0 || use != tracks[track].lastUse { noteUse(place: place, track: track) }
    }

    /// Lifts all keys of a channel.
    private mutating func endNotes(_ place: Int) {
        guard channels[place].waiting > 0 else { return }
        channels[place].waiting = 0
        (waiting + (place << 7)).update(repeating: 0, count: 128)
    }

    private mutating func takeMessage(_ event: ScheduledEvent, _ material: SequenceMaterial) {
        let port = Int(event.port)
        switch material.meaning(ofMessage: Int(event.bits)) {
        case .reset:
            samplers[port].drums = Self.generalMIDIDrums
            for channel in 0..<16 {
                endNotes(port << 4 | channel)
                let selections = channels[port << 4 | channel].selections
                channels[port << 4 | channel] = ChannelState()
                channels[port << 4 | channel].selections = selections
            }
        case .rhythmPart(let channel, let map):
            let bit: UInt16 = 1 << UInt16(channel & 15)
            if map > 0 {
                samplers[port].drums |= bit
                samplers[port].everDrums |= bit
            } else {
                samplers[port].drums &= ~bit
            }
            channels[port << 4 | Int(channel & 15)].use = -1
        default:
            break
        }
    }

    /// Notes that a track selects or plays the present program of a channel.
    private mutating func noteUse(place: Int, track: Int) {
        if channels[place].use < 0 {
            let state = channels[place]
            let use = ProgramUse(
                port: UInt8(truncatingIfNeeded: place >> 4),
                channel: UInt8(truncatingIfNeeded: place & 15),
                bankMSB: state.program.coarse,
                bankLSB: state.program.fine,
                program: state.program.number,
                isDrums: samplers[place >> 4].drums >> UInt16(place & 15) & 1 == 1
            )
            if let known = programIndices[use] {
                channels[place].use = known
            } else {
                channels[place].use = programs.count
                programIndices[use] = programs.count
                programs.append(use)
            }
        }
        let use = channels[place].use
        guard tracks[track].lastUse != use else { return }
        tracks[track].lastUse = use
        let pair = UInt64(truncatingIfNeeded: track) << 32 | UInt64(truncatingIfNeeded: use)
        if listed.insert(pair).inserted { trackPrograms[track].append(use) }
    }
}

extension SequenceMaterial {
    fileprivate func meaning(ofMessage index: Int) -> SystemExclusive {
        let span = messages[index]
        return bytes.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress, span.count > 0 else { return .other }
            return SystemExclusive.meaning(of: base + span.offset, count: span.count)
        }
    }
}
