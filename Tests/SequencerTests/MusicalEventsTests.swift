import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

/// What people are told while a piece plays.
///
/// One tick is one frame at rate 1000, a beat 500.
struct MusicalEventsTests {
    private static let sequence = PreparedSequence.of(
        [
            .of(
                [
                    (0, .text(6, "A")), (0, .meter(2, 2)), (1_500, .text(6, "B")),
                    (2_000, .tempo(250_000)), (2_000, .meter(3, 2)),
                ],
                end: 4_000
            ),
            .of([(0, .on(0, 60))], end: 1_200),
        ],
        division: .ticksPerQuarter(500)
    )

    private func item(
        from: Int64 = 0,
        loop: Range<Int64>? = nil,
        count: Int? = nil
    ) -> PlayItem {
        PlayItem(sequence: Self.sequence, rate: 1000, from: from, loop: loop, loopCount: count)
    }

    private func texts(_ events: [MusicalEvent]) -> [String] {
        events.map { event in
            let name =
                switch event.kind {
                case .bar(let bar): "bar \(bar)"
                case .beat(let bar, let beat): "\(bar):\(beat)"
                case .marker(let name): "@\(name)"
                case .lyric(let text): "'\(text)'"
                case .text(let text): "\"\(text)\""
                case .meter(let meter): "\(meter)"
                case .tempo(let tempo): "tempo \(tempo)"
                case .key: "key"
                case .user(let event, _): "user \(event.bytes)"
                case .trackEnd(let track): "end \(track)"
                }
            return "\(event.frame) \(name)"
        }
    }

    private func all(_ events: MusicalEvents, before frame: Int64) -> [String] {
        var events = events
        var result: [MusicalEvent] = []
        while let event = events.next(before: frame) { result.append(event) }
        #expect(result.map(\.frame) == result.map(\.frame).sorted())
        return texts(result)
    }

    @Test func aPieceIsToldFromItsStartToItsEnd() {
        let item = item()
        let events = MusicalEvents(
            of: Self.sequence,
            in: item,
            lyrics: [Lyrics.Syllable(tick: 700, text: "la")],
            texts: [Lyrics.Syllable(tick: 700, text: "note")]
        )
        let expected = [
            "0 2/4", "0 bar 1", "0 @A", "500 1:2", "700 'la'", "700 \"note\"", "1000 bar 2",
            "1200 end 1", "1500 2:2", "1500 @B", "2000 3/4", "2000 tempo 250000", "2000 bar 3",
            "2250 3:2", "2500 3:3", "2750 bar 4", "3000 4:2", "3000 end 0",
        ]
        #expect(all(events, before: .max) == expected)
        for step: Int64 in [1, 7, 333, 900] {
            var events = events
            var told: [String] = []
            for frame in stride(from: step, to: 3_001 + step, by: Int(step)) {
                while let event = events.next(before: frame) {
                    #expect(event.frame < frame && event.frame >= frame - step)
                    told += texts([event])
                }
            }
            #expect(told == expected)
        }
    }

    @Test func userEventsComeInEachPassOfALoop() {
        let events = MusicalEvents(
            of: Self.sequence,
            in: item(from: 800, loop: 500..<1_300, count: 2),
            userEvents: [
                UserEvent(tick: 600, track: 0, bytes: [1]),
                UserEvent(tick: 1_100, track: 1, bytes: [2]),
            ]
        )
        let told = all(events, before: 2_000).filter { $0.contains("user") }
        #expect(told == ["300 user [2]", "600 user [1]", "1100 user [2]"])
    }

    @Test func loopsAreFollowed() {
        let events = MusicalEvents(
            of: Self.sequence,
            in: item(from: 800, loop: 500..<1_300, count: 3)
        )
        #expect(
            all(events, before: 2_500) == [
                "200 bar 2", "400 end 1", "500 1:2", "1000 bar 2", "1200 end 1", "1300 1:2",
                "1800 bar 2", "2000 end 1", "2300 2:2", "2300 @B",
            ]
        )
    }

    @Test func whoeverAsksByPositionsIsToldTheSame() {
        let item = item(from: 800, loop: 500..<1_300, count: 4)
        var random = SeededGenerator(seed: 1)
        var player = MusicPlayer(samplers: 1)
        player.start(item, atFrame: 0)
        var events = MusicalEvents(of: Self.sequence, in: item)
        let expected = all(events, before: 4_000)
        var told: [MusicalEvent] = []
        var frame: Int64 = 0
        while frame < 3_999 {
            told += events.advance(to: player.position(atFrame: frame))
            frame = min(frame + Int64(random.int(1...700)), 3_999)
        }
        told += events.advance(to: player.position(atFrame: 3_999))
        #expect(texts(told) == expected)
        // Going back without a loop tells nothing, and goes on from there.
        #expect(events.advance(to: 900) == [])
        #expect(texts(events.advance(to: 1_000)).map { $0.suffix(5) } == ["bar 2"])
    }

    @Test func afterALocateItGoesOnFromThere() {
        var events = MusicalEvents(of: Self.sequence, in: item())
        events.locate(to: 1_100)
        #expect(all(events, before: 1_600) == ["1200 end 1", "1500 2:2", "1500 @B"])
        events.locate(to: 1_500)
        #expect(all(events, before: 1_501) == ["1500 2:2", "1500 @B"])
    }

    @Test func aPieceWithoutBarsHasItsMarkers() {
        let sequence = PreparedSequence.of(
            [.of([(40, .text(6, "A"))], end: 100)],
            division: .smpte(.fps25, ticksPerFrame: 40)
        )
        let item = PlayItem(sequence: sequence, rate: 1000)
        #expect(
            all(MusicalEvents(of: sequence, in: item), before: .max) == ["40 @A", "100 end 0"]
        )
    }
}
