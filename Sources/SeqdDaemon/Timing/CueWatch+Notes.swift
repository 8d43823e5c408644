import ControlProtocol
import MIDI
import Playback
import Sequencer

/// The notes and chords that playback passes.
extension CueWatch {
    /// The events of notes and chords, and the number of notes that were left out.
    func events(
        of passage: NoteTracker.Passage,
        in sequence: PreparedSequence,
        _ types: Set<EventType>,
        heard: (Int64) -> Double?
    ) -> Passed {
        var events: [DaemonEvent] = []
        for event in passage.events {
            switch event.kind {
            case .note(let note) where types.contains(.note):
                let passed = PassedNote(
                    note,
                    in: sequence,
                    frame: event.frame,
                    heard: event.frame.flatMap(heard)
                )
                events.append(.note(passed))
            case .chord(let name) where types.contains(.chord):
                events.append(
                    .chord(
                        PassedChord(
                            name?.description,
                            frame: event.frame,
                            heard: event.frame.flatMap(heard)
                        )
                    )
                )
            case .note, .chord: break
            }
        }
        return (events, types.contains(.note) ? passage.omitted : 0)
    }
}

extension PassedNote {
    /// A note of a sequence.
    fileprivate init(
        _ note: NoteTracker.Note,
        in sequence: PreparedSequence,
        frame: Int64?,
        heard: Double?
    ) {
        let ports = sequence.ports
        self.init(
            note.isOn ? .on : .off,
            track: note.track + 1,
            port: ports.indices.contains(note.port) ? Int(ports[note.port]) + 1 : 1,
            channel: note.channel + 1,
            key: Int(note.key),
            name: NoteName.text(note.key),
            velocity: note.isOn ? Int(note.velocity) : nil,
            frame: frame,
            heard: heard
        )
    }
}
