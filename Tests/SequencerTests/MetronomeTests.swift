import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

/// Clicks: beside the music, and before it.
///
/// One tick is one frame at rate 1000, a beat 500.
struct MetronomeTests {
    private static let division = Division.ticksPerQuarter(500)

    private func sequence(_ events: [(Int64, Event)], end: Int64) -> PreparedSequence {
        .of([.of(events, end: end)], division: Self.division)
    }

    private func clicks(_ heard: [Heard], port: UInt8 = 1) -> [String] {
        heard.filter { $0.port == port && $0.message.isNoteOn }
            .map { "\($0.frame) \($0.bytes[1] == 76 ? "high" : "low")" }
    }

    @Test func everyBeatClicksInItsMeterOnASamplerOfItsOwn() throws {
        let plain = sequence(
            [(0, .meter(3, 2)), (0, .on(9, 76)), (1000, .meter(2, 3)), (1600, .off(9, 76))],
            end: 1_750
        )
        let sequence = plain.withMetronome()
        let metronome = try #require(sequence.metronome)
        #expect(metronome.port == 1)
        #expect(metronome.track == 1)
        #expect(sequence.tracks[1].name == "Metronome")
        #expect(sequence.tracks[1].noteCount == 5)
        #expect(sequence.noteCount == 6)
        #expect(Set(sequence.ports).count == 2)
        #expect(sequence.withMetronome().schedule.count == sequence.schedule.count)
        let heard = play(PlayItem(sequence: sequence, rate: 1000))
        #expect(
            clicks(heard) == ["0 high", "500 low", "1000 high", "1250 low", "1500 high"]
        )
        #expect(
            heard.filter { $0.port == 0 } == play(PlayItem(sequence: plain, rate: 1000))
        )
        #expect(heard.filter { $0.port == 1 && $0.message.isNoteOff }.count == 5)
        // No selector finds the click: it is none of the music.
        for selector in ["all", "10", "track:1"] {
            let set = try SelectorSet(parsing: selector)
            #expect(try set.resolve(in: sequence) == set.resolve(in: plain))
        }
        for selector in ["track:2", "track:Metronome"] {
            let set = try SelectorSet(parsing: selector)
            #expect(throws: SelectorError.self) { try set.resolve(in: sequence) }
        }
        let muted = PlayItem(
            sequence: sequence,
            rate: 1000,
            muted: Selection(tracks: [metronome.track], channels: [])
        )
        #expect(clicks(play(muted)) == [])
    }

    @Test func anSMPTEFileHasNoBarsAndANoticeSaysSo() {
        let plain = PreparedSequence.of(
            [.of([(0, .on(0, 60))], end: 100)],
            division: .smpte(.fps25, ticksPerFrame: 40)
        )
        let sequence = plain.withMetronome()
        #expect(sequence.metronome == nil)
        #expect(sequence.ports == plain.ports)
        #expect(sequence.notices.map(\.code) == [Notice.Code.metronomeIncomplete])
        let item = PlayItem(sequence: sequence, rate: 1000, countIn: CountIn(bars: 2))
        #expect(play(item).map(\.frame) == play(PlayItem(sequence: plain, rate: 1000)).map(\.frame))
    }

    @Test func aPieceOfAThousandYearsGetsNoEndlessClicks() {
        let rest = Array(repeating: Event.meta(MetaEvent(type: 1, bytes: [])), count: 20)
        var track = Track()
        for event in rest { track.append(TrackEvent(delta: 0xFFF_FFFF, event: event)) }
        let sequence = PreparedSequence.of([track], division: .ticksPerQuarter(1)).withMetronome()
        #expect(sequence.noteCount == 1_000_000)
        #expect(sequence.notices.contains { $0.code == .metronomeIncomplete })
    }

    @Test func countInEndsWhereTheMusicBegins() {
        let music = sequence([(0, .on(0, 60)), (4_000, .off(0, 60))], end: 4_000).withMetronome()
        func heard(from: Int64, bars: Int, speed: Speed = .normal) -> [Heard] {
            play(
                PlayItem(
                    sequence: music,
                    rate: 1000,
                    speed: speed,
                    from: from,
                    muted: Selection(tracks: [1], channels: []),
                    countIn: CountIn(bars: bars)
                ),
                start: 10_000
            )
        }
        let first = heard(from: 0, bars: 1)
        #expect(clicks(first) == ["10000 high", "10500 low", "11000 low", "11500 low"])
        #expect(first.first { $0.port == 0 && $0.message.isNoteOn }?.frame == 12_000)
        // Inside a bar its own beats are counted too, so that the first click is a bar's.
        let inside = heard(from: 3_250, bars: 1)
        #expect(
            clicks(inside) == [
                "10000 high", "10500 low", "11000 low", "11500 low", "12000 high", "12500 low",
                "13000 low",
            ]
        )
        #expect(inside.last?.frame == 13_125)
        #expect(clicks(heard(from: 1_000, bars: 2)).count == 10)
        let slow = heard(from: 0, bars: 1, speed: Speed(numerator: 1, denominator: 2) ?? .normal)
        #expect(clicks(slow) == ["10000 high", "11000 low", "12000 low", "13000 low"])
        #expect(slow.first { $0.port == 0 && $0.message.isNoteOn }?.frame == 14_000)
    }

    @Test func meanwhileThePositionStandsAndTheBeatsAreCountedDown() {
        let music = sequence([(0, .cc(0, 7, 50)), (2_000, .on(0, 60))], end: 4_000).withMetronome()
        let item = PlayItem(
            sequence: music,
            rate: 1000,
            from: 2_000,
            loop: 2_000..<3_000,
            loopCount: 2,
            countIn: CountIn()
        )
        var player = MusicPlayer(samplers: 2)
        player.start(item, atFrame: 0)
        var heard: [Heard] = []
        for (frame, beats): (Int64, Int) in [
            (0, 4), (499, 4), (500, 3), (1_999, 1), (2_000, 0), (2_100, 0), (3_100, 0),
        ] {
            #expect(player.countInBeats(atFrame: frame) == beats)
            #expect(
                player.position(atFrame: frame)
                    == max(2_000, frame >= 3_000 ? frame - 1_000 : frame)
            )
            drain(&player, item, before: frame + 1, into: &heard)
            #expect(player.countInBeats(atFrame: frame) == beats)
        }
        let end = player.endFrame
        #expect(end == 2_000 + 2_000 + 1_000)
        drain(&player, item, before: 6_000, into: &heard)
        // The channels are ready with the first click; the loop does not repeat it.
        #expect(heard.first?.description == "0/0: B0 7 32")
        #expect(
            heard.filter { $0.port == 0 && $0.message.isNoteOn }.map(\.frame) == [2_000, 3_000]
        )
    }

    @Test func whateverHappensDuringACountInNothingHangs() {
        let music = sequence([(0, .on(0, 60)), (900, .off(0, 60))], end: 4_000).withMetronome()
        func item(_ speed: Int64, muted: Bool = false, bars: Int? = 2) -> PlayItem {
            PlayItem(
                sequence: music,
                rate: 1000,
                speed: Speed(numerator: speed, denominator: 1) ?? .normal,
                muted: muted ? Selection(tracks: [1], channels: []) : .none,
                countIn: bars.map { CountIn(bars: $0) }
            )
        }
        let items = [item(1), item(2), item(1, muted: true), item(1, bars: nil), item(1, bars: 1)]
        for stop: Int64 in [1, 20, 501, 700, 3_999] {
            for other in items {
                var player = MusicPlayer(samplers: 2)
                var heard: [Heard] = []
                player.start(items[0], atFrame: 0)
                drain(&player, items[0], before: stop, into: &heard)
                player.updateItem(other, atFrame: stop)
                drain(&player, other, before: stop + 50, into: &heard)
                player.release(atFrame: stop + 50)
                drain(&player, other, before: stop + 60, into: &heard)
                let left = player.soundingKeys + player.heldPedals
                #expect(left == 0)
                #expect(player.position(atFrame: stop + 90) <= 50)
                #expect(
                    heard.filter(\.message.isNoteOn).count
                        == heard.filter(\.message.isNoteOff).count
                )
            }
        }
        // The beats that are left are counted at the new speed, each once.
        var player = MusicPlayer(samplers: 2)
        var heard: [Heard] = []
        player.start(items[0], atFrame: 0)
        drain(&player, items[0], before: 1_250, into: &heard)
        player.updateItem(items[1], atFrame: 1_250)
        drain(&player, items[1], before: 9_000, into: &heard)
        #expect(
            clicks(heard).prefix(8) == [
                "0 high", "500 low", "1000 low", "1375 low", "1625 high", "1875 low", "2125 low",
                "2375 low",
            ]
        )
        #expect(heard.first { $0.port == 0 && $0.message.isNoteOn }?.frame == 2_625)
    }

    @Test(
        arguments: [
            ([(100, 0x06, "loopStart"), (300, 0x06, "loopEnd")], 100..<300),
            ([(100, 0x06, "LOOPSTART")], 100..<1_000),
            ([(300, 0x01, "loop_end")], 0..<300),
            (
                [(100, 0x07, "[Loop Start]"), (50, 0x01, "loop end"), (200, 0x06, "Loop-End")],
                100..<200
            ),
            ([(100, 0x06, "chorus")], nil),
            ([(1_000, 0x06, "loopStart")], nil),
        ] as [([(Int64, UInt8, String)], Range<Int64>?)]
    )
    func loopsThatAreWrittenAsTextsAreFound(
        texts: [(Int64, UInt8, String)],
        expected: Range<Int64>?
    ) {
        let events = texts.sorted { $0.0 < $1.0 }.map { ($0.0, Event.text($0.1, $0.2)) }
        #expect(sequence(events, end: 1_000).fileLoop == expected)
    }

    @Test func loopsThatControllersMarkAreFound() {
        func loop(_ controllers: [(Int64, UInt8)]) -> Range<Int64>? {
            let sequence = sequence(controllers.map { ($0.0, .cc(0, $0.1, 0)) }, end: 1_000)
            #expect(sequence.fileLoop == sequence.withMetronome().fileLoop)
            return sequence.fileLoop
        }
        #expect(loop([(10, 111), (20, 111)]) == 10..<1_000)
        #expect(loop([(10, 111), (20, 116), (30, 117), (40, 117)]) == 20..<30)
        #expect(loop([(20, 116)]) == nil)
        #expect(loop([(20, 117)]) == nil)
        #expect(loop([(20, 7)]) == nil)
    }
}
