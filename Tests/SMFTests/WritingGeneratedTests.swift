import MIDI
import SMF
import Testing

@Suite("Writing generated files")
struct WritingGeneratedTests {
    @Test("What was written is read back, whatever the events and the style", arguments: 1...20)
    func roundTrip(seed: UInt64) throws {
        var generator = WritingGenerator(seed: seed)
        let file = MIDIFile(
            format: .simultaneous,
            division: .smpte(.fps2997, ticksPerFrame: 100),
            tracks: (0..<8).map { generator.track(eventCount: $0 * 40) }
        )
        for style in WritingStyle.allCases {
            let bytes = try file.bytes(style)
            let again = try MIDIFile(bytes, keeping: .everything)
            #expect(again.tracks == file.tracks)
            #expect(again.format == file.format)
            #expect(again.division == file.division)
            // Nothing in them but odd meta events and open messages is to be remarked upon.
            let expected: Set<Diagnostic.Code> = [
                .metaTypeRange, .metaUnknown, .metaLength, .metaRange, .sysExUnterminated,
            ]
            #expect(Set(again.codes).subtracting(expected).isEmpty)
            #expect(try again.bytes(.preserving) == bytes)
        }
    }

    @Test("A track without its end gets one, and is otherwise the same", arguments: 100...103)
    func withoutEnd(seed: UInt64) throws {
        var generator = WritingGenerator(seed: seed)
        let events = generator.track(eventCount: 50).dropLast()
        let file = MIDIFile(
            format: .single,
            division: .ticksPerQuarter(960),
            tracks: [Track(events: events)]
        )
        for style in WritingStyle.allCases {
            let track = try MIDIFile(try file.bytes(style)).tracks[0]
            #expect(track.dropLast().elementsEqual(events))
            #expect(track.last == TrackEvent(delta: 0, event: .meta(.endOfTrack)))
        }
    }
}
