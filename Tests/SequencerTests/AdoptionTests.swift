import MIDI
import SMF
import Sequencer
import Testing

struct AdoptionTests {
    /// One tick is one frame at rate 1000 and speed 1.
    private func sequence(_ tracks: [[(Int64, Event)]], end: Int64 = 1000) -> PreparedSequence {
        .of(tracks.map { Track.of($0, end: end) }, division: .ticksPerQuarter(500))
    }

    private func item(
        _ sequence: PreparedSequence,
        speed: String = "1",
        from: Int64 = 0,
        loop: Range<Int64>? = nil,
        mute: String = "",
        solo: String = "",
        transpose: Int = 0
    ) throws -> PlayItem {
        func selection(_ text: String) throws -> Selection {
            text.isEmpty ? .none : try SelectorSet(parsing: text).resolve(in: sequence)
        }
        return PlayItem(
            sequence: sequence,
            rate: 1000,
            speed: try #require(Speed(parsing: speed)),
            from: from,
            loop: loop,
            muted: try selection(mute),
            soloed: try selection(solo),
            transpose: transpose
        )
    }

    /// Plays the first item up to a frame, changes to the second and plays up to another.
    private func texts(
        _ first: PlayItem,
        until frame: Int64,
        _ second: PlayItem,
        before limit: Int64
    ) -> [String] {
        var player = MusicPlayer(samplers: 1)
        player.start(first, atFrame: 0)
        var heard: [Heard] = []
        drain(&player, first, before: frame, into: &heard)
        player.updateItem(second, atFrame: frame)
        drain(&player, second, before: limit, into: &heard)
        return heard.map(\.description)
    }

