import MIDI
import Playback
import SamplerHost
import Sequencer
import TestSupport
import Testing

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
        _ meanwhile: (_ period: Int, _ time: Int64) -> Void = { _, _ in }
    ) throws -> (events: [PiecePractice.Event], end: Int64?) {
        var events: [PiecePractice.Event] = []
        var end: Int64?
        var period = 0
        var waited = 0
        try stage.play(periods: 4_000) { report in
            if case .ended(_, let frame) = report { end = frame }
        } _: {
            period += 1
            let time = Int64(period) * 256 * 1_000_000 / 48
            player.observePractice(at: time)
            player.stepRamp(isLast: true)
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
    }
}
