import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

struct MusicPlayerTests {
    /// One tick is one frame at rate 1000.
    private func item(
        _ tracks: [[(Int64, Event)]],
        end: Int64? = nil,
        from: Int64 = 0,
        to: Int64? = nil,
        mute: String = "",
        solo: String = "",
        transpose: Int = 0
    ) throws -> PlayItem {
        let sequence = PreparedSequence.of(
            tracks.map { Track.of($0, end: end) },
            division: .ticksPerQuarter(500)
        )
        func selection(_ text: String) throws -> Selection {
            text.isEmpty ? .none : try SelectorSet(parsing: text).resolve(in: sequence)
        }
        return PlayItem(
            sequence: sequence,
            rate: 1000,
            from: from,
            to: to,
            muted: try selection(mute),
            soloed: try selection(solo),
            transpose: transpose
        )
    }

    private func texts(_ item: PlayItem, start: Int64 = 0, period: Int64 = 64) -> [String] {
        play(item, start: start, period: period).map(\.description)
    }

    @Test func eventsComeAtTheirFramesWhateverThePeriod() throws {
        let item = try item([
            [(0, .on(0, 60)), (5, .off(0, 60)), (5, .on(0, 62)), (9, .off(0, 62))]
        ])
        let expected = ["70/0: 90 3C 64", "75/0: 80 3C 40", "75/0: 90 3E 64", "79/0: 80 3E 40"]
        for period: Int64 in [1, 3, 64, 1000] {
            #expect(texts(item, start: 70, period: period) == expected)
        }
        #expect(item.endFrame == 9)
    }

