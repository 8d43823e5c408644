import MIDI

/// The note-offs that a sequence lacks.
///
/// If not all notes of a key end, only the part after the last message that ends everything counts,
/// and of that the part that is not balanced: from the time at which no note of the key sounds to
/// the first note-off after it.
struct MissingNoteOffs {
    /// A note-off of a track that is there: the nth of its key and channel at a tick, from 0.
    struct NoteOff: Hashable {
        var tick: Int64
        var message: MIDIMessage
        var occurrence: Int
    }

    /// A note-off that is to be added.
    struct Addition {
        var track: Int
        var tick: Int64
        /// The FF 21 value.
        var port: UInt8
        var message: MIDIMessage
        /// The one behind which it comes; `nil` for the track's end.
        var noteOff: NoteOff?
    }

    private(set) var additions: [Addition] = []
    private let sequence: PreparedSequence
    private let quarter: Int64

    /// Looks for them.
    ///
    /// - Parameters:
    ///   - sequence: The sequence.
    ///   - quarter: The length of a note that begins at the end of its track, in ticks.
    init(in sequence: PreparedSequence, quarter: Int64) {
        self.sequence = sequence
        self.quarter = quarter
        let stuck = stuckKeys()
        guard !stuck.isEmpty else { return }
        var events: [Int: [Int]] = [:]
        for (index, event) in sequence.schedule.enumerated() {
            take(event) { key in
                if stuck.contains(key) { events[key, default: []].append(index) }
            } clear: { keys in
                for key in stuck where keys.contains(key) { events[key] = nil }
            }
        }
        for key in stuck.sorted() { end(events[key] ?? []) }
    }

    /// Tells which key an event is about, or which keys it ends.
    private func take(
        _ event: ScheduledEvent,
        note: (Int) -> Void,
        clear: (Range<Int>) -> Void
    ) {
        let channel = Int(event.port) << 4 | Int(event.bits & 15)
        switch event.kind {
        case .systemExclusive where sequence.schedule.isReset(event.bits):
            clear(Int(event.port) << 11..<(Int(event.port) + 1) << 11)
        case .systemExclusive:
            break
        case .channel:
            let message = event.message
            switch message.status & 0xF0 {
            case 0x80, 0x90: note(channel << 7 | Int(message.data1 & 127))
            case 0xB0 where message.data1 == 120 || message.data1 >= 123:
                clear(channel << 7..<(channel + 1) << 7)
            default: break
            }
        }
    }

    /// The keys whose notes do not all end.
    private func stuckKeys() -> Set<Int> {
        var open = [Int](repeating: 0, count: sequence.ports.count << 11)
        for event in sequence.schedule {
            take(event) { key in
                open[key] = event.message.isNoteOn ? open[key] + 1 : max(open[key] - 1, 0)
            } clear: { keys in
                for key in keys { open[key] = 0 }
            }
        }
        return Set(open.indices.filter { open[$0] > 0 })
    }

    /// Ends the notes of a key.
    private mutating func end(_ events: [Int]) {
        // Note-ons less note-offs up to each event, and the least of the sums from there on.
        var sums = [0]
        for index in events {
            sums.append(sums[sums.count - 1] + (sequence.schedule[index].message.isNoteOn ? 1 : -1))
        }
        var least = sums
        for position in events.indices.reversed() {
            least[position] = min(least[position], least[position + 1])
        }
        var position = 0
        // Nothing sounds at the beginning of each turn. The events that follow balance if the sum
        // is nowhere lower than at the end.
        while position < events.count, sums[events.count] != least[position] {
            if !sequence.schedule[events[position]].message.isNoteOn {
                position += 1
            } else if least[position + 1] <= sums[position] {
                let level = sums[position]
                repeat { position += 1 } while sums[position] > level
            } else {
                position = endFirst(events, from: position)
            }
        }
    }

    /// Ends the notes that begin before the next note-off.
    ///
    /// - Returns: The index after it.
    private mutating func endFirst(_ events: [Int], from start: Int) -> Int {
        var position = start
        while position < events.count, sequence.schedule[events[position]].message.isNoteOn {
            position += 1
        }
        guard position < events.count else {
            for index in events[start...] { addAtEnd(of: sequence.schedule[index]) }
            return position
        }
        let event = sequence.schedule[events[position]]
        let noteOff = noteOff(events[position])
        for _ in 1..<(position - start) {
            additions.append(
                Addition(
                    track: Int(event.track),
                    tick: event.tick,
                    port: sequence.ports[Int(event.port)],
                    message: noteOff.message,
                    noteOff: noteOff
                )
            )
        }
        return position + 1
    }

    private mutating func addAtEnd(of event: ScheduledEvent) {
        let trackEnd = sequence.tracks[Int(event.track)].endTick
        additions.append(
            Addition(
                track: Int(event.track),
                tick: trackEnd > event.tick ? trackEnd : event.tick + quarter,
                port: sequence.ports[Int(event.port)],
                message: .noteOff(channel: event.message.channel, key: event.message.data1)
            )
        )
    }

    /// The note-off that an event is, by its track and tick.
    private func noteOff(_ index: Int) -> NoteOff {
        let schedule = sequence.schedule
        let event = schedule[index]
        let plain = MIDIMessage.noteOff(channel: event.message.channel, key: event.message.data1)
        var occurrence = 0
        var before = index - 1
        while before >= 0, schedule[before].tick == event.tick {
            let other = schedule[before]
            if other.track == event.track, case .channel = other.kind, other.message.isNoteOff,
                other.message.channel == plain.channel, other.message.data1 == plain.data1
            {
                occurrence += 1
            }
            before -= 1
        }
        return NoteOff(tick: event.tick, message: plain, occurrence: occurrence)
    }
}
