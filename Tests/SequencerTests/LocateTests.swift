import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

/// Locating on samplers whose state the player knows.
struct LocateTests {
    /// Two frames a tick, so that an odd frame lies between all events.
    private static let rate = 2000
    private static let division = Division.ticksPerQuarter(500)

    private static func randomEvent(_ random: inout SeededGenerator) -> Event {
        let channel = random.byte(0...3)
        switch random.int(0...11) {
        case 0: return .on(channel, random.byte(), random.byte())
        case 1: return .off(channel, random.byte())
        case 2: return .program(channel, random.byte())
        case 3:
            return .channel(.pitchBend(channel: channel, bend: UInt16(random.int(0...16_383))))
        case 4: return .channel(.channelPressure(channel: channel, pressure: random.byte()))
        case 5:
            let key = random.byte(0...5)
            return .channel(
                .polyphonicPressure(channel: channel, key: key, pressure: random.byte())
            )
        case 6 where channel == 0: return .cc(channel, 100, random.byte(0...2))
        case 7 where channel == 0: return .cc(channel, [6, 38][random.int(0...1)], random.byte())
        case 8 where channel == 1: return .cc(channel, 121, 0)
        case 9 where channel == 2: return .cc(channel, random.byte(126...127), 0)
        default:
            let numbers: [UInt8] = [0, 32, 1, 7, 10, 11, 64, 65, 66, 67, 71, 91, 93, 16]
            return .cc(channel, numbers[random.int(0...numbers.count - 1)], random.byte())
        }
    }

    private static func sequence(
        _ random: inout SeededGenerator,
        count: Int = 300,
        setup: [Event] = []
    ) -> PreparedSequence {
        var tick: Int64 = 0
        var events: [(Int64, Event)] =
            setup.map { (0, $0) } + [(0, .cc(0, 101, 0)), (0, .cc(0, 100, 0))]
        for _ in 0..<count {
            tick += Int64(random.int(0...3))
            events.append((tick + 1, randomEvent(&random)))
        }
        return .of([.of(events, end: tick + 100)], division: division)
    }

    private static func played(
        _ sequence: PreparedSequence,
        before frame: Int64
    ) -> ReferenceSampler {
        var sampler = ReferenceSampler()
        for event in sequence.schedule
        where sequence.tempoMap.frame(atTick: event.tick, rate: rate) < frame {
            let isMessage = event.kind == .systemExclusive
            sampler.apply(
                isMessage
                    ? [0xF0] + sequence.schedule.bytes(Int(event.bits)) : event.message.bytes
            )
        }
        return sampler
    }

