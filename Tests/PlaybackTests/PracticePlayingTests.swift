import MIDI
import Playback
import Sequencer
import TestSupport
import Testing

@testable import SamplerHost

/// A beat lasts 24,000 frames.
@Suite("Practice while an engine plays")
struct PracticePlayingTests {
    private let maker: PieceMaker
    private let stage: SilentStage

    init() throws {
        maker = try PieceMaker()
        stage = try SilentStage(maker)
    }

    private var player: PiecePlayer { stage.player }

    /// A chord, a note twice and another one, a beat each; and a note for all four.
    private static var song: SMFBuilder {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track("Melody") {
            $0.note(at: 0, length: 480, channel: 0, key: 60)
            $0.note(at: 0, length: 480, channel: 0, key: 64)
            $0.note(at: 480, length: 480, channel: 0, key: 67)
            $0.note(at: 960, length: 480, channel: 0, key: 67)
            $0.note(at: 1_440, length: 480, channel: 0, key: 72)
        }
        song.track("Bass") { $0.note(at: 0, length: 1_920, channel: 1, key: 36) }
        return song
    }

    private func start(
        _ settings: PlaySettings = PlaySettings(),
        at frame: Int64 = 0,
        change: (PiecePlayer) -> Void = { _ in }
    ) throws {
        player.load(try maker.piece(Self.song, settings))
        try player.setPractice(PracticeSettings(try SelectorSet(parsing: "track:Melody")))
        change(player)
        #expect(player.start(at: frame, isLast: true))
    }

    private func press(_ key: UInt8, at time: Int64) {
        player.takePractice(.noteOn(channel: 0, key: key, velocity: 80), stamp: time, at: time)
    }

    /// Plays, and presses what is waited for after so many periods of waiting each time.
    ///
    /// - Returns: The news, and the engine frame of the end.
    private func play(
        patience: Int = 20,
        until last: LoadedPiece? = nil,
        _ meanwhile: (_ period: Int, _ time: Int64) -> Void = { _, _ in }
    ) throws -> (events: [PiecePractice.Event], end: Int64?) {
        var events: [PiecePractice.Event] = []
        var end: Int64?
        var endings = 0
        var period = 0
        var waited = 0
        try stage.play(periods: 4_000) { report in
            guard case .ended(_, let frame) = report else { return }
            endings += 1
            if last == nil || endings == 2 { end = frame }
        } _: {
            period += 1
            let time = Int64(period) * 256 * 1_000_000 / 48
            player.observePractice(at: time)
            player.stepRamp(isLast: last == nil || player.piece === last)
            meanwhile(period, time)
            let missing = player.practice?.missing(at: time) ?? []
            waited = missing.isEmpty ? 0 : waited + 1
            if waited > patience { for key in missing { press(key, at: time) } }
            events += player.takePracticeEvents()
            return end != nil
        }
        return (events, end)
    }

    private func waits(_ events: [PiecePractice.Event]) -> [Int64] {
        events.compactMap { event in
            guard case .waiting(let step) = event else { return nil }
            return step.frame
        }
    }

    @Test("waits before each step until its keys are pressed")
    func waiting() throws {
        try start()
        let (events, end) = try play()
        #expect(waits(events) == [0, 24_000, 48_000, 72_000])
        #expect(player.practice?.summary.steps == 4)
        #expect(player.practice?.summary.wrongKeys == 0)
        // Each wait lasts 20 periods and what it takes to see it and to go on.
        let lost = try #require(end) - 96_000
        #expect((4 * 20 * 256...4 * 24 * 256).contains(lost))
    }

    @Test("does not stop for keys that come in time, and counts wrong ones")
    func inTime() throws {
        try start(at: 12_000)
        let (events, end) = try play { period, time in
            // 0.1 s before each step: 12,000 frames to the first, and a beat to each further one.
            if period == 28 { press(67, at: time) }
            if period == 100 { press(61, at: time) }
            if period == 122 { press(67, at: time) }
            if period == 216 { press(72, at: time) }
        }
        #expect(waits(events).isEmpty)
        #expect(player.practice?.summary.steps == 3)
        #expect(player.practice?.summary.wrongKeys == 1)
        #expect(events.contains(.wrong(61)))
        #expect(end == 84_000)
    }

