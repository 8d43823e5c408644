import SoundFont
import TestSupport
import Testing

/// What the reader makes of the bytes of a file.
@Suite struct SoundBankReadingTests {
    /// Two presets over one instrument with a global zone, made by a writer that is not the module's.
    private static let builder: SoundFontBuilder = {
        var font = SoundFontBuilder(name: "two")
        let sample = font.add(
            .init(
                name: "wave",
                frames: [Int16](repeating: 1_000, count: 100),
                rate: 22_050,
                rootKey: 62,
                correction: -7,
                loop: 20..<80
            )
        )
        let instrument = font.add(
            .init(
                name: "voices",
                zones: [
                    .init(target: nil, generators: [.init(.pan, -250)]),
                    .init(
                        target: sample,
                        keys: 10...60,
                        velocities: 1...64,
                        generators: [.init(.sampleModes, 1), .init(.attenuation, 75)],
                        modulators: [
                            .init(source: 0x0502, destination: .attenuation, amount: 960)
                        ]
                    ),
                ]
            )
        )
        font.add(.init(name: "low", bank: 0, program: 5, zones: [.init(target: instrument)]))
        font.add(.init(name: "kit", bank: 128, program: 0, zones: [.init(target: instrument)]))
        return font
    }()

    @Test func everythingOfAFileIsThere() throws {
        let reading = try SoundBankReading(Self.builder.bytes)
        let bank = reading.bank
        #expect(bank.information.version == .init(2, 4))
        #expect(bank.information.name == "two")
        #expect(bank.presets.map(\.name) == ["low", "kit"])
        #expect(bank.presets.map(\.bank) == [0, 128])
        #expect(bank.presets.map(\.program) == [5, 0])
        #expect(bank.presets[0].global == nil)
        #expect(bank.presets[0].zones == [SoundBank.Zone(target: 0)])
        let instrument = try #require(bank.instruments.first)
        #expect(instrument.name == "voices")
        #expect(instrument.global?.generators == [Generator(.pan, -250)])
        let zone = try #require(instrument.zones.first)
        #expect(zone.keys == ZoneRange(10, 60))
        #expect(zone.velocities == ZoneRange(1, 64))
        #expect(zone.amount(of: .attenuation) == 75)
        #expect(zone.amount(of: .pan) == nil)
        #expect(
            zone.modulators == [
                Modulator(
                    source: ModulatorSource(rawValue: 0x0502),
                    destination: .attenuation,
                    amount: 960
                )
            ]
        )
        let sample = try #require(bank.samples.first)
        #expect(
            sample
                == SoundBank.Sample(
                    name: "wave",
                    start: 0,
                    end: 100,
                    loopStart: 20,
                    loopEnd: 80,
                    rate: 22_050,
                    rootKey: 62,
                    correction: -7
                )
        )
        #expect(reading.layout.frameCount == 146)
        #expect(reading.layout.lowBytes == nil)
        #expect(reading.diagnostics.isEmpty)
    }

    @Test func aModulatorsSourceIsTakenApart() {
        let velocity = ModulatorSource(rawValue: 0x0502)
        #expect(velocity.index == 2)
        #expect(!velocity.isController)
        #expect(velocity.isNegative)
        #expect(!velocity.isBipolar)
        #expect(velocity.curve == 1)
        let pan = ModulatorSource(rawValue: 0x028A)
        #expect(pan.index == 10)
        #expect(pan.isController)
        #expect(pan.isBipolar)
    }

    @Test func aFileThatIsCutShortIsAnErrorWhereverItIsCut() {
        let bytes = Self.builder.bytes
        for length in 0..<bytes.count {
            #expect(throws: SoundFontError.self, "\(length) bytes") {
                try SoundBankReading(Array(bytes.prefix(length)))
            }
        }
    }

    @Test func aBrokenByteNeverTraps() {
        let bytes = Self.builder.bytes
        var refused = 0
        for place in bytes.indices {
            for value in [0, 0xFF, bytes[place] ^ 0x80, bytes[place] &+ 1] {
                var broken = bytes
                broken[place] = value
                do throws(SoundFontError) {
                    let reading = try SoundBankReading(broken)
                    #expect(reading.diagnostics.allSatisfy { $0.offset <= broken.count })
                } catch {
                    refused += 1
                    #expect(error.offset <= broken.count)
                }
            }
        }
        #expect(refused > 200)
    }

    @Test func rangesCountOnlyInFront() throws {
        let zone = try zone([(43, 0x3C00), (44, 0x4001), (17, 9), (43, 0x0A00), (53, 0)])
        #expect(zone.zone.keys == ZoneRange(0, 60))
        #expect(zone.zone.velocities == ZoneRange(1, 64))
        #expect(zone.zone.generators == [Generator(.pan, 9)])
        #expect(zone.codes == [.generatorDropped])
        // A velocity range in front makes the key range too late.
        let other = try self.zone([(44, 0x4001), (43, 0x3C00), (53, 0)])
        #expect(other.zone.keys == nil)
        #expect(other.zone.velocities == ZoneRange(1, 64))
    }

    @Test func nothingCountsBehindTheTarget() throws {
        let zone = try zone([(17, 9), (53, 0), (48, 100)])
        #expect(zone.zone.generators == [Generator(.pan, 9)])
        #expect(zone.codes == [.generatorDropped])
    }

    @Test func theLastOfTwoGeneratorsCounts() throws {
        let zone = try zone([(17, 9), (48, 1), (17, 0xFFFF), (53, 0)])
        #expect(zone.zone.generators == [Generator(.pan, -1), Generator(.attenuation, 1)])
        #expect(zone.codes == [.repeatedGenerator])
    }

    @Test(arguments: [14, 18, 41, 42, 49, 55, 59, 60, 200] as [UInt16])
    func aNumberThatIsNoParameterIsDropped(number: UInt16) throws {
        let zone = try zone([(number, 1), (53, 0)])
        #expect(zone.zone.generators.isEmpty)
        #expect(zone.codes == [.generatorDropped])
    }

    @Test func aSampleThatDoesNotExistIsAnErrorWithItsPosition() throws {
        let reading = try SoundBankReading(Self.font(generators: [(53, 9)]))
        #expect(reading.bank.instruments.first?.zones.isEmpty == true)
        let diagnostic = try #require(reading.diagnostics.first)
        #expect(diagnostic.code == .targetMissing)
        #expect(diagnostic.severity == .error)
        #expect(diagnostic.description.hasPrefix("byte 0x"))
    }

    /// As many frames as those of the font.
    private static let silence = SampleData(bytes: [UInt8](repeating: 0, count: 292))

    /// The positions of the sizes of the RIFF chunk and of the three lists.
    private static let sizes: [Int] = {
        let bytes = builder.bytes
        return [4]
            + ["INFO", "sdta", "pdta"].compactMap { type in
                bytes.indices.first { bytes[$0...].starts(with: Array(type.utf8)) }
            }.map { $0 - 4 }
    }()

    @Test(
        arguments: sizes,
        [0, 1, 4, 11, -40, -8, -2, 2, 8, 100, 1_000_000, 0xFFFF_FFFF]
    )
    func aWrongSizeIsMendedWhereTheContentIsWhole(place: Int, size: Int) throws {
        var bytes = Self.builder.bytes
        let right = (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
        // Small numbers of the list are sizes; those of a sign, and 100, differences.
        let wrong = [0, 1, 4, 11, 0xFFFF_FFFF, 1_000_000].contains(size) ? size : right + size
        for index in 0..<4 {
            bytes[place + index] = UInt8(truncatingIfNeeded: wrong >> (8 * index))
        }
        let reading = try SoundBankReading(bytes)
        let intact = try SoundBankReading(Self.builder.bytes)
        #expect(reading.bank == intact.bank)
        #expect(reading.layout.frames == intact.layout.frames)
        #expect(reading.diagnostics.map(\.code) == [.sizeWrong])
        #expect(reading.diagnostics.first?.severity == .warning)
    }

    @Test func allSizesMayBeWrongAtOnceAndJunkMayFollow() throws {
        var bytes = Self.builder.bytes
        for place in Self.sizes { for index in 0..<4 { bytes[place + index] = 0 } }
        let reading = try SoundBankReading(bytes)
        #expect(reading.bank == (try SoundBankReading(Self.builder.bytes).bank))
        let codes = reading.diagnostics.map(\.code)
        #expect(codes == [.sizeWrong, .sizeWrong, .sizeWrong, .sizeWrong])
        #expect(try SoundBankReading(bytes + [1, 2, 3, 4, 5, 6, 7, 8, 9]).bank == reading.bank)
    }

    @Test(arguments: ["OggS", "fLaC"])
    func compressedSamplesAreKnownByTheirFirstLetters(letters: String) throws {
        var bank = SoundBank(information: BankInformation(version: .init(3, 0)))
        bank.information.texts = [.init("isng", "EMU8000"), .init("INAM", "compressed")]
        let data = Array(letters.utf8) + [UInt8](repeating: 0, count: 60)
        let sample = bank.add(
            SoundBank.Sample(
                name: "tone",
                start: 0,
                end: data.count,
                loopStart: 0,
                loopEnd: 0,
                rate: 48_000
            )
        )
        let zone = SoundBank.Zone(target: sample)
        let instrument = bank.add(SoundBank.Instrument(name: "tone", zones: [zone]))
        bank.presets.append(
            SoundBank.Preset(
                name: "tone",
                bank: 0,
                program: 0,
                zones: [SoundBank.Zone(target: instrument)]
            )
        )
        let reading = try SoundBankReading(try bank.bytes(SampleData(bytes: data)))
        #expect(reading.bank.samples.first?.type == [.mono, .vorbis])
        #expect(reading.diagnostics.map(\.code) == [.compressionUnmarked])
    }

    @Test func aSoundFont1IsCalledByItsName() throws {
        var bytes = Self.builder.bytes
        let name = Array("ifil".utf8)
        let version = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
        bytes[version + 8] = 1
        let error = #expect(throws: SoundFontError.self) { try SoundBankReading(bytes) }
        #expect(error?.code == .version)
        #expect(error?.detail.hasPrefix("a SoundFont bank of version 1.04 (.sbk)") == true)
    }

    @Test(arguments: [(200, 60, 1), (255, 60, 0), (127, 127, 0)] as [(UInt8, UInt8, Int)])
    func aRootKeyThatIsNoneIsC4(key: UInt8, played: UInt8, findings: Int) throws {
        let bytes = SoundFontBytes.withSampleByte(Self.builder.bytes, 0, field: 40, key)
        let reading = try SoundBankReading(bytes)
        #expect(reading.bank.samples.first?.rootKey == key)
        #expect(reading.bank.samples.first?.playedRootKey == played)
        #expect(reading.diagnostics.count { $0.code == .sampleIllegal } == findings)
    }

    @Test func aRateOfZeroIsTheLowest() throws {
        let bytes = SoundFontBytes.withSample(Self.builder.bytes, 0, field: 36, 0)
        let reading = try SoundBankReading(bytes)
        #expect(reading.bank.samples.first?.playedRate == 400)
        #expect(reading.diagnostics.map(\.code) == [.sampleIllegal])
    }

    @Test(arguments: [(46, 128), (47, 200), (58, 0xFFFE)] as [(UInt16, UInt16)])
    func anAmountThatMeansNothingIsTold(number: UInt16, amount: UInt16) throws {
        let zone = try zone([(number, amount), (53, 0)])
        #expect(zone.codes == [.amountIllegal])
        #expect(zone.zone.generators.first?.expectedAmounts == -1...127)
    }

    @Test func aPresetThatCannotBePlayedIsTold() throws {
        let bytes = SoundFontBytes.withPreset(Self.builder.bytes, named: "low", program: 200)
        #expect(try SoundBankReading(bytes).diagnostics.map(\.code) == [.presetUnplayable])
        var bank = try SoundBankReading(Self.builder.bytes).bank
        bank.presets[0].zones = []
        let empty = try SoundBankReading(try bank.bytes(Self.silence))
        #expect(empty.diagnostics.map(\.code) == [.presetUnplayable])
    }

    @Test func aModulatorThatIsLeftOutIsTold() throws {
        var bank = try SoundBankReading(Self.builder.bytes).bank
        bank.instruments[0].zones[0].modulators.append(
            Modulator(source: ModulatorSource(rawValue: 0x94), destination: 0x8009, amount: 1)
        )
        let reading = try SoundBankReading(try bank.bytes(Self.silence))
        #expect(reading.diagnostics.map(\.code) == [.modulatorDropped])
        #expect(reading.diagnostics.first?.severity == .warning)
        #expect(reading.bank == bank)
    }

    @Test func sidesOfDifferentPitchAreNoted() throws {
        var bank = try SoundBankReading(Self.builder.bytes).bank
        var right = bank.samples[0]
        (right.type, right.link) = (.right, 0)
        (bank.samples[0].type, bank.samples[0].link) = (.left, 1)
        bank.samples.append(right)
        var zone = bank.instruments[0].zones[0]
        zone.target = 1
        bank.instruments[0].zones.append(zone)
        #expect(try SoundBankReading(try bank.bytes(Self.silence)).diagnostics.isEmpty)
        bank.instruments[0].zones[1].generators.append(Generator(.fineTune, 5))
        let reading = try SoundBankReading(try bank.bytes(Self.silence))
        #expect(reading.diagnostics.map(\.code) == [.sidesDiffer])
    }

    /// The zone that generators make, and the findings.
    private func zone(
        _ generators: [(UInt16, UInt16)]
    ) throws -> (zone: SoundBank.Zone, codes: [BankDiagnostic.Code]) {
        let reading = try SoundBankReading(Self.font(generators: generators))
        let zone = try #require(reading.bank.instruments.first?.zones.first)
        return (zone, reading.diagnostics.map(\.code))
    }

    /// A font whose only instrument zone has just these generators.
    private static func font(generators: [(UInt16, UInt16)]) -> [UInt8] {
        func word(_ value: UInt16) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            let size = UInt32(content.count)
            let words = word(UInt16(size & 0xFFFF)) + word(UInt16(size >> 16))
            return Array(name.utf8) + words + content
        }
        let zeros = { (count: Int) in [UInt8](repeating: 0, count: count) }
        let count = UInt16(generators.count)
        let rate: [UInt8] = zeros(10) + word(48_000) + zeros(6)
        let sample: [UInt8] = zeros(24) + word(64) + rate + word(1) + zeros(46)
        let tables =
            chunk("phdr", zeros(38) + zeros(24) + word(1) + zeros(12))
            + chunk("pbag", zeros(4) + word(1) + word(0))
            + chunk("pmod", zeros(10))
            + chunk("pgen", word(41) + word(0) + zeros(4))
            + chunk("inst", zeros(22) + zeros(20) + word(1))
            + chunk("ibag", zeros(4) + word(count) + word(0))
            + chunk("imod", zeros(10))
            + chunk("igen", generators.flatMap { word($0.0) + word($0.1) } + zeros(4))
            + chunk("shdr", sample)
        let body =
            chunk("LIST", Array("INFO".utf8) + chunk("ifil", [2, 0, 4, 0]))
            + chunk("LIST", Array("sdta".utf8) + chunk("smpl", zeros(300)))
            + chunk("LIST", Array("pdta".utf8) + tables)
        return chunk("RIFF", Array("sfbk".utf8) + body)
    }
}
