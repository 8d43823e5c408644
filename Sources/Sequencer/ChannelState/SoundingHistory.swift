import MIDI

/// The notes that sound at some position of a schedule: those whose key is down, and those that a
/// pedal /// holds alone.
///
/// A note-off ends the oldest note-on of its track on the key, or the oldest at all. Where the
/// note-offs of a key do not add up (`Schedule.unbalanced`), which note is meant cannot be known:
/// there a note-on counts until any note-off of the key, and only the last one; on a drum channel,
/// where many programs leave note-offs out, none counts.
///
/// The sustain pedal (CC64, from 64 on) holds the last note of each key that goes up while it is
/// down, the sostenuto pedal (CC66) those whose key was down when it was pressed. No pedal holds
/// drums: they have their length by themselves, and all of them would begin at once.
struct SoundingHistory {
    /// By sampler, channel and key: the first of its notes; −1 for none.
    private var heads: [Int32]
    private var notes: [Entry] = []
    private var free: [Int32] = []
    /// By sampler, channel and key: the note-on that the sustain pedal holds alone; −1 for none.
    private var sustained: [Int]
    /// The same of the sostenuto pedal.
    private var sostenuto: [Int]
    /// By sampler and channel: the `Pedal` bits of those that are down.
    private var pedals: [UInt8]
    private let schedule: Schedule

    private enum Pedal {
        static let sustain: UInt8 = 1
        static let sostenuto: UInt8 = 2
    }

    /// The most notes that are followed on one key; further ones replace the oldest.
    private static let mostOnKey = 32

    private struct Entry {
        /// The note-on's index in the schedule; −1 for a free entry.
        var event: Int
        var next: Int32
        /// Whether its key was down when the sostenuto pedal was pressed, which still is.
        var isCaptured = false
    }

    init(of schedule: Schedule) {
        self.schedule = schedule
        let samplers = schedule.drumChannels.count
        heads = Array(repeating: -1, count: samplers << 11)
        sustained = Array(repeating: -1, count: samplers << 11)
        sostenuto = Array(repeating: -1, count: samplers << 11)
        pedals = Array(repeating: 0, count: samplers << 4)
    }

    /// The notes that sound before the event with an index, from a checkpoint where there are any.
    init(of schedule: Schedule, before end: Int) {
        self.init(of: schedule)
        let events = schedule.events
        var index = 0
        if let checkpoint = schedule.checkpoint(before: end) {
            restore(checkpoint.sounding)
            index = checkpoint.index
        }
        while index < min(end, events.count) {
            note(events[index], index: index)
            index += 1
        }
    }

    /// The notes, by index.
    var sounding: [SoundingNote] {
        var result: [SoundingNote] = []
        for note in notes where note.event >= 0 {
            let hold: SoundingNote.Hold = note.isCaptured ? .capturedKey : .key
            result.append(SoundingNote(event: note.event, hold: hold))
        }
        for event in sustained where event >= 0 {
            result.append(SoundingNote(event: event, hold: .sustain))
        }
        for event in sostenuto where event >= 0 {
            result.append(SoundingNote(event: event, hold: .sostenuto))
        }
        return result.sorted { $0.event < $1.event }
    }

    /// Takes the next event of the schedule.
    mutating func note(_ event: ScheduledEvent, index: Int) {
        switch event.kind {
        case .channel:
            let message = event.message
            switch message.status & 0xF0 {
            case 0x90 where message.data2 > 0: begin(event, index)
            case 0x80, 0x90: end(event)
            case 0xB0: control(message, Int(event.port) << 4 | Int(event.bits & 15))
            default: break
            }
        case .systemExclusive:
            guard schedule.isReset(event.bits) else { return }
            for channel in 0..<16 {
                silence(Int(event.port) << 4 | channel)
                pedals[Int(event.port) << 4 | channel] = 0
            }
        }
    }

    private func key(of event: ScheduledEvent) -> Int {
        Int(event.port) << 11 | Int(event.bits & 15) << 7 | Int(event.message.data1 & 127)
    }

    private func isUnbalanced(_ event: ScheduledEvent) -> Bool {
        schedule.unbalanced.contains(
            KeySet.Key(
                port: event.port,
                channel: event.message.channel,
                key: event.message.data1
            )
        )
    }

    private mutating func begin(_ event: ScheduledEvent, _ index: Int) {
        let key = key(of: event)
        // A note of the key that the pedal holds continues below the new note.
        sustained[key] = -1
        if isUnbalanced(event) {
            removeAll(key)
            if isDrums(key >> 7) { return }
        }
        var entry = Int32(truncatingIfNeeded: notes.count)
        if let reused = free.popLast() {
            entry = reused
            notes[Int(entry)] = Entry(event: index, next: -1)
        } else {
            notes.append(Entry(event: index, next: -1))
        }
        guard heads[key] >= 0 else {
            heads[key] = entry
            return
        }
        var (last, length) = (Int(heads[key]), 1)
        while notes[last].next >= 0 { (last, length) = (Int(notes[last].next), length + 1) }
        notes[last].next = entry
        if length == Self.mostOnKey {
            let oldest = heads[key]
            heads[key] = notes[Int(oldest)].next
            release(oldest)
        }
    }

