import Foundation
import SoundFont
import TestSupport
import Testing

@testable import SamplerHost

/// Rules of SoundFont 2.04 that FluidSynth 2.3 does not keep, and we do: what is heard of them.
@Suite("Rules of SoundFonts")
struct SoundFontRuleTests {
    private let directory: TemporaryDirectory
    private static let none = ModulatorSource(rawValue: 0)
    private static let cc20 = ModulatorSource(rawValue: 0x94)
    private static let bipolar20 = ModulatorSource(rawValue: 0x294)

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// A font of one preset over a sine of 440 Hz, root key 69, that loops.
    private static func font() -> (bank: SoundBank, data: SampleData) {
        var data = SampleData()
        let range = data.append(
            (0..<4_800).map { Int16(8_192 * sin(2 * Double.pi * Double($0) * 440 / 48_000)) }
        )
        var bank = SoundBank(information: BankInformation(texts: [.init("isng", "EMU8000")]))
        let sample = bank.add(
            SoundBank.Sample(
                name: "sine",
                start: range.lowerBound,
                end: range.upperBound,
                loopStart: range.lowerBound + 1_200,
                loopEnd: range.lowerBound + 2_400,
                rate: 48_000,
                rootKey: 69
            )
        )
        let zone = SoundBank.Zone(target: sample, generators: [Generator(.sampleModes, 1)])
        bank.add(SoundBank.Instrument(name: "sine", zones: [zone]))
        bank.presets = [
            SoundBank.Preset(name: "sine", bank: 0, program: 0, zones: [SoundBank.Zone(target: 0)])
        ]
        return (bank, data)
    }

    private func render(
        _ bank: SoundBank,
        _ data: SampleData,
        key: UInt8 = 69,
        velocity: UInt8 = 127,
        length: UInt32 = 400,
        control: UInt8 = 0
    ) throws -> Rendering {
        let path = try directory.write(try bank.bytes(data), to: "\(UUID()).sf2")
        let song = SMFBuilder.milliseconds {
            $0.control(at: 0, channel: 0, 20, control)
            $0.note(at: 10, length: length, channel: 0, key: key, velocity: velocity)
            // What is silent is listened to as well.
            $0.control(at: 1_000, channel: 0, 20, 0)
        }
        return try Rendering(song, font: path)
    }

    /// The cents above 440 Hz of a changed font.
    private func pitch(
        key: UInt8 = 69,
        control: UInt8 = 0,
        _ change: (inout SoundBank) -> Void
    ) throws -> Double {
        var (bank, data) = Self.font()
        change(&bank)
        let sound = try render(bank, data, key: key, control: control)
        return cents(try sound.left.frequency(in: sound.frames(60..<400)), above: 440)
    }

    private func fineTune(
        _ source: ModulatorSource,
        _ amountSource: ModulatorSource = none,
        amount: Int16 = 100,
        transform: UInt16 = 0
    ) -> Modulator {
        Modulator(
            source: source,
            destination: GeneratorKind.fineTune.rawValue,
            amount: amount,
            amountSource: amountSource,
            transform: transform
        )
    }

    // MARK: Modulators (§8.2.1, §8.3, §9.5.4)

