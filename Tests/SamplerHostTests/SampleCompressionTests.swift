import CFluidSynth
import Foundation
import SoundFont
import TestSupport
import Testing

@testable import SamplerHost

@Suite("Compressed samples of a font that seqd writes")
struct SampleCompressionTests {
    private let folder: TemporaryDirectory

    init() throws {
        folder = try TemporaryDirectory()
    }

    /// Compresses a font, and says what was reported.
    private func compress(
        _ bytes: [UInt8],
        _ compression: SampleCompression = SampleCompression()
    ) throws -> (path: String, assembly: FontAssembly) {
        let content = try FontContent(try folder.write(bytes, to: "font.sf2"))
        let assembly = try FontAssembly(content.bank, from: content, compression: compression)
        return (try folder.write(try assembly.bytes(), to: "font.sf3"), assembly)
    }

    /// 96,000 frames of a key, its left side, at FluidSynth's default rate.
    private func sound(
        _ path: String,
        _ reader: FontPlayer.Reader,
        program: Int,
        key: Int32
    ) throws -> Signal {
        let player = try #require(try FontPlayer(path, reader))
        player.select(Preset(bank: 0, program: program, name: ""))
        seqd_note_on(player.synth, 0, key, 127, 512, nil)
        let frames = player.render(96_000)
        return Signal(
            samples: stride(from: 0, to: frames.count, by: 2).map { frames[$0] },
            rate: 44_100
        )
    }

    /// Whether FluidSynth's own reader amplifies each compressed sample to full scale: from 2.3.7 on
    /// (docs/fluidsynth.md).
    private static var normalizes: Bool {
        FluidSynthInstance.libraryVersion?.compare("2.3.7", options: .numeric) != .orderedAscending
    }

    @Test(
        "have the pitch and level of the originals and loop as these do, for FluidSynth and for us",
        arguments: [FontPlayer.Reader.fluidSynth, .ours]
    )
    func measured(reader: FontPlayer.Reader) throws {
        let (path, assembly) = try compress(MeasuringFont().bytes)
        #expect(assembly.faults.isEmpty && assembly.attenuations.isEmpty)
        let original = folder.path("font.sf2")
        for (program, key, noise) in [(0, 69, -32.0), (0, 62, -32), (2, 57, -20), (5, 81, -32)] {
            let before = try sound(original, reader, program: program, key: Int32(key))
            var after = try sound(path, reader, program: program, key: Int32(key))
            // From behind the first pass through the loop to the end.
            let range = 4_800..<96_000
            let level = try before.level(in: range)
            if reader == .fluidSynth, Self.normalizes {
                // The samples of the font peak at -6.02 dBFS.
                after.samples = after.samples.map { $0 * Float(MeasuringFont.peak) }
            }
            #expect(abs(try after.level(in: range) - level) < 0.2, "\(program)")
            let pitch = frequency(ofKey: UInt8(key))
            let heard = try after.frequency(near: pitch, in: range)
            #expect(abs(cents(heard, above: pitch)) < 0.5, "\(program)")
            // A seam in the loop would be a peak of the difference.
            let difference = Signal(
                samples: zip(before.samples, after.samples).map { $0 - $1 },
                rate: 48_000
            )
            #expect(try difference.level(in: range) < level + noise, "\(program)")
            #expect(try difference.peakLevel(in: range) < level + noise + 15, "\(program)")
        }
    }

    @Test("do not exceed full scale at any quality", arguments: [0, 0.1, 0.4, 0.7, 1])
    func loud(quality: Double) throws {
        var random = SeededGenerator(seed: 5)
        // Clipped noise, whose peaks move most.
        let frames = (0..<4_000).map { _ in
            min(max(Float.random(in: -3...3, using: &random), -1), 1)
        }
        let stream = try SampleCompression(quality: quality)
            .stream(of: frames, rate: 22_050, serial: 1, name: "noise")
        #expect(stream.attenuation > 0 && stream.attenuation < 12, "\(stream.attenuation)")
    }

    @Test("are smaller, by quality, and the same bytes each time")
    func size() throws {
        let original = MeasuringFont().bytes
        let sizes = try [0.1, 0.6, 1].map { quality in
            let (path, _) = try compress(original, SampleCompression(quality: quality))
            let (again, _) = try compress(original, SampleCompression(quality: quality))
            #expect(try folder.read("font.sf3") == Array(Data(contentsOf: URL(filePath: again))))
            return try Data(contentsOf: URL(filePath: path)).count
        }
        #expect(sizes == sizes.sorted() && Set(sizes).count == 3, "\(sizes)")
        #expect(sizes[1] < original.count, "\(sizes) of \(original.count)")
    }

