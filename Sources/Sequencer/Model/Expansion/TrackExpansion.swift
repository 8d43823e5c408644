import MIDI
import SMF

/// Turns a track's events into those of a file: notes into note-ons and note-offs, each where it
/// belongs among the others.
struct TrackExpansion {
    /// The changes of keys and velocities; `nil` for none.
    var sound: PlayedSound?
    /// The user events that were met, and when.
    private(set) var userEvents: [(tick: Int64, bytes: [UInt8])] = []
    /// The pedals that are held, by channel: one bit for each.
    private var pedals = [UInt8](repeating: 0, count: 16)

    /// A note-off that is to come.
    private struct Ending: BitwiseCopyable {
        var tick: Int64
        var message: MIDIMessage
        var rank: Int32
        var order: UInt16
    }

    init(sound: PlayedSound? = nil) {
        self.sound = sound
    }

    /// Adds events to a file's track.
    ///
    /// - Parameters:
    ///   - events: Events of a track in order.
    ///   - shift: The number of ticks by which they come later; events before tick 0 are left out.
    ///   - cut: The position at which all longer notes end, in ticks of the track; `nil` ends none.
    ///   - output: The destination of the events.
    /// - Throws: ``SequenceError`` for events that are too far apart.
    mutating func append(
        _ events: Slice<EventList<MusicEvent>>,
        shiftedBy shift: Int64 = 0,
        cutAt cut: Int64? = nil,
        to output: inout FileTrack
    ) throws(SequenceError) {
        let endings = endings(of: events, shift: shift, cut: cut)
        var next = 0
        // The number of events at the present tick.
        var (last, rank): (Int64, Int32) = (-1, 0)
        // By channel × 128 + key; most tracks have no note-on without partner.
        var open: [Int32] = []
        for entry in events {
            let tick = entry.tick.addingClamped(shift)
            guard tick >= 0 else { continue }
            if tick != last { (last, rank) = (tick, 0) }
            while next < endings.count,
                endings[next].tick < tick
                    || (endings[next].tick == tick && endings[next].rank <= rank)
            {
                try output.append(.channel(endings[next].message), at: endings[next].tick)
                next += 1
            }
            rank += 1
            try append(entry.event, at: tick, to: &output) { message in
                if cut != nil { Self.count(message, &open) }
            }
        }
        for ending in endings[next...] {
            try output.append(.channel(ending.message), at: ending.tick)
        }
        guard let cut else { return }
        // Note-ons without partner would sound beyond the end, too.
        let end = cut.addingClamped(shift)
        for index in open.indices where open[index] > 0 && end >= 0 {
            let off = MIDIMessage.noteOff(channel: UInt8(index >> 7), key: UInt8(index & 127))
            for _ in 0..<open[index] { try output.append(.channel(off), at: end) }
        }
    }

    /// The note-offs of all notes, in order.
    private func endings(
        of events: Slice<EventList<MusicEvent>>,
        shift: Int64,
        cut: Int64?
    ) -> [Ending] {
        var endings: [Ending] = []
        // Notes that must not end behind the next note-on of their key, by channel × 128 + key.
        var waiting: [Int: [Int]] = [:]
        var (last, rank): (Int64, Int32) = (-1, 0)
        for entry in events {
            let tick = entry.tick.addingClamped(shift)
            guard tick >= 0 else { continue }
            if tick != last { (last, rank) = (tick, 0) }
            if !waiting.isEmpty, let key = start(entry.event),
                let notes = waiting.removeValue(forKey: key)
            {
                for note in notes where endings[note].tick == tick {
                    endings[note].rank = min(endings[note].rank, rank)
                }
                let later = notes.filter { endings[$0].tick > tick }
                if !later.isEmpty { waiting[key] = later }
            }
            rank += 1
            guard case .note(let note) = entry.event else { continue }
            var ending = Ending(
                tick: tick.addingClamped(max(note.duration, 0)),
                message: sound.map { $0.off(note) } ?? note.off,
                rank: Int32(note.endRank),
                order: note.endOrder
            )
            if let end = cut?.addingClamped(shift), ending.tick > end {
                (ending.tick, ending.rank, ending.order) = (end, 0, 0)
            }
            // Never before its own note-on.
            if ending.tick <= tick { ending.rank = max(ending.rank, rank) }
            if ending.rank > 0, !note.endsBehindOwnKey {
                let key = Int(ending.message.channel) << 7 | Int(ending.message.data1)
                waiting[key, default: []].append(endings.count)
            }
            endings.append(ending)
        }
        // `sort` keeps the order of equal elements.
        endings.sort { ($0.tick, $0.rank, $0.order) < ($1.tick, $1.rank, $1.order) }
        return endings
    }

