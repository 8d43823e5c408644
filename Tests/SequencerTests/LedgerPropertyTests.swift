import Glibc
import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

/// Thousands of transport commands in a row: whatever they were, nothing is left sounding.
struct LedgerPropertyTests {
    private static let rate = 1000

    /// What sounds on a sampler, told by its messages alone.
    private struct Sounding {
        var keys: [[UInt8]: Int] = [:]
        var pedals: Set<[UInt8]> = []
        var struck = 0
        /// The key of the metronome that sounds.
        var click: UInt8?
        var clicks = 0
        var last = Int64.min
        /// Whether each note-on has its note-off, so that none is sent twice.
        var pairs: Bool

        mutating func take(_ event: PlayedEvent) {
            #expect(event.frame >= last)
            last = event.frame
            switch event.kind {
            case .restart: break
            case .systemExclusive:
                // The sequences have resets only.
                keys = keys.filter { $0.key[0] != event.port }
                pedals = pedals.filter { $0[0] != event.port }
            case .channel: take(event.message, event.port)
            case .click:
                let key = event.message.data1
                if event.message.isNoteOn {
                    #expect(click == nil)
                    click = key
                    clicks += 1
                } else {
                    #expect(click == key)
                    click = nil
                }
            }
        }

        private mutating func take(_ message: MIDIMessage, _ port: UInt8) {
            let channel = [port, message.channel]
            switch message.status & 0xF0 {
            case 0x80, 0x90:
                if message.isNoteOn {
                    keys[channel + [message.data1], default: 0] += 1
                    struck += 1
                } else {
                    let ended = keys.removeValue(forKey: channel + [message.data1])
                    #expect(ended != nil || !pairs)
                }
            case 0xB0:
                switch message.data1 {
                case 64, 66, 67, 69:
                    if message.data2 > 0 {
                        pedals.insert(channel + [message.data1])
                    } else {
                        pedals.remove(channel + [message.data1])
                    }
                case 121: for pedal: UInt8 in 64...67 { pedals.remove(channel + [pedal]) }
                case 120, 123...127:
                    keys = keys.filter { $0.key.prefix(2) != channel[...] }
                default: break
                }
            default: break
            }
        }
    }

    private static func sequence(
        _ random: inout SeededGenerator,
        pairs: Bool
    ) -> PreparedSequence {
        let tracks = (0..<random.int(1...4)).map { number in
            var tick: Int64 = 0
            var events: [(Int64, Event)] = [(0, .port(UInt8(number % 2)))]
            var open: [(UInt8, UInt8)] = []
            for _ in 0..<random.int(30...120) {
                tick += Int64(random.int(0...25))
                let channel = [0, 1, 9][random.int(0...2)]
                switch random.int(0...9) {
                case 0:
                    events.append((tick, .cc(UInt8(channel), [7, 10, 1][random.int(0...2)], 5)))
                case 1:
                    let pedal: UInt8 = [64, 66, 67, 69][random.int(0...3)]
                    events.append((tick, .cc(UInt8(channel), pedal, random.byte(0...1) * 127)))
                case 2 where random.int(0...5) == 0:
                    let mode: UInt8 = [120, 121, 123, 126, 127][random.int(0...4)]
                    events.append((tick, .cc(UInt8(channel), mode, 0)))
                case 3 where random.int(0...9) == 0: events.append((tick, .gsReset))
                case 4 where number == 0:
                    events.append((tick, .tempo(UInt32(random.int(100_000...900_000)))))
                case 5: events.append((tick, .program(UInt8(channel), random.byte())))
                case 6, 7:
                    let key = random.byte(60...64)
                    let isOpen = open.contains { $0 == (UInt8(channel), key) }
                    guard !pairs || !isOpen else { continue }
                    open.append((UInt8(channel), key))
                    events.append((tick, .on(UInt8(channel), key)))
                default:
                    guard !open.isEmpty else { continue }
                    let (channel, key) = open.remove(at: random.int(0...open.count - 1))
                    events.append((tick, .off(channel, key)))
                }
            }
            if pairs {
                for (channel, key) in open { events.append((tick + 3, .off(channel, key))) }
            }
            return Track.of(events, end: tick + 100)
        }
        return PreparedSequence.of(tracks, division: .ticksPerQuarter(500))
    }

