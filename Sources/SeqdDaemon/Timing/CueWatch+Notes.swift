import ControlProtocol
import MIDI
import Playback
import Sequencer

/// The notes and chords that playback passes.
extension CueWatch {
    /// Events of notes and chords, and the number of notes that were left out.
    typealias Notes = (events: [DaemonEvent], omitted: Int)

    /// The notes and chords passed since the last call; nothing is computed if no client wants them.
    ///
    /// - Parameters:
    ///   - frame: The audible nominal frame.
    ///   - piece: The piece.
    ///   - loop: The nominal frames that are repeated.
    ///   - arrangement: The audible parts.
    ///   - types: The types of events that are wanted.
    ///   - heard: The time at which a nominal frame is heard; `nil` if it is not known.
    /// - Returns: Their events, in order.
    func advanceNotes(
        to frame: Int64,
        of piece: LoadedPiece,
        loop: Range<Int64>?,
        _ arrangement: NoteTracker.Arrangement,
        _ types: Set<EventType>,
        heard: (Int64) -> Double?
    ) -> Notes {
        guard types.contains(.note) || types.contains(.chord) else {
            notes.reset()
            return ([], 0)
        }
        let passage = notes.advance(to: frame, of: piece, loop: loop, arrangement)
        return events(of: passage, in: piece.sequence, types, heard: heard)
    }

    /// The remaining notes and chords of a piece that has ended.
    func finishNotes(
        _ piece: LoadedPiece,
        _ types: Set<EventType>,
        heard: (Int64) -> Double?
    ) -> Notes {
        guard types.contains(.note) || types.contains(.chord) else { return ([], 0) }
        return events(of: notes.finish(piece), in: piece.sequence, types, heard: heard)
    }

    /// The ends of the notes that sound, since playback was paused or stopped.
    func releaseNotes(of piece: LoadedPiece?, _ types: Set<EventType>) -> Notes {
        guard let piece else {
            notes.reset()
            return ([], 0)
        }
        return events(of: notes.release(), in: piece.sequence, types) { _ in nil }
    }

    private func events(
        of passage: NoteTracker.Passage,
        in sequence: PreparedSequence,
        _ types: Set<EventType>,
        heard: (Int64) -> Double?
    ) -> Notes {
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
