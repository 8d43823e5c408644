import MIDI
import SMF

/// A file's track on its way into a ``MusicSequence``.
struct TrackReading {
    /// The role of a track in its file.
    enum Role {
        /// The first one, without music: the tempo track.
        case conductor
        /// The first one, with music.
        case first
        case other
    }

    /// The resulting track.
    private(set) var track = MusicTrack()

    private var events: [(tick: Int64, event: MusicEvent)] = []
    private var pairing = NotePairing()
    private var tick: Int64 = 0
    private let role: Role
    /// Whether meta events belong to one channel (FF 20), up to the next channel message.
    private var hasPrefix = false
    private var hasMusic = false
    /// The number of names (FF 03) and of instrument names (FF 04).
    private var names = 0
    private var instruments = 0

    /// Reads a track; what belongs to the whole goes into `shared`.
    init(_ source: Track, role: Role, into shared: inout SharedMaterial) {
        self.role = role
        var messages = JoinedMessages(source)[...]
        for (index, item) in source.enumerated() {
            tick += Int64(item.delta)
            switch item.event {
            case .channel(let message):
                hasPrefix = false
                hasMusic = true
                take(MIDIMessage(bits: message.bits & 0x7F_7FFF))
            case .systemExclusive:
                hasMusic = true
                while let message = messages.first, message.index == index {
                    append(message.event)
                    messages = messages.dropFirst()
                }
            case .meta(let meta):
                take(meta, &shared)
            }
        }
        track.events = EventList(events)
        track.endOfTrack = source.endTick
    }

    private mutating func append(_ event: MusicEvent) {
        pairing.countEvent(at: tick)
        events.append((tick, event))
    }

    private mutating func take(_ message: MIDIMessage) {
        if message.isNoteOn {
            pairing.begin(message, at: tick, event: events.count)
        } else if message.isNoteOff {
            if let pair = pairing.end(message, at: tick) {
                var note = Note(
                    key: message.data1,
                    duration: tick - events[pair.event].tick,
                    velocity: pair.velocity,
                    channel: message.channel,
                    releaseVelocity: message.kind == .noteOff ? message.data2 : nil
                )
                note.endRank = pair.endRank
                note.endOrder = pair.endOrder
                note.endsBehindOwnKey = pair.endsBehindOwnKey
                events[pair.event].event = .note(note)
                return
            }
        } else if message.kind == .controlChange {
            pairing.takeController(message)
        }
        append(.channel(message))
    }

    private mutating func take(_ meta: MetaEvent, _ shared: inout SharedMaterial) {
        let value = meta.value
        if shared.take(value, at: tick) || lift(value, &shared) || meta.isEndOfTrack { return }
        if case .channelPrefix = value { hasPrefix = true }
        if role == .conductor {
            shared.events.append((tick, .meta(meta)))
        } else if let bytes = meta.userBytes {
            append(.user(bytes))
        } else {
            append(.meta(meta))
        }
    }

    /// Makes a property of an event that has no time; returns whether it has none.
    private mutating func lift(_ value: MetaEvent.Value?, _ shared: inout SharedMaterial) -> Bool {
        if case .port(let port) = value, role != .conductor, !hasMusic {
            track.destination = port
            return true
        }
        let isAtStart = tick == 0 && !hasPrefix
        let isFirst = role != .other
        func text(_ bytes: ArraySlice<UInt8>) -> SequenceText {
            SequenceText(bytes: bytes, decoding: shared.decoder)
        }
        switch value {
        case .text(.trackName, let bytes):
            defer { names += 1 }
            guard isAtStart else { return false }
            return take(name: text(bytes), &shared)
        case .text(.instrumentName, let bytes):
            defer { instruments += 1 }
            guard isAtStart, role != .conductor, instruments == 0 else { return false }
            track.instrumentName = text(bytes)
        case .text(.copyright, let bytes):
            guard isAtStart, isFirst, shared.info.copyright == nil else { return false }
            shared.info.copyright = text(bytes)
        case .text(.text, let bytes):
            guard isAtStart, isFirst else { return false }
            shared.info.comments.append(text(bytes))
        case .sequenceNumber(.some(let number)):
            guard isAtStart, isFirst, shared.info.number == nil else { return false }
            shared.info.number = number
        case .smpteOffset(let offset):
            guard isAtStart, isFirst, shared.smpteOffset == nil else { return false }
            shared.smpteOffset = offset
        default:
            return false
        }
        return true
    }

    /// Takes a name: the first track's first one is the sequence's, its second one its own.
    private mutating func take(name: SequenceText, _ shared: inout SharedMaterial) -> Bool {
        switch (role, names) {
        case (.conductor, 0), (.first, 0): shared.info.name = name
        case (.first, 1) where shared.info.name != nil, (.other, 0): track.name = name
        default: return false
        }
        return true
    }
}
