import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

/// Notes that sound where playing begins.
///
/// One tick is one frame at rate 1000.
struct ChaseNotesTests {
    private func item(
        _ tracks: [[(Int64, Event)]],
        from: Int64,
        loop: Range<Int64>? = nil,
        muted: Selection = .none,
        transpose: Int = 0,
        chaseNotes: Bool = true
    ) -> PlayItem {
        PlayItem(
            sequence: .of(tracks.map { .of($0, end: 400) }, division: .ticksPerQuarter(500)),
            rate: 1000,
            from: from,
            loop: loop,
            muted: muted,
            transpose: transpose,
            chaseNotes: chaseNotes
        )
    }

    private static let events: [(Int64, Event)] = [
        (0, .cc(0, 64, 127)), (10, .on(0, 60, 77)), (20, .on(0, 61)), (30, .off(0, 61)),
        (40, .on(0, 62)), (100, .off(0, 62)), (150, .off(0, 60)), (200, .cc(0, 64, 0)),
    ]

    @Test func notesThatSoundAreStruckAndEndWithTheirNoteOffs() {
        // 61 is held by the pedal alone; 62 goes up where playing begins, and is held from there on.
        #expect(
            play(item([Self.events], from: 100)).map(\.description) == [
                "0/0: B0 40 7F", "0/0: 90 3C 4D", "0/0: 90 3D 64", "0/0: 80 3D 40",
                "0/0: 90 3E 64", "0/0: 80 3E 40", "50/0: 80 3C 40", "100/0: B0 40 0",
            ]
        )
        #expect(
            play(item([Self.events], from: 120)).map(\.description) == [
                "0/0: B0 40 7F", "0/0: 90 3C 4D", "0/0: 90 3D 64", "0/0: 80 3D 40",
                "0/0: 90 3E 64", "0/0: 80 3E 40", "30/0: 80 3C 40", "80/0: B0 40 0",
            ]
        )
        #expect(
            play(item([Self.events], from: 200)).map(\.description) == [
                "0/0: B0 40 7F", "0/0: B0 40 0",
            ]
        )
    }

    @Test func aNoteThatEndsWhereTheyBeginIsNotStruck() {
        let events: [(Int64, Event)] = [
            (0, .on(0, 60)), (10, .on(0, 61)), (100, .off(0, 60)), (150, .off(0, 61)),
        ]
        #expect(
            play(item([events], from: 100)).map(\.description) == [
                "0/0: 90 3D 64", "50/0: 80 3D 40",
            ]
        )
    }

    @Test func whatThePedalHoldsEndsWithIt() {
        func notes(_ end: (Int64, Event), from: Int64 = 100) -> [String] {
            let events: [(Int64, Event)] = [
                (0, .cc(0, 64, 64)), (10, .on(0, 60)), (20, .off(0, 60)), end,
            ]
            return play(item([events.sorted { $0.0 < $1.0 }], from: from)).filter {
                $0.message.isNoteOn || $0.message.isNoteOff
            }.map(\.description)
        }
        let held = ["0/0: 90 3C 64", "0/0: 80 3C 40"]
        #expect(notes((200, .cc(0, 64, 0))) == held)
        // Halfway down is up, and so it is after a reset; other channels do not matter.
        #expect(notes((50, .cc(0, 64, 63))) == [])
        #expect(notes((50, .cc(0, 64, 127))) == held)
        #expect(notes((50, .cc(0, 121, 0))) == [])
        #expect(notes((50, .cc(0, 120, 0))) == [])
        #expect(notes((50, .gsReset)) == [])
        #expect(notes((50, .cc(1, 64, 0))) == held)
        // All notes off lifts the keys, not the pedal.
        #expect(notes((15, .cc(0, 123, 0))) == held)
        #expect(notes((100, .cc(0, 64, 0))) == [])
        // A note on the key again is the one that is heard.
        #expect(notes((60, .on(0, 60, 7))) == ["0/0: 90 3C 7", "300/0: 80 3C 40"])
    }

    @Test func theSostenutoPedalHoldsWhatWasDownWhenItWasPressed() {
        let events: [(Int64, Event)] = [
            (0, .on(0, 60)), (0, .on(0, 61)), (10, .cc(0, 66, 100)), (20, .on(0, 62)),
            (20, .on(0, 63)), (30, .off(0, 60)), (30, .off(0, 62)), (200, .cc(0, 66, 0)),
            (250, .off(0, 61)), (260, .off(0, 63)),
        ]
        #expect(
            play(item([events], from: 100)).map(\.description) == [
                "0/0: B0 42 64", "0/0: 90 3C 64", "0/0: 90 3D 64", "0/0: B0 42 0",
                "0/0: B0 42 64", "0/0: 80 3C 40", "0/0: 90 3F 64", "100/0: B0 42 0",
                "150/0: 80 3D 40",
                "160/0: 80 3F 40",
            ]
        )
    }

    @Test func noPedalHoldsDrums() {
        let events: [(Int64, Event)] = [
            (0, .cc(9, 64, 127)), (0, .on(9, 40)), (20, .off(9, 40)), (30, .on(9, 41)),
            (150, .off(9, 41)),
        ]
        #expect(
            play(item([events], from: 100)).filter { $0.message.isNoteOn }.map(\.description) == [
                "0/0: 99 29 64"
            ]
        )
    }

    @Test func whereKeysGoOnThePedalsNotesAreNotStruckAgain() {
        let events: [(Int64, Event)] = [
            (0, .cc(0, 64, 127)), (10, .on(0, 60)), (20, .off(0, 60)), (30, .on(0, 62)),
            (250, .off(0, 62)), (300, .cc(0, 64, 0)),
        ]
        let old = item([events], from: 0)
        let new = item([events], from: 100)
        var player = MusicPlayer(samplers: 1)
        player.start(old, atFrame: 0)
        var heard: [Heard] = []
        drain(&player, old, before: 100, into: &heard)
        heard = []
        player.replaceItem(new, atFrame: 100)
        drain(&player, new, before: 400, into: &heard)
        withExtendedLifetime((old, new)) {}
        #expect(
            heard.map(\.description) == ["250/0: 80 3E 40", "300/0: B0 40 0"]
        )
    }

    @Test func byDefaultTheyAreNot() {
        let silent = play(item([Self.events], from: 99, chaseNotes: false))
        #expect(!silent.contains { $0.message.isNoteOn })
    }

    @Test func onEachTurnOfALoopTheyAreStruckAgain() {
        let item = item([Self.events], from: 0, loop: 50..<120)
        var player = MusicPlayer(samplers: 1)
        player.start(item, atFrame: 0)
        var heard: [Heard] = []
        drain(&player, item, before: 300, into: &heard)
        let notes = heard.filter { $0.message.isNoteOn || $0.message.isNoteOff }
        #expect(
            notes.map(\.description).prefix(12) == [
                "10/0: 90 3C 4D", "20/0: 90 3D 64", "30/0: 80 3D 40", "40/0: 90 3E 64",
                "100/0: 80 3E 40", "120/0: 80 3C 40", "120/0: 90 3C 4D", "120/0: 90 3D 64",
                "120/0: 80 3D 40", "120/0: 90 3E 64", "170/0: 80 3E 40", "190/0: 80 3C 40",
            ]
        )
    }

    @Test func mutesAndTranspositionCount() {
        let tracks: [[(Int64, Event)]] = [
            [(0, .on(0, 60)), (200, .off(0, 60))], [(0, .on(1, 70)), (200, .off(1, 70))],
            [(0, .on(9, 40)), (200, .off(9, 40))],
        ]
        let muted = Selection(tracks: [0], channels: [])
        #expect(
            play(item(tracks, from: 50, muted: muted, transpose: 3)).map(\.description) == [
                "0/0: 91 49 64", "0/0: 99 28 64", "150/0: 81 49 40", "150/0: 89 28 40",
            ]
        )
    }

    @Test func aKeyThatTwoTracksHoldGoesUpWithTheLast() {
        let tracks: [[(Int64, Event)]] = [
            [(0, .on(0, 60)), (100, .off(0, 60))], [(10, .on(0, 60)), (200, .off(0, 60))],
        ]
        #expect(
            play(item(tracks, from: 50)).map(\.description) == [
                "0/0: 90 3C 64", "0/0: 90 3C 64", "150/0: 80 3C 40",
            ]
        )
    }

    @Test func drumsWithoutNoteOffsAreNotStruck() {
        let tracks: [[(Int64, Event)]] = [
            [(0, .on(9, 40)), (10, .on(9, 40)), (20, .on(0, 50)), (30, .on(0, 50))]
        ]
        // Of a melodic key the last note counts.
        #expect(
            play(item(tracks, from: 50)).filter { $0.message.isNoteOn }.map(\.description) == [
                "0/0: 90 32 64"
            ]
        )
    }

    /// What is heard from any place on is what is heard there when all is played.
    @Test(arguments: 0..<40)
    func theSameKeysAreDownAsIfPlayedFromTheStart(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 900)
        let long = seed % 8 == 0
        var tracks: [[(Int64, Event)]] = [[], [], []]
        for number in 0..<3 {
            var tick: Int64 = 0
            var open: [(UInt8, UInt8)] = []
            for _ in 0..<(long ? 6_000 : 200) {
                tick += Int64(random.int(0...5))
                let (channel, key) = (random.byte(0...1), random.byte(60...70))
                if random.int(0...2) > 0, !open.contains(where: { $0 == (channel, key) }) {
                    open.append((channel, key))
                    tracks[number].append((tick, .on(channel, key, 1 + random.byte(0...126))))
                } else if !open.isEmpty {
                    let (channel, key) = open.remove(at: random.int(0...open.count - 1))
                    tracks[number].append((tick, .off(channel, key)))
                }
                if random.int(0...60) == 0 {
                    tracks[number].append((tick, .cc(random.byte(0...1), 1, random.byte())))
                }
            }
            for (channel, key) in open { tracks[number].append((tick + 1, .off(channel, key))) }
        }
        let sequence = PreparedSequence.of(tracks.map { .of($0) }, division: .ticksPerQuarter(500))
        let length = Int(sequence.endFrame(rate: 1000))
        func keys(_ events: some Sequence<Heard>) -> Set<[UInt8]> {
            var down: Set<[UInt8]> = []
            for event in events {
                let key = [event.message.channel, event.message.data1]
                if event.message.isNoteOn { down.insert(key) }
                if event.message.isNoteOff { down.remove(key) }
            }
            return down
        }
        let all = play(PlayItem(sequence: sequence, rate: 1000), period: 1 << 40)
        for _ in 0..<(long ? 4 : 15) {
            let from = Int64(random.int(1...length - 1))
            let item = PlayItem(sequence: sequence, rate: 1000, from: from, chaseNotes: true)
            let heard = play(item, period: 1 << 40)
            for place in [from, from + Int64(random.int(0...300))] {
                let located = keys(heard.prefix { $0.frame <= place - from })
                let played = keys(all.prefix { $0.frame <= place })
                #expect(located.symmetricDifference(played) == [], "from \(from) at \(place)")
            }
            #expect(keys(heard) == [])
        }
    }

    /// A sampler as far as notes and pedals go: what is heard on it.
    private struct Keys {
        var down: Set<[UInt8]> = []
        var sustained: Set<[UInt8]> = []
        var captured: Set<[UInt8]> = []
        var held: Set<[UInt8]> = []
        var pedals: [UInt8: (sustain: Bool, sostenuto: Bool)] = [:]

        var heard: Set<[UInt8]> { down.union(sustained).union(held) }

        mutating func take(_ message: MIDIMessage) {
            let (channel, key) = (message.channel, [message.channel, message.data1])
            if message.isNoteOn {
                // One note of a key is heard, the last, unless sostenuto holds another.
                sustained.remove(key)
                down.insert(key)
                captured.remove(key)
            } else if message.isNoteOff, down.remove(key) != nil {
                let isCaptured = captured.remove(key) != nil
                let pedal = pedals[channel] ?? (false, false)
                if pedal.sostenuto && isCaptured {
                    held.insert(key)
                } else if pedal.sustain {
                    sustained.insert(key)
                }
            } else if message.status & 0xF0 == 0xB0 {
                control(message)
            }
        }

        private mutating func control(_ message: MIDIMessage) {
            let channel = message.channel
            let isDown = message.data2 >= 64
            if [64, 121].contains(message.data1) {
                pedals[channel, default: (false, false)].sustain = isDown
                if !isDown { sustained = sustained.filter { $0[0] != channel } }
            }
            if [66, 121].contains(message.data1) {
                pedals[channel, default: (false, false)].sostenuto = isDown
                captured = captured.filter { $0[0] != channel }
                if isDown {
                    captured.formUnion(down.filter { $0[0] == channel })
                } else {
                    held = held.filter { $0[0] != channel }
                }
            }
        }
    }

    /// The same under pedals, for notes that do not overlap on a key.
    @Test(arguments: 0..<40)
    func theSameIsHeardUnderPedalsAsIfPlayedFromTheStart(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 7_000)
        let long = seed % 20 == 0
        var tick: Int64 = 0
        var events: [(Int64, Event)] = []
        var open: [[UInt8]] = []
        for _ in 0..<(long ? 12_000 : 200) {
            tick += Int64(random.int(0...5))
            let (channel, key) = (random.byte(0...1), random.byte(60...70))
            switch random.int(0...9) {
            case 0: events.append((tick, .cc(channel, 64, random.byte())))
            case 1: events.append((tick, .cc(channel, 66, random.byte())))
            case 2 where random.int(0...9) == 0: events.append((tick, .cc(channel, 121, 0)))
            case 2...6 where !open.contains([channel, key]):
                open.append([channel, key])
                events.append((tick, .on(channel, key, random.byte(1...127))))
            default:
                guard !open.isEmpty else { continue }
                let ended = open.remove(at: random.int(0...open.count - 1))
                events.append((tick, .off(ended[0], ended[1])))
            }
        }
        for ended in open { events.append((tick + 1, .off(ended[0], ended[1]))) }
        let sequence = PreparedSequence.of([.of(events)], division: .ticksPerQuarter(500))
        let length = Int(sequence.endFrame(rate: 1000))
        let all = play(PlayItem(sequence: sequence, rate: 1000), period: 1 << 40)
        for _ in 0..<(long ? 2 : 15) {
            let from = Int64(random.int(1...length - 1))
            let item = PlayItem(sequence: sequence, rate: 1000, from: from, chaseNotes: true)
            let heard = play(item, period: 1 << 40)
            for place in [from, from + Int64(random.int(0...300))] {
                var (located, played) = (Keys(), Keys())
                for event in heard.prefix(while: { $0.frame <= place - from }) {
                    located.take(event.message)
                }
                for event in all.prefix(while: { $0.frame <= place }) { played.take(event.message) }
                #expect(
                    located.heard.symmetricDifference(played.heard) == [],
                    "from \(from) at \(place)"
                )
            }
        }
    }
}
