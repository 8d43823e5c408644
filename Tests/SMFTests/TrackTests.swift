import MIDI
import SMF
import Testing

@Suite("Track")
struct TrackTests {
    private let events: [TrackEvent] = [
        TrackEvent(delta: 0, event: .meta(MetaEvent(type: 3, bytes: [0x41, 0xE9]))),
        TrackEvent(delta: 5, event: .channel(.noteOn(channel: 0, key: 60, velocity: 64))),
        TrackEvent(delta: 0, event: .meta(MetaEvent(type: 1, bytes: []))),
        TrackEvent(delta: 7, event: .channel(.programChange(channel: 15, program: 127))),
        TrackEvent(
            delta: 1,
            event: .systemExclusive(SystemExclusivePacket(form: .start, bytes: [1, 2]))
        ),
        TrackEvent(
            delta: 1,
            event: .systemExclusive(SystemExclusivePacket(form: .continuation, bytes: [3, 0xF7]))
        ),
        TrackEvent(
            delta: 1,
            event: .systemExclusive(SystemExclusivePacket(form: .escape, bytes: [0xFA]))
        ),
        TrackEvent(delta: .max, event: .channel(.noteOff(channel: 0, key: 60))),
        TrackEvent(delta: .max, event: .meta(.endOfTrack)),
    ]

    @Test("Events come out as they were put in, by iterating and by index")
    func roundTrip() {
        let track = Track(events: events)
        #expect(Array(track) == events)
        #expect(track.count == events.count)
        for index in events.indices { #expect(track[index] == events[index]) }
        #expect(Array(track.reversed()) == events.reversed())
        #expect(Array(track.dropFirst(3)) == Array(events.dropFirst(3)))
    }

    @Test("The end is the sum of all deltas, beyond 32 bits")
    func endTick() {
        #expect(Track(events: events).endTick == 15 + 2 * Int64(UInt32.max))
        #expect(Track().endTick == 0)
    }

    @Test("Appending is the same as making at once")
    func append() {
        var track = Track()
        for event in events { track.append(event) }
        #expect(track == Track(events: events))
        track.append(events[0])
        #expect(track != Track(events: events))
    }

    @Test("The name is the first track name event")
    func name() {
        #expect(Track(events: events).name == "Aé")
        #expect(Track(events: events.dropFirst()).name == nil)
        let renamed =
            events + [TrackEvent(delta: 0, event: .meta(MetaEvent(type: 3, bytes: [0x42])))]
        #expect(Track(events: renamed).name == "Aé")
    }

    @Test("A file can be made by hand")
    func file() {
        let file = MIDIFile(
            format: .independent,
            division: .smpte(.fps25, ticksPerFrame: 40),
            tracks: [Track(events: events)]
        )
        #expect(file.diagnostics.isEmpty)
        #expect(file.container == .standard)
        #expect(file.tracks[0].count == events.count)
    }
}