    @Test("goes round a loop with all its steps, at each pass's speed")
    func loop() throws {
        let ramp = try #require(SpeedRamp(parsing: "50%..100%/3"))
        try start { player in
            player.loop = .between(24_000..<72_000)
            player.loopCount = 3
            player.setRamp(ramp)
        }
        var speeds: [Int64: String] = [:]
        let (events, _) = try play { _, _ in
            speeds[Int64(player.practice?.summary.waits ?? 0)] = player.speed.description
        }
        #expect(
            waits(events) == [0, 24_000, 48_000, 24_000, 48_000, 24_000, 48_000, 72_000]
        )
        #expect(speeds[2] == "0.5")
        #expect(speeds[4] == "0.75")
        #expect(speeds[6] == "1")
        #expect(player.practice?.summary.steps == 8)
    }

    @Test("keeps the player's notes out of what is played, unless they are to be heard")
    func silence() throws {
        try start()
        #expect(player.practice?.selection == Selection(tracks: [0], channels: []))
        #expect(player.muted.isEmpty)
        #expect(throws: SelectorError.self) {
            try player.setPractice(PracticeSettings(try SelectorSet(parsing: "track:Flute")))
        }
        // The refused one has changed nothing.
        #expect(player.practice != nil)
    }

    @Test("goes on when it is ended")
    func ending() throws {
        try start()
        let (events, end) = try play(patience: 10_000) { period, _ in
            if period == 50 {
                try? player.setPractice(nil)
                player.apply(isLast: true)
            }
        }
        #expect(waits(events) == [0])
        #expect(end != nil)
    }

    @Test("begins with the next step ahead, when it begins while music plays")
    func beginning() throws {
        player.load(try maker.piece(Self.song))
        #expect(player.start(at: 0, isLast: true))
        let settings = PracticeSettings(try SelectorSet(parsing: "1"))
        let (events, _) = try play { period, _ in
            guard period == 40 else { return }
            try? player.setPractice(settings)
            player.apply(isLast: true)
        }
        #expect(waits(events) == [24_000, 48_000, 72_000])
    }

    @Test(
        "begins in the tail of a loop with the first step of the next pass",
        arguments: [80_000, 94_000] as [Int64]
    )
    func beginningInTail(frame: Int64) throws {
        player.load(try maker.piece(Self.song))
        player.loop = .whole
        #expect(player.start(at: frame, isLast: true))
        let settings = PracticeSettings(try SelectorSet(parsing: "1"))
        let (events, _) = try play { period, _ in
            if period == 2 { try? player.setPractice(settings) }
            guard player.practice?.summary.steps ?? 0 > 4 || period == 2 else { return }
            if period > 2 {
                try? player.setPractice(nil)
                player.loop = .off
            }
            player.apply(isLast: true)
        }
        #expect(waits(events).prefix(5) == [0, 24_000, 48_000, 72_000, 0])
    }

    @Test("knows which pass of the loop it is, when it begins in a later one")
    func beginningInLaterPass() throws {
        player.load(try maker.piece(Self.song))
        player.loop = .between(24_000..<72_000)
        player.loopCount = 2
        #expect(player.start(at: 24_000, isLast: true))
        let settings = PracticeSettings(try SelectorSet(parsing: "1"))
        let (events, end) = try play { period, _ in
            guard period == 200 else { return }
            try? player.setPractice(settings)
            player.apply(isLast: true)
        }
        #expect(waits(events) == [48_000, 72_000])
        #expect(end != nil)
    }

    @Test("goes on with the passes that are left at another tempo")
    func tempoInLaterPass() throws {
        try start(at: 24_000) { player in
            player.loop = .between(24_000..<72_000)
            player.loopCount = 2
        }
        var isSlow = false
        let (events, end) = try play { _, _ in
            guard player.practice?.summary.steps == 3, !isSlow else { return }
            isSlow = true
            player.setTempo(Tempo(beatsPerMinute: 60), isLast: true)
        }
        let ticks = events.compactMap { event -> Int64? in
            guard case .played(let step, _) = event else { return nil }
            return step.tick
        }
        #expect(ticks == [480, 960, 480, 960, 1_440])
        #expect(end != nil)
    }

    @Test("goes on waiting where it waits, when its settings change")
    func changing() throws {
        try start()
        let settings = PracticeSettings(try SelectorSet(parsing: "1"))
        let (events, _) = try play { period, _ in
            guard period == 10 else { return }
            try? player.setPractice(settings)
            player.apply(isLast: true)
        }
        #expect(waits(events) == [0, 0, 24_000, 48_000, 72_000])
    }

    @Test("takes the keys of a keyboard that has gone for released ones")
    func closedSource() throws {
        try start()
        let (gone, other) = (SenderKey.raw(0, input: 0), SenderKey.raw(1, input: 0))
        var missing: [[UInt8]] = []
        _ = try play(patience: 10_000) { period, time in
            func take(_ body: InputMessage.Body, _ key: SenderKey) {
                player.takePractice([InputMessage(body, from: key, stamp: time)], at: time)
                missing.append(player.practice?.missing(at: time + 1_000_000_000) ?? [])
            }
            switch period {
            case 10: take(.message(.noteOn(channel: 0, key: 60, velocity: 80)), gone)
            case 11: take(.message(.noteOn(channel: 0, key: 60, velocity: 80)), other)
            case 12: take(.closed, other)
            case 13: take(.closed, gone)
            case 14:
                try? player.setPractice(nil)
                player.apply(isLast: true)
            default: break
            }
        }
        #expect(missing == [[64], [64], [64], [60, 64]])
    }

    @Test("keeps its step at another tempo and transposition")
    func tempo() throws {
        try start { $0.semitones = 1 }
        let (events, _) = try play { period, _ in
            if period == 60 { player.setTempo(Tempo(beatsPerMinute: 60), isLast: true) }
        }
        let steps = events.compactMap { event -> String? in
            guard case .played(let step, _) = event else { return nil }
            return "\(step.tick) \(PracticeStep.text(step.keys))"
        }
        #expect(steps == ["0 C#4 F4", "480 G#4", "960 G#4", "1440 C#5"])
    }

    // MARK: Ramps

    @Test("A ramp gives each pass its speed, from its first frame on")
    func ramp() throws {
        player.load(try maker.piece(Self.song))
        player.loop = .whole
        player.loopCount = 4
        player.setRamp(SpeedRamp(parsing: "50%..100%/3"))
        #expect(player.start(at: 0, isLast: true))
        let (_, end) = try play()
        // 192,000, 128,000 and twice 96,000. A change is on the last tick of a pass, which lasts 50
        // frames at the normal speed: it saves 33 frames, and 17. It is rounded to a frame.
        let difference = try #require(end) - 512_000
        #expect((-54...(-46)).contains(difference), "\(difference)")
        #expect(player.speed == .normal)
        player.load(try maker.piece(Self.song))
        #expect(player.speed.description == "0.5")
    }

    @Test("A ramp begins anew with the piece that follows, and with a start before the loop")
    func rampOfNextPiece() throws {
        let (first, second) = (try maker.piece(Self.song), try maker.piece(Self.song, entry: 2))
        player.load(first)
        player.loop = .whole
        player.loopCount = 2
        player.setRamp(SpeedRamp(parsing: "50%..100%/2"))
        #expect(player.start(at: 0))
        let (_, end) = try play(until: second) { _, _ in
            // Each change withdraws it.
            guard player.piece === first, !player.hasFollowing else { return }
            player.follow(with: second, isLast: true)
        }
        // Each piece has 192,000 frames and 96,000.
        let difference = try #require(end) - 576_000
        #expect((-110...0).contains(difference), "\(difference)")
        #expect(player.speed == .normal)
        #expect(player.start(at: 100))
        #expect(player.speed == .normal)
        #expect(player.start(at: 0))
        #expect(player.speed.description == "0.5")
    }
}
