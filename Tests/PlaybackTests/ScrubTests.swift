import Effects
import Racks
import SamplerHost
import Sequencer
import SoundTestSupport
import TestSupport
import Testing

@testable import Playback

/// A position that is moved by hand, and what is heard of it.
@Suite struct ScrubTests {
    private let maker: PieceMaker
    private static let rate = PieceMaker.rate

    init() throws { maker = try PieceMaker() }

    /// A note each half a second: an A, then the octaves above it.
    private static let song: SMFBuilder = .milliseconds { track in
        for (index, key) in [57, 69, 81].enumerated() {
            let start = UInt32(index * 500)
            track.note(at: start, length: 400, channel: 0, key: UInt8(key))
        }
        track.meta(at: 4_000, type: 1, [])
    }

    private func piece(
        _ song: SMFBuilder = Self.song,
        _ clips: [ClipSettings] = []
    ) throws -> LoadedPiece {
        let file = try maker.file(song)
        var rack = RackSettings(maker.samplers)
        rack.clips = clips
        let piece = try Piece(
            file.sequences[0],
            of: file,
            PlaySettings(),
            rack: rack,
            rate: Self.rate
        )
        return try LoadedPiece(
            piece,
            of: file,
            sequence: 0,
            entry: 1,
            on: maker.samplers,
            rate: Self.rate,
            maximumPeriod: 256,
            orElse: "without it"
        )
    }

    /// The sound of steps, each of which moves the position to a frame or lets it rest (`nil`).
    ///
    /// Then it plays from there for some frames.
    private func heard(
        _ piece: LoadedPiece,
        from: Int64,
        _ steps: [Int64?],
        playing frames: Int = 0
    ) throws -> Signal {
        var settings = EngineSettings(sampler: maker.samplers)
        settings.effects = .none
        settings.limiter = false
        settings.rate = Self.rate
        settings.maximumPeriod = 64
        let engine = Engine(settings)
        let player = PiecePlayer(engine)
        player.load(piece)
        player.locate(at: from)
        let sink = MemorySink(periodFrames: 64, format: .float)
        var next = 0
        let interval = Int(PiecePlayer.scrubInterval * Int64(Self.rate) / 1_000_000_000)
        try engine.run(into: sink) {
            for report in engine.takeReports() { _ = player.handle(report) }
            guard sink.frameCount >= next * interval else { return }
            if next < steps.count {
                if let frame = steps[next] {
                    player.scrub(to: frame)
                    #expect(player.position == frame)
                }
                let sounds = player.stepScrub()
                #expect(sounds == (steps[next] != nil))
            } else if next == steps.count, frames > 0 {
                player.endScrub()
                #expect(player.start(at: player.position))
            } else if sink.frameCount >= steps.count * interval + frames {
                engine.stop()
            }
            next += 1
        }
        return try sink.channels(rate: Self.rate).left
    }

    @Test("forwards, the notes that begin on the way are heard, shortened")
    func notes() throws {
        let second = Int64(Self.rate / 2)
        let sound = try heard(
            piece(),
            from: second - 2_400,
            [second + 2_400, nil, nil, nil, nil, nil]
        )
        let level = try sound.level(ofPartial: 440, in: 1_600..<2_800)
        #expect(level > -40)
        #expect(try sound.level(ofPartial: 220, in: 1_600..<2_800) < level - 20)
        // It is over soon, though the note is long.
        let rest = try #require(sound.samples[14_000...].map(abs).max())
        #expect(rest < 0.001)
    }

    @Test("backwards, they are heard too, in the order in which the position comes to them")
    func backwards() throws {
        let frames = [56_000, 46_000, 30_000, 20_000].map(Int64.init)
        let sound = try heard(piece(), from: 60_000, frames + [nil, nil])
        func level(_ frequency: Double, _ step: Int) throws -> Double {
            try sound.level(ofPartial: frequency, in: step * 2_880 + 1_440..<step * 2_880 + 2_880)
        }
        // The third note begins at frame 48,000, the second one at 24,000.
        #expect(try level(880, 1) > -40)
        #expect(try level(440, 3) > -40)
        #expect(try level(440, 1) < level(440, 3) - 20)
    }

    @Test("back over a controller, the music has the value of before")
    func state() throws {
        var song = SMFBuilder(format: 1, ticksPerQuarter: 500)
        song.track(nil) { track in
            track.note(at: 0, length: 3_000, channel: 0, key: 69)
            track.note(at: 400, length: 2_000, channel: 0, key: 57)
            track.control(at: 1_000, channel: 0, 7, 0)
            track.meta(at: 4_000, type: 1, [])
        }
        let sound = try heard(piece(song), from: 60_000, [14_400], playing: 14_400)
        let start = 2_880 + 4_800
        #expect(try sound.level(ofPartial: 220, in: start + 960..<start + 4_800) > -45)
    }

    @Test("afterwards, the music plays from there")
    func playing() throws {
        let sound = try heard(piece(), from: 14_400, [19_200], playing: 14_400)
        // The note at frame 24,000, 4,800 frames behind the end of the scrub.
        let start = 2_880 + 4_800
        #expect(try sound.level(ofPartial: 440, in: start + 960..<start + 4_800) > -45)
    }

    @Test("a clip sounds as on a tape, backwards from where the position was")
    func clip() throws {
        var wave = WAVBuilder([
            WAVBuilder.sine(300, frames: 48_000) + WAVBuilder.sine(900, frames: 48_000)
        ])
        wave.rate = Self.rate
        var clip = ClipSettings(
            path: try maker.folder.write(wave.bytes, to: "tones.wav")
        )
        // Behind the notes.
        clip.start = try Position(parsing: "2s")
        let start = Int64(2 * Self.rate)
        // 9,600 frames in 2,880: 3.33 times as fast.
        let forward = try heard(
            piece(Self.song, [clip]),
            from: start + 48_000 - 4_800,
            [start + 48_000 + 4_800, nil, nil]
        )
        #expect(abs(try forward.frequency(near: 1_000, in: 480..<1_300) - 1_000) < 20)
        #expect(abs(try forward.frequency(near: 3_000, in: 1_600..<2_800) - 3_000) < 20)
        let backward = try heard(
            piece(Self.song, [clip]),
            from: start + 48_000 + 4_800,
            [start + 48_000 - 4_800, nil, nil]
        )
        #expect(abs(try backward.frequency(near: 3_000, in: 480..<1_300) - 3_000) < 20)
        #expect(abs(try backward.frequency(near: 1_000, in: 1_600..<2_800) - 1_000) < 20)
        // Over its beginning, there is silence behind it.
        let over = try heard(
            piece(Self.song, [clip]),
            from: start + 4_800,
            [start - 4_800, nil, nil]
        )
        #expect(abs(try over.frequency(near: 1_000, in: 480..<1_300) - 1_000) < 20)
        #expect((over.samples[2_000..<2_800].map(abs).max() ?? 1) < 0.001)
    }
}
