import SMF
import Sequencer
import TestSupport
import Testing

/// Playback against simulated sources.
///
/// Where a bound is 1 ms, it is that of the 99th percentile.
struct SyncFollowerTests {
    private func timeCode(
        _ rate: SMPTERate = .fps25,
        speed: Double = 1,
        jitter: Double = 0.001,
        seconds: Double = 15
    ) -> SyncSimulation {
        SyncSimulation(
            follower: SyncFollower(SyncSettings(.mtc)),
            messages: SyncSimulation.timeCode(rate, from: 250, seconds: seconds, speed: speed),
            truth: { 250 * 4 * SyncSimulation.quarterFrame(rate) + $0 * speed },
            jitter: jitter
        )
    }

    @Test(arguments: SMPTERate.allCases, [0.999, 1, 1.001])
    func timeCodeIsFollowedWithinAMillisecondAfterFiveSeconds(
        rate: SMPTERate,
        speed: Double
    ) {
        for seed in UInt64(1)...5 {
            var simulation = timeCode(rate, speed: speed)
            let samples = simulation.run(for: 14, seed: seed)
            #expect(samples.percentile99(from: 5) < 0.001)
            #expect(simulation.follower.quality.jumps == 1)
            #expect(simulation.follower.quality.dropouts == 0)
        }
    }

    @Test(arguments: [0.999, 1, 1.001])
    func aDeviceThatIsFastOrSlowIsKeptInStep(deviceRate: Double) {
        var simulation = timeCode()
        simulation.deviceRate = deviceRate
        #expect(simulation.run(for: 14).percentile99(from: 5) < 0.001)
    }

    private func clock(
        _ tempos: [(beatsPerMinute: Double, seconds: Double)],
        jitter: Double = 0.001
    ) -> SyncSimulation {
        var messages = [SyncSimulation.Sent(seconds: 0.5, kind: .start)]
        // Whole clocks, so that the next tempo begins with one.
        var parts: [(begin: Double, quarter: Double, tempo: Double)] = []
        var (begin, quarter) = (0.5, 0.0)
        for part in tempos {
            let count = (part.seconds * part.beatsPerMinute / 60 * 24).rounded()
            let end = begin + count * 60 / part.beatsPerMinute / 24
            messages += SyncSimulation.clocks(part.beatsPerMinute, from: begin, to: end)
            parts.append((begin, quarter, part.beatsPerMinute))
            (begin, quarter) = (end, quarter + count / 24)
        }
        let known = parts
        return SyncSimulation(
            follower: SyncFollower(SyncSettings(.clock)),
            messages: messages,
            truth: { seconds in
                let part = known.last { $0.begin <= seconds } ?? known[0]
                return part.quarter + (seconds - part.begin) * part.tempo / 60
            },
            // Played at 120.
            secondsPerUnit: 0.5,
            jitter: jitter
        )
    }

    @Test(arguments: [40.0, 60, 119.88, 120, 120.12, 174, 250])
    func aClockIsFollowedWithinAMillisecondAfterFiveSeconds(beatsPerMinute: Double) {
        for seed in UInt64(1)...5 {
            var simulation = clock([(beatsPerMinute, 20)])
            let samples = simulation.run(for: 15, seed: seed)
            #expect(samples.percentile99(from: 5.5) < 0.001)
            #expect(simulation.follower.quality.jumps == 1)
        }
    }

    @Test(arguments: [(120.0, 125.0), (120, 90), (120, 60), (60, 120), (100, 180), (120, 40)])
    func aClockThatChangesItsTempoIsFollowedAgainFiveSecondsLater(from: Double, to: Double) {
        var simulation = clock([(from, 8), (to, 12)])
        let samples = simulation.run(for: 18)
        #expect(samples.percentile99(from: 6, to: 8) < 0.001)
        #expect(samples.percentile99(from: 14, to: 18) < 0.001)
        #expect(simulation.follower.quality.dropouts == 0)
    }

