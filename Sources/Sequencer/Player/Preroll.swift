import MIDI
import Realtime

/// The messages that put the channels into their state at a position, and the notes that sound
/// there.
final class Preroll: Sendable {
    private let writes: FixedBuffer<ChaseEvent>
    private let offsets: FixedBuffer<Int>
    private let shared: FixedBuffer<ChaseEvent>
    private let notes: FixedBuffer<PrerollNote>
    private let reset: FixedBuffer<UInt32>
    private let states: ChannelStates
    private let memory: ChannelStateMemory
    /// Lends what the audio thread reads; the preroll must outlive the loan.
    @unsafe let view: PrerollView

    /// Looks for it.
    ///
    /// - Parameters:
    ///   - schedule: The schedule.
    ///   - first: The event that is played first.
    ///   - beginsWith: Whether an event falls on the same frame as the first.
    ///   - chasesNotes: Whether the notes are wanted.
    ///   - sharing: The channels that share a destination with others, lane × 16 + channel.
    init(
        of schedule: Schedule,
        before first: Int,
        beginsWith: (ScheduledEvent) -> Bool,
        chasesNotes: Bool,
        sharing: [Int] = []
    ) {
        let chase = Chase(of: schedule, before: first)
        let samplers = schedule.drumChannels.count
        var writes: [ChaseEvent] = []
        var offsets = [0]
        for port in 0..<samplers {
            writes += chase.events(ofSampler: port)
            offsets.append(writes.count)
        }
        memory = ChannelStateMemory(samplers: samplers)
        states = unsafe memory.states
        for port in 0..<samplers { states.copy(port: port, from: chase.states) }
        let sounding =
            chasesNotes
            ? Self.notes(in: schedule, before: first, states: states, beginsWith: beginsWith) : []
        self.writes = FixedBuffer(writes)
        self.offsets = FixedBuffer(offsets)
        shared = FixedBuffer(chase.events(ofSharing: sharing))
        notes = FixedBuffer(sounding)
        reset = ChannelReset.messages
        unsafe view = unsafe PrerollView(
            writes: self.writes.lent,
            offsets: self.offsets.lent,
            shared: shared.lent,
            notes: notes.lent,
            reset: reset.lent,
            states: states,
            resetCount: ChannelReset.messageCount
        )
    }

    /// The messages for the notes that sound at the start of playing.
    ///
    /// A note that ends on the frame itself does not, unless its note-off would end another note on
    /// the key: the player counts note-ons and note-offs.
    private static func notes(
        in schedule: Schedule,
        before first: Int,
        states: ChannelStates,
        beginsWith: (ScheduledEvent) -> Bool
    ) -> [PrerollNote] {
        func key(_ event: ScheduledEvent) -> UInt32 {
            UInt32(event.port) << 16 | (event.bits & 0x0F) << 8 | (event.bits >> 8 & 0x7F)
        }
        var history = SoundingHistory(of: schedule, before: first)
        let before = history.sounding
        guard !before.isEmpty else { return [] }
        var (begun, shared): (Set<UInt32>, Set<UInt32>) = ([], [])
        var index = first
        while index < schedule.count, beginsWith(schedule[index]) {
            let event = schedule[index]
            if case .channel = event.kind {
                if event.message.isNoteOn { begun.insert(key(event)) }
                if event.message.isNoteOff, begun.contains(key(event)) {
                    shared.insert(key(event))
                }
            }
            history.note(event, index: index)
            index += 1
        }
        let after = Set(history.sounding.map(\.event))
        for note in before where note.hold.isKeyDown && after.contains(note.event) {
            shared.insert(key(schedule[note.event]))
        }
        let sounding = before.filter { note in
            note.hold.isKeyDown
                ? shared.contains(key(schedule[note.event])) : after.contains(note.event)
        }
        return noteOns(sounding, in: schedule, states: states)
    }

    /// The note-ons, and the messages by which the pedals hold the notes.
    ///
    /// The sustain pedal is down already: it holds notes that begin and are released. The sostenuto
    /// pedal holds what is down when it is pressed, so it is lifted and pressed again between those
    /// notes and the others.
    private static func noteOns(
        _ sounding: [SoundingNote],
        in schedule: Schedule,
        states: ChannelStates
    ) -> [PrerollNote] {
        var notes: [PrerollNote] = []
        func begin(_ note: SoundingNote) {
            notes.append(
                PrerollNote(event: schedule[note.event], isKeyDown: note.hold.isKeyDown)
            )
        }
        func release(_ note: SoundingNote) {
            guard !note.hold.isKeyDown else { return }
            var event = schedule[note.event]
            let message = event.message
            event.bits = MIDIMessage.noteOff(channel: message.channel, key: message.data1).bits
            notes.append(PrerollNote(event: event, isKeyDown: false))
        }
        let captured = sounding.filter(\.hold.isCaptured)
        captured.forEach(begin)
        var pressed: Set<Int> = []
        for note in captured {
            var event = schedule[note.event]
            let (port, channel) = (Int(event.port), Int(event.message.channel))
            guard pressed.insert(port << 4 | channel).inserted else { continue }
            let value = UInt8(truncatingIfNeeded: states.channel(port, channel)[66] & 0x7F)
            let status = 0xB0 | UInt8(truncatingIfNeeded: channel)
            for position in [0, value] {
                event.bits = MIDIMessage(status: status, data1: 66, data2: position).bits
                notes.append(PrerollNote(event: event, isKeyDown: false))
            }
        }
        captured.forEach(release)
        for note in sounding where !note.hold.isCaptured {
            begin(note)
            release(note)
        }
        return notes
    }
}

/// The content of a ``Preroll``, lent to the player.
struct PrerollView: BitwiseCopyable, Sendable {
    /// The messages that lead from the initial state to the target, by sampler.
    let writes: LentElements<ChaseEvent>
    /// The start of each sampler's writes, and the end of the last one's.
    let offsets: LentElements<Int>
    /// The last messages to channels that share destinations, in the order of the piece.
    let shared: LentElements<ChaseEvent>
    /// The messages for the notes that sound.
    let notes: LentElements<PrerollNote>
    /// The messages that lead to the initial state, by channel.
    let reset: LentElements<UInt32>
    /// The state that is meant.
    let states: ChannelStates
    let resetCount: Int
}

/// A message that makes a note sound at a preroll.
struct PrerollNote: BitwiseCopyable, Sendable {
    var event: ScheduledEvent
    /// Whether it is the note-on of a note whose key is down; all others are for notes that a pedal
    /// holds alone.
    var isKeyDown: Bool

    @_noLocks
    init(event: ScheduledEvent, isKeyDown: Bool) {
        self.event = event
        self.isKeyDown = isKeyDown
    }
}
