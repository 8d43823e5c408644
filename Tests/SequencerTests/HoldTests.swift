import MIDI
import SMF
import Sequencer
import TestSupport
import Testing

/// A player that stands still at a tick.
///
/// One tick is one frame at rate 1000, a beat 500.
struct HoldTests {
    private func sequence(_ events: [(Int64, Event)], end: Int64) -> PreparedSequence {
        .of([.of(events, end: end)], division: .ticksPerQuarter(500))
    }

    /// Notes at 0, 500 and 1000.
    private var music: PreparedSequence {
        sequence(
            [
                (0, .on(0, 60)), (500, .off(0, 60)), (500, .on(0, 62)), (1_000, .off(0, 62)),
                (1_000, .on(0, 64)), (1_500, .off(0, 64)),
            ],
            end: 1_500
        )
    }

    /// Plays in periods, and changes the player before some of them.
    private func play(
        _ item: PlayItem,
        period: Int64 = 100,
        until end: Int64 = 20_000,
        metronome: Bool = false,
        hold: Int64? = nil,
        _ changes: [Int64: (inout MusicPlayer) -> Void] = [:]
    ) -> (heard: [Heard], positions: [Int64]) {
        var player = MusicPlayer(samplers: max(item.samplerCount, 1))
        player.setMetronome(metronome, atFrame: 0)
        if let hold { player.hold(atTick: hold, atFrame: 0) }
        player.start(item, atFrame: 0)
        var heard: [Heard] = []
        var positions: [Int64] = []
        var frame: Int64 = 0
        while !player.hasEnded, frame < end {
            changes[frame]?(&player)
            drain(&player, item, before: frame + period, into: &heard)
            frame += period
            positions.append(player.position(atFrame: frame))
        }
        return (heard, positions)
    }

    private func text(_ heard: [Heard]) -> [String] {
        heard.filter { $0.message.isNoteOn || $0.message.isNoteOff }
            .map { "\($0.frame) \($0.message.isNoteOn ? "on" : "off") \($0.bytes[1])" }
    }

