import MIDI

/// The note-ons that wait for their note-off at some place of a schedule.
///
/// A note-off ends the oldest note-on of its track on the key, or the oldest at all. Where the
/// note-offs of a key do not add up (`Schedule.unbalanced`), which note is meant cannot be known:
/// there a note-on counts until any note-off of the key, and only the last one; on a drum channel,
/// where many programs leave note-offs out, none counts.
struct SoundingHistory {
    /// By sampler, channel and key: the first of its notes; −1 for none.
    private var heads: [Int32]
    private var notes: [Note] = []
    private var free: [Int32] = []
    private let schedule: Schedule

    /// The most notes that are followed on one key; further ones take the place of the oldest.
    private static let mostOnKey = 32

    private struct Note {
        /// The note-on's index in the schedule; −1 for a free entry.
        var event: Int
        var next: Int32
    }

    init(of schedule: Schedule) {
        self.schedule = schedule
        heads = Array(repeating: -1, count: schedule.drumChannels.count << 11)
    }

    /// What sounds before the event with an index, by way of a checkpoint where there are any.
    init(of schedule: Schedule, before end: Int) {
        self.init(of: schedule)
        let events = schedule.events
        var index = 0
        if let checkpoint = schedule.checkpoint(before: end) {
            for event in checkpoint.sounding { note(events[event], index: event) }
            index = checkpoint.index
        }
        while index < min(end, events.count) {
            note(events[index], index: index)
            index += 1
        }
    }

    /// The note-ons, by index.
    var events: [Int] { notes.lazy.map(\.event).filter { $0 >= 0 }.sorted() }

    /// Takes the next event of the schedule.
    mutating func note(_ event: ScheduledEvent, index: Int) {
        switch event.kind {
        case .channel:
            let channel = Int(event.port) << 4 | Int(event.bits & 15)
            let message = event.message
            switch message.status & 0xF0 {
            case 0x90 where message.data2 > 0: begin(event, index)
            case 0x80, 0x90: end(event)
            case 0xB0 where message.data1 == 120 || message.data1 >= 123: clear(channel)
            default: break
            }
        case .systemExclusive:
            guard schedule.view.isReset(event.bits) else { return }
            for channel in 0..<16 { clear(Int(event.port) << 4 | channel) }
        }
    }

    private func key(of event: ScheduledEvent) -> Int {
        Int(event.port) << 11 | Int(event.bits & 15) << 7 | Int(event.message.data1 & 127)
    }

    private func isUnbalanced(_ event: ScheduledEvent) -> Bool {
        schedule.view.isUnbalanced(
            port: event.port,
            channel: event.message.channel,
            key: event.message.data1
        )
    }

    private mutating func begin(_ event: ScheduledEvent, _ index: Int) {
        let key = key(of: event)
        if isUnbalanced(event) {
            removeAll(key)
            let drums = schedule.drumChannels[Int(event.port)]
            if drums >> UInt16(event.message.channel) & 1 == 1 { return }
        }
        var place = Int32(truncatingIfNeeded: notes.count)
        if let reused = free.popLast() {
            place = reused
            notes[Int(place)] = Note(event: index, next: -1)
        } else {
            notes.append(Note(event: index, next: -1))
        }
        guard heads[key] >= 0 else {
            heads[key] = place
            return
        }
        var (last, length) = (Int(heads[key]), 1)
        while notes[last].next >= 0 { (last, length) = (Int(notes[last].next), length + 1) }
        notes[last].next = place
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
            removeAll(key)
            return
        }
        var (previous, place): (Int32, Int32) = (-1, heads[key])
        while place >= 0, schedule.events[notes[Int(place)].event].track != event.track {
            (previous, place) = (place, notes[Int(place)].next)
        }
        if place < 0 { (previous, place) = (-1, heads[key]) }
        let next = notes[Int(place)].next
        if previous < 0 { heads[key] = next } else { notes[Int(previous)].next = next }
        release(place)
    }

    private mutating func release(_ place: Int32) {
        notes[Int(place)].event = -1
        free.append(place)
    }

    private mutating func removeAll(_ key: Int) {
        var place = heads[key]
        heads[key] = -1
        while place >= 0 {
            release(place)
            place = notes[Int(place)].next
        }
    }

    private mutating func clear(_ channel: Int) {
        for key in channel << 7..<(channel + 1) << 7 where heads[key] >= 0 { removeAll(key) }
    }
}