    @Test(arguments: 0..<40)
    func anyPlaceIsAsIfPlayedFromTheStartWhereverPlayingWasBefore(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 200)
        let setup: [Event] =
            seed % 2 == 0
            ? []
            : [.gsReset, .packet(.start, [0x41, 0x10, 0x42, 0x12, 0x40, 1, 0x30, 4, 0, 0xF7])]
        let sequence = Self.sequence(&random, setup: setup)
        let last = Int(sequence.endFrame(rate: Self.rate))
        var sampler = ReferenceSampler()
        var player = MusicPlayer(samplers: 1)
        var items: [PlayItem] = []
        var frame: Int64 = 0
        for number in 0..<15 {
            let from = Int64(random.int(3...last - 10) | 1)
            let item = PlayItem(
                sequence: sequence,
                rate: Self.rate,
                from: from,
                startsAnew: number == 0
            )
            items.append(item)
            player.start(item, atFrame: frame)
            var heard: [Heard] = []
            drain(&player, item, before: frame + 1, into: &heard)
            for event in heard {
                // The instrument is not reset, whatever its setup was.
                #expect(event.bytes != Heard.restart)
                #expect(number == 0 || event.bytes[0] != 0xF0)
                if event.bytes != Heard.restart { sampler.apply(event.bytes) }
            }
            let expected = Self.played(sequence, before: from)
            #expect(sampler.difference(from: expected) == [])
            frame += Int64(random.int(1...last))
            heard = []
            drain(&player, item, before: frame, into: &heard)
            for event in heard { sampler.apply(event.bytes) }
        }
        withExtendedLifetime(items) {}
    }

    @Test func onlyWhatDiffersIsSent() {
        let sequence = PreparedSequence.of(
            [
                .of(
                    [
                        (0, .gsReset), (0, .cc(0, 7, 90)), (0, .cc(0, 10, 30)), (0, .program(0, 5)),
                        (0, .cc(1, 7, 80)), (0, .cc(1, 101, 0)), (0, .cc(1, 100, 0)),
                        (0, .cc(1, 6, 12)), (0, .cc(1, 64, 127)), (100, .cc(0, 7, 91)),
                        (150, .cc(0, 11, 3)),
                    ],
                    end: 300
                )
            ],
            division: Self.division
        )
        func item(_ from: Int64, fresh: Bool = false) -> PlayItem {
            PlayItem(sequence: sequence, rate: Self.rate, from: from, startsAnew: fresh)
        }
        let items = [item(0, fresh: true), item(51), item(351), item(51), item(51)]
        var heard: [[String]] = []
        var player = MusicPlayer(samplers: 1)
        for (index, item) in items.enumerated() {
            player.start(item, atFrame: Int64(index) * 10)
            var events: [Heard] = []
            drain(&player, item, before: Int64(index) * 10 + 10, into: &events)
            heard.append(events.map(\.description))
        }
        #expect(
            heard.dropFirst() == [
                // The pedal is released and is down again.
                ["10/0: B1 40 0", "10/0: B1 40 7F"],
                ["20/0: B1 40 0", "20/0: B0 7 5B", "20/0: B0 B 3", "20/0: B1 40 7F"],
                ["30/0: B1 40 0", "30/0: B0 7 5A", "30/0: B0 B 7F", "30/0: B1 40 7F"],
                ["40/0: B1 40 0", "40/0: B1 40 7F"],
            ]
        )
        // Of other samplers nothing is known.
        player.forgetChannels()
        player.start(items[1], atFrame: 60)
        var events: [Heard] = []
        drain(&player, items[1], before: 70, into: &events)
        #expect(events.contains { $0.bytes == Heard.restart })
        #expect(events.contains { $0.bytes == [0xB0, 7, 90] })
        withExtendedLifetime(items) {}
    }

    @Test func aChannelWithOtherParametersIsResetAlone() {
        let sequence = PreparedSequence.of(
            [
                .of(
                    [
                        (0, .cc(0, 7, 90)), (0, .cc(1, 7, 80)), (0, .cc(1, 101, 0)),
                        (0, .cc(1, 100, 0)), (0, .cc(1, 6, 12)), (100, .cc(1, 6, 2)),
                    ],
                    end: 300
                )
            ],
            division: Self.division
        )
        let first = PlayItem(sequence: sequence, rate: Self.rate, from: 301)
        let second = PlayItem(sequence: sequence, rate: Self.rate, from: 51, startsAnew: false)
        var player = MusicPlayer(samplers: 1)
        var events: [Heard] = []
        player.start(first, atFrame: 0)
        drain(&player, first, before: 10, into: &events)
        events = []
        player.start(second, atFrame: 10)
        drain(&player, second, before: 11, into: &events)
        #expect(events.allSatisfy { $0.bytes[0] & 15 == 1 && $0.bytes != Heard.restart })
        #expect(events.contains { $0.bytes == [0xB1, 121, 0] })
        #expect(events.filter { $0.bytes == [0xB1, 6, 12] }.count == 1)
    }

    /// So long that there are several checkpoints on the way.
    @Test(arguments: 0..<3)
    func checkpointsLeadWherePlayingLeads(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 300)
        var tick: Int64 = 0
        var tracks: [[(Int64, Event)]] = [[], [(0, .port(1))]]
        for index in 0..<40_000 {
            tick += index % 3 == 0 ? 1 : 0
            var event = Self.randomEvent(&random)
            switch random.int(0...900) {
            case 0: event = .gsReset
            case 1...3: event = .packet(.start, [0x7F, 0x7F, 4, 1, 0, random.byte(), 0xF7])
            case 4...8: event = .packet(.start, [0x7D, random.byte(0...9), 0xF7])
            case 9...30: event = .cc(random.byte(0...3), [98, 99][random.int(0...1)], 3)
            case 31...60: event = .cc(random.byte(0...3), [96, 97][random.int(0...1)], 0)
            case 61...70: event = .cc(random.byte(0...3), 84, random.byte())
            default: break
            }
            tracks[random.int(0...1)].append((tick, event))
        }
        let sequence = PreparedSequence.of(tracks.map { .of($0) }, division: Self.division)
        if seed == 0 { sequence.schedule.prepareLocating() }
        var samplers = Array(repeating: ReferenceSampler(), count: 2)
        let schedule = sequence.schedule
        var next = random.int(0...200)
        for (index, event) in schedule.enumerated() {
            let isNewTick = index > 0 && schedule[index - 1].tick < event.tick
            if isNewTick, index >= next {
                next = index + (index % 8_192 > 8_000 ? 40 : random.int(1...2_500))
                let item = PlayItem(sequence: sequence, rate: Self.rate, from: event.tick * 2 - 1)
                var located = Array(repeating: ReferenceSampler(), count: 2)
                var player = MusicPlayer(samplers: 2)
                player.start(item, atFrame: 0)
                var heard: [Heard] = []
                drain(&player, item, before: 1, into: &heard)
                for event in heard { located[Int(event.port)].apply(event.bytes) }
                #expect(located[0].difference(from: samplers[0]) == [])
                #expect(located[1].difference(from: samplers[1]) == [])
            }
            let isMessage = event.kind == .systemExclusive
            samplers[Int(event.port)].apply(
                isMessage ? [0xF0] + schedule.bytes(Int(event.bits)) : event.message.bytes
            )
        }
    }
}