    @Test func aClockThatGraduallyBecomesFasterIsFollowed() {
        var simulation = clock((0..<40).map { (100 + Double($0), 0.25) } + [(140, 10)])
        let samples = simulation.run(for: 19)
        #expect(samples.percentile99(from: 3, to: 10) < 0.05)
        #expect(samples.percentile99(from: 15.5) < 0.001)
    }

    @Test func playbackBeginsAtTheStartAndCatchesUp() throws {
        var simulation = clock([(120, 10)], jitter: 0)
        let samples = simulation.run(for: 9)
        let first = try #require(samples.first { $0.isPlaying })
        #expect(first.position == 0)
        #expect(simulation.follower.startPosition(at: .max) == nil)
    }

    @Test func lostClocksAreCountedByTime() {
        var simulation = clock([(120, 16)])
        // One clock, and later half a second of them.
        simulation.messages.removeAll {
            ($0.seconds > 3.01 && $0.seconds < 3.03) || ($0.seconds > 5 && $0.seconds < 5.5)
        }
        let samples = simulation.run(for: 15)
        #expect(samples.percentile99(from: 10.6) < 0.001)
        #expect(samples.allSatisfy { $0.isPlaying || $0.seconds < 1 })
        #expect(simulation.follower.quality.dropouts == 1)
    }

    @Test func clocksThatAreHeldUpAndComeAtOnceAreNotLost() {
        var simulation = clock([(120, 16)], jitter: 0.0005)
        for index in simulation.messages.indices
        where simulation.messages[index].seconds > 4 && simulation.messages[index].seconds < 4.06 {
            simulation.messages[index].seconds = 4.06
        }
        #expect(simulation.run(for: 15).percentile99(from: 10) < 0.001)
    }

    @Test func messagesThatCeaseLetPlaybackGoOnForAWhile() throws {
        var settings = SyncSettings(.mtc)
        settings.freewheel = 0.6
        var simulation = timeCode(seconds: 6)
        simulation.follower = SyncFollower(settings)
        let samples = simulation.run(for: 8)
        #expect(try #require(samples.at(6.4)).isPlaying)
        #expect(try #require(samples.at(6.4)).offset.magnitude < 0.001)
        #expect(try #require(samples.at(6.8)).isPlaying == false)
    }

    @Test func timeCodeIsFollowedAfterADropout() {
        var simulation = timeCode()
        simulation.messages.removeAll { $0.seconds > 4 && $0.seconds < 4.7 }
        let samples = simulation.run(for: 14)
        #expect(samples.allSatisfy { $0.isPlaying || $0.seconds < 1 })
        #expect(samples.percentile99(from: 9.7) < 0.001)
        #expect(simulation.follower.quality.dropouts == 1)
        #expect(simulation.follower.quality.jumps == 1)
    }

    @Test func singleQuarterFramesMayBeMissing() {
        var simulation = timeCode()
        simulation.messages = simulation.messages.enumerated().filter { $0.offset % 37 != 5 }
            .map(\.element)
        let samples = simulation.run(for: 14)
        #expect(samples.percentile99(from: 5) < 0.001)
        #expect(simulation.follower.quality.jumps == 1)
    }

    @Test func aJumpOfTheSourceIsAJumpOfPlayback() {
        var simulation = timeCode(.fps30, seconds: 6)
        let first = simulation.messages
        let end = (first.last?.seconds ?? 0) + SyncSimulation.quarterFrame(.fps30)
        simulation.messages =
            first + SyncSimulation.timeCode(.fps30, from: 9_000, seconds: 8, at: end)
        simulation.truth = { $0 < end ? 250 / 30.0 + $0 : 300 + ($0 - end) }
        let samples = simulation.run(for: 13)
        #expect(samples.percentile99(from: 11.2) < 0.001)
        #expect(simulation.follower.quality.jumps == 2)
        #expect(simulation.follower.quality.dropouts == 0)
    }

