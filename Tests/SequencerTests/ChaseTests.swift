import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

struct ChaseTests {
    /// Two frames a tick, so that an odd frame lies between all events.
    private static let rate = 2000
    private static let division = Division.ticksPerQuarter(500)

    private static func randomEvent(_ random: inout SeededGenerator, plain: Bool) -> Event {
        let channel = random.byte(0...3)
        switch random.int(0...(plain ? 9 : 11)) {
        case 0: return .on(channel, random.byte(), random.byte())
        case 1: return .off(channel, random.byte())
        case 2: return .program(channel, random.byte())
        case 3:
            return .channel(.pitchBend(channel: channel, bend: UInt16(random.int(0...16_383))))
        case 4: return .channel(.channelPressure(channel: channel, pressure: random.byte()))
        case 5:
            return .channel(
                .polyphonicPressure(
                    channel: channel,
                    key: random.byte(0...5),
                    pressure: random.byte()
                )
            )
        case 6:
            let number: UInt8 = [98, 99, 100, 101][random.int(0...3)]
            let value = random.byte(0...2)
            // NRPN 1/33 writes CC71.
            return .cc(channel, number, number == 98 && value == 0 ? 33 : value)
        case 7: return .cc(channel, [6, 38][random.int(0...1)], random.byte())
        case 8:
            let numbers: [UInt8] = [0, 32, 1, 7, 10, 11, 64, 65, 66, 67, 69, 71, 91, 93]
            let number = numbers[random.int(0...numbers.count - 1)]
            return .cc(channel, number, random.byte())
        case 9:
            let modes: [UInt8] = plain ? [121, 126, 127] : [121, 124, 125, 126, 127, 84, 96, 97]
            return .cc(channel, modes[random.int(0...modes.count - 1)], random.byte(0...16))
        case 10:
            return .packet(
                .start,
                [0x41, 0x10, 0x42, 0x12, 0x40, 0x11, random.byte(0...3), random.byte(), 0, 0xF7]
            )
        default:
            switch random.int(0...5) {
            case 0: return .gsReset
            case 1: return .packet(.start, [0x7D, random.byte(0...3), 0xF7])
            default: return .packet(.start, [0x7F, 0x7F, 4, 1, 0, random.byte(), 0xF7])
            }
        }
    }

    private static func randomSequence(_ random: inout SeededGenerator) -> PreparedSequence {
        let tracks = (0..<random.int(1...4)).map { number in
            var tick: Int64 = 0
            var events: [(Int64, Event)] = [(0, .port(UInt8(number / 2)))]
            for _ in 0..<random.int(1...400) {
                tick += Int64(random.int(0...3))
                events.append((tick, randomEvent(&random, plain: false)))
            }
            return Track.of(events)
        }
        return .of(tracks, division: division)
    }

    /// The states of all samplers after the events before a frame, as played from the start.
    private static func played(
        _ sequence: PreparedSequence,
        before frame: Int64
    ) -> [ReferenceSampler] {
        var samplers = Array(repeating: ReferenceSampler(), count: sequence.ports.count)
        for event in sequence.schedule
        where sequence.tempoMap.frame(atTick: event.tick, rate: rate) < frame {
            let bytes =
                event.kind == .systemExclusive
                ? [0xF0] + sequence.schedule.bytes(Int(event.bits))
                : event.message.bytes
            samplers[Int(event.port)].apply(bytes)
        }
        return samplers
    }

    private static func opening(_ item: PlayItem) -> [Heard] {
        var player = MusicPlayer(samplers: item.samplerCount)
        player.start(item, atFrame: 0)
        var heard: [Heard] = []
        drain(&player, item, before: 1, into: &heard)
        return heard
    }

    @Test(arguments: 0..<60)
    func anyPlaceIsAsIfPlayedFromTheStart(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let sequence = Self.randomSequence(&random)
        let last = Int(sequence.endFrame(rate: Self.rate))
        for _ in 0..<12 where last > 1 {
            let from = Int64(random.int(1...last) | 1)
            let item = PlayItem(sequence: sequence, rate: Self.rate, from: from, startsAnew: true)
            guard item.startFrame == from else { continue }
            var samplers = Array(repeating: ReferenceSampler(), count: sequence.ports.count)
            for event in Self.opening(item) {
                #expect(event.bytes[0] & 0xF0 != 0x90)
                samplers[Int(event.port)].apply(event.bytes)
            }
            let expected = Self.played(sequence, before: from)
            #expect(zip(samplers, expected).flatMap { $0.difference(from: $1) } == [])
        }
    }

