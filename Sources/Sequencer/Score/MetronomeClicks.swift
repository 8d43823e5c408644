import MIDI

/// The beats of a sequence, each with what a metronome plays there.
struct MetronomeClicks {
    struct Beat {
        var tick: Int64
        var isBarStart: Bool
    }

    private(set) var beats: [Beat] = []
    /// Whether there would be more than are kept.
    private(set) var isCutShort = false
    /// How long a click is held at most: a sixteenth note.
    private let longest: Int64
    private let endTick: Int64

    /// The beats before a tick.
    init(of map: MeterMap, until endTick: Int64) {
        self.endTick = endTick
        longest = max(map.wholeNote / 16, 1)
        for (number, segment) in map.segments.enumerated() {
            let next = number + 1 < map.segments.count ? map.segments[number + 1].tick : .max
            let end = min(next, endTick)
            var beat: Int64 = 0
            while true {
                let tick = segment.tick + segment.offset(ofBeat: beat, wholeNote: map.wholeNote)
                guard tick < end else { break }
                guard beats.count < Metronome.maximumClicks else {
                    isCutShort = true
                    return
                }
                // Beats that are shorter than a tick fall together: one click is heard.
                if beats.last?.tick != tick {
                    beats.append(Beat(tick: tick, isBarStart: beat % segment.numerator == 0))
                }
                beat += 1
            }
        }
    }

    /// Note-ons and note-offs in playing order.
    func events(of metronome: Metronome) -> [ScheduledEvent] {
        var events: [ScheduledEvent] = []
        events.reserveCapacity(beats.count * 2)
        for (index, beat) in beats.enumerated() {
            let key = Metronome.key(isBarStart: beat.isBarStart)
            let next = index + 1 < beats.count ? beats[index + 1].tick : endTick
            func add(_ message: MIDIMessage, _ tick: Int64) {
                events.append(
                    ScheduledEvent(
                        tick: tick,
                        bits: message.bits,
                        track: UInt16(truncatingIfNeeded: metronome.track),
                        port: metronome.port,
                        kind: .channel
                    )
                )
            }
            let velocity = Metronome.velocity(isBarStart: beat.isBarStart)
            add(.noteOn(channel: Metronome.channel, key: key, velocity: velocity), beat.tick)
            add(.noteOff(channel: Metronome.channel, key: key), min(beat.tick + longest, next))
        }
        return events
    }
}
