import Foundation
import SamplerHost
import TestSupport
import Testing

/// Measures the sound of GUS patches with sines.
@Suite("The sound of GUS patches")
struct GUSPatchSoundTests {
    private typealias Sample = GUSPatchBuilder.Sample

    private let studio: InstrumentStudio

    init() throws {
        studio = try InstrumentStudio()
    }

    /// A sine of 441 Hz at −12.04 dBFS, a hundred frames to a wave.
    private static func sine(frames: Int) -> [Int16] {
        (0..<frames).map { Int16((8_192 * sin(2 * .pi * Double($0) / 100)).rounded()) }
    }

    private static func sample(frames: Int = 88_200) -> Sample {
        var sample = Sample(sine(frames: frames))
        sample.root = 441_000
        return sample
    }

    private func note(
        _ samples: [Sample],
        key: UInt8 = 69,
        length: UInt32 = 500
    ) throws -> Rendering {
        try studio.note(
            of: try studio.directory.write(GUSPatchBuilder(samples).bytes, to: "test.pat"),
            key: key,
            length: length
        )
    }

    /// The cents between a sound and the pitch of a key.
    private func error(_ rendering: Rendering, key: UInt8) throws -> Double {
        cents(try rendering.left.frequency(in: 4_800..<20_000), above: frequency(ofKey: key))
    }

    @Test("Pitch follows the root frequency, level is that of the frames")
    func pitch() throws {
        let reference = try studio.note(of: studio.directory.path("sine.wav"))
        let range = 4_800..<20_000
        for key: UInt8 in [57, 69, 74] {
            let sound = try note([Self.sample()], key: key)
            #expect(abs(try error(sound, key: key)) < 0.5)
            #expect(abs(try sound.left.level(in: range) - reference.left.level(in: range)) < 0.1)
        }
        // Half a tone for each key from C4 on.
        var scaled = Self.sample()
        scaled.scale = (60, 512)
        #expect(abs(try error(try note([scaled], key: 70), key: 65)) < 0.5)
    }

    @Test("Keys choose samples by their ranges, and where there is none by the nearest root")
    func keys() throws {
        var low = Self.sample()
        (low.lowest, low.highest) = (100_000, 300_000)
        var high = Self.sample()
        // Its frames are an octave below what it says.
        (high.lowest, high.highest, high.root) = (300_000, 500_000, 882_000)
        #expect(abs(try error(try note([low, high], key: 60), key: 60)) < 0.5)
        #expect(abs(try error(try note([low, high], key: 69), key: 57)) < 0.5)
        #expect(abs(try error(try note([low, high], key: 100), key: 88)) < 0.5)
        #expect(abs(try error(try note([low, high], key: 40), key: 40)) < 0.5)
    }

    @Test("Values have 8 or 16 bits, with and without a sign", arguments: [0, 1, 2, 3])
    func formats(modes: UInt8) throws {
        let frames = Self.sine(frames: 88_200)
        let offset = modes & 2 == 0 ? 0 : 32_768
        var sample = Sample(
            frames.flatMap { frame -> [UInt8] in
                let value = Int(frame) + offset
                let high = UInt8(truncatingIfNeeded: value >> 8)
                return modes & 1 == 0 ? [high] : [UInt8(truncatingIfNeeded: value), high]
            }
        )
        sample.root = 441_000
        sample.modes = modes
        let sound = try note([sample])
        let plain = try note([Self.sample()])
        #expect(abs(try error(sound, key: 69)) < 0.5)
        let range = 4_800..<20_000
        #expect(abs(try sound.left.level(in: range) - plain.left.level(in: range)) < 0.2)
    }

    @Test("Loops are seamless: forward, to and fro, and backward", arguments: [4, 12, 16, 28])
    func loops(flags: UInt8) throws {
        // A sine that is reversed at its peaks has no seam.
        var sample = Sample(
            (0..<525).map { Int16((8_192 * cos(2 * .pi * Double($0) / 100)).rounded()) }
        )
        sample.root = 441_000
        sample.loop = 200..<1_000
        sample.modes = 1 | flags
        let sound = try note([sample], length: 1_500)
        let range = 4_800..<70_000
        #expect(abs(cents(try sound.left.frequency(in: range), above: 440)) < 0.5)
        // Nothing but the sine: its peak is that of its level.
        let level = try sound.left.level(in: range)
        #expect(abs(try sound.left.peakLevel(in: range) - level - 3.01) < 0.05)
    }

