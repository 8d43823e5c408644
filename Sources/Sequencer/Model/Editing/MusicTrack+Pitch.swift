import MIDI

extension MusicTrack {
    /// Moves the keys of a range's notes; what leaves the 128 keys comes back by octaves.
    ///
    /// Note-ons and note-offs without partner and the pressure of keys go along.
    ///
    /// - Parameters:
    ///   - range: Ticks.
    ///   - semitones: The interval, −127 … 127; above 0 is up.
    ///   - includingDrums: Whether channel 10 is moved, too, whose keys are instruments.
    public mutating func transpose(
        _ range: Range<Int64>,
        by semitones: Int,
        includingDrums: Bool = false
    ) {
        func isMoved(_ channel: UInt8) -> Bool {
            includingDrums || channel & 15 != PlayedSound.drumChannel
        }
        changeNotes(in: range) { note in
            guard isMoved(note.channel) else { return }
            note.key = MIDIKey.transposed(note.key, by: semitones)
        } message: { message in
            guard isMoved(message.channel) else { return message }
            return MIDIMessage(
                status: message.status,
                data1: MIDIKey.transposed(message.data1, by: semitones),
                data2: message.data2
            )
        }
    }

    /// Multiplies the velocities of a range's notes, rounded, and at least 1 and at most 127.
    ///
    /// - Parameters:
    ///   - range: Ticks.
    ///   - factor: The factor, 0 or more.
    public mutating func scaleVelocity(_ range: Range<Int64>, by factor: Double) {
        changeVelocity(range) { PlayedSound.velocity($0, scaledBy: factor) }
    }

    /// Gives all notes of a range one velocity.
    ///
    /// - Parameters:
    ///   - range: Ticks.
    ///   - velocity: The velocity, cut to 1 … 127.
    public mutating func setVelocity(_ range: Range<Int64>, to velocity: UInt8) {
        changeVelocity(range) { _ in min(max(velocity, 1), 127) }
    }

    private mutating func changeVelocity(_ range: Range<Int64>, _ change: (UInt8) -> UInt8) {
        changeNotes(in: range) { note in
            note.velocity = change(note.velocity)
        } message: { message in
            guard message.isNoteOn else { return message }
            return MIDIMessage(
                status: message.status,
                data1: message.data1,
                data2: change(message.data2)
            )
        }
    }

    /// Changes notes, and the messages that are about keys.
    private mutating func changeNotes(
        in range: Range<Int64>,
        _ body: (inout Note) -> Void,
        message change: (MIDIMessage) -> MIDIMessage
    ) {
        events.change(in: range) { entry in
            switch entry.event {
            case .note(var note):
                body(&note)
                entry.event = .note(note)
            case .channel(let message):
                switch message.kind {
                case .noteOn, .noteOff, .polyphonicPressure:
                    entry.event = .channel(change(message))
                default: break
                }
            default: break
            }
        }
    }
}
