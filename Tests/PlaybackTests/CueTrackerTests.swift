import Playback
import Sequencer
import TestSupport
import Testing

@Suite("What playing passes")
struct CueTrackerTests {
    private let maker: PieceMaker

    init() throws {
        maker = try PieceMaker()
    }

    /// Two bars of 2/4, one of 3/4 at another tempo; a beat lasts 24,000 frames at first, and then
    /// 12,000.
    private static var song: SMFBuilder {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track("Song") { track in
            track.tempo(at: 0, microsecondsPerQuarter: 500_000)
            track.meter(at: 0, 2, denominatorPower: 2)
            track.meter(at: 1920, 3, denominatorPower: 2)
            track.tempo(at: 1920, microsecondsPerQuarter: 250_000)
            track.marker(at: 1920, "End")
        }
        song.track("Short") { $0.note(at: 0, length: 960, channel: 0, key: 60) }
        song.track { $0.note(at: 0, length: 3360, channel: 1, key: 64) }
        return song
    }

    private static let all = [
        "2/4", "tempo 500000", "bar 1", "1:2", "bar 2", "end 1", "2:2", "3/4", "tempo 250000",
        "bar 3", "@End", "end 0", "3:2", "3:3", "end 2",
    ]

    private func texts(_ events: [MusicalEvent]) -> [String] {
        events.map { event in
            switch event.kind {
            case .bar(let bar): "bar \(bar)"
            case .beat(let bar, let beat): "\(bar):\(beat)"
            case .marker(let name): "@\(name)"
            case .lyric(let text): "'\(text)'"
            case .text(let text): "\"\(text)\""
            case .meter(let meter): "\(meter)"
            case .tempo(let tempo): "tempo \(tempo)"
            case .key: "key"
            case .user(let event, let isChased): "user \(event.bytes)\(isChased ? " chased" : "")"
            case .trackEnd(let track): "end \(track)"
            }
        }
    }

    @Test(
        "is told once and in order, however often playing is looked at",
        arguments: [7, 480, 99_000]
    )
    func order(step: Int) throws {
        let piece = try maker.piece(Self.song)
        var tracker = CueTracker(rate: PieceMaker.rate)
        tracker.restart(at: 0, of: piece)
        var told: [MusicalEvent] = []
        for frame in stride(from: 0, to: 132_000, by: max(step, 480)) {
            told += tracker.advance(to: Int64(frame), of: piece)
        }
        told += tracker.finish(piece)
        #expect(texts(told) == Self.all)
        #expect(tracker.finish(piece).isEmpty)
    }

    @Test("begins where a seek leads, with what stands there")
    func seek() throws {
        let piece = try maker.piece(Self.song)
        var tracker = CueTracker(rate: PieceMaker.rate)
        tracker.restart(at: 72_000, of: piece)
        #expect(texts(tracker.advance(to: 72_100, of: piece)) == ["2:2"])
        tracker.restart(at: 24_000, of: piece)
        #expect(texts(tracker.advance(to: 50_000, of: piece)) == ["1:2", "bar 2", "end 1"])
        // Back without a loop, and without being told so: nothing.
        #expect(tracker.advance(to: 100, of: piece).isEmpty)
        // Who begins to listen is not told what was before.
        tracker.reset()
        #expect(tracker.advance(to: 71_000, of: piece).isEmpty)
        #expect(texts(tracker.advance(to: 73_000, of: piece)) == ["2:2"])
    }