    @Test("Without an envelope a note sounds to the end of its frames")
    func withoutEnvelope() throws {
        var sample = Self.sample(frames: 44_100)
        let whole = try note([sample], length: 100)
        let level = try whole.left.level(in: 2_000..<4_000)
        // Its release is the longest that there is, and falls by a decibel a second.
        #expect(abs(try whole.left.level(in: 40_000..<46_000) - level) < 1.2)
        sample.loop = 20_000..<40_000
        sample.modes = 5
        let looped = try note([sample], length: 1_500)
        // After the note-off it plays from the loop to the last frame: half a second.
        #expect(abs(try looped.left.level(in: 74_000..<80_000) - level) < 1.2)
        #expect(try looped.left.isSilent(in: 110_000..<115_000, below: -60))
    }

    @Test("Envelopes rise, fall to the third point, and fall from there when the key goes up")
    func envelope() throws {
        var sample = Self.sample(frames: 44_100)
        sample.loop = 2_000..<42_000
        sample.modes = 1 | 4 | 32 | 64
        // 246 levels at 8 · 16 · 44,100 / 8,192 a second: 0.357 s.
        sample.rates = [0x90, 0x90, 0x90, 0x90, 0x90, 0x90]
        let slow = try note([sample], length: 1_000)
        let full = try slow.left.level(in: 30_000..<45_000)
        let plain = try note([Self.sample()])
        // 246 of 255 levels, which span 36.1 dB.
        #expect(abs(full - (try plain.left.level(in: 4_800..<20_000)) + 1.275) < 0.1)
        // Linear in amplitude: half of it at half the time.
        let half = 8_567
        #expect(abs(try slow.left.level(in: half - 441..<half + 441) - full + 6.02) < 0.7)
        // 689 levels a second fall by 97.6 dB a second.
        let end = 48_000
        let first = try slow.left.level(in: end + 2_000..<end + 3_000)
        let second = try slow.left.level(in: end + 6_800..<end + 7_800)
        #expect(abs(first - second - 9.76) < 0.5)
        sample.offsets = [246, 246, 146, 0, 0, 0]
        let sustained = try note([sample], length: 1_500)
        let low = try sustained.left.level(in: 50_000..<70_000)
        #expect(abs(full - low - 14.17) < 0.2)
    }

    @Test(
        "Samples of a configuration of TiMidity are programs and drums, at the levels it says",
        arguments: [SynthesisEngine.fluidSynth, .seqd]
    )
    func configuration(engine: SynthesisEngine) throws {
        try studio.directory.write(GUSPatchBuilder([Self.sample()]).bytes, to: "patches/Tone.pat")
        var drum = Self.sample(frames: 44_100)
        drum.loop = 2_000..<20_000
        drum.modes = 1 | 4 | 32 | 64
        try studio.directory.write(GUSPatchBuilder([drum]).bytes, to: "patches/drum.pat")
        try studio.directory.write(
            Array("drumset 0\n38 drum note=57 amp=100 pan=left\n".utf8),
            to: "drums.cfg"
        )
        let text = """
            # Patches
            dir patches
            bank 0
              5 Tone.pat amp=50   # half
            6\ttone.pat
            bank 8
            5 Tone.pat amp=100 note=57
            source drums.cfg
            """
        let path = try studio.directory.write(Array(text.utf8), to: "test.cfg")
        let plain = try note([Self.sample()])
        let range = 4_800..<20_000
        let level = try plain.left.level(in: range)
        func sound(
            _ program: UInt8,
            bank: UInt8 = 0,
            channel: UInt8 = 0,
            key: UInt8 = 69
        ) throws -> Rendering {
            try studio.render(path, engine: engine) {
                if channel != 9 { $0.control(at: 0, channel: channel, 0, bank) }
                $0.program(at: 0, channel: channel, program)
                $0.note(at: 0, length: 500, channel: channel, key: key, velocity: 127)
            }
        }
        let half = try sound(5)
        #expect(abs(try half.left.level(in: range) - level + 6.02) < 0.1)
        #expect(abs(try error(half, key: 69)) < 0.5)
        // Without amp= it becomes louder, as far as TiMidity goes.
        let loud = try sound(6)
        #expect(abs(try loud.left.level(in: range) - level - 7) < 0.1)
        let fixed = try sound(5, bank: 8, key: 74)
        #expect(abs(try fixed.left.level(in: range) - level) < 0.1)
        #expect(abs(try error(fixed, key: 57)) < 0.5)
        let kit = try sound(0, channel: 9, key: 38)
        #expect(abs(try error(kit, key: 57)) < 0.5)
        #expect(try kit.right.isSilent(in: range))
        // Without loop and envelope it sounds to its end.
        let tail = try kit.left.level(in: 60_000..<65_000)
        #expect(abs(tail - (try kit.left.level(in: range))) < 1.5)
    }
}
