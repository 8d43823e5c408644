import SamplerHost
import TestSupport
import Testing

/// Presets with modulators of their own for a controller keep to those.
@Suite struct OwnModulatorTests {
    /// A saw whose modulator for a source does nothing.
    private static func font(
        source: UInt16,
        _ destination: SoundFontGenerator.Kind
    ) -> SoundFontBuilder {
        var font = SoundFontBuilder(name: "own")
        let frames = (0..<1_001).map { Int16(truncatingIfNeeded: ($0 % 100 - 50) * 300) }
        let sample = font.add(
            .init(name: "s", frames: frames, rate: 48_000, rootKey: 69, loop: 100..<900)
        )
        let zone = SoundFontBuilder.Zone(
            target: sample,
            generators: [.init(.sampleModes, 1)],
            modulators: [.init(source: source, destination: destination, amount: 0)]
        )
        let instrument = font.add(.init(name: "i", zones: [zone]))
        font.add(.init(name: "p", bank: 0, program: 0, zones: [.init(target: instrument)]))
        return font
    }

    /// The controllers, as sources that are linear and in one direction.
    @Test(
        arguments: [
            (0xCA, .filterCutoff, [0xB0, 74, 20]), (0xC3, .filterCutoff, [0xB0, 67, 127]),
            (0x0A, .vibratoLFOToPitch, [0xA0, 69, 100]),
        ] as [(UInt16, SoundFontGenerator.Kind, [UInt8])]
    )
    func sources(
        source: UInt16,
        destination: SoundFontGenerator.Kind,
        message: [UInt8]
    ) throws {
        let directory = try TemporaryDirectory()
        let song: @Sendable (Bool) -> SMFBuilder = { isChanged in
            .milliseconds {
                let isPressure = message[0] == 0xA0
                if isChanged && !isPressure { $0.raw(at: 0, message) }
                $0.key(5...200)
                if isChanged && isPressure { $0.raw(at: 10, message) }
            }
        }
        // CC70 is nobody's.
        for (isOwn, source) in [(true, source), (false, 0xC6)] {
            let path = try directory.write(
                Self.font(source: source, destination).bytes,
                to: "\(isOwn).sf2"
            )
            let plain = try Rendering(song(false), font: path)
            let changed = try Rendering(song(true), font: path)
            #expect((firstDifference(plain.bytes, changed.bytes) == nil) == isOwn)
        }
    }
}