    @Test func eventsOnTheLastTickComeBeforeTheRelease() throws {
        let item = try item([
            [(0, .on(0, 60)), (3, .on(0, 61)), (10, .off(0, 60)), (10, .cc(0, 66, 9))]
        ])
        #expect(
            texts(item) == [
                "0/0: 90 3C 64", "3/0: 90 3D 64", "10/0: 80 3C 40", "10/0: B0 42 9",
                "10/0: 80 3D 40", "10/0: B0 42 0",
            ]
        )
    }

    @Test func toEndsBeforeItsOwnFrame() throws {
        let item = try item(
            [[(0, .on(0, 60)), (5, .on(0, 61)), (9, .off(0, 60))]],
            from: 0,
            to: 5
        )
        #expect(texts(item) == ["0/0: 90 3C 64", "5/0: 80 3C 40"])
        #expect(item.endFrame == 5)
    }

    @Test func theEndAndThePositionAreKnown() throws {
        let item = try item([[(0, .on(0, 60))]], end: 100, from: 20)
        var player = MusicPlayer(samplers: 1)
        var hasEnded = player.hasEnded
        #expect(hasEnded)
        #expect(player.nextEvent(before: 1000) == nil)
        player.start(item, atFrame: 1000)
        #expect(player.endFrame == 1080)
        #expect(player.position(atFrame: 900) == 20)
        #expect(player.position(atFrame: 1030) == 50)
        #expect(player.position(atFrame: 2000) == 100)
        #expect(player.nextEvent(before: 1080) == nil)
        hasEnded = player.hasEnded
        #expect(!hasEnded)
        #expect(player.nextEvent(before: 1081) == nil)
        hasEnded = player.hasEnded
        #expect(hasEnded)
        #expect(player.endFrame == 1080)
    }

    @Test func stoppingReleasesWhatSoundsAndIsHeld() throws {
        let item = try item(
            [
                [
                    (0, .on(0, 60)), (0, .on(3, 61)), (1, .cc(3, 64, 127)), (2, .off(0, 60)),
                    (3, .cc(5, 67, 1)),
                ]
            ],
            end: 100
        )
        var player = MusicPlayer(samplers: 1)
        player.start(item, atFrame: 0)
        var heard: [Heard] = []
        drain(&player, item, before: 50, into: &heard)
        heard = []
        player.release(atFrame: 40)
        #expect(player.endFrame == 40)
        drain(&player, item, before: 40, into: &heard)
        #expect(heard.isEmpty)
        drain(&player, item, before: 41, into: &heard)
        #expect(heard.map(\.description) == ["40/0: 83 3D 40", "40/0: B3 40 0", "40/0: B5 43 0"])
        let hasEnded = player.hasEnded
        #expect(hasEnded)
        #expect(player.position(atFrame: 90) == 40)
        player.release(atFrame: 60)
        #expect(player.nextEvent(before: 1000) == nil)
    }

    @Test func aStartOverAPlayingItemReleasesItFirst() throws {
        let first = try item([[(0, .on(0, 60)), (0, .cc(0, 64, 1))]], end: 100)
        let second = try item([[(0, .on(0, 62)), (1, .off(0, 62))]])
        var player = MusicPlayer(samplers: 1)
        player.start(first, atFrame: 0)
        var heard: [Heard] = []
        drain(&player, first, before: 10, into: &heard)
        heard = []
        player.start(second, atFrame: 10)
        drain(&player, second, before: 100, into: &heard)
        #expect(
            heard.map(\.description) == [
                "10/0: 80 3C 40", "10/0: B0 40 0", "10/0: 90 3E 64", "11/0: 80 3E 40",
            ]
        )
    }

    @Test func aPlayerKeepsTheItemThatItPlaysAndNoOther() throws {
        var first: PlayItem? = try item([[(10, .on(0, 60)), (90, .off(0, 60))]])
        weak let kept = first
        var player = MusicPlayer(samplers: 1)
        if let first { player.start(first, atFrame: 0) }
        first = nil
        #expect(kept != nil)
        #expect(player.nextEvent(before: 20)?.frame == 10)
        player.start(try item([[(5, .on(0, 62))]]), atFrame: 20)
        #expect(kept == nil)
        #expect(player.nextEvent(before: 30)?.frame == 20)
    }

    @Test func mutedNotesAreKeptBackAndStatesPass() throws {
        let tracks: [[(Int64, Event)]] = [
            [(0, .on(0, 60)), (1, .cc(0, 7, 3)), (4, .off(0, 60)), (5, .program(0, 4))],
            [(0, .on(0, 60)), (0, .on(1, 62)), (6, .off(0, 60)), (7, .off(1, 62))],
        ]
        #expect(
            texts(try item(tracks, mute: "track:1")) == [
                "0/0: 90 3C 64", "0/0: 91 3E 64", "1/0: B0 7 3", "5/0: C0 4", "6/0: 80 3C 40",
                "7/0: 81 3E 40",
            ]
        )
        #expect(
            texts(try item(tracks, mute: "1"))
                == ["0/0: 91 3E 64", "1/0: B0 7 3", "5/0: C0 4", "7/0: 81 3E 40"]
        )
        #expect(
            texts(try item(tracks, solo: "track:1"))
                == ["0/0: 90 3C 64", "1/0: B0 7 3", "4/0: 80 3C 40", "5/0: C0 4"]
        )
        #expect(
            texts(try item(tracks, mute: "ch:1", solo: "track:2"))
                == ["0/0: 91 3E 64", "1/0: B0 7 3", "5/0: C0 4", "7/0: 81 3E 40"]
        )
    }

    @Test func aKeyHeldByTwoTracksGoesUpWithTheLast() throws {
        let item = try item([
            [(0, .on(0, 60)), (10, .off(0, 60))], [(2, .on(0, 60)), (8, .off(0, 60))],
            [(1, .off(0, 60)), (12, .off(0, 60))],
        ])
        // The note-off at 1 ends the first note; those of the tracks are one too many then, and
        // the last is dropped.
        #expect(
            texts(item)
                == ["0/0: 90 3C 64", "1/0: 80 3C 40", "2/0: 90 3C 64", "8/0: 80 3C 40"]
        )
        let overlap = try self.item([
            [(0, .on(0, 60)), (10, .off(0, 60))], [(2, .on(0, 60)), (8, .off(0, 60))],
        ])
        #expect(texts(overlap) == ["0/0: 90 3C 64", "2/0: 90 3C 64", "10/0: 80 3C 40"])
    }

    @Test func whereANoteOffIsMissingEachOneCounts() throws {
        let item = try item([[(0, .on(0, 60)), (2, .on(0, 60)), (8, .off(0, 60))]], end: 20)
        #expect(
            texts(item)
                == ["0/0: 90 3C 64", "2/0: 90 3C 64", "8/0: 80 3C 40", "20/0: 80 3C 40"]
        )
    }

    @Test func modeMessagesAndResetsEndNotes() throws {
        for number: UInt8 in [120, 123, 124, 125, 126, 127] {
            let item = try item([[(0, .on(0, 60)), (2, .cc(0, number, 0)), (8, .off(0, 60))]])
            #expect(texts(item).count == 2, "CC\(number)")
        }
        let reset = try item([
            [(0, .on(0, 60)), (0, .cc(0, 64, 127)), (2, .gsReset), (8, .off(0, 60))]
        ])
        #expect(play(reset).map { $0.bytes[0] } == [0x90, 0xB0, 0xF0])
        let lifted = try item([[(0, .cc(0, 64, 127)), (0, .cc(0, 69, 127)), (1, .cc(0, 121, 0))]])
        #expect(texts(lifted).suffix(1) == ["1/0: B0 45 0"])
        #expect(texts(lifted).count == 4)
    }

    @Test func transposedKeysFoldBackAndDrumsStay() throws {
        let item = try item(
            [
                [
                    (0, .on(0, 60)), (0, .on(0, 126)), (0, .on(9, 36)), (1, .off(0, 60)),
                    (1, .channel(.polyphonicPressure(channel: 0, key: 60, pressure: 5))),
                    (2, .off(0, 126)), (3, .off(9, 36)),
                ]
            ],
            transpose: 5
        )
        #expect(
            texts(item) == [
                "0/0: 90 41 64", "0/0: 90 77 64", "0/0: 99 24 64", "1/0: 80 41 40", "1/0: A0 41 5",
                "2/0: 80 77 40", "3/0: 89 24 40",
            ]
        )
    }

    @Test(arguments: 0..<20)
    func framesEqualTheTempoMapsWhateverTheTempo(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 7)
        var events: [(Int64, Event)] = []
        var tick: Int64 = 0
        for _ in 0..<400 {
            tick += Int64(
                random.int(0...1) == 0 ? 0 : random.int(0...(seed < 10 ? 50 : 0xFFF_FFFF))
            )
            events.append(
                random.int(0...2) == 0
                    ? (tick, .tempo(UInt32(random.int(1...0xFF_FFFF)))) : (tick, .cc(0, 7, 1))
            )
        }
        let sequence = PreparedSequence.of(
            [.of(events)],
            division: .ticksPerQuarter(UInt16(random.int(1...32_767)))
        )
        let rate = [8000, 44_100, 96_000][random.int(0...2)]
        let item = PlayItem(sequence: sequence, rate: rate)
        var player = MusicPlayer(samplers: 1)
        player.start(item, atFrame: 12_345)
        var heard: [Heard] = []
        drain(&player, item, before: .max, into: &heard)
        let expected = sequence.schedule.map {
            sequence.tempoMap.frame(atTick: $0.tick, rate: rate) + 12_345
        }
        #expect(heard.map(\.frame) == expected)
    }

    /// What sounds and is held in samplers that get a player's events.
    private struct Remains {
        var ids: Set<[UInt8]> = []
        var lastFrame = Int64.min
        var isInOrder = true

        mutating func take(_ events: inout [Heard]) {
            for event in events {
                isInOrder = isInOrder && event.frame >= lastFrame
                lastFrame = event.frame
                let message = event.message
                let id = [event.port, message.channel, message.data1]
                if message.isNoteOn {
                    ids.insert(id + [0])
                } else if message.isNoteOff {
                    ids.remove(id + [0])
                } else if message.kind == .controlChange, [64, 66, 67, 69].contains(message.data1) {
                    if message.data2 > 0 { ids.insert(id + [1]) } else { ids.remove(id + [1]) }
                }
            }
            events = []
        }
    }

    @Test(arguments: 0..<40)
    func nothingEverHangs(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed) + 50)
        let tracks = (0..<random.int(1...5)).map { number in
            var tick: Int64 = 0
            var events: [(Int64, Event)] = [(0, .port(UInt8(number % 2)))]
            for _ in 0..<random.int(0...200) {
                tick += Int64(random.int(0...4))
                let (channel, key) = (random.byte(0...2), random.byte(58...63))
                let pedal: UInt8 = [64, 66, 67, 69][random.int(0...3)]
                events.append(
                    (
                        tick,
                        [
                            .on(channel, key), .on(channel, key), .off(channel, key),
                            .off(channel, key), .cc(channel, pedal, random.byte()),
                            .cc(channel, pedal, 0),
                        ][random.int(0...5)]
                    )
                )
            }
            return Track.of(events)
        }
        let sequence = PreparedSequence.of(tracks, division: .ticksPerQuarter(500))
        let length = Int(sequence.endFrame(rate: 1000))
        var player = MusicPlayer(samplers: sequence.ports.count)
        var heard: [Heard] = []
        var remains = Remains()
        var items: [PlayItem] = []
        var frame: Int64 = 0
        for _ in 0..<30 {
            let from = Int64(random.int(0...length))
            let item = PlayItem(
                sequence: sequence,
                rate: 1000,
                from: from,
                to: random.int(0...1) == 0 ? nil : from + Int64(random.int(0...100)),
                muted: Selection(tracks: [random.int(0...9)], channels: []),
                transpose: random.int(-90...90),
                startsAnew: random.int(0...7) > 0
            )
            items.append(item)
            player.start(item, atFrame: frame)
            for _ in 0..<random.int(0...6) {
                frame += Int64(random.int(1...60))
                drain(&player, item, before: frame, into: &heard)
            }
            remains.take(&heard)
            if player.hasEnded { #expect(remains.ids == []) }
            if random.int(0...2) == 0 {
                player.release(atFrame: frame)
                frame += 1
                drain(&player, item, before: frame, into: &heard)
                let hasEnded = player.hasEnded
                #expect(hasEnded)
                remains.take(&heard)
                #expect(remains.ids == [])
                let left = player.soundingKeys + player.heldPedals
                #expect(left == 0)
            }
        }
        #expect(remains.isInOrder)
        withExtendedLifetime(items) {}
    }
}