    @Test func aSourceThatIsStoppedStaysWhereItIs() throws {
        var simulation = clock([(120, 4)])
        simulation.messages.append(.init(seconds: 4.5, kind: .stop))
        let samples = simulation.run(for: 6)
        #expect(try #require(samples.at(4.7)).isPlaying == false)
        // Eight quarter notes were played; the next clock would be the ninth.
        #expect(simulation.follower.position(at: .max / 2) == 8)
        #expect(simulation.follower.state(at: .max / 2) == .stopped)
    }

    @Test func continueGoesOnAtTheSongPosition() throws {
        var simulation = clock([(120, 3)])
        simulation.messages += [
            .init(seconds: 3.5, kind: .stop),
            .init(seconds: 3.6, kind: .songPosition(64)),
            .init(seconds: 4, kind: .continue),
        ]
        simulation.messages += SyncSimulation.clocks(120, from: 4, to: 12)
        simulation.truth = { 16 + ($0 - 4) * 2 }
        let samples = simulation.run(for: 11)
        #expect(samples.percentile99(from: 9) < 0.001)
    }

    @Test func timeCodeThatRunsBackwardStopsPlayback() throws {
        var simulation = timeCode(seconds: 2)
        let quarter = SyncSimulation.quarterFrame(.fps25)
        for number in 0..<80 {
            let code = TimeCode(frame: 298 - Int64(number / 8) * 2, rate: .fps25)
            simulation.messages.append(
                .init(
                    seconds: 2 + Double(number) * quarter,
                    kind: .quarterFrame(SyncSimulation.piece(UInt8(7 - number % 8), of: code))
                )
            )
        }
        let samples = simulation.run(for: 3)
        #expect(try #require(samples.at(2.5)).isPlaying == false)
        // 280 frames, in which the last piece is the first of its time.
        #expect((simulation.follower.position(at: .max / 2) - 280 / 25.0).magnitude < 1e-9)
    }

    @Test func aFullFrameMovesASourceThatStands() throws {
        var follower = SyncFollower(SyncSettings(.mtc))
        let kind = SyncMessage.Kind(exclusive: [0x7F, 0x7F, 1, 1, 0x61, 2, 3, 4])
        follower.take(SyncMessage(try #require(kind), stamp: 5))
        #expect(follower.position(at: 5) == 3_723 + 4 / 30.0)
        #expect(follower.state(at: 5) == .stopped)
        #expect(follower.timeCode(at: 5)?.description == "01:02:03:04")
    }

    @Test(arguments: SMPTERate.allCases)
    func aPieceMayBeginAtAnHour(rate: SMPTERate) {
        var settings = SyncSettings(.mtc)
        settings.start = 3_600
        let hour = TimeCode(rate: rate, hours: 1, minutes: 0, seconds: 0, frames: 0)?.frame ?? 0
        var simulation = SyncSimulation(
            follower: SyncFollower(settings),
            messages: SyncSimulation.timeCode(rate, from: hour, seconds: 8),
            truth: { $0 }
        )
        #expect(simulation.run(for: 7).percentile99(from: 5) < 0.001)
    }

    @Test func oneSourceIsFollowedAtATime() {
        var follower = SyncFollower(SyncSettings(.clock))
        let second: Int64 = 1_000_000_000
        follower.take(SyncMessage(.start, source: 1, stamp: 0))
        for number in Int64(0)..<24 {
            let stamp = number * second / 24
            follower.take(SyncMessage(.clock, source: 1, stamp: stamp))
            follower.take(SyncMessage(.clock, source: 2, stamp: stamp + second / 50))
        }
        #expect((follower.rate - 1).magnitude < 1e-6)
        // Another one that begins when the first is silent.
        follower.take(SyncMessage(.start, source: 2, stamp: 5 * second))
        for number in Int64(0)..<24 {
            follower.take(SyncMessage(.clock, source: 2, stamp: (5 * 48 + number) * second / 48))
        }
        #expect((follower.rate - 2).magnitude < 1e-6)
    }
}