    @Test(arguments: 0..<20)
    func usedSamplersAreResetFirst(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 1000)
        var samplers = [ReferenceSampler()]
        for _ in 0..<300 {
            let event = Self.randomEvent(&random, plain: true)
            guard case .channel(let message) = event else { continue }
            // Parameters other than the registered ones of General MIDI are nobody's to reset.
            guard message.status & 0xF0 != 0xB0 || ![98, 99].contains(message.data1) else {
                continue
            }
            guard message.data1 != 101 || message.data2 == 0 else { continue }
            samplers[0].apply(message.bytes)
        }
        for channel in 0..<4 {
            samplers[0].channels[channel].parameters = samplers[0].channels[channel].parameters
                .filter { $0.key.coarse == 0 && $0.key.fine <= 2 || $0.key.fine == 5 }
        }
        let sequence = PreparedSequence.of(
            [.of([(0, .cc(2, 7, 20)), (10, .program(1, 9))], end: 100)],
            division: Self.division
        )
        let item = PlayItem(sequence: sequence, rate: Self.rate, from: 21, startsAnew: false)
        #expect(!item.view.startsAnew)
        for event in Self.opening(item) {
            #expect(event.bytes.prefix(2) != [0xB0, 120])
            samplers[0].apply(event.bytes)
        }
        let expected = Self.played(sequence, before: 21)
        #expect(samplers[0].difference(from: expected[0]) == [])
    }

    @Test func theInitialStateIsNotSent() {
        let sequence = PreparedSequence.of(
            [
                .of(
                    [
                        (0, .cc(0, 121, 0)), (0, .cc(0, 7, 100)), (0, .cc(0, 0, 0)),
                        (0, .program(0, 0)), (0, .channel(.pitchBend(channel: 0, bend: 8192))),
                        (1, .on(0, 60)), (2, .off(0, 60)), (3, .cc(0, 123, 0)),
                        (3, .cc(0, 64, 127)),
                        (4, .cc(0, 64, 0)),
                    ],
                    end: 100
                )
            ],
            division: Self.division
        )
        let item = PlayItem(sequence: sequence, rate: Self.rate, from: 51)
        #expect(Self.opening(item).isEmpty)
    }

    @Test func theChaseIsBoundedHoweverMuchWasPlayed() {
        let events = (0..<20_000).map { index -> (Int64, Event) in
            let value = UInt8(index % 128)
            switch index % 4 {
            case 0: return (Int64(index), .cc(0, 11, value))
            case 1:
                return (Int64(index), .channel(.pitchBend(channel: 0, bend: UInt16(index % 9999))))
            case 2: return (Int64(index), .packet(.start, [0x7F, 0x7F, 4, 1, 0, value, 0xF7]))
            default: return (Int64(index), .cc(0, 96, 0))
            }
        }
        let sequence = PreparedSequence.of(
            [.of([(0, .cc(0, 101, 0)), (0, .cc(0, 100, 1))] + events)],
            division: Self.division
        )
        let item = PlayItem(sequence: sequence, rate: Self.rate, from: 39_001)
        // Expression, bend, volume; the parameter's number and 127 steps; the number again.
        #expect(Self.opening(item).count == 3 + 2 + 127 + 2)
    }

    @Test func aHeldPedalIsDownAfterALocateAndUpAtTheEnd() {
        let sequence = PreparedSequence.of(
            [.of([(0, .cc(0, 64, 127)), (50, .on(0, 60)), (60, .off(0, 60))], end: 100)],
            division: Self.division
        )
        let item = PlayItem(sequence: sequence, rate: Self.rate, from: 21)
        #expect(
            play(item) == [
                Heard(frame: 0, port: 0, bytes: [0xB0, 64, 127]),
                Heard(frame: 79, port: 0, bytes: [0x90, 60, 100]),
                Heard(frame: 99, port: 0, bytes: [0x80, 60, 64]),
                Heard(frame: 179, port: 0, bytes: [0xB0, 64, 0]),
            ]
        )
    }
}