    @Test func theSpeedChangesAtTheFrame() throws {
        let sequence = sequence([
            [(0, .on(0, 60)), (100, .off(0, 60)), (200, .on(0, 61)), (300, .off(0, 61))]
        ])
        #expect(
            texts(try item(sequence), until: 50, try item(sequence, speed: "0.5"), before: 2000)
                == ["0/0: 90 3C 64", "151/0: 80 3C 40", "351/0: 90 3D 64", "551/0: 80 3D 40"]
        )
        #expect(
            texts(try item(sequence), until: 50, try item(sequence, speed: "2"), before: 2000)
                == ["0/0: 90 3C 64", "75/0: 80 3C 40", "125/0: 90 3D 64", "175/0: 80 3D 40"]
        )
    }

    @Test func thePositionStaysAndGoesOnAtTheNewSpeed() throws {
        let sequence = sequence([[(0, .on(0, 60))]], end: 100_000)
        var player = MusicPlayer(samplers: 1)
        var items = [try item(sequence)]
        player.start(items[0], atFrame: 500)
        var frame: Int64 = 500
        var heard: [Heard] = []
        for (number, text) in ["0.7", "100", "0.01", "1.3", "3/7", "1"].enumerated() {
            frame += 300
            drain(&player, items[number], before: frame, into: &heard)
            let before = player.nominalPosition(atFrame: frame)
            items.append(try item(sequence, speed: text))
            player.updateItem(items[number + 1], atFrame: frame)
            let after = player.nominalPosition(atFrame: frame)
            let step = items[number + 1].speed
            #expect(after <= before)
            #expect(before - after <= step.numerator / step.denominator + 1)
            let later = player.nominalPosition(atFrame: frame + 100)
            let expected = 100 * step.numerator / step.denominator
            #expect(abs(later - after - expected) <= expected / 100 + 1)
        }
        #expect(heard.count == 1)
    }

    @Test func whatIsMutedEndsAtOnceAndTheRestGoesOn() throws {
        let sequence = sequence([
            [(0, .on(0, 60)), (0, .cc(0, 64, 127)), (100, .off(0, 60)), (120, .cc(0, 64, 0))],
            [(0, .on(1, 62)), (100, .off(1, 62)), (110, .on(1, 63)), (130, .off(1, 63))],
            [(1, .on(0, 64)), (100, .off(0, 64))],
        ])
        #expect(
            texts(try item(sequence), until: 50, try item(sequence, mute: "track:1"), before: 990)
                == [
                    "0/0: 90 3C 64", "0/0: B0 40 7F", "0/0: 91 3E 64", "1/0: 90 40 64",
                    "50/0: 80 3C 40", "100/0: 81 3E 40", "100/0: 80 40 40", "110/0: 91 3F 64",
                    "120/0: B0 40 0", "130/0: 81 3F 40",
                ]
        )
        #expect(
            texts(try item(sequence), until: 50, try item(sequence, mute: "ch:1"), before: 105)
                .suffix(3) == ["50/0: 80 3C 40", "50/0: 80 40 40", "100/0: 81 3E 40"]
        )
        #expect(
            texts(try item(sequence), until: 50, try item(sequence, solo: "track:3"), before: 990)
                .suffix(4)
                == ["50/0: 80 3C 40", "50/0: 81 3E 40", "100/0: 80 40 40", "120/0: B0 40 0"]
        )
        // What was muted comes in with its next note, and its note-off before ends nothing.
        #expect(
            texts(try item(sequence, mute: "ch:2"), until: 50, try item(sequence), before: 990)
                .suffix(5) == [
                    "100/0: 80 3C 40", "100/0: 80 40 40", "110/0: 91 3F 64", "120/0: B0 40 0",
                    "130/0: 81 3F 40",
                ]
        )
    }

    @Test func aKeyOfSeveralTracksNeverHangs() throws {
        let sequence = sequence([
            [(0, .on(0, 60)), (100, .off(0, 60)), (150, .on(0, 60)), (160, .off(0, 60))],
            [(1, .on(0, 60)), (120, .off(0, 60))], [(0, .on(1, 60)), (200, .off(1, 60))],
        ])
        // Of two that hold it one is left, and ends it.
        #expect(
            texts(try item(sequence), until: 50, try item(sequence, mute: "track:1"), before: 199)
                .suffix(1) == ["120/0: 80 3C 40"]
        )
        #expect(
            texts(try item(sequence), until: 50, try item(sequence, mute: "track:2"), before: 199)
                .suffix(3) == ["100/0: 80 3C 40", "150/0: 90 3C 64", "160/0: 80 3C 40"]
        )
        #expect(
            texts(
                try item(sequence),
                until: 110,
                try item(sequence, mute: "track:2"),
                before: 199
            )
            .suffix(3) == ["110/0: 80 3C 40", "150/0: 90 3C 64", "160/0: 80 3C 40"]
        )
        #expect(
            texts(try item(sequence), until: 50, try item(sequence, solo: "track:3"), before: 199)
                .suffix(1) == ["50/0: 80 3C 40"]
        )
        // Another track's mute is nothing to it.
        #expect(
            texts(try item(sequence), until: 50, try item(sequence, mute: "track:3"), before: 990)
                .suffix(4)
                == ["50/0: 81 3C 40", "120/0: 80 3C 40", "150/0: 90 3C 64", "160/0: 80 3C 40"]
        )
    }

    @Test func aKeyOfManyTracksEndsWithTheFirstThatIsLost() throws {
        let sequence = sequence(
            (0..<4).map { [($0, .on(0, 60)), (100 + $0, .off(0, 60))] }
        )
        for mute in ["track:1", "track:2", "track:4"] {
            #expect(
                texts(try item(sequence), until: 50, try item(sequence, mute: mute), before: 990)
                    .suffix(1) == ["50/0: 80 3C 40"]
            )
        }
    }

    @Test func soundingNotesKeepTheirKeyWhenTheTranspositionChanges() throws {
        let sequence = sequence([
            [
                (0, .on(0, 60)), (0, .on(9, 36)),
                (60, .channel(.polyphonicPressure(channel: 0, key: 60, pressure: 5))),
                (70, .on(0, 60)), (100, .off(0, 60)), (110, .off(0, 60)), (120, .off(9, 36)),
                (130, .on(0, 60)), (140, .off(0, 60)),
            ]
        ])
        #expect(
            texts(try item(sequence), until: 50, try item(sequence, transpose: 2), before: 990)
                == [
                    "0/0: 90 3C 64", "0/0: 99 24 64", "60/0: A0 3C 5", "70/0: 90 3E 64",
                    "100/0: 80 3C 40", "110/0: 80 3E 40", "120/0: 89 24 40", "130/0: 90 3E 64",
                    "140/0: 80 3E 40",
                ]
        )
    }

    @Test func aNoteMovedOntoASoundingOneSharesItsKey() throws {
        let sequence = sequence([
            [(0, .on(0, 62)), (60, .on(0, 60)), (80, .off(0, 62)), (90, .off(0, 60))]
        ])
        #expect(
            texts(try item(sequence), until: 50, try item(sequence, transpose: 2), before: 990)
                == ["0/0: 90 3E 64", "60/0: 90 3E 64", "90/0: 80 3E 40"]
        )
    }

    @Test func aLoopCanBeAddedTakenAwayAndComeTooLate() throws {
        let sequence = sequence([[(100, .on(0, 60)), (250, .on(0, 61)), (320, .on(0, 62))]])
        func ons(_ first: PlayItem, _ until: Int64, _ second: PlayItem) -> [String] {
            texts(first, until: until, second, before: 400).filter { $0.contains(": 90 ") }
        }
        let plain = try item(sequence)
        let looped = try item(sequence, loop: 90..<200)
        #expect(ons(plain, 150, looped).map { $0.prefix(3) } == ["100", "210", "320"])
        #expect(ons(plain, 200, looped).map { $0.prefix(3) } == ["100", "210", "320"])
        #expect(ons(plain, 201, looped).map { $0.prefix(3) } == ["100", "250", "320"])
        #expect(ons(looped, 150, plain).map { $0.prefix(3) } == ["100", "250", "320"])
        // At the very end of a pass, which has not been handed out.
        #expect(ons(looped, 200, plain).map { $0.prefix(3) } == ["100", "250", "320"])
        let quick = try item(sequence, speed: "1.5", loop: 90..<200)
        #expect(
            ons(looped, 200, quick).map { $0.prefix(3) } == ["100", "207", "280", "353"]
        )
        // In the second pass.
        #expect(ons(looped, 260, plain).map { $0.prefix(3) } == ["100", "210", "360"])
        var player = MusicPlayer(samplers: 1)
        player.start(plain, atFrame: 0)
        var heard: [Heard] = []
        drain(&player, plain, before: 300, into: &heard)
        player.updateItem(looped, atFrame: 300)
        #expect(player.endFrame == 1000)
        #expect(player.position(atFrame: 350) == 350)
    }

    @Test func aPassThatWasDueBeforeTheFrameComesAtIt() throws {
        let sequence = sequence([[(90, .on(0, 60)), (100, .on(0, 61)), (150, .off(0, 61))]])
        let looped = try item(sequence, loop: 90..<200)
        let other = try item(sequence, loop: 90..<200)
        var player = MusicPlayer(samplers: 1)
        player.start(looped, atFrame: 0)
        var heard: [Heard] = []
        drain(&player, looped, before: 195, into: &heard)
        let before = player.position(atFrame: 203)
        player.updateItem(other, atFrame: 203)
        #expect(player.position(atFrame: 203) == before)
        heard = []
        drain(&player, other, before: 350, into: &heard)
        let notes = heard.filter { [0x80, 0x90].contains($0.bytes[0]) }
        #expect(
            notes.map(\.description) == [
                "203/0: 80 3C 40", "203/0: 90 3C 64", "210/0: 90 3D 64", "260/0: 80 3D 40",
                "310/0: 80 3C 40", "310/0: 90 3C 64", "320/0: 90 3D 64",
            ]
        )
    }

    @Test func eventsDueBeforeTheFrameComeAtIt() throws {
        let sequence = sequence([[(40, .on(0, 60)), (48, .off(0, 60)), (60, .on(0, 61))]])
        var player = MusicPlayer(samplers: 1)
        let first = try item(sequence)
        player.start(first, atFrame: 0)
        var heard: [Heard] = []
        drain(&player, first, before: 45, into: &heard)
        let second = try item(sequence, speed: "0.5")
        player.updateItem(second, atFrame: 50)
        drain(&player, second, before: 100, into: &heard)
        #expect(
            heard.map(\.description) == ["40/0: 90 3C 64", "50/0: 80 3C 40", "71/0: 90 3D 64"]
        )
    }

    @Test func afterAReleaseOnlyThePlaceIsKept() throws {
        let sequence = sequence([[(0, .on(0, 60)), (300, .on(0, 61))]])
        let first = try item(sequence, loop: 20..<90)
        let second = try item(sequence, speed: "0.5")
        var player = MusicPlayer(samplers: 1)
        player.updateItem(second, atFrame: 7)
        #expect(player.nextEvent(before: 100) == nil)
        player.start(first, atFrame: 0)
        var heard: [Heard] = []
        drain(&player, first, before: 100, into: &heard)
        player.release(atFrame: 100)
        heard = []
        player.updateItem(second, atFrame: 130)
        drain(&player, second, before: 1000, into: &heard)
        #expect(heard.map(\.description) == [])
        #expect(player.nominalPosition(atFrame: 500) == 30)
        let hasEnded = player.hasEnded
        #expect(hasEnded)
    }

    @Test func anOpeningToComeIsThatOfTheNewItem() throws {
        let sequence = sequence([[(0, .cc(0, 7, 9)), (10, .on(0, 60)), (30, .off(0, 60))]])
        let first = try item(sequence, from: 5)
        let second = try item(sequence, speed: "0.5", from: 5, transpose: 1)
        var player = MusicPlayer(samplers: 1)
        player.start(first, atFrame: 100)
        player.updateItem(second, atFrame: 90)
        var heard: [Heard] = []
        drain(&player, second, before: 1000, into: &heard)
        #expect(
            heard.map(\.description) == ["100/0: B0 7 9", "111/0: 90 3D 64", "151/0: 80 3D 40"]
        )
    }
}
