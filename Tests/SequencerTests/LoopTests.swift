import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

struct LoopTests {
    /// One tick is one frame at rate 1000.
    private func item(
        _ events: [(Int64, Event)],
        end: Int64? = nil,
        from: Int64 = 0,
        to: Int64? = nil,
        loop: Range<Int64>?,
        speed: Speed = .normal
    ) -> PlayItem {
        PlayItem(
            sequence: .of([.of(events, end: end)], division: .ticksPerQuarter(500)),
            rate: 1000,
            speed: speed,
            from: from,
            to: to,
            loop: loop
        )
    }

    private func heard(_ item: PlayItem, before limit: Int64, period: Int64 = 64) -> [Heard] {
        var player = MusicPlayer(samplers: 1)
        player.start(item, atFrame: 0)
        var heard: [Heard] = []
        for end in stride(from: period, to: limit, by: Int(period)) {
            drain(&player, item, before: end, into: &heard)
        }
        drain(&player, item, before: limit, into: &heard)
        return heard
    }

    @Test func aPassEndsWithItsReleasesAndBeginsOnTheSameFrame() {
        let events: [(Int64, Event)] = [
            (5, .cc(0, 7, 9)), (10, .on(0, 60)), (20, .cc(0, 64, 127)), (50, .on(0, 61)),
            (100, .on(0, 62)), (120, .off(0, 60)),
        ]
        let item = item(events, loop: 10..<100)
        for period: Int64 in [1, 7, 64, 500] {
            let all = heard(item, before: 191, period: period)
            // The volume at the end is that of the beginning: it is not sent again.
            #expect(
                all.map(\.description) == [
                    "5/0: B0 7 9", "10/0: 90 3C 64", "20/0: B0 40 7F", "50/0: 90 3D 64",
                    "100/0: 80 3C 40", "100/0: 80 3D 40", "100/0: B0 40 0", "100/0: 90 3C 64",
                    "110/0: B0 40 7F", "140/0: 90 3D 64", "190/0: 80 3C 40", "190/0: 80 3D 40",
                    "190/0: B0 40 0", "190/0: 90 3C 64",
                ]
            )
        }
    }

    @Test func aFreshStartHasNoRestartAndAnotherHas() {
        let sequence = PreparedSequence.of([(0, .on(0, 60)), (9, .off(0, 60))])
        let fresh = play(PlayItem(sequence: sequence, rate: 1000))
        #expect(!fresh.contains { $0.bytes == Heard.restart })
        let used = play(PlayItem(sequence: sequence, rate: 1000, startsAnew: false), start: 50)
        #expect(used.first == Heard(frame: 50, port: 0, bytes: Heard.restart))
        #expect(used.filter { $0.bytes == Heard.restart }.count == 1)
    }

    @Test func tenThousandPassesDoNotDrift() throws {
        for text in ["0.7"] {
            let speed = try #require(Speed(parsing: text))
            let item = item(
                [(0, .tempo(333_333)), (110, .on(0, 60)), (177, .on(0, 61)), (250, .off(0, 60))],
                end: 400,
                loop: 70..<170,
                speed: speed
            )
            let length =
                item.itemFrame(ofNominalFrame: 170) - item.itemFrame(ofNominalFrame: 70)
            var player = MusicPlayer(samplers: 1)
            player.start(item, atFrame: 1_000_003)
            var heard: [UInt8: [Int64]] = [:]
            let first = 1_000_003 + item.itemFrame(ofNominalFrame: 70)
            while let event = player.nextEvent(before: first + 10_000 * length) {
                guard event.kind == .channel, event.message.isNoteOn else { continue }
                heard[event.message.data1, default: []].append(event.frame)
            }
            for key: UInt8 in [60, 61] {
                let frames = try #require(heard[key])
                #expect(frames.count == 10_000)
                #expect(
                    frames.enumerated().allSatisfy {
                        $1 == frames[0] + Int64($0) * length
                    }
                )
            }
            for pass: Int64 in [0, 1, 77, 9_999] {
                let frame = first + pass * length
                #expect(
                    player.nominalPosition(atFrame: frame) == (70)
                )
                #expect(
                    player.position(atFrame: frame + 31)
                        == item.itemFrame(ofNominalFrame: 70) + 31
                )
                #expect(player.nominalPosition(atFrame: frame + length - 1) < 170)
            }
            #expect(player.endFrame == .max)
            #expect(item.endFrame == .max)
            #expect(player.position(atFrame: .max) < item.itemFrame(ofNominalFrame: 170))
        }
    }

    @Test func whatBeginsBehindTheLoopDoesNotComeRound() {
        let events: [(Int64, Event)] = [(0, .on(0, 60)), (150, .on(0, 61)), (180, .off(0, 61))]
        for from: Int64 in [100, 120] {
            let item = item(events, end: 200, from: from, loop: 10..<100)
            #expect(item.endFrame == 200)
            #expect(play(item).map(\.frame) == [150 - from, 180 - from])
        }
        #expect(item(events, end: 200, from: 99, loop: 10..<100).endFrame == .max)
    }

    @Test func theWholeSequenceCanComeRound() {
        let item = item([(0, .on(0, 60)), (80, .off(0, 60))], loop: 0..<80)
        #expect(
            heard(item, before: 161).map(\.description) == [
                "0/0: 90 3C 64", "80/0: 80 3C 40", "80/0: 90 3C 64", "160/0: 80 3C 40",
                "160/0: 90 3C 64",
            ]
        )
    }

    @Test func loopsThatAreNoneAreToldBefore() {
        let sequence = PreparedSequence.of(
            [.of([(0, .on(0, 60))], end: 200)],
            division: .ticksPerQuarter(500)
        )
        func can(_ loop: Range<Int64>, to: Int64? = nil) -> Bool {
            PlayItem.canLoop(loop, of: sequence, rate: 1000, to: to)
        }
        #expect(can(0..<64))
        #expect(can(136..<200))
        #expect(!can(0..<63))
        #expect(!can(5..<5))
        #expect(!can(137..<201))
        #expect(!can(-1..<100))
        #expect(!can(.min..<100))
        #expect(can(0..<100, to: 100))
        #expect(!can(0..<100, to: 99))
        #expect(!can(0..<64, to: -5))
    }

    @Test func aShortPassAtAHighSpeedLasts64Frames() throws {
        let speed = try #require(Speed(parsing: "100"))
        let item = item([(0, .on(0, 60)), (40, .on(0, 61))], end: 200, loop: 0..<70, speed: speed)
        let frames = heard(item, before: 640).filter { $0.bytes == [0x90, 60, 100] }.map(\.frame)
        #expect(frames == (0...9).map { $0 * 64 })
        for frame in Int64(0)..<64 {
            #expect(item.nominalFrame(ofItemFrame: frame) < 70)
        }
    }

    @Test func aStopWithinALoopKnowsWhereItIs() {
        let item = item([(0, .on(0, 60))], end: 500, loop: 100..<200)
        var player = MusicPlayer(samplers: 1)
        player.start(item, atFrame: 0)
        var heard: [Heard] = []
        drain(&player, item, before: 450, into: &heard)
        #expect(player.position(atFrame: 199) == 199)
        #expect(player.position(atFrame: 200) == 100)
        #expect(player.position(atFrame: 449) == 149)
        player.release(atFrame: 450)
        #expect(player.position(atFrame: 450) == 150)
        #expect(player.position(atFrame: 9_999) == 150)
        drain(&player, item, before: 1_000, into: &heard)
        let hasEnded = player.hasEnded
        #expect(hasEnded)
        #expect(player.position(atFrame: 9_999) == 150)
        #expect(player.endFrame == 450)
    }

    @Test(arguments: 0..<30)
    func eachPassIsTheFirstOne(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed) + 4_000)
        var tick: Int64 = 0
        var events: [(Int64, Event)] = []
        for _ in 0..<300 {
            tick += Int64(random.int(0...6))
            let (channel, key) = (random.byte(0...2), random.byte(58...63))
            events.append(
                (
                    tick,
                    [
                        .on(channel, key), .off(channel, key), .cc(channel, 64, random.byte()),
                        .cc(channel, 7, random.byte()), .program(channel, random.byte()),
                        .tempo(UInt32(random.int(100_000...900_000))),
                    ][random.int(0...5)]
                )
            )
        }
        let sequence = PreparedSequence.of([.of(events)], division: .ticksPerQuarter(500))
        let length = Int(sequence.endFrame(rate: 1000))
        let start = random.int(0...length - 64)
        let loop = Int64(start)..<Int64(random.int(start + 64...length))
        let speed = try #require(
            Speed(numerator: Int64(random.int(1...20)), denominator: Int64(random.int(10...20)))
        )
        func item(to end: Int64?, loop: Range<Int64>?) -> PlayItem {
            PlayItem(
                sequence: sequence,
                rate: 1000,
                speed: speed,
                from: loop?.lowerBound ?? Int64(start),
                to: end,
                loop: loop,
                startsAnew: false
            )
        }
        let looped = item(to: nil, loop: loop)
        let pass = max(
            looped.itemFrame(ofNominalFrame: loop.upperBound)
                - looped.itemFrame(ofNominalFrame: loop.lowerBound),
            64
        )
        let all = heard(looped, before: pass * 20, period: 1 << 40)
        // Each pass is what plain playing of that part is, apart from where a very short one ends.
        let plain = play(item(to: loop.upperBound, loop: nil), period: 1 << 40)
        let notes = plain.filter { $0.message.isNoteOn || $0.message.isNoteOff }
        let passes = all.filter { $0.message.isNoteOn || $0.message.isNoteOff }
        for (index, event) in passes.enumerated() where !notes.isEmpty {
            let (number, place) = (index / notes.count, index % notes.count)
            #expect(event.bytes == notes[place].bytes)
            guard event.message.isNoteOn else { continue }
            #expect(event.frame == notes[place].frame + Int64(number) * pass)
        }
        // And at any place of it the channels are as they are then.
        var (one, other) = (ReferenceSampler(), ReferenceSampler())
        let offset = Int64(random.int(1...Int(pass) - 1))
        for event in plain where event.frame < offset && event.bytes != Heard.restart {
            other.apply(event.bytes)
        }
        var number: Int64 = 0
        for event in all where event.bytes != Heard.restart {
            while event.frame >= number * pass + offset {
                #expect(one.difference(from: other) == [])
                number += 1
            }
            one.apply(event.bytes)
        }
        #expect(number >= 18 || all.count < 40)
    }

    @Test func aLoopWithACountGoesOnBehindItsEnd() {
        let events: [(Int64, Event)] = [
            (20, .on(0, 60)), (90, .off(0, 60)), (120, .on(0, 61)), (130, .off(0, 61)),
        ]
        for (count, period): (Int, Int64) in [(1, 7), (2, 64), (3, 1), (3, 1000)] {
            let item = PlayItem(
                sequence: .of([.of(events, end: 200)], division: .ticksPerQuarter(500)),
                rate: 1000,
                loop: 10..<100,
                loopCount: count
            )
            let more = Int64(count - 1) * 90
            #expect(item.endFrame == 200 + more)
            let ons = play(item, period: period).filter { $0.message.isNoteOn }
            var frames: [Int64] = (0..<Int64(count)).map { 20 + $0 * 90 }
            frames.append(120 + more)
            #expect(ons.map(\.frame) == frames)
            var player = MusicPlayer(samplers: 1)
            player.start(item, atFrame: 1_000)
            let end = player.endFrame
            #expect(end == 1_200 + more)
            for frame: Int64 in stride(from: 0, to: 200 + more, by: 3) {
                var expected = frame
                for _ in 1..<count where expected >= 100 { expected -= 90 }
                #expect(player.position(atFrame: 1_000 + frame) == expected)
                while player.nextEvent(before: 1_000 + frame) != nil {}
                #expect(player.position(atFrame: 1_000 + frame) == expected)
            }
        }
    }

    @Test func passesThatAreOverCountWhenTheLoopIsAdoptedAnew() {
        let sequence = PreparedSequence.of(
            [.of([(0, .on(0, 60))], end: 300)],
            division: .ticksPerQuarter(500)
        )
        func item(_ count: Int?, speed: Speed = .normal) -> PlayItem {
            PlayItem(
                sequence: sequence,
                rate: 1000,
                speed: speed,
                loop: 0..<100,
                loopCount: count
            )
        }
        let (three, two, endless) = (item(3), item(2), item(nil))
        var player = MusicPlayer(samplers: 1)
        player.start(three, atFrame: 0)
        while player.nextEvent(before: 150) != nil {}
        let end = player.endFrame
        player.updateItem(two, atFrame: 150)
        let shorter = player.endFrame
        player.updateItem(endless, atFrame: 150)
        let last = player.endFrame
        player.updateItem(three, atFrame: 150)
        let again = player.endFrame
        #expect([end, shorter, last, again] == [500, 400, .max, 500])
        while player.nextEvent(before: 250) != nil {}
        #expect(player.position(atFrame: 250) == 50)
        player.updateItem(two, atFrame: 250)
        #expect(player.position(atFrame: 349) == 149)
        withExtendedLifetime([three, two, endless]) {}
    }
}
