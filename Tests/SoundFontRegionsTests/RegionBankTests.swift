import SoundFont
import SoundFontRegions
import Testing
import Voices

/// Regions that are filled from a SoundFont.
@Suite struct RegionBankTests {
    /// A font of one preset over one instrument of two zones, with global zones.
    private func bank(
        own: [Modulator] = [],
        preset: [Modulator] = [],
        mode: VoiceMode = .reference
    ) throws -> RegionBank {
        var data = SampleData()
        let range = data.append([Int16](repeating: 1_000, count: 100))
        var font = SoundBank()
        let sample = font.add(
            SoundBank.Sample(
                name: "wave",
                start: range.lowerBound,
                end: range.upperBound,
                loopStart: range.lowerBound + 20,
                loopEnd: range.lowerBound + 80,
                rate: 22_050,
                rootKey: 62,
                correction: -7
            )
        )
        let instrument = font.add(
            SoundBank.Instrument(
                name: "voices",
                global: SoundBank.Zone(
                    target: nil,
                    generators: [Generator(.pan, -250), Generator(.attenuation, 100)]
                ),
                zones: [
                    SoundBank.Zone(
                        target: sample,
                        keys: ZoneRange(10, 60),
                        generators: [Generator(.attenuation, 75), Generator(.sampleModes, 1)],
                        modulators: own
                    ),
                    SoundBank.Zone(target: sample, keys: ZoneRange(61, 127)),
                ]
            )
        )
        font.presets = [
            SoundBank.Preset(
                name: "low",
                bank: 0,
                program: 5,
                zones: [
                    SoundBank.Zone(
                        target: instrument,
                        keys: ZoneRange(0, 80),
                        velocities: ZoneRange(20, 90),
                        generators: [Generator(.pan, 50), Generator(.fineTune, 10)],
                        modulators: preset
                    )
                ]
            )
        ]
        let bytes = try font.bytes(data)
        let reading = try SoundBankReading(bytes)
        let frames = SampleFrames([Int16](repeating: 1_000, count: reading.layout.frameCount))
        return RegionBank(
            reading,
            frames: frames,
            mode: mode
        )
    }

    @Test func regionsAreLimited() throws {
        let font = try SoundBankReading(Self.twoZones()).bank
        for (limit, count) in [(2, 2), (1, 1), (0, 0)] {
            let bank = RegionBank(font, presets: [0], limit: limit) { _ in
                RegionSample(SampleFrames([Int16](repeating: 0, count: 9)), rate: 48_000)
            }
            #expect(bank.presets[0].regions.count == count)
        }
    }

    /// A font of one preset over one instrument of two zones.
    private static func twoZones() throws -> [UInt8] {
        var data = SampleData()
        let range = data.append([Int16](repeating: 1_000, count: 100))
        var font = SoundBank()
        let sample = font.add(
            SoundBank.Sample(
                name: "wave",
                start: range.lowerBound,
                end: range.upperBound,
                loopStart: range.lowerBound,
                loopEnd: range.upperBound,
                rate: 22_050
            )
        )
        let zone = SoundBank.Zone(target: sample)
        let instrument = font.add(SoundBank.Instrument(name: "voices", zones: [zone, zone]))
        font.presets = [
            SoundBank.Preset(
                name: "low",
                bank: 0,
                program: 0,
                zones: [SoundBank.Zone(target: instrument)]
            )
        ]
        return try font.bytes(data)
    }

    @Test func zonesOfPresetAndInstrumentAreOneRegion() throws {
        let preset = try #require(try bank().presets.first)
        #expect(preset.program == 5)
        #expect(preset.regions.map(\.keys) == [61...80, 10...60])
        #expect(preset.regions.map(\.velocities) == [20...90, 20...90])
        let (high, low) = (preset.regions[0].values, preset.regions[1].values)
        // An instrument's generators supersede the global ones, a preset's are added.
        #expect(low[.pan] == -200)
        #expect(low[.fineTune] == 10)
        #expect(low[.attenuation] == 30)
        #expect(low[.sampleMode] == 1)
        #expect(high[.attenuation] == 40)
        #expect(
            preset.regions[1].ownParameters == [
                .init(.pan), .init(.attenuation), .init(.sampleMode),
            ]
        )
    }

    @Test func samplesHaveTheirLoops() throws {
        let sample = try #require(try bank().samples.first)
        #expect(sample.range.count == 100)
        #expect(sample.loop == 20..<80)
        #expect(sample.rate == 22_050)
        #expect(sample.rootKey == 62)
        #expect(sample.correction == -7)
    }

    @Test func modulatorsOfAnInstrumentReplaceAndThoseOfAPresetAreAdded() throws {
        let volume = Modulator(
            source: ModulatorSource(rawValue: 0x0587),
            destination: .attenuation,
            amount: 480
        )
        func amount(_ bank: RegionBank) -> Double? {
            bank.presets[0].regions[1].modulators.first {
                $0.source == ControlSource(controller: 7, curve: .concave, isNegative: true)
            }?.amount
        }
        #expect(amount(try bank()) == 960)
        #expect(amount(try bank(own: [volume])) == 480)
        #expect(amount(try bank(preset: [volume])) == 1_440)
        #expect(amount(try bank(own: [volume], preset: [volume])) == 960)
        // One without a source adds its amount for good.
        let constant = Modulator(
            source: ModulatorSource(rawValue: 0),
            destination: .attenuation,
            amount: 50
        )
        #expect(try bank(own: [constant]).presets[0].regions[1].values[.attenuation] == 80)
    }

    @Test func soundControllersAreThoseThatAPresetHasNotItself() throws {
        func followed(_ bank: RegionBank) -> Set<UInt8> {
            let modulators = bank.presets[0].regions[0].modulators
            return Set(modulators.filter(\.source.isController).map(\.source.number))
        }
        #expect(followed(try bank()).isDisjoint(with: 71...78))
        #expect(followed(try bank(mode: .exact)).isSuperset(of: 71...78))
        let own = Modulator(
            source: ModulatorSource(rawValue: 0x00CA),
            destination: .filterCutoff,
            amount: 1_000
        )
        // One with no amount takes the controller over too.
        let idle = Modulator(source: own.source, destination: .filterCutoff, amount: 0)
        #expect(!followed(try self.bank(own: [idle], preset: [idle], mode: .exact)).contains(74))
        let bank = try bank(own: [own], mode: .exact)
        #expect(followed(bank).isSuperset(of: [71, 72, 73, 75, 76, 77, 78]))
        // The zone has its own, and the other zone of the preset none.
        #expect(!followed(bank).contains(74))
        #expect(bank.presets[0].regions[1].modulators.count { $0.source.number == 74 } == 1)
    }
}
