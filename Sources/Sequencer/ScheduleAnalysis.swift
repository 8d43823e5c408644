import MIDI

/// What one pass over a merged schedule tells: unpaired notes, drum channels, programs, counts.
struct ScheduleAnalysis {
    private(set) var unbalanced: NoteSet
    private(set) var drumChannels: [UInt16]
    private(set) var noteCount = 0
    private(set) var programs: [ProgramUse] = []
    /// By track.
    private(set) var noteCounts: [Int]
    /// By track: indices into `programs`, in order of appearance.
    private(set) var trackPrograms: [[Int]]

    /// By track × samplers + sampler: the channels of its channel messages.
    private var channelMasks: [UInt16]
    private let samplers: Int

    private struct ChannelState {
        var coarse: UInt8 = 0
        var fine: UInt8 = 0
        var program = (coarse: UInt8(0), fine: UInt8(0), number: UInt8(0))
        /// Index into `programs`; -1 as long as neither selected nor sounding.
        var use = -1
    }

    private var channels: [ChannelState]
    private var programIndices: [ProgramUse: Int] = [:]
    /// By track: the program noted last, so that most notes need no search.
    private var lastUses: [Int]
    /// Per sampler: drum channels now, ever, and channels that had notes as drums and as melody.
    private var drums: [UInt16]
    private var everDrums: [UInt16]
    private var playedDrums: [UInt16]
    private var playedMelody: [UInt16]

    /// The channel that General MIDI gives to drums.
    private static let generalMIDIDrums: UInt16 = 1 << 9

    init(
        _ events: UnsafeBufferPointer<ScheduledEvent>,
        material: SequenceMaterial,
        samplers: Int,
        tracks: Int
    ) {
        self.samplers = samplers
        unbalanced = NoteSet(samplers: samplers)
        drumChannels = []
        noteCounts = Array(repeating: 0, count: tracks)
        trackPrograms = Array(repeating: [], count: tracks)
        channelMasks = Array(repeating: 0, count: tracks * samplers)
        channels = Array(repeating: ChannelState(), count: samplers * 16)
        lastUses = Array(repeating: -1, count: tracks)
        drums = Array(repeating: Self.generalMIDIDrums, count: samplers)
        everDrums = drums
        playedDrums = Array(repeating: 0, count: samplers)
        playedMelody = playedDrums

        var ledger = NoteLedger(samplers: samplers)
        for event in events {
            switch event.kind {
            case .channel: take(event, &ledger)
            case .systemExclusive: takeMessage(event, material, &ledger)
            }
        }
        var cursor = 0
        while let (port, message) = ledger.removeNext(cursor: &cursor) {
            guard message.isNoteOff else { break }
            unbalanced.insert(
                NoteSet.Note(port: port, channel: message.channel, key: message.data1)
            )
        }
        drumChannels = (0..<samplers).map { port in
            everDrums[port] & ~(playedMelody[port] & ~playedDrums[port])
        }
    }

    /// The channels that a track's channel messages are on, in ascending order.
    func channels(ofTrack track: Int) -> [TrackInfo.Channel] {
        (0..<samplers).flatMap { port in
            (UInt8(0)..<16).compactMap { channel in
                guard channelMasks[track * samplers + port] >> UInt16(channel) & 1 == 1 else {
                    return nil
                }
                return TrackInfo.Channel(port: UInt8(truncatingIfNeeded: port), channel: channel)
            }
        }
    }

    private mutating func take(_ event: ScheduledEvent, _ ledger: inout NoteLedger) {
        let message = event.message
        let (port, track) = (Int(event.port), Int(event.track))
        let bit: UInt16 = 1 << UInt16(message.channel)
        let place = port << 4 | Int(message.channel)
        channelMasks[track * samplers + port] |= bit
        switch message.status & 0xF0 {
        case 0x80, 0x90:
            guard message.isNoteOn else {
                _ = ledger.noteOff(
                    port: event.port,
                    channel: message.channel,
                    key: message.data1
                )
                return
            }
            ledger.noteOn(port: event.port, channel: message.channel, key: message.data1)
            noteCount += 1
            noteCounts[track] += 1
            if drums[port] & bit != 0 {
                playedDrums[port] |= bit
            } else {
                playedMelody[port] |= bit
            }
            noteUse(place: place, track: track)
        case 0xB0:
            ledger.control(
                port: event.port,
                channel: message.channel,
                number: message.data1,
                value: message.data2
            )
            if message.data1 == 0 { channels[place].coarse = message.data2 }
            if message.data1 == 32 { channels[place].fine = message.data2 }
        case 0xC0:
            let state = channels[place]
            channels[place].program = (state.coarse, state.fine, message.data1)
            channels[place].use = -1
            noteUse(place: place, track: track)
        default:
            break
        }
    }

    private mutating func takeMessage(
        _ event: ScheduledEvent,
        _ material: SequenceMaterial,
        _ ledger: inout NoteLedger
    ) {
        let port = Int(event.port)
        switch material.meaning(ofMessage: Int(event.bits)) {
        case .reset:
            ledger.clear(port: event.port)
            drums[port] = Self.generalMIDIDrums
            for channel in 0..<16 { channels[port << 4 | channel] = ChannelState() }
        case .rhythmPart(let channel, let map):
            let bit: UInt16 = 1 << UInt16(channel & 15)
            if map > 0 {
                drums[port] |= bit
                everDrums[port] |= bit
            } else {
                drums[port] &= ~bit
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
                isDrums: drums[place >> 4] >> UInt16(place & 15) & 1 == 1
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
        guard lastUses[track] != use else { return }
        lastUses[track] = use
        if !trackPrograms[track].contains(use) { trackPrograms[track].append(use) }
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