    @Test("without a controller count as 1, in instruments and presets, global zones or not")
    func noController() throws {
        let constant = fineTune(Self.none)
        #expect(
            abs(try pitch { $0.instruments[0].zones[0].modulators = [constant] } - 100) < 1
        )
        #expect(
            abs(try pitch { $0.presets[0].zones[0].modulators = [constant, constant] } - 100) < 1
        )
        let both = try pitch {
            $0.instruments[0].global = SoundBank.Zone(target: nil, modulators: [constant])
            $0.presets[0].global = SoundBank.Zone(target: nil, modulators: [constant])
            $0.instruments[0].zones[0].generators.append(Generator(.fineTune, -30))
        }
        #expect(abs(both - 170) < 1)
        // One of the zone itself takes the place of the global one.
        let own = try pitch {
            $0.instruments[0].global = SoundBank.Zone(target: nil, modulators: [constant])
            $0.instruments[0].zones[0].modulators = [fineTune(Self.none, amount: -50)]
        }
        #expect(abs(own + 50) < 1)
    }

    @Test("without a first controller follow the second", arguments: [0, 64, 127] as [UInt8])
    func secondController(value: UInt8) throws {
        let expected = Double(value) / 128 * 100
        let one = try pitch(control: value) {
            $0.instruments[0].zones[0].modulators = [fineTune(Self.none, Self.cc20)]
        }
        #expect(abs(one - expected) < 1.1)
        // It is another modulator than that with the controller first, which plays too.
        let two = try pitch(control: value) {
            $0.instruments[0].zones[0].modulators = [
                fineTune(Self.none, Self.cc20), fineTune(Self.cc20),
            ]
        }
        #expect(abs(two - 2 * expected) < 1.1)
    }

    @Test("can have the absolute value of a controller", arguments: [0, 32, 64, 96] as [UInt8])
    func absolute(value: UInt8) throws {
        let heard = try pitch(control: value) {
            $0.instruments[0].zones[0].modulators = [fineTune(Self.bipolar20, transform: 2)]
        }
        #expect(abs(heard - abs(Double(value) / 64 - 1) * 100) < 1.1)
    }

    @Test("can be linked")
    func linked() throws {
        let heard = try pitch(control: 64) {
            $0.instruments[0].zones[0].modulators = [
                Modulator(source: Self.cc20, destination: 0x8001, amount: 1),
                fineTune(ModulatorSource(rawValue: 127), amount: 80),
            ]
        }
        #expect(abs(heard - 40) < 1.1)
    }

    @Test("that do not exist change nothing")
    func ignored() throws {
        let heard = try pitch(control: 127) {
            $0.instruments[0].zones[0].modulators = [
                // Once the low byte of the destination alone counted.
                Modulator(source: Self.cc20, destination: 0x8034, amount: 100),
                Modulator(source: Self.cc20, destination: 0x0134, amount: 100),
                fineTune(ModulatorSource(rawValue: 7)), fineTune(Self.cc20, transform: 9),
                fineTune(ModulatorSource(rawValue: 0x2494)),
            ]
        }
        #expect(abs(heard) < 0.2)
    }

    // MARK: Samples (§7.10)

    @Test("a root key that is none is C4", arguments: [128, 200, 255] as [UInt8])
    func rootKey(key: UInt8) throws {
        #expect(abs(try pitch(key: 60) { $0.samples[0].rootKey = key }) < 0.2)
        // A zone may have its own, but none above 127.
        let own = try pitch(key: 69) {
            $0.samples[0].rootKey = key
            $0.instruments[0].zones[0].generators.append(Generator(.rootKey, 69))
        }
        #expect(abs(own) < 0.2)
        let illegal = try pitch(key: 69) {
            $0.instruments[0].zones[0].generators.append(Generator(.rootKey, Int16(key)))
        }
        #expect(abs(illegal) < 0.2)
    }

    /// A hundred zeros, and then a sine.
    private static func held(
        _ loop: Range<Int>,
        offsets: [Generator] = [],
        mode: Int16 = 3
    ) -> (bank: SoundBank, data: SampleData) {
        var (bank, _) = font()
        var data = SampleData()
        let wave = (0..<24_000).map {
            Int16(8_192 * sin(2 * Double.pi * Double($0) * 880 / 48_000))
        }
        _ = data.append([Int16](repeating: 5, count: 64))
        let range = data.append([Int16](repeating: 0, count: 100) + wave)
        bank.samples[0].start = range.lowerBound
        bank.samples[0].end = range.upperBound
        bank.samples[0].loopStart = range.lowerBound + loop.lowerBound
        bank.samples[0].loopEnd = range.lowerBound + loop.upperBound
        bank.instruments[0].zones[0].generators =
            offsets + [Generator(.volumeRelease, 2_400), Generator(.sampleModes, mode)]
        return (bank, data)
    }

    @Test(
        "a loop of one frame holds it until the key goes up, and then the rest is played",
        arguments: [(0..<1, 0, 0), (50..<51, 0, 0), (40..<60, 10, -9), (0..<50, 49, 0)]
            as [(Range<Int>, Int16, Int16)]
    )
    func loopOfOne(loop: Range<Int>, start: Int16, end: Int16) throws {
        let (bank, data) = Self.held(
            loop,
            offsets: [
                Generator(.startLoopAddressOffset, start), Generator(.endLoopAddressOffset, end),
            ].filter { $0.amount != 0 }
        )
        let sound = try render(bank, data)
        #expect(try sound.left.isSilent(in: sound.frames(20..<400)))
        let rest = sound.frames(430..<500)
        #expect(try sound.left.level(in: rest) > -50)
        #expect(abs(cents(try sound.left.frequency(in: rest), above: 880)) < 2)
    }

    @Test("a loop of one frame that never ends is silent")
    func loopOfOneForEver() throws {
        let (bank, data) = Self.held(50..<51, mode: 1)
        let sound = try render(bank, data)
        #expect(try sound.left.isSilent(in: sound.frames(20..<600)))
    }

    // MARK: Frames (§6.2)

    @Test("frames of 24 bits have all of them", arguments: [SynthesisEngine.fluidSynth, .seqd])
    func lowBytes(engine: SynthesisEngine) throws {
        let (bank, _) = Self.font()
        // A sine of half a step of 16 bits, on a constant of another half.
        let low = (0..<4_846).map { index -> UInt8 in
            let phase = 2 * Double.pi * Double(index) * 440 / 48_000
            return index < 4_800 ? UInt8(128 + 127 * sin(phase)) : 0
        }
        let data = SampleData(bytes: [UInt8](repeating: 0, count: 2 * low.count), lowBytes: low)
        let path = try directory.write(try bank.bytes(data), to: "low.sf2")
        let song = SMFBuilder.milliseconds {
            $0.note(at: 10, length: 400, channel: 0, key: 69, velocity: 127)
        }
        var options = Rendering.Options()
        options.engine = engine
        let sound = try Rendering(song, font: path, options)
        let (frames, frequency) = (sound.frames(60..<360), 440.0)
        // The sine of the font has 8,192 steps of 16 bits.
        let level = try render(bank, Self.font().data).left.level(ofPartial: frequency, in: frames)
        let wanted = level + decibels(127 / (8_192 * 256))
        #expect(abs(try sound.left.level(ofPartial: frequency, in: frames) - wanted) < 0.1)
    }

    // MARK: Zones (§7.3, §7.7, §9.4)

    @Test("zones inherit the keys and velocities of their global zone")
    func globalRanges() throws {
        var (bank, data) = Self.font()
        bank.instruments[0].global = SoundBank.Zone(target: nil, keys: ZoneRange(60, 127))
        bank.presets[0].global = SoundBank.Zone(target: nil, velocities: ZoneRange(0, 100))
        #expect(try render(bank, data, key: 59, velocity: 90).left.isSilent())
        #expect(try render(bank, data, key: 60, velocity: 101).left.isSilent())
        #expect(try !render(bank, data, key: 60, velocity: 100).left.isSilent())
        bank.instruments[0].zones[0].keys = ZoneRange(0, 127)
        #expect(try !render(bank, data, key: 59, velocity: 100).left.isSilent())
    }

    @Test("a first zone whose sample cannot be played is no global zone")
    func firstZone() throws {
        let heard = try pitch { bank in
            var gone = bank.samples[0]
            gone.type = [.readOnlyMemory, .mono]
            bank.samples.append(gone)
            let zone = SoundBank.Zone(target: 1, generators: [Generator(.fineTune, 50)])
            bank.instruments[0].zones.insert(zone, at: 0)
        }
        #expect(abs(heard) < 0.2)
    }

    @Test("a preset without zones is passed over for another")
    func emptyPreset() throws {
        let heard = try pitch { bank in
            bank.presets.append(bank.presets[0])
            bank.presets[1].program = 5
            bank.presets[0].zones = []
        }
        #expect(abs(heard) < 0.2)
    }

    // MARK: Files

    @Test("compressed samples that are not marked as such are decoded")
    func unmarked() throws {
        let path = try CompressedFont.write(in: directory, programs: 2)
        var bytes = try InputFile.read(path)
        for sample in 0..<2 {
            bytes = SoundFontBytes.withSampleByte(bytes, sample, field: 44, 1)
        }
        let changed = try directory.write(bytes, to: "unmarked.sf3")
        let song = SMFBuilder.milliseconds {
            $0.program(at: 0, channel: 0, 1)
            $0.note(at: 10, length: 300, channel: 0, key: 69, velocity: 127)
        }
        let sound = try Rendering(song, font: changed)
        let pitch = try sound.left.frequency(in: sound.frames(60..<300))
        #expect(abs(cents(pitch, above: CompressedFont.tone(1))) < 2)
        let codes = try SoundBankReading(bytes).diagnostics.map(\.code)
        #expect(codes == [.compressionUnmarked, .compressionUnmarked])
    }

    @Test("a file with wrong sizes plays as the whole one, with a remark")
    func wrongSizes() throws {
        let (bank, data) = Self.font()
        var bytes = try bank.bytes(data)
        let whole = try directory.write(bytes, to: "whole.sf2")
        for index in 4..<8 { bytes[index] = 0 }
        let wrong = try directory.write(bytes, to: "wrong.sf2")
        #expect(
            try SoundFontFile.check(wrong) == [
                "the RIFF header says 8 bytes, the file has \(bytes.count); all of them are read"
            ]
        )
        let song = SMFBuilder.milliseconds { $0.key(0...200) }
        let (one, other) = (try Rendering(song, font: whole), try Rendering(song, font: wrong))
        #expect(firstDifference(one.bytes, other.bytes) == nil)
    }
}
