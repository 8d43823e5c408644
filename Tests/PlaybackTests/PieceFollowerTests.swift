import Effects
import Glibc
import Playback
import SamplerHost
import Sequencer
import TestSupport
import Testing

/// An engine without a thread, whose output keeps a time of its own.
@Suite("A player in step with a source")
struct PieceFollowerTests {
    private let maker: PieceMaker
    private static let rate = PieceMaker.rate
    private static let latency: Int64 = 20_000_000

    /// The time of the simulation is that of the frames written, on a device that may be fast.
    private final class TimedSink: PeriodSink {
        let periodFrames = 256
        let layout = SampleLayout.float32
        var frames: Int64 = 0
        /// The left channel.
        var left: [Float] = []
        let deviceRate: Double

        init(deviceRate: Double) { self.deviceRate = deviceRate }

        var now: Int64 { 1_000_000_000 + Int64(Double(frames) / deviceRate * 1e9) }

        func write(_ samples: RawSpan, frames: Int) -> Int {
            self.frames += Int64(frames)
            for frame in 0..<frames {
                left.append(samples.unsafeLoad(fromByteOffset: frame * 8, as: Float.self))
            }
            return 0
        }
        func endTime() -> Int64? { now + PieceFollowerTests.latency }
        func finish() {}
        func abandon() {}
    }

    /// What was seen between two periods.
    private struct Moment {
        var seconds: Double
        var isPlaying: Bool
        /// The nominal seconds that are heard a latency after `seconds`.
        var position: Double
        var speed: Speed
    }

    init() throws { maker = try PieceMaker() }

    private static func song(quarters: Int) -> SMFBuilder {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track { track in
            for quarter in 0..<quarters {
                track.note(at: UInt32(480 * quarter), length: 240, channel: 0, key: 69)
            }
        }
        return song
    }

    /// Plays a piece with the messages of a source, given in seconds.
    private func play(
        _ settings: SyncSettings,
        _ messages: [(seconds: Double, kind: SyncMessage.Kind)],
        seconds: Double,
        deviceRate: Double = 48_000,
        song: SMFBuilder = Self.song(quarters: 64),
        configure: (PiecePlayer) -> Void = { _ in }
    ) throws -> (moments: [Moment], follower: PieceFollower, starts: [Int64], left: [Float]) {
        var engineSettings = EngineSettings(sampler: maker.samplers)
        engineSettings.effects = .none
        engineSettings.rate = Self.rate
        engineSettings.maximumPeriod = 256
        let engine = Engine(engineSettings)
        let player = PiecePlayer(engine)
        var follower = PieceFollower(settings)
        var playSettings = PlaySettings()
        playSettings.tempo = follower.tempo(nil)
        player.load(try maker.piece(song, playSettings))
        configure(player)
        let sink = TimedSink(deviceRate: deviceRate)
        var (moments, starts, next) = ([Moment](), [Int64](), 0)
        try engine.run(into: sink) {
            for report in engine.takeReports() { _ = player.handle(report) }
            let now = sink.now
            let time = Double(now - 1_000_000_000) * 1e-9
            while next < messages.count, messages[next].seconds <= time {
                let stamp = 1_000_000_000 + Int64(messages[next].seconds * 1e9)
                follower.take(SyncMessage(messages[next].kind, stamp: stamp))
                next += 1
            }
            let isPlaying = player.isUnderWay
            switch follower.step(of: player, isPlaying: isPlaying, at: now) {
            case .none: break
            case .start(let frame, let speed):
                starts.append(frame)
                player.speed = speed
                _ = player.start(at: frame, chasesNotes: true)
            case .pause: player.pause()
            case .locate(let frame): player.locate(at: frame)
            case .speed(let speed):
                player.speed = speed
                player.apply()
            }
            moments.append(
                Moment(
                    seconds: time,
                    isPlaying: player.isUnderWay,
                    position: Double(player.position) / Double(Self.rate),
                    speed: player.speed
                )
            )
            if time > seconds { engine.stop() }
        }
        return (moments, follower, starts, sink.left)
    }

    private func clocks(
        _ beatsPerMinute: Double,
        from begin: Double,
        to end: Double
    ) -> [(seconds: Double, kind: SyncMessage.Kind)] {
        let period = 60 / beatsPerMinute / 24
        return (0..<Int((end - begin) / period)).map { (begin + Double($0) * period, .clock) }
    }

    /// The most that playback is off after five seconds, in seconds of the source.
    private func worst(
        _ moments: [Moment],
        after begin: Double,
        _ truth: (Double) -> Double
    ) -> Double {
        moments.filter { $0.seconds > begin }
            .map { (truth($0.seconds + Double(Self.latency) * 1e-9) - $0.position).magnitude }
            .max() ?? .infinity
    }

    @Test(
        "follows a clock, on devices that are fast or slow",
        arguments: [47_952.0, 48_000, 48_048]
    )
    func clock(deviceRate: Double) throws {
        let played = try play(
            SyncSettings(.clock),
            [(0.2, .start)] + clocks(100, from: 0.21, to: 9),
            seconds: 8,
            deviceRate: deviceRate
        )
        // Played at 120, so a second of the file is two quarter notes.
        let off = worst(played.moments, after: 5.3) { ($0 - 0.21) * 100 / 60 / 2 }
        #expect(off < 0.001)
        // From the first frame on, and without a jump.
        #expect(played.starts == [0])
        #expect(played.follower.follower.quality.jumps == 1)
    }

