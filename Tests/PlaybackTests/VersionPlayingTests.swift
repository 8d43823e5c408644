import Playback
import SamplerHost
import Sequencer
import TestSupport
import Testing

/// A bar lasts 96,000 frames; a beat 24,000.
@Suite("Versions while an engine plays")
struct VersionPlayingTests {
    private let maker: PieceMaker
    private let stage: SilentStage

    init() throws {
        maker = try PieceMaker()
        stage = try SilentStage(maker)
    }

    private func piece(key: UInt8) throws -> LoadedPiece {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track("Lead") { $0.note(at: 0, length: 480 * 400, channel: 0, key: 69) }
        song.track("Bass") { $0.note(at: 0, length: 480 * 400, channel: 1, key: key) }
        return try maker.piece(song)
    }

    /// Plays, and replaces the piece at the next bar whenever the engine is at one of some frames.
    ///
    /// - Returns: Where each version has taken over, as the frame before and the one that was meant.
    private func replacing(at frames: [Int64], periods: Int = 6_000) throws -> [(Int64, Int64?)] {
        var waiting = frames[...]
        var version: LoadedPiece?
        var taken: [(Int64, Int64?)] = []
        var failure: (any Error)?
        let player = stage.player
        try stage.play(periods: periods) {
            do {
                if version == nil, let next = waiting.first, player.position >= next {
                    waiting.removeFirst()
                    version = try piece(key: 40 + UInt8(waiting.count))
                }
            } catch {
                failure = error
            }
            guard let candidate = version else { return waiting.isEmpty }
            var frame: Int64?
            let here = player.position
            switch player.switchPoint(within: 2 * player.lookahead) {
            case .waits: return false
            case .at(let bar): frame = bar
            case .atOnce: break
            }
            version = nil
            #expect(player.scheduleReplacement(with: candidate, at: frame))
            taken.append((here, frame))
            return false
        }
        if let failure { throw failure }
        return taken
    }

    @Test("begin with the next bar")
    func bar() throws {
        stage.player.load(try piece(key: 60))
        #expect(stage.player.start(at: 0))
        let taken = try replacing(at: [1_000, 150_000])
        #expect(taken.map(\.1) == [96_000, 192_000])
        for (here, bar) in taken { #expect(try #require(bar) - here <= 4_800) }
    }

    @Test("begin with the next pass of a loop, and stay in it")
    func loop() throws {
        stage.player.load(try piece(key: 60))
        stage.player.loop = .between(96_000..<144_000)
        #expect(stage.player.start(at: 96_000))
        let taken = try replacing(at: [100_000, 120_000, 97_000])
        let last = try #require(stage.player.piece).frame(before: 144_000, rate: PieceMaker.rate)
        #expect(taken.map(\.1) == [last, last, last])
        #expect((96_000..<144_000).contains(stage.player.position))
    }

    @Test("begin at once in a loop that is too short to wait for its end, and stay in it")
    func shortLoop() throws {
        stage.player.load(try piece(key: 60))
        stage.player.loop = .between(0..<4_000)
        #expect(stage.player.start(at: 0))
        let taken = try replacing(at: [100, 700, 1_900, 3_100])
        #expect(taken.map(\.1) == [nil, nil, nil, nil])
        #expect((0..<4_000).contains(stage.player.position))
    }

    @Test("begin with the bar that comes where playing has gone elsewhere")
    func elsewhere() throws {
        let player = stage.player
        player.load(try piece(key: 60))
        #expect(player.start(at: 0))
        #expect(player.switchPoint(within: 4_800) == .waits)
        #expect(player.start(at: 188_000))
        #expect(player.switchPoint(within: 4_800) == .at(192_000))
        player.loop = .between(168_000..<216_000)
        player.apply()
        #expect(player.switchPoint(within: 4_800) == .at(192_000))
        player.halt()
        #expect(player.switchPoint(within: 4_800) == .atOnce)
    }
}