    private static func item(
        _ source: PreparedSequence,
        _ random: inout SeededGenerator,
        from: Int64? = nil,
        like other: PlayItem? = nil
    ) -> PlayItem {
        let sequence =
            random.int(0...3) == 0
            ? source.withTempo(UInt32(random.int(200_000...900_000))) : source
        let length = Int(sequence.endFrame(rate: rate))
        func selection(_ chance: Int) -> Selection {
            guard random.int(0...chance) == 0 else { return .none }
            return Selection(
                tracks: [random.int(0...sequence.tracks.count - 1)],
                channels: [UInt16(random.int(0...3))]
            )
        }
        var loop: Range<Int64>?
        if random.int(0...1) == 0, length > 70 {
            let start = Int64(random.int(0...length - 64))
            loop = start..<Int64(random.int(Int(start) + 64...length))
        }
        return PlayItem(
            sequence: sequence,
            rate: rate,
            speed: Speed(
                numerator: Int64(random.int(1...20)),
                denominator: Int64(random.int(1...20))
            ) ?? .normal,
            from: from ?? Int64(random.int(0...length)),
            loop: loop,
            loopCount: random.int(0...1) == 0 ? nil : random.int(1...4),
            muted: selection(2),
            soloed: selection(5),
            transpose: random.int(0...2) == 0 ? random.int(-12...12) : 0,
            chaseNotes: random.int(0...1) == 0,
            countIn: random.int(0...5) == 0 ? CountIn(bars: 1) : nil,
            startsAnew: false
        )
    }

    /// With pairs and without; more of them only if there is time: `SEQD_TEST_ALL=1`.
    private static let seeds = 0..<(getenv("SEQD_TEST_ALL") == nil ? 2 : 4)

    @Test(arguments: seeds)
    func afterTenThousandCommandsAStopLeavesNothing(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 60_000)
        let pairs = seed % 2 == 0
        let sequences = (0..<6).map { _ in Self.sequence(&random, pairs: pairs) }
        var player = MusicPlayer(samplers: 4)
        var sounding = Sounding(pairs: pairs)
        var frame: Int64 = 0
        var number = 0
        var present = Self.item(sequences[0], &random)
        player.start(present, atFrame: 0)
        for _ in 0..<10_000 {
            var next: PlayItem?
            switch random.int(0...19) {
            case 0...1:
                number = random.int(0...sequences.count - 1)
                let item = Self.item(sequences[number], &random)
                player.start(item, atFrame: frame + Int64(random.int(0...30)))
                next = item
            case 2...5:
                let item = Self.item(sequences[number], &random)
                player.updateItem(item, atFrame: frame)
                next = item
            case 6...7:
                // Another version, here or in a moment, or a place elsewhere.
                if random.int(0...1) == 0 { number = random.int(0...sequences.count - 1) }
                let item = Self.item(sequences[number], &random)
                let due = player.replacementFrame(for: item, notBefore: frame)
                if due <= frame + 500 {
                    while let event = player.nextEvent(before: due) { sounding.take(event) }
                    frame = max(frame, due)
                }
                player.replaceItem(item, atFrame: frame)
                next = item
            case 9: player.setMetronome(random.int(0...1) == 0, atFrame: frame)
            case 8:
                player.release(atFrame: frame)
                let isIdle = random.int(0...1) == 0
                while isIdle, let event = player.nextEvent(before: frame + 1) {
                    sounding.take(event)
                }
                if isIdle {
                    frame += 1
                    #expect(sounding.keys == [:])
                    #expect(sounding.pedals == [])
                    #expect(sounding.click == nil)
                }
            default:
                frame += Int64(random.int(0...3) == 0 ? random.int(1...600) : random.int(1...40))
                while let event = player.nextEvent(before: frame) { sounding.take(event) }
            }
            withExtendedLifetime(present) {}
            if let next { present = next }
            if player.hasEnded,
                sounding.keys != [:] || sounding.pedals != [] || sounding.click != nil
            {
                Issue.record("\(sounding.keys) and \(sounding.pedals) sound after the end")
                return
            }
        }
        player.release(atFrame: frame)
        while let event = player.nextEvent(before: .max) { sounding.take(event) }
        let left = player.soundingKeys + player.heldPedals
        #expect(left == 0)
        #expect(sounding.keys == [:])
        #expect(sounding.pedals == [])
        #expect(sounding.click == nil)
        #expect(sounding.struck > 1_000)
        #expect(sounding.clicks > 300)
        withExtendedLifetime(present) {}
    }
}
