import MIDI

/// The notes that have begun and not ended, as a receiver of the messages knows them.
///
/// A note-off ends the first note of its port, channel and key; All Sound Off and All Notes Off end all
/// of their channel (MIDI 1.0, controllers 120 and 123 to 127). Pedals are not counted.
package struct OpenNotes<Note> {
    /// The notes of a key that have not ended, in the order in which they began.
    private struct Queue {
        var notes: [Note] = []
        var first = 0

        mutating func next() -> Note? {
            guard first < notes.count else { return nil }
            defer {
                first += 1
                if first == notes.count {
                    notes.removeAll(keepingCapacity: true)
                    first = 0
                }
            }
            return notes[first]
        }
    }

    /// By port, channel and key.
    private var queues: [Queue]

    /// Makes the state before the first event.
    ///
    /// - Parameter ports: The number of ports.
    package init(ports: Int) {
        queues = Array(repeating: Queue(), count: ports << 11)
    }

    /// Takes an event; events are taken in the order in which they are played.
    ///
    /// - Parameters:
    ///   - event: A channel message.
    ///   - begin: Makes the note of a note-on from its key; `nil` leaves it out.
    ///   - ended: Called with each note that the event ends, and its key.
    package mutating func take(
        _ event: ScheduledEvent,
        begin: (UInt8) -> Note?,
        ended: (Note, UInt8) -> Void
    ) {
        let message = event.message
        let channel = event.channelIndex
        let key = message.data1 & 127
        let index = channel << 7 | Int(key)
        guard queues.indices.contains(index) else { return }
        if message.isNoteOn {
            if let note = begin(key) { queues[index].notes.append(note) }
        } else if message.isNoteOff {
            if let note = queues[index].next() { ended(note, key) }
        } else if message.kind == .controlChange, message.data1 == 120 || message.data1 >= 123 {
            for key in 0..<128 { endAll(channel << 7 | key, ended) }
        }
    }

    /// Ends all notes that have not ended.
    ///
    /// - Parameter ended: Called with each of them, and its key.
    package mutating func endAll(_ ended: (Note, UInt8) -> Void) {
        for index in queues.indices { endAll(index, ended) }
    }

    private mutating func endAll(_ index: Int, _ ended: (Note, UInt8) -> Void) {
        while let note = queues[index].next() { ended(note, UInt8(index & 127)) }
    }
}
