import Playback
import SamplerHost
import Sequencer
import TestSupport
import Testing

/// A bar lasts 96,000 frames; a beat 24,000.
@Suite("Rules that change while an engine plays")
struct RuleChangeTests {
    private let maker: PieceMaker
    private let stage: SilentStage

    init() throws {
        maker = try PieceMaker()
        stage = try SilentStage(maker)
    }

    private func rack(_ rules: RoutingRule...) -> RackSettings {
        var rack = RackSettings(
            samplers: ["one", "two"].map {
                RackSettings.Sampler(name: $0, settings: maker.samplers)
            }
        )
        rack.fallback = RackSettings.Sampler(name: "other", settings: maker.samplers)
        rack.rules = rules
        return rack
    }

    private func rule(_ source: RoutingSource, to sampler: String) -> RoutingRule {
        RoutingRule(source: source, destinations: [RoutingDestination(sampler: sampler)])
    }

    private func piece(_ rack: RackSettings, _ settings: PlaySettings = PlaySettings()) throws
        -> LoadedPiece
    {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track("Lead") { $0.note(at: 0, length: 480 * 6, channel: 0, key: 69) }
        song.track("Bass") {
            for beat: UInt32 in 0..<6 {
                $0.note(at: beat * 480, length: 400, channel: 0, key: 45)
            }
        }
        let file = try maker.file(song)
        return try LoadedPiece(
            Piece(file.sequences[0], of: file, settings, rack: rack, rate: PieceMaker.rate),
            of: file,
            sequence: 0,
            entry: 1,
            on: rack,
            rate: PieceMaker.rate,
            maximumPeriod: 256,
            orElse: "without it"
        )
    }

    /// Plays a piece to its end, and does something once at a frame.
    private func play(
        _ piece: LoadedPiece,
        at frame: Int64,
        _ change: (PiecePlayer) throws -> Void
    ) throws -> (began: Int64, voices: Int) {
        let player = stage.player
        player.load(piece)
        #expect(player.start(at: 0))
        var (isDone, failure, voices): (Bool, (any Error)?, Int) = (false, nil, -1)
        var before: Int64 = -1
        try stage.play(periods: 800) {
            if !isDone, player.position >= frame {
                isDone = true
                do { try change(player) } catch { failure = error }
            }
            if isDone, player.pendingExchangeFrame == nil, before < 0 { before = player.position }
            voices = stage.engine.takeFigures().voices
            return !player.isUnderWay && voices == 0
        }
        if let failure { throw failure }
        return (before, voices)
    }

    @Test("take over at once, and nothing is left sounding")
    func atOnce() throws {
        let piece = try piece(rack(rule(.trackName("Bass"), to: "one")))
        #expect(piece.rack.names == ["one", "two", "other"])
        let (began, voices) = try play(piece, at: 48_000) { player in
            let rules = rack(rule(.trackName("bass"), to: "two"))
            let isDone = try player.setRack(rules)
            #expect(isDone)
            #expect(player.pendingExchangeFrame != nil)
        }
        #expect((48_000...56_000).contains(began))
        #expect(voices == 0)
        #expect(stage.player.piece?.piece.routed?.samplers == ["one", "two", "other"])
    }

    @Test("take over at a frame")
    func atAFrame() throws {
        let piece = try piece(rack(rule(.track(2), to: "one")))
        let (began, voices) = try play(piece, at: 48_000) { player in
            let rules = rack(rule(.track(2), to: "other"))
            let isDone = try player.setRack(rules, at: 72_000)
            #expect(isDone)
        }
        #expect((72_000...72_512).contains(began))
        #expect(voices == 0)
    }

    @Test("wait for samplers that have what they need")
    func otherSamplers() throws {
        let piece = try piece(rack(rule(.track(2), to: "one")))
        var drums = rule(.track(2), to: "two")
        drums.destinations[0].preset = .init(bank: 0, program: 5)
        let rules = rack(drums)
        let (_, voices) = try play(piece, at: 48_000) { player in
            let loaded = try #require(player.piece)
            #expect(try !player.setRack(rules))
            #expect(player.piece === loaded)
            let changed = try loaded.piece.routed(through: rules)
            let samplers = try SamplerRack(
                rules,
                rate: PieceMaker.rate,
                maximumPeriod: 256,
                for: [loaded.piece.routed, changed.routed].compactMap { $0 },
                after: loaded.rack
            )
            let isDone = try player.setRack(rules, on: samplers)
            #expect(isDone)
        }
        #expect(voices == 0)
    }

    /// With a pedal that holds a note, which would end if the piece began anew.
    @Test("leave alone what they do not name, also in a piece without a rack")
    func withoutARack() throws {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 480)
        song.track("Held") {
            $0.control(at: 0, channel: 0, 64, 127)
            $0.note(at: 0, length: 240, channel: 0, key: 69)
            $0.control(at: 480 * 6, channel: 0, 64, 0)
        }
        let file = try maker.file(song)
        let piece = try LoadedPiece(
            Piece(file.sequences[0], of: file, PlaySettings(), rate: PieceMaker.rate),
            of: file,
            sequence: 0,
            entry: 1,
            on: maker.samplers,
            rate: PieceMaker.rate,
            maximumPeriod: 256,
            orElse: "without it"
        )
        let player = stage.player
        player.load(piece)
        #expect(player.start(at: 0))
        var racks = [
            rack(rule(.port(2), to: "one")), RackSettings(maker.samplers),
            rack(rule(.port(3), to: "two")), RackSettings(maker.samplers),
        ]
        var (next, voices, failure): (Int64, [Int], (any Error)?) = (24_000, [], nil)
        try stage.play(periods: 800) {
            guard player.position >= next, player.isUnderWay else { return !player.isUnderWay }
            next += 24_000
            voices.append(stage.engine.takeFigures().voices)
            guard !racks.isEmpty else { return false }
            do { try change(player, to: racks.removeFirst()) } catch { failure = error }
            return false
        }
        if let failure { throw failure }
        #expect(racks.isEmpty)
        #expect(voices.prefix(5) == [1, 1, 1, 1, 1])
    }

    private func change(_ player: PiecePlayer, to rack: RackSettings) throws {
        let loaded = try #require(player.piece)
        let changed = try loaded.piece.routed(through: rack)
        let samplers = try SamplerRack(
            rack,
            rate: PieceMaker.rate,
            maximumPeriod: 256,
            for: [changed.routed].compactMap { $0 },
            after: loaded.rack
        )
        let isDone = try player.setRack(rack, on: samplers)
        #expect(isDone)
    }

    @Test("keep a tempo that was chosen")
    func tempo() throws {
        var settings = PlaySettings()
        settings.tempo = Tempo(parsing: "60")
        let piece = try piece(rack(rule(.track(2), to: "one")), settings)
        #expect(piece.piece.played.tempoMap == piece.sequence.tempoMap)
        #expect(piece.piece.played.lanes.count == 2)
        let other = piece.at(nil, rate: PieceMaker.rate)
        #expect(other.piece.played.tempoMap == piece.base.tempoMap)
        let changed = try other.piece.routed(through: rack(rule(.track(1), to: "two")))
        #expect(changed.played.lanes.map(\.track) == [nil, 0])
    }

    @Test("are refused with the name of the rule")
    func refusals() throws {
        #expect {
            try piece(rack(rule(.all, to: "one"), rule(.track(2), to: "drums")))
        } throws: {
            ($0 as? PlaybackError)?.description.hasSuffix(
                "song.mid: rule 2: no sampler \"drums\"; the samplers are: one, two, other"
            ) == true
        }
    }
}
