import SoundFont
import TestSupport
import Testing

@testable import Instruments

@Suite("DLS banks")
struct DLSReaderTests {
    private static let bank: DLSBuilder = {
        var bank = DLSBuilder()
        bank.waves = [
            DLSBuilder.wave([1, 2, 3, 4], extra: DLSBuilder.waveSample(key: 60)),
            DLSBuilder.wave(Array(repeating: 5, count: 100), rate: 44_100),
        ]
        bank.instruments = [
            DLSBuilder.instrument(
                bank: 0x0300,
                program: 5,
                name: "Flute",
                regions: [
                    DLSBuilder.region(keys: (0, 59), wave: 0),
                    DLSBuilder.region(
                        keys: (60, 127),
                        wave: 1,
                        group: 3,
                        extra: DLSBuilder.waveSample(key: 72, tune: -25, gain: -6, loop: (20, 60))
                            + DLSBuilder.articulation([
                                (0, 0, 0x0206, -1_200), (0, 0, 0x020A, 500), (0, 0, 0x0500, 6_900),
                                (9, 0, 3, 40), (9, 0x81, 3, 60), (5, 0, 0x0500, 2_400),
                                (0, 0, 4, -250), (3, 0, 3, 6_400), (4, 0, 3, 10),
                            ])
                    ),
                ]
            ),
            DLSBuilder.instrument(
                bank: 0x8000_0000,
                program: 8,
                name: "Kit",
                regions: [DLSBuilder.region(keys: (36, 36), wave: 1)]
            ),
        ]
        return bank
    }()

    @Test("instruments become programs, waves become ranges of the file")
    func structure() throws {
        let bytes = Self.bank.bytes
        let description = try DLSReader.read(bytes, path: "x.dls")
        #expect(description.programs.map(\.name) == ["Flute", "Kit"])
        #expect(description.programs.map(\.bank) == [3, 128])
        #expect(description.programs.map(\.number) == [5, 8])
        guard case .embedded(let frames) = description.sources[0].location else {
            Issue.record("not embedded")
            return
        }
        #expect(Array(bytes[frames.bytes]) == [1, 0, 2, 0, 3, 0, 4, 0])
        #expect(frames.recording.rate == 22_050 && frames.recording.frameCount == 4)
    }

    @Test("the wave's or the region's own wave sample counts")
    func waveSamples() throws {
        let regions = try DLSReader.read(Self.bank.bytes, path: "x.dls").programs[0].regions
        #expect(regions[0].keys == ZoneRange(0, 59) && regions[0].rootKey == 60)
        #expect(regions[0].loopMode == Region.LoopMode.none)
        let second = regions[1]
        #expect(second.rootKey == 72 && second.tuning == -25 && second.gain == -6)
        #expect(second.loopStart == 20 && second.loopEnd == 80 && second.loopMode == .continuous)
        #expect(second.amount(of: .exclusiveClass) == 3)
    }

    @Test("articulators become generators and modulators; the others are told")
    func articulators() throws {
        let description = try DLSReader.read(Self.bank.bytes, path: "x.dls")
        let region = description.programs[0].regions[1]
        #expect(region.amount(of: .volumeAttack) == -1_200)
        #expect(region.amount(of: .volumeSustain) == 480)
        #expect(region.amount(of: .filterCutoff) == 6_900)
        #expect(region.amount(of: .vibratoToPitch) == 40)
        #expect(region.amount(of: .modulationEnvelopeToFilter) == 2_400)
        #expect(region.amount(of: .scaleTuning) == 50)
        #expect(region.pan == -0.5)
        #expect(region.modulators.map(\.amount) == [60])
        #expect(description.diagnostics.map(\.subject) == ["connection 0x4 → 0x0 → 0x3"])
    }

    @Test("every beginning of a file, and every byte changed, is read or refused")
    func damaged() {
        let bytes = Self.bank.bytes
        for count in bytes.indices {
            var cut = Array(bytes.prefix(count))
            _ = try? DLSReader.read(cut, path: "x.dls")
            // With the size of the header adjusted, what is left is looked into.
            guard count >= 12 else { continue }
            cut.replaceSubrange(4..<8, with: DLSBuilder.little(count - 8, 4))
            _ = try? DLSReader.read(cut, path: "x.dls")
        }
        for index in bytes.indices {
            for value in [0, 0x7F, 0xFF] as [UInt8] {
                var changed = bytes
                changed[index] = value
                guard let description = try? DLSReader.read(changed, path: "x.dls") else {
                    continue
                }
                let recordings = description.sources.map { source -> Recording? in
                    if case .embedded(let frames) = source.location {
                        frames.recording
                    } else {
                        nil
                    }
                }
                _ = try? BankAssembly(description, recordings: recordings)
            }
        }
    }

    @Test("a header that counts less than itself is an empty bank", arguments: 0...4)
    func tinyHeader(size: UInt8) {
        let bytes = Array("RIFF".utf8) + [size, 0, 0, 0] + Array("DLS colh".utf8) + [0, 0, 0, 0]
        let error = #expect(throws: InstrumentError.self) {
            try DLSReader.read(bytes, path: "x.dls")
        }
        #expect(error?.code == .empty)
    }

    @Test("a wrong size of a whole file is mended and told", arguments: [0, 8, 100_000, -10])
    func wrongSize(size: Int) throws {
        var bank = DLSBuilder()
        bank.waves = [DLSBuilder.wave([Int16](repeating: 100, count: 100))]
        let region = DLSBuilder.region(keys: (0, 127), wave: 0, level: .two)
        bank.instruments = [
            DLSBuilder.instrument(bank: 0, program: 5, name: "Tone", regions: [region])
        ]
        let intact = try DLSReader.read(bank.bytes, path: "x.dls")
        var bytes = bank.bytes
        let wrong = size < 0 ? bytes.count - 8 + size : size
        bytes.replaceSubrange(4..<8, with: DLSBuilder.little(wrong, 4))
        let read = try DLSReader.read(bytes, path: "x.dls")
        #expect(read.programs == intact.programs)
        #expect(read.diagnostics.map(\.subject) == ["RIFF"], "\(read.diagnostics)")
        #expect(throws: InstrumentError.self) {
            try DLSReader.read(Array(bytes.dropLast(30)), path: "x.dls")
        }
    }

    @Test("other files are none")
    func others() {
        #expect(throws: InstrumentError.self) { try DLSReader.read([], path: "x") }
        #expect(throws: InstrumentError.self) {
            try DLSReader.read(Array("RIFF....sfbk".utf8), path: "x")
        }
    }
}
