import Playback
import SamplerHost
import Sequencer
import TestSupport
import Testing

/// A bar of the song lasts 96,000 frames at first; a beat 24,000.
@Suite("Actions while an engine plays")
struct ScheduledPlayingTests {
    private let maker: PieceMaker
    private let stage: SilentStage
    private let actions = ActionScheduler<(String, () -> Void)>()

    init() throws {
        maker = try PieceMaker()
        stage = try SilentStage(maker)
    }

    private var player: PiecePlayer { stage.player }

    private static var song: SMFBuilder {
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track { $0.note(at: 0, length: 480 * 40, channel: 0, key: 69) }
        return song
    }

    private func schedule(
        _ name: String,
        at frame: Int64,
        _ timing: ActionTiming = .exact,
        changesLoop: Bool = false,
        _ action: @escaping () -> Void
    ) throws {
        _ = try actions.schedule(
            (name, action),
            at: frame,
            timing,
            changesLoop: changesLoop,
            from: player.playPosition,
            positionText: "\(frame)"
        )
    }

    /// Plays until nothing waits, at most so many periods; what was done, and at which frame.
    private func play(
        periods: Int = 4_000,
        _ meanwhile: (String) throws -> Void = { _ in }
    ) throws -> [String] {
        var done: [String] = []
        var failure: (any Error)?
        try stage.play(periods: periods) {
            player.performDue(of: actions) { action, frame in
                done.append("\(action.payload.0) \(frame)")
                action.payload.1()
                do { try meanwhile(action.payload.0) } catch { failure = error }
            }
            return actions.isEmpty
        }
        if let failure { throw failure }
        return done
    }

    private func start(_ song: SMFBuilder = song) throws {
        player.load(try maker.piece(song))
        #expect(player.start(at: 0))
        actions.restart(at: 0)
    }

    @Test("are done on their frame, and the later ones when the engine has done the first")
    func onTheFrame() throws {
        try start()
        try schedule("b", at: 48_000) {
            player.semitones = 2; player.apply()
        }
        try schedule("a", at: 24_000) {
            player.semitones = 1; player.apply()
        }
        try schedule("c", at: 48_300) {
            player.semitones = 3; player.apply()
        }
        let done = try play()
        #expect(done.prefix(2) == ["a 24000", "b 48000"], "\(done)")
        #expect(done.count == 3 && done[2].hasPrefix("c 48"), "\(done)")
        #expect(player.semitones == 3)
    }

    @Test("let a change follow at once, which takes effect with them")
    func changeAfter() throws {
        try start()
        for (index, frame) in [24_000, 48_000, 72_000].enumerated() {
            try schedule("solo", at: Int64(frame)) {
                player.soloed.tracks = [0]
                player.apply()
            }
            try schedule("after", at: Int64(frame) + 12_000, .near) {
                player.semitones = index
                player.apply()
            }
        }
        let done = try play { name in
            guard name == "solo" else { return }
            // The engine has it, and has yet to carry it out.
            player.semitones = 7
            player.apply()
            #expect(player.pendingExchangeFrame != nil)
        }
        #expect(done.count == 6 && done[0] == "solo 24000", "\(done)")
        #expect(done.filter { $0.hasPrefix("solo") } == ["solo 24000", "solo 48000", "solo 72000"])
        #expect(player.semitones == 2 && player.soloed.tracks == [0])
    }

    @Test(
        "give other samplers to the engine in time, at any speed",
        arguments: [(1, 48_000), (2, 24_000)] as [(Int64, Int64)]
    )
    func otherSamplers(_ speed: Int64, _ due: Int64) throws {
        player.speed = try #require(Speed(numerator: speed, denominator: 1))
        try start()
        let rack = try maker.piece(Self.song).rack
        try schedule("fonts", at: 48_000) { #expect(player.replaceRack(with: rack)) }
        var frames: [Int64] = []
        try stage.play(periods: 400) {
            if case .rackReplaced(_, let frame) = $0 { frames.append(frame) }
        } _: {
            player.performDue(of: actions) { action, _ in action.payload.1() }
            return !frames.isEmpty
        }
        #expect(frames == [due])
        #expect(player.piece?.rack === rack)
    }

    @Test("keep their beat where one of them changes the tempo")
    func tempo() throws {
        try start()
        let before = try #require(player.piece)
        try schedule("tempo", at: 96_000) {
            player.setTempo(Tempo(parsing: "60"))
            guard let piece = player.piece else { return }
            actions.move { piece.sameFrame($0, of: before, rate: PieceMaker.rate) }
        }
        try schedule("transpose", at: 96_000) {
            player.semitones = 2; player.apply()
        }
        // At half the tempo a bar has twice the frames.
        #expect(try play() == ["tempo 96000", "transpose 192000"])
    }

    @Test("begin a loop at its place, and leave it at its end for another")
    func loops() throws {
        try start()
        try schedule("loop", at: 24_000, changesLoop: true) {
            player.loop = .between(24_000..<72_000)
            player.apply()
        }
        var passes = 0
        let done = try play { name in
            switch name {
            case "loop":
                try schedule("mid", at: 48_000, .near) {}
            case "mid" where passes < 2:
                passes += 1
                try schedule("mid", at: 48_000, .near) {}
            case "mid":
                try schedule("end", at: 72_000, changesLoop: true) {
                    player.loop = .between(72_000..<96_000)
                    player.apply()
                }
            case "end":
                try schedule("next", at: 84_000, .near) {}
            default: break
            }
        }
        #expect(
            done.map { $0.prefix { $0 != " " } } == ["loop", "mid", "mid", "mid", "end", "next"]
        )
        #expect(done.first == "loop 24000" && done[4] == "end 72000", "\(done)")
    }

    @Test("are done at the end of a piece, in its last frames")
    func lastFrames() throws {
        try start()
        var done: [Int64] = []
        try schedule("late", at: 959_000) {}
        player.performDue(of: actions, endedAt: 960_000) { action, _ in done.append(action.frame) }
        #expect(done == [959_000] && actions.isEmpty)
    }

    @Test("leave the piece that plays alone where another one is loaded")
    func otherPiece() throws {
        try start()
        try schedule("first", at: 0) {
            if let piece = try? maker.piece(Self.song, entry: 2) { player.load(piece) }
        }
        try schedule("second", at: 0) {}
        var done: [String] = []
        player.performDue(of: actions, endedAt: 0) { action, _ in
            done.append(action.payload.0)
            action.payload.1()
        }
        #expect(done == ["first"] && actions.waiting.count == 1)
    }
}