    @Test("have as many frames as before, however few, at any rate")
    func counts() throws {
        var font = SoundFontBuilder(name: "short")
        let lengths = [48, 49, 63, 100, 255, 256, 257, 1_000, 4_097]
        let rates = [400, 4_000, 8_000, 11_025, 22_050, 44_100, 50_000, 96_000, 250_000]
        var zones: [SoundFontBuilder.Zone] = []
        for (length, rate) in zip(lengths, rates) {
            let frames = (0..<length).map { Int16(8_000 * sin(Double($0) / 5)) }
            let sample = font.add(
                .init(name: "\(length)", frames: frames, rate: rate, rootKey: 60)
            )
            zones.append(.init(target: sample))
        }
        let instrument = font.add(.init(name: "short", zones: zones))
        font.add(.init(name: "short", bank: 0, program: 0, zones: [.init(target: instrument)]))
        let (path, assembly) = try compress(font.bytes)
        #expect(assembly.faults.isEmpty)
        let content = try FontContent(path)
        #expect(content.bank.samples.map(\.rate) == rates.map(UInt32.init))
        for (index, length) in lengths.enumerated() {
            #expect(try content.frames(ofSample: index).count == length)
        }
        #expect(content.reading.diagnostics.isEmpty, "\(content.reading.diagnostics)")
    }

    @Test("at full scale become softer, so that decoders do not wrap, and it is said")
    func fullScale() throws {
        var font = SoundFontBuilder(name: "loud")
        let frames = (0..<48_000).map { $0 / 50 % 2 == 0 ? Int16.max : Int16.min }
        let sample = font.add(.init(name: "square", frames: frames, rate: 48_000, rootKey: 60))
        let instrument = font.add(.init(name: "square", zones: [.init(target: sample)]))
        font.add(.init(name: "square", bank: 0, program: 0, zones: [.init(target: instrument)]))
        let (path, assembly) = try compress(font.bytes)
        let attenuation = try #require(assembly.attenuations.first)
        #expect(attenuation > 0 && attenuation < 3, "\(attenuation)")
        let decoded = try FontContent(path).frames(ofSample: 0)
        #expect(decoded.allSatisfy { abs($0) <= 1 })
        // Nothing has wrapped: in the middle of each half wave the sign is the original's.
        for half in 1..<959 {
            let value = decoded[half * 50 + 25]
            #expect(half % 2 == 0 ? value > 0.5 : value < -0.5, "\(half)")
            if half % 2 == 0 ? value <= 0.5 : value >= -0.5 { break }
        }
    }

    @Test("that are stereo stay linked, and those that are compressed are copied")
    func linked() throws {
        var bank = SoundBank()
        var data = SampleData()
        for (side, type) in [(0, SampleType.left), (1, .right)] {
            let frames = (0..<2_000).map { Int16(9_000 * sin(Double($0) / Double(7 + side))) }
            let range = data.append(frames)
            bank.add(
                SoundBank.Sample(
                    name: "side \(side)",
                    start: range.lowerBound,
                    end: range.upperBound,
                    loopStart: range.lowerBound + 100,
                    // In the zeros behind the sample.
                    loopEnd: range.upperBound + 10,
                    rate: 44_100,
                    link: UInt16(1 - side),
                    type: type
                )
            )
        }
        bank.add(SoundBank.Instrument(name: "both", zones: [.init(target: 0), .init(target: 1)]))
        bank.presets = [
            SoundBank.Preset(name: "both", bank: 0, program: 0, zones: [.init(target: 0)])
        ]
        let (path, _) = try compress(try bank.bytes(data))
        let content = try FontContent(path)
        #expect(content.bank.information.version.major == 3)
        let samples = content.bank.samples
        #expect(samples.map(\.type) == [[.left, .vorbis], [.right, .vorbis]])
        #expect(samples.map(\.link) == [1, 0])
        #expect(samples.map(\.loopStart) == [100, 100])
        #expect(samples.map(\.loopEnd) == [2_010, 2_010])
        #expect(samples[1].start == samples[0].end)
        #expect(try content.frames(ofSample: 0).count == 2_010)
        let again = try FontAssembly(content.bank, from: content, compression: SampleCompression())
        #expect(try again.bytes() == Array(Data(contentsOf: URL(filePath: path))))
        // A quality asks for other streams.
        let other = try FontAssembly(
            content.bank,
            from: content,
            compression: SampleCompression(quality: 0.1)
        )
        #expect(try other.bytes().count < again.bytes().count)
        // And back.
        let plain = try FontAssembly(content.bank, from: content)
        let back = try FontContent(try folder.write(try plain.bytes(), to: "back.sf2"))
        #expect(back.bank.samples.map(\.type) == [.left, .right])
        #expect(back.bank.samples.map { $0.loopStart - $0.start } == [100, 100])
        #expect(try back.frames(ofSample: 1).count == 2_010)
    }
}