    private mutating func end(_ event: ScheduledEvent) {
        let key = key(of: event)
        guard heads[key] >= 0 else { return }
        if isUnbalanced(event) {
            release(key)
            return
        }
        var (previous, entry): (Int32, Int32) = (-1, heads[key])
        while entry >= 0, schedule[notes[Int(entry)].event].track != event.track {
            (previous, entry) = (entry, notes[Int(entry)].next)
        }
        if entry < 0 { (previous, entry) = (-1, heads[key]) }
        let next = notes[Int(entry)].next
        if previous < 0 { heads[key] = next } else { notes[Int(previous)].next = next }
        if heads[key] < 0 { hold(notes[Int(entry)], key) }
        release(entry)
    }

    private func isDrums(_ channel: Int) -> Bool {
        schedule.drumChannels[channel >> 4] >> UInt16(channel & 15) & 1 == 1
    }

    /// Ends the notes of a key, as far as no pedal holds the last of them.
    private mutating func release(_ key: Int) {
        guard heads[key] >= 0 else { return }
        var last = Int(heads[key])
        while notes[last].next >= 0 { last = Int(notes[last].next) }
        hold(notes[last], key)
        removeAll(key)
    }

    /// Has the pedals hold a note whose key goes up.
    private mutating func hold(_ note: Entry, _ key: Int) {
        let down = pedals[key >> 7]
        guard down != 0, !isDrums(key >> 7) else { return }
        if note.isCaptured {
            sostenuto[key] = note.event
        } else if down & Pedal.sustain != 0 {
            sustained[key] = note.event
        }
    }

    private mutating func control(_ message: MIDIMessage, _ channel: Int) {
        let keys = channel << 7..<(channel + 1) << 7
        switch message.data1 {
        case 64: setSustain(message.data2 >= 64, channel)
        case 66: setSostenuto(message.data2 >= 64, channel)
        case 120: silence(channel)
        case 121:
            setSustain(false, channel)
            setSostenuto(false, channel)
        case 123...127:
            for key in keys { release(key) }
        default: break
        }
    }

    private mutating func setSustain(_ isDown: Bool, _ channel: Int) {
        guard isDown || pedals[channel] & Pedal.sustain != 0 else { return }
        if isDown {
            pedals[channel] |= Pedal.sustain
        } else {
            pedals[channel] &= ~Pedal.sustain
            for key in channel << 7..<(channel + 1) << 7 { sustained[key] = -1 }
        }
    }

    private mutating func setSostenuto(_ isDown: Bool, _ channel: Int) {
        guard isDown || pedals[channel] & Pedal.sostenuto != 0 else { return }
        for key in channel << 7..<(channel + 1) << 7 {
            if !isDown { sostenuto[key] = -1 }
            var entry = heads[key]
            while entry >= 0 {
                notes[Int(entry)].isCaptured = isDown
                entry = notes[Int(entry)].next
            }
        }
        if isDown {
            pedals[channel] |= Pedal.sostenuto
        } else {
            pedals[channel] &= ~Pedal.sostenuto
        }
    }

    private mutating func release(_ entry: Int32) {
        notes[Int(entry)].event = -1
        free.append(entry)
    }

    private mutating func removeAll(_ key: Int) {
        var entry = heads[key]
        heads[key] = -1
        while entry >= 0 {
            release(entry)
            entry = notes[Int(entry)].next
        }
    }

    /// Ends all notes of a channel, whatever holds them.
    private mutating func silence(_ channel: Int) {
        for key in channel << 7..<(channel + 1) << 7 {
            removeAll(key)
            sustained[key] = -1
            sostenuto[key] = -1
        }
    }
}

// MARK: Checkpoints

extension SoundingHistory {
    /// The part that a checkpoint keeps.
    struct Snapshot: Sendable {
        var notes: [SoundingNote]
        /// By sampler and channel.
        var pedals: [UInt8]

        /// The size in bytes.
        var size: Int { notes.count * MemoryLayout<SoundingNote>.stride + pedals.count }
    }

    var snapshot: Snapshot { Snapshot(notes: sounding, pedals: pedals) }

    /// Puts a new history into the state of a snapshot.
    private mutating func restore(_ snapshot: Snapshot) {
        let events = schedule.events
        var captured: Set<Int> = []
        for note in snapshot.notes where note.hold.isKeyDown {
            begin(events[note.event], note.event)
            if note.hold.isCaptured { captured.insert(note.event) }
        }
        for index in notes.indices where captured.contains(notes[index].event) {
            notes[index].isCaptured = true
        }
        for note in snapshot.notes {
            switch note.hold {
            case .sustain: sustained[key(of: events[note.event])] = note.event
            case .sostenuto: sostenuto[key(of: events[note.event])] = note.event
            case .key, .capturedKey: break
            }
        }
        pedals = snapshot.pedals
    }
}