    @Test("is told in each pass of a loop, what was left of the one before too")
    func loops() throws {
        let piece = try maker.piece(Self.song)
        var tracker = CueTracker(rate: PieceMaker.rate)
        let loop: Range<Int64> = 72_000..<108_000
        let pass = ["2:2", "3/4", "tempo 250000", "bar 3", "@End", "end 0"]
        tracker.restart(at: 72_000, of: piece)
        #expect(texts(tracker.advance(to: 72_500, of: piece, loop: loop)) == ["2:2"])
        for _ in 0..<3 {
            let passed = texts(tracker.advance(to: 72_200, of: piece, loop: loop))
            #expect(passed == pass.dropFirst() + ["2:2"])
            #expect(tracker.advance(to: 80_000, of: piece, loop: loop).isEmpty)
        }
        #expect(
            texts(tracker.advance(to: 120_000, of: piece)) == pass.dropFirst() + ["3:2", "3:3"]
        )
    }

    @Test("is told once, also where the tempo becomes another meanwhile")
    func tempo() throws {
        var piece = try maker.piece(Self.song)
        var tracker = CueTracker(rate: PieceMaker.rate)
        tracker.restart(at: 0, of: piece)
        var told: [MusicalEvent] = []
        var tick: Int64 = 0
        while tick < 3_350 {
            let map = piece.sequence.tempoMap
            let frame = map.frame(atTick: tick, rate: PieceMaker.rate)
            told += tracker.advance(to: frame, of: piece)
            piece = piece.at(
                Tempo(parsing: "\(200 + tick % 37)"),
                rate: PieceMaker.rate
            )
            tick += 70
        }
        told += tracker.finish(piece)
        #expect(
            texts(told).filter { !$0.hasPrefix("tempo") }
                == Self.all.filter { !$0.hasPrefix("tempo") }
        )
    }

    @Test("goes on behind what was told when another version takes over")
    func version() throws {
        let piece = try maker.piece(Self.song)
        var tracker = CueTracker(rate: PieceMaker.rate)
        tracker.restart(at: 0, of: piece)
        _ = tracker.advance(to: 50_000, of: piece)
        let version = try maker.piece(Self.song)
        tracker.resume(at: 50_000, of: version)
        #expect(texts(tracker.advance(to: 80_000, of: version)) == ["2:2"])
        tracker.resume(at: nil, of: version)
        #expect(tracker.advance(to: 97_000, of: version).isEmpty)
    }

    @Test("has user events, with those before the start chased once")
    func userEvents() throws {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track { track in
            // The mark of seqd's user events.
            let mark: [UInt8] = [0x7D, 0x73, 0x65, 0x71, 0x64, 0x01]
            for beat in 0..<4 as Range<UInt32> {
                track.meta(at: beat * 480, type: 0x7F, mark + [UInt8(beat)])
            }
            track.meta(at: 500, type: 0x7F, [0x7D, 1, 2])
            track.note(at: 0, length: 1_920, channel: 0, key: 60)
        }
        let piece = try maker.piece(song)
        var tracker = CueTracker(rate: PieceMaker.rate)
        func told(_ frame: Int64) -> [String] {
            texts(tracker.advance(to: frame, of: piece)).filter { $0.hasPrefix("user") }
        }
        tracker.restart(at: 48_000, of: piece)
        #expect(told(48_000) == ["user [0] chased", "user [1] chased", "user [2]"])
        #expect(told(72_000) == ["user [3]"])
        tracker.restart(at: 0, of: piece)
        #expect(told(24_000) == ["user [0]", "user [1]"])
        // Another version of the music continues, and chases nothing.
        tracker.resume(at: 48_000, of: piece)
        #expect(told(72_000) == ["user [3]"])
        tracker.restart(at: 60_000, of: piece)
        let rest = texts(tracker.finish(piece)).filter { $0.hasPrefix("user") }
        #expect(rest == ["user [0] chased", "user [1] chased", "user [2] chased", "user [3]"])
    }

    @Test("has lyrics, and of very many beats only the last")
    func manyBeats() throws {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 1)
        song.track { track in
            track.tempo(at: 0, microsecondsPerQuarter: 1_000)
            track.text(at: 50, .lyric, "la")
            track.note(at: 0, length: 20_000, channel: 0, key: 60)
        }
        let piece = try maker.piece(song)
        var tracker = CueTracker(rate: PieceMaker.rate)
        tracker.restart(at: 0, of: piece)
        // 48 frames a beat.
        #expect(
            texts(tracker.advance(to: 48 * 101, of: piece)) == ["tempo 1000", "'la'", "26:2"]
        )
        #expect(texts(tracker.advance(to: 48 * 103, of: piece)) == ["26:3", "26:4"])
        // More than anybody follows: it goes on behind them.
        _ = tracker.advance(to: 48 * 19_000, of: piece)
        #expect(texts(tracker.advance(to: 48 * 19_001, of: piece)) == ["4751:2"])
    }
}

@Suite("A search in lyrics")
struct LyricSearchTests {
    @Test("finds words across syllables, first after a tick and then from the start")
    func search() {
        let syllables = [("Hel", 0), ("lo, ", 10), ("wor-", 20), ("ld", 30), ("/hello", 40)]
        let search = LyricSearch(
            syllables.map { Lyrics.Syllable(tick: Int64($0.1), text: $0.0) }
        )
        #expect(search.tick(of: "HELLO", after: -1) == 0)
        #expect(search.tick(of: "hello", after: 0) == 40)
        #expect(search.tick(of: "hello", after: 40) == 0)
        #expect(search.tick(of: "low orld", after: 0) == 10)
        #expect(search.tick(of: "none", after: 0) == nil)
        #expect(search.tick(of: "- ", after: 0) == nil)
    }
}
