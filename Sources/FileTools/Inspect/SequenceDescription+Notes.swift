import JSON
import MIDI
import Sequencer

extension SequenceDescription {
    private struct OpenNote {
        var tick: Int64
        var track: Int
        var port: UInt8
        var channel: UInt8
        var velocity: UInt8
    }

    /// The notes in the order of their ends.
    ///
    /// Each is an array of start and duration in ticks, track, port, channel, key and velocity. A note
    /// without an end lasts until the end of the sequence.
    var notes: [JSONValue] {
        var notes: [JSONValue] = []
        func add(_ note: OpenNote, _ key: UInt8, _ end: Int64) {
            let numbers = [
                note.tick, end - note.tick, Int64(note.track),
                Int64(portNumber(ofSampler: note.port)),
                Int64(note.channel) + 1, Int64(key), Int64(note.velocity),
            ]
            notes.append(.array(numbers.map(JSONValue.integer)))
        }
        var open = OpenNotes<OpenNote>(ports: sequence.ports.count)
        for event in sequence.schedule where event.kind == .channel {
            open.take(event) { _ in
                OpenNote(
                    tick: event.tick,
                    track: trackNumber(ofIndex: Int(event.track)),
                    port: event.port,
                    channel: event.message.channel,
                    velocity: event.message.data2
                )
            } ended: { note, key in
                add(note, key, event.tick)
            }
        }
        open.endAll { add($0, $1, sequence.endTick) }
        return notes
    }
}