    @Test func nothingOnTheTickComesUntilItIsReleased() {
        let item = PlayItem(sequence: music, rate: 1_000)
        let (heard, positions) = play(
            item,
            hold: 500,
            [1_300: { $0.hold(atTick: .max, atFrame: 1_300) }]
        )
        // The note that sounds goes on sounding, and time goes on as if it had not passed.
        #expect(
            text(heard) == [
                "0 on 60", "1300 off 60", "1300 on 62", "1800 off 62", "1800 on 64", "2300 off 64",
            ]
        )
        #expect(positions[3...6] == [400, 500, 500, 500])
        #expect(positions[12...14] == [500, 600, 700])
        #expect(positions == positions.sorted())
    }

    @Test func aTickThatIsMovedInTimeStopsNothing() {
        let item = PlayItem(sequence: music, rate: 1_000)
        let (heard, _) = play(item, hold: 500, [400: { $0.hold(atTick: 1_600, atFrame: 400) }])
        #expect(heard == play(item).heard)
    }

    @Test(arguments: [1, 7, 64, 100, 256] as [Int64])
    func eachTickHoldsInItsTurn(period: Int64) {
        let item = PlayItem(sequence: music, rate: 1_000)
        let first = 1_000 / period * period
        let second = 2_500 / period * period
        let (heard, _) = play(
            item,
            period: period,
            hold: 0,
            [
                first: { $0.hold(atTick: 1_000, atFrame: first) },
                second: { $0.hold(atTick: .max, atFrame: second) },
            ]
        )
        #expect(
            text(heard) == [
                "\(first) on 60", "\(first + 500) off 60", "\(first + 500) on 62",
                "\(second) off 62", "\(second) on 64", "\(second + 500) off 64",
            ]
        )
    }

    @Test func theSameTickHoldsInTheNextPass() {
        let item = PlayItem(sequence: music, rate: 1_000, loop: 500..<1_000, loopCount: 2)
        let (heard, _) = play(
            item,
            hold: 500,
            [
                700: { $0.hold(atTick: 500, pass: 1, atFrame: 700) },
                1_800: { $0.hold(atTick: .max, atFrame: 1_800) },
            ]
        )
        #expect(
            text(heard) == [
                "0 on 60", "700 off 60", "700 on 62", "1200 off 62", "1800 on 62", "2300 off 62",
                "2300 on 64", "2800 off 64",
            ]
        )
    }

    @Test func aPassIsNamedByItsNumber() {
        // The loop is at 700 after 1,200 frames, in pass 1; a hold in pass 1 is one in this pass.
        let item = PlayItem(sequence: music, rate: 1_000, loop: 500..<1_000)
        for (pass, due) in [(0, 1_500), (1, 1_500), (2, 1_500), (3, 2_000)] as [(Int64, Int64)] {
            let (_, positions) = play(
                item,
                until: 4_000,
                [1_200: { $0.hold(atTick: 500, pass: pass, atFrame: 1_200) }]
            )
            let standing = positions.lastIndex { $0 != 500 } ?? 0
            #expect(Int64(standing + 2) * 100 == due, "pass \(pass)")
        }
    }

    @Test func aPlayerCountsThePassesThatAreOverAndThoseToCome() throws {
        let music = music
        let item = PlayItem(sequence: music, rate: 1_000, loop: 500..<1_000, loopCount: 3)
        let other = PlayItem(
            sequence: music,
            rate: 1_000,
            speed: try #require(Speed(parsing: "0.5")),
            loop: 500..<1_000,
            loopCount: 4
        )
        var player = MusicPlayer(samplers: 1)
        player.start(item, atFrame: 0)
        var heard: [Heard] = []
        // Also for frames that have not been played.
        let ahead = [0, 999, 1_000, 1_499, 1_500, 1_600].map {
            [player.position(atFrame: $0), player.pass(atFrame: $0), player.repeats(atFrame: $0)]
        }
        #expect(
            ahead == [
                [0, 0, 2], [999, 0, 2], [500, 1, 1], [999, 1, 1], [500, 2, 0], [600, 2, 0],
            ]
        )
        drain(&player, item, before: 1_200, into: &heard)
        #expect([player.pass(atFrame: 1_200), player.repeats(atFrame: 1_200)] == [1, 1])
        player.updateItem(other, atFrame: 1_200)
        #expect([player.pass(atFrame: 1_200), player.repeats(atFrame: 1_200)] == [1, 2])
        player.start(item, atFrame: 1_200)
        #expect([player.pass(atFrame: 1_200), player.repeats(atFrame: 1_200)] == [0, 2])
    }

    @Test func aTickThatHasPassedHoldsInTheNextPass() {
        let item = PlayItem(sequence: music, rate: 1_000, loop: 0..<1_500, loopCount: 2)
        let (heard, positions) = play(
            item,
            [
                1_100: { $0.hold(atTick: 500, atFrame: 1_100) },
                2_600: { $0.hold(atTick: .max, atFrame: 2_600) },
            ]
        )
        #expect(text(heard).prefix(7).last == "1500 on 60")
        #expect(text(heard)[7...8] == ["2600 off 60", "2600 on 62"])
        #expect(positions[19...24] == [500, 500, 500, 500, 500, 500])
    }

    @Test func aTickBehindTheLoopHoldsAfterItsLastPass() {
        let item = PlayItem(sequence: music, rate: 1_000, loop: 0..<500, loopCount: 3)
        let (heard, _) = play(item, hold: 500, [2_000: { $0.hold(atTick: .max, atFrame: 2_000) }])
        #expect(
            text(heard) == [
                "0 on 60", "500 off 60", "500 on 60", "1000 off 60", "1000 on 60", "2000 off 60",
                "2000 on 62", "2500 off 62", "2500 on 64", "3000 off 64",
            ]
        )
    }

    @Test func clicksWaitToo() {
        let item = PlayItem(sequence: music, rate: 1_000)
        let (heard, _) = play(
            item,
            metronome: true,
            hold: 500,
            [900: { $0.hold(atTick: .max, atFrame: 900) }]
        )
        let clicks = heard.filter { $0.port == Heard.metronome && $0.message.isNoteOn }
        #expect(clicks.map(\.frame) == [0, 900, 1_400])
    }

    @Test func aMetronomeThatIsSwitchedOnMeanwhileBeginsWithTheBeat() {
        let item = PlayItem(sequence: music, rate: 1_000)
        let (heard, _) = play(
            item,
            hold: 500,
            [
                1_200: { $0.setMetronome(true, atFrame: 1_200) },
                1_400: { $0.hold(atTick: .max, atFrame: 1_400) },
            ]
        )
        let clicks = heard.filter { $0.port == Heard.metronome && $0.message.isNoteOn }
        #expect(clicks.map(\.frame) == [1_400, 1_900])
    }

    @Test(arguments: ["1/3", "0.7", "1.37", "2"])
    func anotherSpeedKeepsTheTick(text speed: String) throws {
        let speed = try #require(Speed(parsing: speed))
        let music = music
        let item = PlayItem(sequence: music, rate: 1_000)
        let other = PlayItem(sequence: music, rate: 1_000, speed: speed)
        let plain = play(other).heard.filter(\.message.isNoteOn).map(\.frame)
        for change in [200, 500, 1_200] as [Int64] {
            let (heard, _) = play(
                item,
                hold: 500,
                [
                    change: { $0.updateItem(other, atFrame: change) },
                    3_000: { $0.hold(atTick: .max, atFrame: 3_000) },
                ]
            )
            #expect(text(heard)[1...2] == ["3000 off 60", "3000 on 62"])
            let later = heard.filter(\.message.isNoteOn).map(\.frame)
            #expect(later[2] - later[1] == plain[2] - plain[1])
        }
    }

    @Test func whatIsMutedEndsWhileItStands() {
        let music = music
        let item = PlayItem(sequence: music, rate: 1_000)
        let muted = PlayItem(
            sequence: music,
            rate: 1_000,
            muted: Selection(tracks: [], channels: [1])
        )
        let (heard, _) = play(
            item,
            hold: 500,
            [
                800: { $0.updateItem(muted, atFrame: 800) },
                1_000: { $0.hold(atTick: .max, atFrame: 1_000) },
            ]
        )
        #expect(text(heard) == ["0 on 60", "800 off 60"])
    }

    @Test func aReleaseEndsWhatSounds() {
        let item = PlayItem(sequence: music, rate: 1_000)
        let (heard, positions) = play(item, hold: 500, [800: { $0.release(atFrame: 800) }])
        #expect(text(heard) == ["0 on 60", "800 off 60"])
        #expect(positions.last == 500)
    }

    @Test func anItemThatIsBegunElsewhereMeetsTheTick() {
        let music = music
        let item = PlayItem(sequence: music, rate: 1_000)
        let later = PlayItem(sequence: music, rate: 1_000, from: 700)
        let (heard, positions) = play(
            item,
            until: 3_000,
            hold: 500,
            [
                800: { $0.start(later, atFrame: 800) },
                900: { $0.hold(atTick: 1_000, atFrame: 900) },
            ]
        )
        #expect(text(heard) == ["0 on 60", "800 off 60"])
        #expect(positions.last == 1_000)
    }

    @Test func theEndIsNotKnownBeforeAHold() {
        let item = PlayItem(sequence: music, rate: 1_000)
        var player = MusicPlayer(samplers: 1)
        player.hold(atTick: 500, atFrame: 0)
        player.start(item, atFrame: 0)
        let ends = [player.endFrame]
        var heard: [Heard] = []
        drain(&player, item, before: 600, into: &heard)
        let areHeld = [player.isHeld(atFrame: 499), player.isHeld(atFrame: 500)]
        player.hold(atTick: .max, atFrame: 600)
        let end = player.endFrame
        let isHeld = player.isHeld(atFrame: 10_000)
        #expect(ends == [.max])
        #expect(areHeld == [false, true])
        #expect(end == 1_600)
        #expect(!isHeld)
    }

    @Test func holdsLoseAndAddNothing() {
        var random = SeededGenerator(seed: 20)
        for _ in 0..<60 {
            var events: [(Int64, Event)] = []
            var tick: Int64 = 0
            for _ in 0..<random.int(3...40) {
                let key = random.byte(40...80)
                events.append((tick, .on(random.byte(0...3), key)))
                tick += Int64(random.int(0...120))
                events.append((tick, .off(random.byte(0...3), key)))
            }
            let music = sequence(events, end: tick + 100)
            let item = PlayItem(sequence: music, rate: 1_000)
            let plain = play(item).heard
            let period = Int64(random.int(1...90))
            var changes: [Int64: (inout MusicPlayer) -> Void] = [:]
            for _ in 0..<random.int(1...12) {
                let frame = Int64(random.int(0...30)) * period
                let target = Int64(random.int(0...Int(tick)))
                changes[frame] = { $0.hold(atTick: target, atFrame: frame) }
            }
            let last = 40 * period
            changes[last] = { $0.hold(atTick: .max, atFrame: last) }
            let (heard, positions) = play(item, period: period, hold: 0, changes)
            #expect(heard.map(\.bytes) == plain.map(\.bytes))
            #expect(heard.map(\.frame) == heard.map(\.frame).sorted())
            #expect(zip(heard, plain).allSatisfy { $0.frame >= $1.frame })
            #expect(positions == positions.sorted())
        }
    }
}
