import Testing

@testable import SoundFont

/// Banks of SoundFont 1 (.sbk).
@Suite("Banks of SoundFont 1")
struct FirstVersionTests {
    /// A bank of one preset, one instrument and one sample of 1,000 frames.
    private func bank(
        preset: [(UInt16, Int)] = [],
        instrument: [(UInt16, Int)] = [],
        names: Bool = true,
        samples: [[UInt32]] = [[0, 1_000, 100, 899]]
    ) -> [UInt8] {
        func little(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        func name(_ text: String) -> [UInt8] {
            Array(text.utf8) + [UInt8](repeating: 0, count: 20 - text.utf8.count)
        }
        func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
            Array(name.utf8) + little(content.count, 4) + content
        }
        func generators(_ list: [(UInt16, Int)]) -> [UInt8] {
            list.flatMap { little(Int($0.0), 2) + little($0.1, 2) }
        }
        let frames = (0..<1_046).flatMap { little($0 % 100 * 100, 2) }
        let information = Array("INFO".utf8) + chunk("ifil", [1, 0, 0, 0])
        let data =
            Array("sdta".utf8)
            + (names ? chunk("snam", samples.indices.flatMap { name("tone \($0)") }) : [])
            + chunk("smpl", frames)
        let outer = preset + [(41, 0)]
        let inner = instrument + [(53, samples.count - 1)]
        let tables =
            Array("pdta".utf8)
            + chunk(
                "phdr",
                name("Tone") + little(5, 2) + little(0, 2) + little(0, 2) + little(0, 12)
                    + name("EOP") + little(0, 4) + little(1, 2) + little(0, 12)
            )
            + chunk("pbag", little(0, 4) + little(outer.count, 4))
            // Nobody knows the size of these.
            + chunk("pmod", little(0, 6)) + chunk("pgen", generators(outer) + little(0, 4))
            + chunk("inst", name("Tone") + little(0, 2) + name("EOI") + little(1, 2))
            + chunk("ibag", little(0, 4) + little(inner.count, 4))
            + chunk("imod", []) + chunk("igen", generators(inner) + little(0, 4))
            + chunk("shdr", samples.flatMap { $0.flatMap { little(Int($0), 4) } })
        let content =
            Array("sfbk".utf8) + chunk("LIST", information) + chunk("LIST", data)
            + chunk("LIST", tables)
        return chunk("RIFF", content)
    }

    private func zone(_ bytes: [UInt8]) throws -> SoundBank.Zone {
        let bank = try SoundBankReading(bytes).bank
        let target = try #require(bank.presets.first?.zones.first?.target)
        return try #require(bank.instruments[target].zones.first)
    }

    @Test("have samples of the card's rate, with names of their own")
    func samples() throws {
        let reading = try SoundBankReading(bank())
        let sample = try #require(reading.bank.samples.first)
        #expect(reading.bank.samples.count == 1 && sample.name == "tone 0")
        #expect((sample.start, sample.end) == (0, 1_000))
        #expect((sample.loopStart, sample.loopEnd) == (102, 902))
        #expect(sample.rate == 44_100 && sample.type == .mono)
        #expect(reading.bank.presets.map(\.program) == [5])
        #expect(reading.diagnostics.isEmpty)
    }

    @Test("say that samples are in the memory of the card")
    func cardSamples() throws {
        let reading = try SoundBankReading(
            bank(samples: [[5_000, 6_000, 5_100, 5_900], [0, 1_000, 100, 899]])
        )
        #expect(
            reading.bank.samples.map { $0.type.contains(.readOnlyMemory) } == [true, false]
        )
        #expect(reading.diagnostics.map(\.code) == [.sampleUnusable])
    }

    @Test(
        "have parameters in the units of the card",
        arguments: [
            (.volumeAttack, 34, 1_000, 0), (.volumeRelease, 38, 500, -1_200),
            (.volumeDelay, 33, 0, -12_000), (.pan, 17, 127, 500), (.pan, 17, 64, 0),
            (.reverbSend, 16, 255, 1_000), (.filterCutoff, 8, 64, 8_142),
            (.filterCutoff, 8, 127, 13_500), (.filterResonance, 9, 100, 150),
            (.attenuation, 48, 127, 0), (.attenuation, 48, 107, 188),
            (.volumeSustain, 37, 96, 0), (.volumeSustain, 37, 80, 160),
            (.modulationSustain, 29, 48, 500), (.scaleTuning, 56, 1, 50),
            (.scaleTuning, 56, 0, 100), (.vibratoToPitch, 6, 32, 300),
            (.modulationEnvelopeToFilter, 11, 64, 7_200), (.modulationLFOToFilter, 10, -64, -3_600),
            (.modulationLFOToVolume, 13, 64, 120), (.vibratoFrequency, 24, 97, -5),
            (.sampleModes, 54, 1, 1), (.coarseTune, 51, -3, -3),
        ] as [(GeneratorKind, UInt16, Int, Int16)]
    )
    func units(kind: GeneratorKind, number: UInt16, amount: Int, expected: Int16) throws {
        #expect(try zone(bank(instrument: [(number, amount)])).amount(of: kind) == expected)
    }

    @Test("say the pitch of a sample in cents", arguments: [(6_900, 69, 0), (6_930, 69, -30)])
    func pitch(cents: Int, key: Int16, tuning: Int16) throws {
        let zone = try zone(bank(instrument: [(55, cents)]))
        #expect(zone.amount(of: .rootKey) == key)
        #expect(zone.amount(of: .fineTune) ?? 0 == tuning)
    }

    @Test("have envelopes that fall to silence")
    func sustain() throws {
        #expect(try zone(bank(instrument: [(36, 1_000)])).amount(of: .volumeSustain) == 1_000)
        #expect(try zone(bank()).amount(of: .volumeSustain) == nil)
    }

    @Test("have presets that say what their instruments do not")
    func presets() throws {
        let zone = try zone(
            bank(preset: [(17, 0), (51, 1), (48, 117)], instrument: [(51, 3), (48, 107)])
        )
        #expect(zone.amount(of: .coarseTune) == 3)
        #expect(zone.amount(of: .pan) == -500)
        #expect(zone.amount(of: .attenuation) == 282)
    }

    @Test("are called by their name where the tables are others")
    func otherTables() throws {
        for bytes in [bank(names: false), bank(samples: [[0, 1_000, 100]])] {
            let error = #expect(throws: SoundFontError.self) { try SoundBankReading(bytes) }
            #expect(error?.code == .version)
            #expect(error?.detail.hasPrefix("a SoundFont bank of version 1.00 (.sbk)") == true)
        }
    }
}
