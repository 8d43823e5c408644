import MIDI
import SMF
import Sequencer
import Testing

@testable import Playback

@Suite("Captured takes")
struct CapturedTakeTests {
    private static let second: Int64 = 1_000_000_000

    /// Notes of a tenth of a second, at times in seconds since 1970.
    private func notes(_ times: [Double]) -> [RecordedEvent] {
        times.flatMap { time -> [RecordedEvent] in
            let start = Int64(time * 1e9)
            return [
                RecordedEvent(
                    time: start,
                    input: 0,
                    content: .message(.noteOn(channel: 0, key: 60, velocity: 9))
                ),
                RecordedEvent(
                    time: start + Self.second / 10,
                    input: 0,
                    content: .message(.noteOff(channel: 0, key: 60))
                ),
            ]
        }
    }

    private func starts(_ take: Take) throws -> [Int64] {
        let file = try TakeArrangement(take).midiFile()
        var tick: Int64 = 0
        return file.tracks[1].flatMap { event -> [Int64] in
            tick += Int64(event.delta)
            guard case .channel(let message) = event.event, message.isNoteOn else { return [] }
            return [tick]
        }
    }

    @Test("The tempo is guessed, and the first note begins bar 1")
    func guessed() throws {
        let times = (0..<16).map { 1_000 + Double($0) * 60 / 96 }
        let captured = try #require(CapturedTake(notes(times), CaptureRequest("a"), offset: 0))
        #expect(try abs(#require(captured.guessedTempo) - 96) <= 0.2)
        let starts = try starts(captured.take)
        #expect(starts.first == 0)
        // A tenth of a quarter note per minute adds up to less than a 64th after 15 of them.
        #expect(zip(starts, 0...).allSatisfy { abs($0 - 960 * Int64($1)) < 60 })
    }

    @Test("While something plays, its bars are those of the file")
    func playing() throws {
        var request = CaptureRequest("a")
        // Bars of two seconds, one of which begins 1,005 s after the start of the clock.
        request.beat = CaptureRequest.Beat(
            microsecondsPerQuarter: 500_000,
            meter: TimeSignature(numerator: 4, denominatorPower: 2),
            barTime: 1_005 * Self.second
        )
        let captured = CapturedTake(notes([2_000.5, 2_002]), request, offset: 1_000 * Self.second)
        let take = try #require(captured?.take)
        #expect(captured?.guessedTempo == nil)
        // A bar begins at 1,999 s.
        #expect(try starts(take) == [2_880, 5_760])
        #expect(take.plan.tempos.map(\.microsecondsPerQuarter) == [500_000])
    }

    @Test("Of what came before the range, only what was set counts")
    func range() throws {
        var request = CaptureRequest("a")
        request.last = 2 * Self.second
        let program = RecordedEvent(
            time: 999 * Self.second,
            input: 0,
            content: .message(.programChange(channel: 0, program: 9))
        )
        let captured = CapturedTake(
            [program] + notes([1_000, 1_010, 1_011]),
            request,
            offset: 0
        )
        let file = try TakeArrangement(try #require(captured?.take)).midiFile()
        let programs = file.tracks[1].filter { event in
            guard case .channel(let message) = event.event else { return false }
            return message.kind == .programChange
        }
        #expect(programs.count == 1)
        #expect(try starts(try #require(captured?.take)) == [0, 1_920])
    }

    @Test("Without a note there is nothing")
    func nothing() {
        #expect(CapturedTake([], CaptureRequest("a"), offset: 0) == nil)
        #expect(CapturedTake([notes([1])[1]], CaptureRequest("a"), offset: 0) == nil)
    }
}
