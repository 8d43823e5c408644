import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

/// Random items adopted at random frames, against a plain model of what has to be heard.
struct AdoptionPropertyTests {
    /// What sounds under one sent key: the notes that hold it.
    private struct Held {
        var notes: [(track: Int, key: UInt8)] = []
        var strikers: Set<Int> = []
        var sources: Set<UInt8> = []
    }

    private struct Settings {
        var speed: Speed
        var muted: Selection
        var soloed: Selection
        var transpose: Int

        func isAudible(_ track: Int, _ channel: UInt8) -> Bool {
            let isSoloed =
                soloed.contains(track: track)
                || soloed.contains(port: 0, channel: Int(channel))
            return !muted.contains(track: track)
                && !muted.contains(port: 0, channel: Int(channel))
                && (soloed.isEmpty || isSoloed)
        }
    }

    private static let rate = 1000

    /// Notes that all have their ends, on the same channels or each track on its own.
    private static func sequence(
        _ random: inout SeededGenerator,
        sharesChannels: Bool
    ) -> PreparedSequence {
        let tracks = (0..<random.int(1...4)).map { number in
            var tick: Int64 = 0
            var events: [(Int64, Event)] = []
            var open: [[UInt8]] = []
            for _ in 0..<random.int(20...150) {
                tick += Int64(random.int(0...20))
                let channel = sharesChannels ? random.byte(0...2) : UInt8(number)
                switch random.int(0...4) {
                case 0: events.append((tick, .cc(channel, 7, random.byte())))
                case 1 where number == 0:
                    events.append((tick, .tempo(UInt32(random.int(100_000...900_000)))))
                case 1, 2:
                    let key = random.byte(60...66)
                    if !open.contains([channel, key]) {
                        open.append([channel, key])
                        events.append((tick, .on(channel, key)))
                    }
                default:
                    if !open.isEmpty {
                        let note = open.remove(at: random.int(0...open.count - 1))
                        events.append((tick, .off(note[0], note[1])))
                    }
                }
            }
            for note in open { events.append((tick + 3, .off(note[0], note[1]))) }
            return Track.of(events)
        }
        return .of(tracks, division: .ticksPerQuarter(500))
    }

    private static func settings(_ random: inout SeededGenerator, _ tracks: Int) -> Settings {
        func selection(_ chance: Int) -> Selection {
            guard random.int(0...chance) == 0 else { return .none }
            return random.int(0...2) == 0
                ? Selection(tracks: [], channels: [UInt16(random.int(1...7))])
                : Selection(tracks: [random.int(0...tracks - 1)], channels: [])
        }
        return Settings(
            speed: Speed(
                numerator: Int64(random.int(1...9)),
                denominator: Int64(random.int(1...9))
            ) ?? .normal,
            muted: selection(1),
            soloed: selection(4),
            transpose: random.int(0...1) == 0 ? 0 : random.int(-3...3)
        )
    }

    /// The sampler's side: each key as it was sent.
    private struct Model {
        var held: [[UInt8]: Held] = [:]
        var heard: [Heard] = []

        mutating func emit(_ frame: Int64, _ bytes: [UInt8]) {
            heard.append(Heard(frame: frame, port: 0, bytes: bytes))
        }

        /// Ends what is no longer heard; keys in ascending order.
        mutating func adopt(_ new: Settings, _ old: Settings, at frame: Int64) {
            for (place, held) in held.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
                let lost = held.notes.filter { !new.isAudible($0.track, place[0]) }
                var isEnded = lost.count == held.notes.count
                // Which of three or more tracks hold a key, a player need not know.
                if held.strikers.count > 2 {
                    isEnded = (0..<8).contains {
                        old.isAudible($0, place[0]) && !new.isAudible($0, place[0])
                    }
                } else if !isEnded {
                    self.held[place]?.notes.removeAll { !new.isAudible($0.track, place[0]) }
                }
                if new.transpose != old.transpose, held.sources.count > 1 { isEnded = true }
                if isEnded {
                    emit(frame, [0x80 | place[0], place[1], 64])
                    self.held[place] = nil
                }
            }
        }

