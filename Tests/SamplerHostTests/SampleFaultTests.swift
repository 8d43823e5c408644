import TestSupport
import Testing

@testable import SamplerHost

/// Samples that a font's presets cannot play as they should.
@Suite struct SampleFaultTests {
    /// Two presets: 0:0 plays a sample of 200 frames, looped; 0:1 another one, not looped.
    private static let font: [UInt8] = {
        var font = SoundFontBuilder(name: "two")
        for (index, name) in ["first", "second"].enumerated() {
            let sample = font.add(
                .init(
                    name: name,
                    frames: [Int16](repeating: 8_000, count: 200),
                    rate: 48_000,
                    rootKey: 60,
                    loop: 50..<150
                )
            )
            let modes = index == 0 ? [SoundFontGenerator(.sampleModes, 1)] : []
            let zone = SoundFontBuilder.Zone(target: sample, generators: modes)
            let instrument = font.add(.init(name: name, zones: [zone]))
            font.add(
                .init(
                    name: name,
                    bank: 0,
                    program: UInt16(index),
                    zones: [.init(target: instrument)]
                )
            )
        }
        return font.bytes
    }()

    private func faults(_ bytes: [UInt8]) throws -> [String] {
        let directory = try TemporaryDirectory()
        let zones = try SoundFontZones(font: try directory.write(bytes, to: "x.sf2"))
        return zones.presets.indices.flatMap { zones.sampleFaults(ofPreset: $0) }
            .map(\.description)
    }

    @Test func aSoundFontHasNone() throws {
        #expect(try faults(Self.font).isEmpty)
        #expect(try faults(MeasuringFont().bytes).isEmpty)
    }

    @Test func anEndOutsideOfTheDataIsSilence() throws {
        let bytes = SoundFontBytes.withSample(Self.font, 1, field: 24, 90_000)
        #expect(
            try faults(bytes) == [
                "preset 0:1 second: sample second: ends at frame 90000, but the sample data has "
                    + "492; it is silent"
            ]
        )
        // As FluidSynth has it: nothing sounds.
        let directory = try TemporaryDirectory()
        let path = try directory.write(bytes, to: "x.sf2")
        let song = SMFBuilder.milliseconds {
            $0.program(at: 0, channel: 0, 1)
            $0.note(at: 0, length: 100, channel: 0, key: 60)
        }
        let rendering = try Rendering(song, font: path)
        #expect(try rendering.peak(0..<100) == -.infinity)
        let (engine, _) = try Rendering.engine(for: [song.bytes], font: path)
        #expect(engine.stage?.sampleFaults.count == 1)
    }

    @Test func aLoopOutsideOfTheSampleIsToldWhereItIsPlayed() throws {
        let first = SoundFontBytes.withSample(Self.font, 0, field: 32, 90_000)
        #expect(
            try faults(first) == [
                "preset 0:0 first: sample first: loop frames 50 to 90000 are outside of its frames "
                    + "0 to 200; the loop is adjusted"
            ]
        )
        #expect(try faults(SoundFontBytes.withSample(Self.font, 1, field: 32, 90_000)).isEmpty)
    }

    @Test func onlyThePresetsThatTheMusicUsesAreLookedAt() throws {
        let directory = try TemporaryDirectory()
        let bytes = SoundFontBytes.withSample(Self.font, 1, field: 24, 90_000)
        let path = try directory.write(bytes, to: "x.sf2")
        let song = SMFBuilder.milliseconds { $0.key(0...20) }
        let (engine, _) = try Rendering.engine(for: [song.bytes], font: path)
        #expect(engine.stage?.sampleFaults == [])
    }
}
