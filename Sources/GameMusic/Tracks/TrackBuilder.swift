import MIDI
import SMF

/// Makes a track of events in the order of time, and of notes that know their length.
struct TrackBuilder {
    private var track = Track()
    /// The time that has been reached, in ticks.
    private(set) var tick: Int64 = 0
    /// The time of the last event of the track.
    private var lastTick: Int64 = 0
    private var noteOffs = PendingNoteOffs()

    /// The longest delta time that a file can have.
    private static let longestDelta: Int64 = 0x0FFF_FFFF

    /// Lets time pass.
    mutating func advance(by ticks: Int64) { tick += ticks }

    /// Adds an event now.
    mutating func append(_ event: Event) {
        endNotes(until: tick)
        write(event, at: tick)
    }

    /// Adds a tempo now (FF 51), in microseconds per quarter note, 1 … 0xFFFFFF.
    mutating func appendTempo(_ tempo: UInt32) {
        let bytes = [16, 8, 0].map { UInt8(truncatingIfNeeded: tempo >> $0) }
        append(.meta(MetaEvent(type: 0x51, bytes: bytes[...])))
    }

    /// Adds a marker now (FF 06).
    mutating func appendMarker(_ text: String) {
        append(.meta(MetaEvent(type: 0x06, bytes: Array(text.utf8)[...])))
    }

    /// Adds a note-on now and its note-off later; a note-on of velocity 0 has none.
    mutating func append(_ noteOn: MIDIMessage, duration: Int64) {
        append(.channel(noteOn))
        guard noteOn.data2 > 0 else { return }
        let noteOff = MIDIMessage(
            status: 0x80 | noteOn.status & 0x0F,
            data1: noteOn.data1,
            data2: Self.releaseVelocity
        )
        if duration > 0 {
            noteOffs.insert(noteOff, at: tick + duration)
        } else {
            write(.channel(noteOff), at: tick)
        }
    }

    /// The velocity of a note-off of which the file says nothing (MIDI 1.0, "Note Off").
    static let releaseVelocity: UInt8 = 64

    /// The track, after the last note-offs and end-of-track.
    consuming func finish() -> Track {
        endNotes(until: .max)
        write(.meta(.endOfTrack), at: max(tick, lastTick))
        return track
    }

    /// Adds the note-offs that are due by a tick.
    private mutating func endNotes(until tick: Int64) {
        while let next = noteOffs.firstTick, next <= tick,
            let (time, message) = noteOffs.removeFirst()
        {
            write(.channel(message), at: time)
        }
    }

    private mutating func write(_ event: Event, at tick: Int64) {
        // A longer time than a delta can express is divided by empty texts.
        while tick - lastTick > Self.longestDelta {
            let pause = Event.meta(MetaEvent(type: 0x01, bytes: []))
            track.append(TrackEvent(delta: UInt32(Self.longestDelta), event: pause))
            lastTick += Self.longestDelta
        }
        track.append(TrackEvent(delta: UInt32(tick - lastTick), event: event))
        lastTick = tick
    }
}