        mutating func play(_ event: ScheduledEvent, _ settings: Settings, at frame: Int64) {
            let (message, track) = (event.message, Int(event.track))
            let channel = message.channel
            if !message.isNoteOn && !message.isNoteOff {
                emit(frame, message.bytes)
                return
            }
            guard settings.isAudible(track, channel) else { return }
            if message.isNoteOn {
                let place = [channel, UInt8(Int(message.data1) + settings.transpose)]
                held[place, default: Held()].notes.append((track, message.data1))
                held[place]?.strikers.insert(track)
                held[place]?.sources.insert(message.data1)
                emit(frame, [message.status, place[1], message.data2])
                return
            }
            let own = held.first { place, held in
                place[0] == channel
                    && held.notes.contains { $0.track == track && $0.key == message.data1 }
            }
            guard let (place, _) = own else { return }
            held[place]?.notes.removeAll { $0.track == track && $0.key == message.data1 }
            guard held[place]?.notes.isEmpty == true else { return }
            held[place] = nil
            emit(frame, [message.status, place[1], message.data2])
        }
    }

    @Test(arguments: 0..<60)
    func changesOfSpeedAloneAreNotHeardOtherwise(seed: Int) {
        check(seed: seed, sharesChannels: true) { settings, random in
            Settings(
                speed: Self.settings(&random, 4).speed,
                muted: settings.muted,
                soloed: settings.soloed,
                transpose: settings.transpose
            )
        }
    }

    @Test(arguments: 0..<150)
    func eachNoteEndsWithItsOwnNoteOffOrWhenItIsMuted(seed: Int) {
        check(seed: seed, sharesChannels: false) { _, random in Self.settings(&random, 4) }
    }

    @Test(arguments: 0..<150)
    func whateverChangesEachKeyThatIsStruckGoesUpOnce(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 80_000)
        let sequence = Self.sequence(&random, sharesChannels: true)
        let length = Int(sequence.endFrame(rate: Self.rate))
        var player = MusicPlayer(samplers: 1)
        var sounding: Set<[UInt8]> = []
        var others: [[UInt8]] = []
        var last = Int64.min
        var frame: Int64 = 0
        var present: PlayItem?
        for number in 0..<200 where number == 0 || !player.hasEnded {
            let settings = Self.settings(&random, sequence.tracks.count)
            let end = random.int(0...length)
            let item = PlayItem(
                sequence: sequence,
                rate: Self.rate,
                speed: settings.speed,
                loop: seed % 2 == 0 && number < 50 && end >= 64 ? 0..<Int64(end) : nil,
                muted: settings.muted,
                soloed: settings.soloed,
                transpose: settings.transpose
            )
            if number == 0 {
                player.start(item, atFrame: 0)
            } else {
                player.updateItem(item, atFrame: frame)
            }
            withExtendedLifetime(present) {}
            present = item
            frame += number == 199 ? 1 << 40 : Int64(random.int(1...200))
            while let event = player.nextEvent(before: frame) {
                #expect(event.frame >= last)
                last = event.frame
                guard event.kind == .channel else { continue }
                let message = event.message
                let key = [message.channel, message.data1]
                if message.isNoteOn {
                    sounding.insert(key)
                } else if message.isNoteOff {
                    #expect(sounding.remove(key) != nil)
                } else {
                    others.append(message.bytes)
                }
            }
        }
        let hasEnded = player.hasEnded
        #expect(hasEnded)
        #expect(sounding.isEmpty)
        withExtendedLifetime(present) {}
        guard seed % 2 == 1 else { return }
        let expected = sequence.schedule.map(\.message).filter { !$0.isNoteOn && !$0.isNoteOff }
        #expect(others == expected.map(\.bytes))
    }

    /// Plays a random sequence with random changes and compares everything that is handed out.
    private func check(
        seed: Int,
        sharesChannels: Bool,
        change: (Settings, inout SeededGenerator) -> Settings
    ) {
        var random = SeededGenerator(seed: UInt64(seed) + 70_000)
        let sequence = Self.sequence(&random, sharesChannels: sharesChannels)
        var settings = Self.settings(&random, sequence.tracks.count)
        func item(_ settings: Settings) -> PlayItem {
            PlayItem(
                sequence: sequence,
                rate: Self.rate,
                speed: settings.speed,
                muted: settings.muted,
                soloed: settings.soloed,
                transpose: settings.transpose
            )
        }
        var player = MusicPlayer(samplers: 1)
        var model = Model()
        var heard: [Heard] = []
        let events = Array(sequence.schedule)
        var (index, frame, position) = (0, Int64(0), Int64(0))
        var present = item(settings)
        player.start(present, atFrame: 0)
        while !player.hasEnded {
            let limit = frame + Int64(random.int(1...300))
            drain(&player, present, before: limit, into: &heard)
            while index < events.count {
                let place = SpeedTests.itemFrame(
                    events[index].tick,
                    sequence.tempoMap,
                    Self.rate,
                    settings.speed
                )
                let due = max(frame + place - position, frame)
                guard due < limit else { break }
                model.play(events[index], settings, at: due)
                index += 1
            }
            #expect(heard == model.heard)
            if heard != model.heard { return }
            guard !player.hasEnded else { break }
            let before = player.nominalPosition(atFrame: limit)
            let next = change(settings, &random)
            // The old item has to live until the player has let go of it, and no longer.
            let other = item(next)
            player.updateItem(other, atFrame: limit)
            withExtendedLifetime(present) {}
            present = other
            model.adopt(next, settings, at: limit)
            settings = next
            frame = limit
            position = player.position(atFrame: limit)
            let after = player.nominalPosition(atFrame: limit)
            let step = settings.speed.numerator / settings.speed.denominator + 1
            #expect((0...step).contains(before - after))
        }
        #expect(index == events.count)
        #expect(model.held.isEmpty)
        let left = player.soundingKeys + player.heldPedals
        #expect(left == 0)
    }
}
