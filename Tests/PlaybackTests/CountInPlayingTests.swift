import Playback
import Sequencer
import TestSupport
import Testing

/// A bar lasts 96,000 frames, 375 periods.
@Suite("A count-in while an engine plays")
struct CountInPlayingTests {
    private let maker: PieceMaker
    private let stage: SilentStage

    init() throws {
        maker = try PieceMaker()
        stage = try SilentStage(maker)
        var song = SMFBuilder(format: 0, ticksPerQuarter: 480)
        song.track { $0.note(at: 0, length: 480 * 40, channel: 0, key: 69) }
        stage.player.load(try maker.piece(song))
    }

    @Test("has no audible position, and ends after its bars")
    func bar() throws {
        let player = stage.player
        #expect(player.start(at: 0, countIn: CountIn(bars: 1)))
        var silentPeriods = 0
        var first: Int64?
        try stage.play(periods: 1_000) {
            first = player.audiblePosition
            if first == nil {
                silentPeriods += 1
                #expect(player.position == 0)
            }
            return first != nil
        }
        #expect((374...376).contains(silentPeriods), "\(silentPeriods)")
        #expect(try #require(first) < 512)
    }

    @Test("goes on where a setting is changed meanwhile")
    func changes() throws {
        let player = stage.player
        #expect(player.start(at: 0, countIn: CountIn(bars: 8)))
        var changes: [() -> Void] = [
            { player.muted = Selection(tracks: [0], channels: []) },
            { player.speed = Speed(numerator: 2, denominator: 1) ?? .normal },
            { player.semitones = 3 },
            { player.loop = .between(0..<96_000) },
            { player.setTempo(Tempo(parsing: "90")) },
        ]
        var periods = 0
        try stage.play(periods: 1_000) {
            periods += 1
            #expect(player.audiblePosition == nil && player.position == 0, "period \(periods)")
            guard periods.isMultiple(of: 20) else { return false }
            guard let change = changes.popLast() else { return true }
            change()
            player.apply()
            return false
        }
        #expect(changes.isEmpty && player.semitones == 3)
    }
}
