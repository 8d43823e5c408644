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
        // 61 is held by the pedal alone; 62 ends where playing begins.
        #expect(
            play(item([Self.events], from: 100)).map(\.description) == [
                "0/0: B0 40 7F", "0/0: 90 3C 4D", "50/0: 80 3C 40", "100/0: B0 40 0",
            ]
        )
        #expect(
            play(item([Self.events], from: 99)).map(\.description) == [
                "0/0: B0 40 7F", "0/0: 90 3C 4D", "0/0: 90 3E 64", "1/0: 80 3E 40",
                "51/0: 80 3C 40", "101/0: B0 40 0",
            ]
        )
    }

    @Test func byDefaultTheyAreNot() {
        let silent = play(item([Self.events], from: 99, chaseNotes: false))
        #expect(!silent.contains { $0.message.isNoteOn })
    }

    @Test func onEachTurnOfALoopTheyAreStruckAgain() {
        let item = item([Self.events], from: 0, loop: 50..<120)
        var player = MusicPlayer(samplers: 1)
        player.start(item.view, atFrame: 0)
        var heard: [Heard] = []
        drain(&player, item, before: 300, into: &heard)
        let notes = heard.filter { $0.message.isNoteOn || $0.message.isNoteOff }
        #expect(
            notes.map(\.description).prefix(12) == [
                "10/0: 90 3C 4D", "20/0: 90 3D 64", "30/0: 80 3D 40", "40/0: 90 3E 64",
                "100/0: 80 3E 40", "120/0: 80 3C 40", "120/0: 90 3C 4D", "120/0: 90 3E 64",
                "170/0: 80 3E 40", "190/0: 80 3C 40", "190/0: 90 3C 4D", "190/0: 90 3E 64",
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
}
