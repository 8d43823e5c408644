import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

/// A tempo that stands in for the piece's own.
struct TempoOverrideTests {
    private func sequence() -> PreparedSequence {
        var events: [(Int64, Event)] = [(0, .tempo(500_000)), (800, .tempo(1_000_000))]
        for tick in stride(from: Int64(0), to: 1_600, by: 100) {
            events.append((tick, .on(0, UInt8(40 + tick / 100))))
            events.append((tick + 100, .off(0, UInt8(40 + tick / 100))))
        }
        events.sort { ($0.0, $0.1.isOff ? 0 : 1) < ($1.0, $1.1.isOff ? 0 : 1) }
        return .of([.of(events, end: 1_600)], division: .ticksPerQuarter(500))
    }

    @Test func theTempoIsConstantAndTheScheduleTheSame() {
        let plain = sequence()
        let fast = plain.withTempo(250_000)
        #expect(fast.schedule === plain.schedule)
        #expect(fast.tempoMap.changes.map(\.microsecondsPerQuarter) == [250_000])
        #expect(fast.endFrame(rate: 1000) == 800)
        #expect(plain.withTempo(0).tempoMap.microsecondsPerQuarter(atTick: 5) == 1)
        let ons = play(PlayItem(sequence: fast, rate: 1000)).filter(\.message.isNoteOn)
        #expect(ons.map(\.frame) == (0..<16).map { $0 * 50 })
    }

    @Test func adoptingItKeepsTheMusicalPlace() {
        let plain = sequence()
        let items = [
            PlayItem(sequence: plain, rate: 1000),
            PlayItem(sequence: plain.withTempo(250_000), rate: 1000),
            PlayItem(sequence: plain.withTempo(1_000_000), rate: 1000),
        ]
        var player = MusicPlayer(samplers: 1)
        var heard: [Heard] = []
        player.start(items[0], atFrame: 0)
        drain(&player, items[0], before: 250, into: &heard)
        player.updateItem(items[1], atFrame: 250)
        #expect(player.position(atFrame: 250) == 125)
        drain(&player, items[1], before: 550, into: &heard)
        // Tick 850: 50 ticks are 100 ms from here, at the piece's own tempo there.
        player.updateItem(items[0], atFrame: 550)
        #expect(player.position(atFrame: 550) == 900)
        drain(&player, items[0], before: 700, into: &heard)
        player.updateItem(items[2], atFrame: 700)
        drain(&player, items[2], before: 9_000, into: &heard)
        let ons = heard.filter(\.message.isNoteOn)
        #expect(
            ons.map(\.frame) == [
                0, 100, 200, 275, 325, 375, 425, 475, 525, 650, 850, 1_050, 1_250, 1_450, 1_650,
                1_850,
            ]
        )
        #expect(heard.filter(\.message.isNoteOff).count == 16)
        let end = player.endFrame
        #expect(end == 2_050)
        withExtendedLifetime(items) {}
    }

    @Test func itSurvivesTheTurnsOfALoop() throws {
        let plain = sequence()
        let slow = plain.withTempo(1_000_000)
        func item(_ sequence: PreparedSequence) -> PlayItem {
            PlayItem(
                sequence: sequence,
                rate: 1000,
                loop: sequence.tempoMap.frame(
                    atTick: 200,
                    rate: 1000
                )..<sequence.tempoMap.frame(atTick: 600, rate: 1000),
                loopCount: 3
            )
        }
        let items = [item(plain), item(slow)]
        var player = MusicPlayer(samplers: 1)
        var heard: [Heard] = []
        player.start(items[0], atFrame: 0)
        drain(&player, items[0], before: 650, into: &heard)
        player.updateItem(items[1], atFrame: 650)
        drain(&player, items[1], before: 9_000, into: &heard)
        let keys = heard.filter(\.message.isNoteOn).map { Int($0.bytes[1]) - 40 }
        #expect(
            keys == [0, 1, 2, 3, 4, 5, 2, 3, 4, 5, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
        )
        // Of the second pass 350 ticks are left at 650 ms.
        #expect(heard.first { $0.frame > 650 && $0.bytes == [0x90, 43, 100] }?.frame == 750)
        withExtendedLifetime(items) {}
    }

    @Test(arguments: 0..<30)
    func noTempoOrSpeedLeavesANoteOrLosesOne(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 5_000)
        let plain = sequence()
        var player = MusicPlayer(samplers: 1)
        var heard: [Heard] = []
        var items: [PlayItem] = []
        var frame: Int64 = 0
        while !player.hasEnded || items.isEmpty {
            let sequence =
                random.int(0...1) == 0
                ? plain : plain.withTempo(UInt32(random.int(20_000...2_000_000)))
            let item = PlayItem(
                sequence: sequence,
                rate: 1000,
                // 0.05 … 20
                speed: Speed(
                    numerator: Int64(random.int(1...20)),
                    denominator: Int64(random.int(1...20))
                ) ?? .normal
            )
            if items.isEmpty {
                player.start(item, atFrame: 0)
            } else {
                player.updateItem(item, atFrame: frame)
            }
            items.append(item)
            frame += Int64(random.int(1...40))
            drain(&player, item, before: frame, into: &heard)
        }
        let keys = heard.map { ($0.message.isNoteOn, $0.bytes[1]) }
        #expect(keys.filter(\.0).map(\.1) == (40..<56).map { UInt8($0) })
        #expect(keys.filter { !$0.0 }.map(\.1) == (40..<56).map { UInt8($0) })
        #expect(heard.map(\.frame) == heard.map(\.frame).sorted())
        withExtendedLifetime(items) {}
    }
}

extension Event {
    fileprivate var isOff: Bool {
        if case .channel(let message) = self { message.isNoteOff } else { false }
    }
}
