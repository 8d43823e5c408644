import ControlProtocol
import Playback
import Sequencer
import TestSupport
import Testing

@testable import SeqdDaemon

@Suite("Cues as events")
@EventLoop
struct CueWatchTests {
    /// Two tracks, the first with a name; 120 quarter notes per minute.
    private func sequence() throws -> PreparedSequence {
        var music = SMFBuilder(format: 1, ticksPerQuarter: 480)
        music.track("Lead") { $0.note(at: 0, length: 1_920, channel: 0, key: 60) }
        music.track { $0.note(at: 0, length: 960, channel: 1, key: 64) }
        let folder = try TemporaryDirectory()
        return try PieceFile(try folder.write(music.bytes, to: "piece.mid")).sequences[0]
    }

    private func events(
        _ kinds: [MusicalEvent.Kind],
        atTick tick: Int64,
        _ types: Set<EventType>
    ) throws -> [DaemonEvent] {
        let watch = CueWatch(rate: 48_000)
        let passed = kinds.map { MusicalEvent(kind: $0, tick: tick, frame: 0) }
        return watch.events(for: passed, in: try sequence(), types) { frame in
            // One second of the clock for each of the music.
            frame < 96_000 ? 100 + Double(frame) / 48_000 : nil
        }
    }

    @Test("have the position and the time of their tick, and a bar is its first beat too")
    func bar() throws {
        #expect(
            try events([.bar(2), .beat(bar: 2, beat: 2)], atTick: 1_920, [.bar, .beat]) == [
                .bar(BarStart(bar: 2, seconds: 2, frame: 96_000)),
                .beat(BeatStart(bar: 2, beat: 1, seconds: 2, frame: 96_000)),
                .beat(BeatStart(bar: 2, beat: 2, seconds: 2, frame: 96_000)),
            ]
        )
        let position = PassedPosition(text: "1:2", seconds: 0.5, frame: 24_000, heard: 100.5)
        #expect(
            try events([.marker("Verse"), .lyric("la")], atTick: 480, [.marker, .lyric]) == [
                .marker(PassedText("Verse", position: position)),
                .lyric(PassedText("la", position: position)),
            ]
        )
    }

    @Test("name the track that ends, from 1")
    func trackEnd() throws {
        let position = PassedPosition(text: "1:3", seconds: 1, frame: 48_000, heard: 101)
        #expect(
            try events([.trackEnd(0), .trackEnd(1)], atTick: 960, [.trackEnd]) == [
                .trackEnd(TrackEnd(track: 1, name: "Lead", position: position)),
                .trackEnd(TrackEnd(track: 2, name: nil, position: position)),
            ]
        )
    }

    @Test("are left out if no client subscribes to their type")
    func types() throws {
        let kinds: [MusicalEvent.Kind] = [.bar(1), .marker("Verse"), .tempo(500_000)]
        #expect(try events(kinds, atTick: 0, []).isEmpty)
        #expect(try events(kinds, atTick: 0, [.beat]).map(\.type) == [.beat])
        #expect(try events(kinds, atTick: 0, [.tempo]).map(\.type) == [.tempo])
    }
}