    @Test(
        "changes its speed without a click, for a clock that is off and trembles",
        arguments: [0.995, 1.005]
    )
    func clicks(drift: Double) throws {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track { track in
            track.note(at: 0, length: 480 * 64, channel: 0, key: 69)
        }
        var generator = SeededGenerator(seed: 50)
        let played = try play(
            SyncSettings(.clock),
            [(0.2, .start)]
                + clocks(120 * drift, from: 0.21, to: 9).map { clock in
                    (clock.seconds + .random(in: 0..<0.001, using: &generator), clock.kind)
                },
            seconds: 8,
            song: song
        )
        // It has been corrected all the time, and has not jumped.
        let speeds = zip(played.moments, played.moments.dropFirst())
            .count { $0.speed != $1.speed }
        #expect(speeds > 50, "\(speeds) changes")
        #expect(played.starts == [0])
        let off = worst(played.moments, after: 5.3) { ($0 - 0.21) * drift }
        #expect(off < 0.001)
        // The tone lasts from its attack to the end.
        let tone = played.left[Self.rate..<Int(7.5 * Double(Self.rate))]
        let level = try #require(tone.max())
        #expect(level > 0.02)
        let turn = 2 * Double.pi * 440 / Double(Self.rate)
        let steepest = zip(tone, tone.dropFirst()).map { abs($1 - $0) }.max() ?? .infinity
        #expect(Double(steepest) < Double(level) * turn * 1.001, "\(steepest)")
        // Two samples of a sine say what the third is, so a step of any size shows.
        let factor = Float(2 * cos(turn))
        let strange =
            zip(zip(tone, tone.dropFirst()), tone.dropFirst(2))
            .map { abs($1 - (factor * $0.1 - $0.0)) }.max() ?? .infinity
        #expect(strange < level * 0.001, "\(strange / level)")
    }

    @Test("stops with the clock, and goes on at the song position")
    func stop() throws {
        let played = try play(
            SyncSettings(.clock),
            [(0.2, .start)] + clocks(120, from: 0.21, to: 2)
                + [(2.1, .stop), (2.5, .songPosition(32)), (2.6, .continue)]
                + clocks(120, from: 2.6, to: 9),
            seconds: 8.5
        )
        let stopped = played.moments.filter { $0.seconds > 2.15 && $0.seconds < 2.59 }
        #expect(stopped.allSatisfy { !$0.isPlaying })
        // Bar 3 of the song.
        #expect(played.moments.last { $0.seconds < 2.59 }?.position == 4)
        #expect(worst(played.moments, after: 7.7) { 4 + $0 - 2.6 } < 0.001)
    }

    @Test("follows a clock around a loop")
    func loop() throws {
        let played = try play(
            SyncSettings(.clock),
            [(0.1, .start)] + clocks(120, from: 0.11, to: 12),
            seconds: 11
        ) { player in
            player.loop = .between(0..<96_000)
        }
        #expect(played.starts == [0])
        let late = played.moments.filter { $0.seconds > 6 }
        for moment in late {
            let heard = moment.seconds + Double(Self.latency) * 1e-9 - 0.11
            let distance = (heard.truncatingRemainder(dividingBy: 2) - moment.position).magnitude
            #expect(min(distance, 2 - distance) < 0.001)
        }
    }

    @Test("does not begin again after its end, until the source is started")
    func hold() throws {
        var follower = PieceFollower(SyncSettings(.clock))
        #expect(follower.tempo(nil)?.beatsPerMinute == 120)
        #expect(follower.tempo(Tempo(beatsPerMinute: 90))?.beatsPerMinute == 90)
        #expect(PieceFollower(SyncSettings(.mtc)).tempo(nil) == nil)
        var settings = EngineSettings(sampler: maker.samplers)
        settings.rate = Self.rate
        let player = PiecePlayer(Engine(settings))
        var playSettings = PlaySettings()
        playSettings.tempo = follower.tempo(nil)
        player.load(try maker.piece(Self.song(quarters: 8), playSettings))
        func take(_ kind: SyncMessage.Kind, _ milliseconds: Int64) {
            follower.take(SyncMessage(kind, stamp: milliseconds * 1_000_000))
        }
        take(.start, 0)
        for number in Int64(0)..<10 { take(.clock, number * 20) }
        let now: Int64 = 185_000_000
        guard case .start = follower.step(of: player, isPlaying: false, at: now) else {
            Issue.record("does not begin")
            return
        }
        follower.hold()
        #expect(follower.step(of: player, isPlaying: false, at: now) == .none)
        #expect(follower.step(of: player, isPlaying: true, at: now) == .pause)
        take(.start, 200)
        for number in Int64(11)..<15 { take(.clock, number * 20) }
        let speed = try #require(Speed(numerator: 1_041_667, denominator: 1_000_000))
        #expect(
            follower.step(of: player, isPlaying: false, at: 285_000_000) == .start(at: 0, speed)
        )
    }
}
