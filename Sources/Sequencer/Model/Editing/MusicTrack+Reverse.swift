import MIDI

extension MusicTrack {
    /// Plays a range backwards.
    ///
    /// - Notes are mirrored with their length: one that ended with the range starts with it. A note
    ///   that continues beyond the range stays where it is. Reversing twice restores the notes.
    /// - State (controllers, programs, bends, pressures) is mirrored so that each value holds
    ///   during the notes that it held for before: a crescendo becomes a decrescendo, and the
    ///   program at the start stays there. A bank belongs to its program, and data entry to its
    ///   parameter number. The value before the first one in the range is not known, so the first
    ///   value holds to the range's end; later notes have the values that they had before.
    /// - All else (SysEx, texts, user events) is mirrored as if it lasted one tick.
    ///
    /// - Parameter range: Ticks; it ends at ``endTick`` at the latest.
    public mutating func reverse(_ range: Range<Int64>) {
        reverse(range, limit: endTick)
    }

    /// Plays a range backwards that ends at a limit at the latest.
    mutating func reverse(_ range: Range<Int64>, limit: Int64) {
        let range = range.clamped(to: 0..<max(limit, 0))
        guard !range.isEmpty else { return }
        let (start, end) = (range.lowerBound, range.upperBound)
        typealias Entry = EventList<MusicEvent>.Entry
        var (kept, notes, points): ([Entry], [Entry], [Entry]) = ([], [], [])
        var states: [(key: StateKey, entry: Entry)] = []
        for var entry in events {
            guard range.contains(entry.tick) else {
                kept.append(entry)
                continue
            }
            if case .note(let note) = entry.event, note.duration > 0 {
                let last = entry.tick.addingClamped(note.duration)
                guard last <= end else {
                    kept.append(entry)
                    continue
                }
                entry.tick = start + (end - last)
                notes.append(entry)
            } else if let key = StateKey(entry.event) {
                states.append((key, entry))
            } else {
                entry.tick = start + (end - 1 - entry.tick)
                points.append(entry)
            }
        }
        let restored = Self.restored(states, in: kept, at: end)
        Self.group(&states)
        // The position of the next value by key, going back from the end.
        var next: [StateKey: (tick: Int64, after: Int64)] = [:]
        for index in states.indices.reversed() {
            let (key, tick) = (states[index].key, states[index].entry.tick)
            let known = next[key] ?? (end, end)
            // Several messages at one tick belong together.
            let after = known.tick == tick ? known.after : known.tick
            next[key] = (tick, after)
            states[index].entry.tick = start + (end - after)
        }
        // A state is set before the notes that start with it; `sort` keeps the order of the rest.
        var mirrored = states.map(\.entry) + points + notes
        mirrored.sort { $0.tick < $1.tick }
        events.replaceAll(EventList.merged(mirrored, kept))
        events.putFirst(restored, at: end)
    }

    /// Puts banks to the program that comes next, and parameter numbers to their data, so that what
    /// belongs together has one tick.
    private static func group(_ states: inout [(key: StateKey, entry: EventList<MusicEvent>.Entry)])
    {
        // By key: the tick of the next event that the ones before it belong to.
        var next: [StateKey: Int64] = [:]
        for index in states.indices.reversed() {
            let key = states[index].key
            guard case .channel(let message) = states[index].entry.event else { continue }
            switch (message.kind, message.data1) {
            case (.programChange, _), (.controlChange, 6), (.controlChange, 38),
                (.controlChange, 96...97):
                next[key] = states[index].entry.tick
            case (.controlChange, 0), (.controlChange, 32), (.controlChange, 98...101):
                if let tick = next[key] { states[index].entry.tick = tick }
            default: break
            }
        }
        // `sort` keeps the order of equal ticks.
        states.sort { $0.entry.tick < $1.entry.tick }
    }

    /// The last values of a range, for what comes behind it, in order.
    ///
    /// Nothing for a kind that is set at the end anyway, or only once in the range, or, pedals
    /// aside, if nothing comes.
    private static func restored(
        _ states: [(key: StateKey, entry: EventList<MusicEvent>.Entry)],
        in kept: [EventList<MusicEvent>.Entry],
        at end: Int64
    ) -> [MusicEvent] {
        let isEnd = kept.last.map { $0.tick < end } ?? true
        let set = Set(kept.lazy.filter { $0.tick == end }.compactMap { StateKey($0.event) })
        var ticks: [StateKey: (first: Int64, last: Int64)] = [:]
        for (key, entry) in states {
            ticks[key] = (ticks[key]?.first ?? entry.tick, entry.tick)
        }
        return states.compactMap { key, entry in
            guard !set.contains(key), let range = ticks[key], range.first != range.last,
                entry.tick == range.last, !isEnd || key.isPedal
            else { return nil }
            return entry.event
        }
    }
}

/// The state that an event sets, for events that hold until the next of their kind.
private struct StateKey: Hashable {
    fileprivate enum Kind: Hashable {
        case program
        case parameterNumber
        case parameter(ParameterNumber)
        case controller(UInt8)
        case bend
        case pressure
        case keyPressure(UInt8)
    }

    private var channel: UInt8
    private var kind: Kind

    /// Whether it is a pedal, or a switch like one (CC64 … CC69).
    var isPedal: Bool {
        if case .controller(64...69) = kind { true } else { false }
    }

    init?(_ event: MusicEvent) {
        guard let channel = event.channel, let kind = Kind(event) else { return nil }
        self.channel = channel
        self.kind = kind
    }
}

extension StateKey.Kind {
    init?(_ event: MusicEvent) {
        switch event {
        case .channel(let message): self.init(message)
        case .preset: self = .program
        case .parameter(let event):
            switch event.parameter {
            case .controller(let number): self.init(controller: number)
            case .wideController(let number): self.init(controller: number & 31)
            case .numbered(let number): self = .parameter(number)
            case .pitchBend: self = .bend
            case .channelPressure: self = .pressure
            case .polyphonicPressure(let key): self = .keyPressure(key)
            }
        case .note, .systemExclusive, .raw, .meta, .user: return nil
        }
    }

    fileprivate init?(_ message: MIDIMessage) {
        switch message.kind {
        case .controlChange: self.init(controller: message.data1)
        case .programChange: self = .program
        case .pitchBend: self = .bend
        case .channelPressure: self = .pressure
        case .polyphonicPressure: self = .keyPressure(message.data1)
        case .noteOn, .noteOff, nil: return nil
        }
    }

    /// MIDI 1.0 Detailed Specification 4.2, table III: 0 … 31 have their fine parts at 32 … 63.
    fileprivate init?(controller number: UInt8) {
        switch number & 127 {
        case 0, 32: self = .program
        case 6, 38, 96...101: self = .parameterNumber
        case 120...127: return nil
        case 33...63: self = .controller(number & 31)
        default: self = .controller(number & 127)
        }
    }
}
