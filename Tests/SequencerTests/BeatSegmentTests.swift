import SMF
import TestSupport
import Testing

@testable import Sequencer

@Suite("Segments of one tempo and one meter")
struct BeatSegmentTests {
    private func segments(
        pace: Speed = .normal,
        _ fill: (inout SMFBuilder.Track) -> Void
    ) throws -> [BeatSegment] {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track {
            fill(&$0)
            $0.note(at: 0, length: 480, channel: 0, key: 60)
        }
        let sequence = try MusicSequence(MIDIFile(song.bytes))
        return try sequence.prepared().beatSegments(pace: pace)
    }

    @Test("are one for a file without tempo and meter")
    func plain() throws {
        let expected = BeatSegment(
            seconds: 0,
            bar: 1,
            ticks: 0,
            barStart: 0,
            ticksPerSecond: 960,
            ticksPerBeat: 480,
            beatsPerBar: 4,
            beatType: 4
        )
        #expect(try segments { _ in } == [expected])
    }

    @Test("begin at each tempo and each meter, within bars too")
    func changes() throws {
        let found = try segments {
            $0.meta(at: 0, type: 0x58, [3, 2, 24, 8])
            // The second beat of the second bar: 60 quarter notes per minute.
            $0.meta(at: 1_920, type: 0x51, [0x0F, 0x42, 0x40])
            // The third bar has six eighths.
            $0.meta(at: 2_880, type: 0x58, [6, 3, 36, 8])
        }
        #expect(found.map(\.seconds) == [0, 2, 4])
        #expect(found.map(\.bar) == [1, 2, 3])
        #expect(found.map(\.ticks) == [0, 480, 0])
        #expect(found.map(\.barStart) == [0, 1_440, 2_880])
        #expect(found.map(\.ticksPerSecond) == [960, 480, 480])
        #expect(found.map(\.ticksPerBeat) == [480, 480, 240])
        #expect(found.map(\.beatsPerBar) == [3, 3, 6])
        #expect(found.map(\.beatType) == [4, 4, 8])
    }

    @Test("are shorter at a higher speed")
    func pace() throws {
        let double = try #require(Speed(numerator: 2, denominator: 1))
        let found = try segments(pace: double) {
            $0.meta(at: 1_920, type: 0x51, [0x0F, 0x42, 0x40])
        }
        #expect(found.map(\.seconds) == [0, 1])
        #expect(found.map(\.ticksPerSecond) == [1_920, 960])
    }

    @Test("are none where the time base is a time code")
    func timeCode() throws {
        let bytes: [UInt8] =
            Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0xE7, 40] + Array("MTrk".utf8)
            + [0, 0, 0, 4, 0, 0xFF, 0x2F, 0]
        let sequence = try MusicSequence(MIDIFile(bytes))
        #expect(try sequence.prepared().beatSegments().isEmpty)
    }
}
