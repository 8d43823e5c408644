import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

/// Clicks: with the music, and before it.
///
/// One tick is one frame at rate 1000, a beat 500.
struct MetronomeTests {
    private static let division = Division.ticksPerQuarter(500)

    private func sequence(_ events: [(Int64, Event)], end: Int64) -> PreparedSequence {
        .of([.of(events, end: end)], division: Self.division)
    }

    private func clicks(_ heard: [Heard], port: UInt8 = Heard.metronome) -> [String] {
        heard.filter { $0.port == port && $0.message.isNoteOn }
            .map { "\($0.frame) \($0.bytes[1] == 76 ? "high" : "low")" }
    }

    @Test func everyBeatClicksInItsMeter() {
        let music = sequence(
            [(0, .meter(3, 2)), (0, .on(9, 76)), (1000, .meter(2, 3)), (1600, .off(9, 76))],
            end: 1_750
        )
        let item = PlayItem(sequence: music, rate: 1000)
        let heard = play(item, metronome: true)
        #expect(
            clicks(heard) == ["0 high", "500 low", "1000 high", "1250 low", "1500 high"]
        )
        #expect(heard.filter { $0.port == 0 } == play(item))
        // A click is held for a sixteenth at most: 125 ticks.
        #expect(
            heard.filter { $0.port == Heard.metronome && $0.message.isNoteOff }.map(\.frame)
                == [125, 625, 1_125, 1_375, 1_625]
        )
        #expect(heard.map(\.frame) == heard.map(\.frame).sorted())
        // The click is none of the music: mutes and solos do not concern it.
        let muted = PlayItem(
            sequence: music,
            rate: 1000,
            soloed: Selection(tracks: [], channels: [3])
        )
        #expect(clicks(play(muted, metronome: true)) == clicks(heard))
    }

    @Test func aClickComesBeforeTheNotesOfItsFrame() {
        let music = sequence([(0, .on(0, 60)), (500, .off(0, 60))], end: 1_000)
        let heard = play(PlayItem(sequence: music, rate: 1000), metronome: true)
        #expect(
            heard.map(\.description) == [
                "0/255: 99 4C 7F", "0/0: 90 3C 64", "125/255: 89 4C 40", "500/255: 99 4D 64",
                "500/0: 80 3C 40", "625/255: 89 4D 40",
            ]
        )
    }

    @Test func clicksFollowTempoSpeedStartAndEnd() {
        let music = sequence(
            [(0, .meter(2, 2)), (0, .on(0, 60)), (1_000, .tempo(1_000_000))],
            end: 2_500
        )
        #expect(
            clicks(play(PlayItem(sequence: music, rate: 1000), metronome: true)) == [
                "0 high", "500 low", "1000 high", "2000 low", "3000 high",
            ]
        )
        let fast = Speed(numerator: 2, denominator: 1) ?? .normal
        let part = PlayItem(sequence: music, rate: 1000, speed: fast, from: 400, to: 3_000)
        #expect(
            clicks(play(part, start: 10_000, metronome: true)) == [
                "10050 low", "10300 high", "10800 low",
            ]
        )
        let steady = PlayItem(sequence: music.withTempo(250_000), rate: 1000, from: 250)
        #expect(
            clicks(play(steady, metronome: true)) == ["0 low", "250 high", "500 low", "750 high"]
        )
    }

    @Test func everyPassOfALoopClicks() {
        let music = sequence([(0, .meter(3, 2)), (0, .on(0, 60))], end: 3_000)
        let item = PlayItem(
            sequence: music,
            rate: 1000,
            loop: 500..<1_600,
            loopCount: 3
        )
        #expect(
            clicks(play(item, metronome: true)) == [
                "0 high", "500 low", "1000 low", "1500 high",
                "1600 low", "2100 low", "2600 high",
                "2700 low", "3200 low", "3700 high",
                "4200 low", "4700 low",
            ]
        )
        // The click that the end of a pass cuts off is released there.
        let heard = play(item, metronome: true).filter { $0.port == Heard.metronome }
        #expect(heard.filter(\.message.isNoteOff).map(\.frame).contains(1_600))
        #expect(
            heard.filter(\.message.isNoteOff).count == heard.filter(\.message.isNoteOn).count
        )
    }

    @Test func itIsSwitchedOnAndOffBetweenNotes() {
        let music = sequence(
            [(0, .on(0, 60)), (700, .on(0, 64)), (2_600, .off(0, 60))],
            end: 3_000
        )
        let item = PlayItem(sequence: music, rate: 1000)
        var player = MusicPlayer(samplers: 1)
        var heard: [Heard] = []
        player.start(item, atFrame: 0)
        for (frame, isOn) in [(501, true), (1_550, false), (2_000, true)] as [(Int64, Bool)] {
            drain(&player, item, before: frame, into: &heard)
            player.setMetronome(isOn, atFrame: frame)
        }
        drain(&player, item, before: 9_000, into: &heard)
        #expect(clicks(heard) == ["1000 low", "1500 low", "2000 high", "2500 low"])
        #expect(
            heard.filter { $0.port == Heard.metronome && $0.message.isNoteOff }.map(\.frame)
                == [1_125, 1_550, 2_125, 2_625]
        )
        #expect(heard.filter { $0.port == 0 } == play(item))
    }

    @Test func clicksGoOnWhenSpeedTempoOrLoopChange() {
        let music = sequence([(0, .on(0, 60))], end: 4_000)
        func item(_ speed: Int64 = 1, loop: Range<Int64>? = nil, tempo: UInt32? = nil) -> PlayItem {
            PlayItem(
                sequence: tempo.map { music.withTempo($0) } ?? music,
                rate: 1000,
                speed: Speed(numerator: speed, denominator: 1) ?? .normal,
                loop: loop
            )
        }
        func heard(_ next: PlayItem) -> [String] {
            let first = item()
            var player = MusicPlayer(samplers: 1)
            var heard: [Heard] = []
            player.setMetronome(true, atFrame: 0)
            player.start(first, atFrame: 0)
            drain(&player, first, before: 750, into: &heard)
            player.updateItem(next, atFrame: 750)
            drain(&player, next, before: 2_000, into: &heard)
            player.release(atFrame: 2_000)
            drain(&player, next, before: 2_001, into: &heard)
            #expect(
                heard.filter(\.message.isNoteOn).count == heard.filter(\.message.isNoteOff).count
            )
            return clicks(heard)
        }
        #expect(
            heard(item(2)) == [
                "0 high", "500 low", "875 low", "1125 low", "1375 high", "1625 low", "1875 low",
            ]
        )
        #expect(heard(item(tempo: 1_000_000)) == ["0 high", "500 low", "1250 low"])
        #expect(
            heard(item(loop: 600..<1_100)) == ["0 high", "500 low", "1000 low", "1500 low"]
        )
    }

    @Test func anotherVersionHasItsOwnBeats() {
        let four = sequence([(0, .on(0, 60))], end: 4_000)
        let three = sequence([(0, .meter(3, 3)), (0, .on(0, 60))], end: 4_000)
        let first = PlayItem(sequence: four, rate: 1000)
        let next = PlayItem(sequence: three, rate: 1000, from: 1_000, chaseNotes: true)
        var player = MusicPlayer(samplers: 1)
        var heard: [Heard] = []
        player.setMetronome(true, atFrame: 0)
        player.start(first, atFrame: 0)
        drain(&player, first, before: 1_000, into: &heard)
        player.replaceItem(next, atFrame: 1_000)
        drain(&player, next, before: 1_800, into: &heard)
        #expect(
            clicks(heard) == ["0 high", "500 low", "1000 low", "1250 low", "1500 high", "1750 low"]
        )
    }

    @Test func anSMPTEFileHasNoBarsAndNoClicks() {
        let plain = PreparedSequence.of(
            [.of([(0, .on(0, 60))], end: 100)],
            division: .smpte(.fps25, ticksPerFrame: 40)
        )
        #expect(!plain.hasBars)
        #expect(sequence([(0, .on(0, 60))], end: 100).hasBars)
        let item = PlayItem(sequence: plain, rate: 1000, countIn: CountIn(bars: 2))
        #expect(play(item, metronome: true) == play(PlayItem(sequence: plain, rate: 1000)))
    }

    @Test func aPieceOfThousandsOfYearsClicksToItsEnd() {
        let rest = Array(repeating: Event.meta(MetaEvent(type: 1, bytes: [])), count: 400)
        var track = Track()
        for event in rest { track.append(TrackEvent(delta: 0xFFF_FFFF, event: event)) }
        let sequence = PreparedSequence.of([track], division: .ticksPerQuarter(1))
        let end = sequence.endFrame(rate: 48_000)
        let item = PlayItem(sequence: sequence, rate: 48_000, from: end - 48_000)
        #expect(clicks(play(item, metronome: true)) == ["0 low", "24000 low"])
    }

    @Test func beatsOfOneFrameClickOnce() {
        // A 64th note is shorter than a tick, and a tick much shorter than a frame.
        let music = PreparedSequence.of(
            [.of([(0, .meter(4, 6)), (0, .tempo(1)), (0, .on(0, 60))], end: 20_000_000)],
            division: .ticksPerQuarter(2)
        )
        let heard = play(PlayItem(sequence: music, rate: 1000), metronome: true)
        #expect(clicks(heard).count == 10_001)
        #expect(Set(clicks(heard).map { $0.prefix { $0 != " " } }).count == 10_001)
    }

    @Test func countInEndsWhereTheMusicBegins() {
        let music = sequence([(0, .on(0, 60)), (4_000, .off(0, 60))], end: 4_000)
        func heard(from: Int64, bars: Int, speed: Speed = .normal) -> [Heard] {
            play(
                PlayItem(
                    sequence: music,
                    rate: 1000,
                    speed: speed,
                    from: from,
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
        let music = sequence([(0, .cc(0, 7, 50)), (2_000, .on(0, 60))], end: 4_000)
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
        let music = sequence([(0, .on(0, 60)), (900, .off(0, 60))], end: 4_000)
        func item(_ speed: Int64, bars: Int? = 2) -> PlayItem {
            PlayItem(
                sequence: music,
                rate: 1000,
                speed: Speed(numerator: speed, denominator: 1) ?? .normal,
                countIn: bars.map { CountIn(bars: $0) }
            )
        }
        let items = [item(1), item(2), item(1, bars: nil), item(1, bars: 1)]
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
            sequence(controllers.map { ($0.0, .cc(0, $0.1, 0)) }, end: 1_000).fileLoop
        }
        #expect(loop([(10, 111), (20, 111)]) == 10..<1_000)
        #expect(loop([(10, 111), (20, 116), (30, 117), (40, 117)]) == 20..<30)
        #expect(loop([(20, 116)]) == nil)
        #expect(loop([(20, 117)]) == nil)
        #expect(loop([(20, 7)]) == nil)
    }
}
