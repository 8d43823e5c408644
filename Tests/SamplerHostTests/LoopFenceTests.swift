import TestSupport
import Testing

@testable import SamplerHost

/// Loops of a few frames that are played very high: FluidSynth goes round them one by one.
@Suite("Short loops at high pitches")
struct LoopFenceTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// A font whose sample has a loop of a sawtooth's one wave.
    private func font(
        loop: Int,
        rootKey: UInt8,
        zone: [SoundFontGenerator] = [],
        preset: [SoundFontGenerator] = []
    ) throws -> String {
        var font = SoundFontBuilder(name: "Loop")
        let frames = (0..<96).map { Int16($0 % loop * 20_000 / max(loop - 1, 1) - 10_000) }
        let sample = font.add(
            .init(
                name: "saw",
                frames: frames,
                rate: 48_000,
                rootKey: rootKey,
                loop: loop..<2 * loop
            )
        )
        let loops = [SoundFontGenerator(.sampleModes, 1)]
        let instrument = font.add(
            .init(name: "saw", zones: [.init(target: sample, generators: loops + zone)])
        )
        font.add(
            .init(
                name: "saw",
                bank: 0,
                program: 0,
                zones: [.init(target: instrument, generators: preset)]
            )
        )
        return try directory.write(font.bytes, to: "loop.sf2")
    }

    private func peak(_ path: String, key: UInt8) throws -> Double {
        let song = SMFBuilder.milliseconds {
            $0.note(at: 0, length: 60, channel: 0, key: key, velocity: 127)
        }
        return try Rendering(song, font: path).peak(10..<60)
    }

    // Without the fence, each of these takes thousands of rounds or more in every frame.
    @Test("are silent, whatever makes them high", .enabled(if: TestedEngine.isFluidSynth))
    func high() throws {
        let tune = SoundFontGenerator(.coarseTune, 120)
        #expect(try peak(font(loop: 2, rootKey: 0, zone: [tune]), key: 127) < -90)
        #expect(try peak(font(loop: 2, rootKey: 0, preset: [tune]), key: 127) < -90)
        let steep = SoundFontGenerator(.scaleTuning, 1_200)
        #expect(try peak(font(loop: 8, rootKey: 60, zone: [steep]), key: 90) < -90)
        let root = SoundFontGenerator(.rootKey, 0)
        #expect(try peak(font(loop: 2, rootKey: 100, zone: [root, tune]), key: 127) < -90)
    }

    @Test("sound where that is the pitch of a tone")
    func tones() throws {
        // Waves of 8 frames, as chip sounds have, over the whole keyboard.
        for key: UInt8 in [20, 60, 108] {
            #expect(try peak(font(loop: 8, rootKey: 60), key: key) > -40)
        }
        let path = try font(loop: 48, rootKey: 60, preset: [.init(.coarseTune, 48)])
        #expect(try peak(path, key: 60) > -40)
    }
}
