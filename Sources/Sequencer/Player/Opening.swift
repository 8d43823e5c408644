import MIDI

/// What brings the channels into the state at a place of a schedule, and the notes that sound
/// there.
final class Opening: Sendable {
    private let writes: FixedBuffer<OpeningEvent>
    private let offsets: FixedBuffer<Int>
    private let notes: FixedBuffer<ScheduledEvent>
    private let reset: FixedBuffer<UInt32>
    private let states: ChannelStates
    /// What the audio thread reads; the opening must outlive it.
    let view: OpeningView

    /// Looks for it.
    ///
    /// - Parameters:
    ///   - schedule: The schedule.
    ///   - first: The event that is played first.
    ///   - beginsWith: Whether an event falls on the same frame as the first.
    ///   - chasesNotes: Whether the notes are wanted.
    init(
        of schedule: Schedule,
        before first: Int,
        beginsWith: (ScheduledEvent) -> Bool,
        chasesNotes: Bool
    ) {
        let chase = Chase(of: schedule, before: first)
        let samplers = schedule.drumChannels.count
        var writes: [OpeningEvent] = []
        var offsets = [0]
        for port in 0..<samplers {
            writes += chase.events(ofSampler: port)
            offsets.append(writes.count)
        }
        states = .allocate(samplers: samplers)
        for port in 0..<samplers { states.copy(port: port, from: chase.states) }
        let sounding =
            chasesNotes ? Self.notes(in: schedule, before: first, beginsWith: beginsWith) : []
        self.writes = FixedBuffer(writes)
        self.offsets = FixedBuffer(offsets)
        notes = FixedBuffer(sounding)
        reset = ChannelReset.messages
        view = OpeningView(
            writes: self.writes.pointer,
            offsets: self.offsets.pointer,
            notes: notes.pointer,
            reset: reset.pointer,
            states: states,
            resetCount: ChannelReset.messageCount,
            noteCount: notes.count
        )
    }

    /// The note-ons of the notes that sound where playing begins.
    ///
    /// What ends on the frame itself does not, but where its note-off would end another note on
    /// the key: the player counts note-ons and note-offs.
    private static func notes(
        in schedule: Schedule,
        before first: Int,
        beginsWith: (ScheduledEvent) -> Bool
    ) -> [ScheduledEvent] {
        let events = schedule.events
        func key(_ event: ScheduledEvent) -> UInt32 {
            UInt32(event.port) << 16 | (event.bits & 0x0F) << 8 | (event.bits >> 8 & 0x7F)
        }
        var history = SoundingHistory(of: schedule, before: first)
        let before = history.events
        guard !before.isEmpty else { return [] }
        var (struck, shared): (Set<UInt32>, Set<UInt32>) = ([], [])
        var index = first
        while index < events.count, beginsWith(events[index]) {
            let event = events[index]
            if case .channel = event.kind {
                if event.message.isNoteOn { struck.insert(key(event)) }
                if event.message.isNoteOff, struck.contains(key(event)) {
                    shared.insert(key(event))
                }
            }
            history.note(event, index: index)
            index += 1
        }
        let after = Set(history.events)
        for note in before where after.contains(note) { shared.insert(key(events[note])) }
        return before.filter { shared.contains(key(events[$0])) }.map { events[$0] }
    }

    deinit {
        states.deallocate()
    }
}

/// Raw pointers into an ``Opening``.
struct OpeningView: BitwiseCopyable, @unchecked Sendable {
    /// What leads from the initial state to the one that is meant, by sampler.
    let writes: UnsafePointer<OpeningEvent>
    /// Where each sampler's writes begin, and where the last one's end.
    let offsets: UnsafePointer<Int>
    /// The note-ons of the notes that sound.
    let notes: UnsafePointer<ScheduledEvent>
    /// What leads to the initial state, by channel.
    let reset: UnsafePointer<UInt32>
    /// The state that is meant.
    let states: ChannelStates
    let resetCount: Int
    let noteCount: Int
}

/// An event that is sent before the schedule's own.
struct OpeningEvent: Hashable, BitwiseCopyable, Sendable {
    var bits: UInt32
    var port: UInt8
    var kind: ScheduledEvent.Kind
}