    /// Channel × 128 + key of a note-on, as it is played; `nil` for another event.
    private func start(_ event: MusicEvent) -> Int? {
        let message: MIDIMessage
        switch event {
        case .note(let note): message = sound.map { $0.on(note) } ?? note.on
        case .channel(let other) where other.isNoteOn:
            let clean = MIDIMessage(bits: other.bits & 0x7F_7FFF)
            message = sound?.message(clean) ?? clean
        default: return nil
        }
        return Int(message.channel) << 7 | Int(message.data1)
    }

    private mutating func append(
        _ event: MusicEvent,
        at tick: Int64,
        to output: inout FileTrack,
        _ count: (MIDIMessage) -> Void
    ) throws(SequenceError) {
        switch event {
        case .note(let note):
            try output.append(.channel(sound.map { $0.on(note) } ?? note.on), at: tick)
        case .channel(let message):
            guard message.isChannelMessage else { return }
            let clean = MIDIMessage(bits: message.bits & 0x7F_7FFF)
            let played = sound?.message(clean) ?? clean
            count(played)
            try put(played, at: tick, to: &output)
        case .systemExclusive(let bytes):
            let content = bytes.prefix { $0 != 0xF7 }
            guard !content.isEmpty else { return }
            let packet = SystemExclusivePacket(form: .start, bytes: content + [0xF7])
            try output.append(.systemExclusive(packet), at: tick)
        case .raw(let bytes):
            let packet = SystemExclusivePacket(form: .escape, bytes: bytes[...])
            try output.append(.systemExclusive(packet), at: tick)
        case .meta(let meta):
            guard !meta.isEndOfTrack, !meta.belongsToTempoTrack else { return }
            try output.append(.meta(meta), at: tick)
        case .user(let bytes):
            userEvents.append((tick, bytes))
            try output.append(.meta(.user(bytes)), at: tick)
        case .parameter(let parameter):
            for message in parameter.messages { try put(message, at: tick, to: &output) }
        case .preset(let preset):
            for message in preset.messages { try output.append(.channel(message), at: tick) }
        }
    }

    private mutating func put(
        _ message: MIDIMessage,
        at tick: Int64,
        to output: inout FileTrack
    ) throws(SequenceError) {
        if message.kind == .controlChange {
            let channel = Int(message.channel)
            if let index = Self.pedalControllers.firstIndex(of: message.data1) {
                let bit = UInt8(1) << UInt8(index)
                if message.data2 > 0 { pedals[channel] |= bit } else { pedals[channel] &= ~bit }
            } else if message.data1 == 121 {
                pedals[channel] = 0
            }
        }
        try output.append(.channel(message), at: tick)
    }

    /// Hold, sostenuto, soft and hold 2: what would change the sound of other notes for ever.
    private static let pedalControllers: [UInt8] = [64, 66, 67, 69]

    /// Lets the pedals up that are held.
    mutating func releasePedals(
        at tick: Int64,
        to output: inout FileTrack
    ) throws(SequenceError) {
        for channel in pedals.indices where pedals[channel] != 0 {
            for (index, controller) in Self.pedalControllers.enumerated()
            where pedals[channel] & 1 << UInt8(index) != 0 {
                let message = MIDIMessage(status: 0xB0 | UInt8(channel), data1: controller)
                try output.append(.channel(message), at: tick)
            }
            pedals[channel] = 0
        }
    }

    /// Counts note-ons that wait for their note-off.
    private static func count(_ message: MIDIMessage, _ open: inout [Int32]) {
        let index = Int(message.channel) << 7 | Int(message.data1)
        if message.isNoteOn {
            if open.isEmpty { open = [Int32](repeating: 0, count: 16 * 128) }
            open[index] += 1
        } else if message.isNoteOff, !open.isEmpty, open[index] > 0 {
            open[index] -= 1
        }
    }
}

extension Note {
    /// Its note-on.
    var on: MIDIMessage {
        .noteOn(channel: channel & 15, key: key & 127, velocity: min(max(velocity, 1), 127))
    }

    /// Its note-off; a note-on with velocity 0 if it has no release velocity.
    var off: MIDIMessage {
        guard let releaseVelocity else {
            return .noteOn(channel: channel & 15, key: key & 127, velocity: 0)
        }
        return .noteOff(channel: channel & 15, key: key & 127, velocity: releaseVelocity)
    }
}
