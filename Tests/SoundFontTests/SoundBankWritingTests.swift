import SoundFont
import TestSupport
import Testing

/// Banks that are written and read again.
@Suite struct SoundBankWritingTests {
    @Test(arguments: 0..<60)
    func whatIsWrittenIsReadAgain(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let (bank, data) = RandomBank.make(using: &random, isWild: seed % 2 == 1)
        let bytes = try bank.bytes(data)
        let reading = try SoundBankReading(bytes)
        #expect(reading.bank == bank)
        let frames = try #require(reading.layout.frames)
        #expect(Array(bytes[frames]) == data.bytes)
        if let low = reading.layout.lowBytes { #expect(Array(bytes[low]) == data.lowBytes) }
    }

    @Test func aFileThatIsReadIsWrittenAgainByteForByte() throws {
        let bytes = MeasuringFont().bytes
        let reading = try SoundBankReading(bytes)
        let frames = try #require(reading.layout.frames)
        #expect(try reading.bank.bytes(SampleData(bytes: Array(bytes[frames]))) == bytes)
    }

    @Test func lowBytesCountFromVersion204On() throws {
        var data = SampleData()
        _ = data.append([1, 2, 3, 4])
        data = SampleData(bytes: data.bytes, lowBytes: [UInt8](repeating: 7, count: 50))
        var bank = SoundBank()
        let reading = try SoundBankReading(try bank.bytes(data))
        #expect(reading.layout.lowBytes?.count == 50)
        bank.information.version = .init(2, 1)
        let old = try SoundBankReading(try bank.bytes(data))
        #expect(old.layout.lowBytes == nil)
        #expect(old.diagnostics.map(\.code) == [.lowBytesIgnored])
        let odd = SampleData(bytes: data.bytes, lowBytes: [UInt8](repeating: 7, count: 48))
        bank.information.version = .init(2, 4)
        #expect(try SoundBankReading(try bank.bytes(odd)).layout.lowBytes == nil)
    }

    @Test func aNewerVersionIsRefused() throws {
        var bank = SoundBank()
        bank.information.version = .init(4, 0)
        let bytes = try bank.bytes(SampleData())
        let error = #expect(throws: SoundFontError.self) { try SoundBankReading(bytes) }
        #expect(error?.code == .version)
        #expect(error?.detail == "a SoundFont of version 4.00, expected 1 to 3")
    }

    @Test func moreZonesThanAFileCanCountAreAnError() {
        let zone = SoundBank.Zone(target: 0)
        let bank = SoundBank(
            presets: [
                SoundBank.Preset(
                    name: "many",
                    bank: 0,
                    program: 0,
                    zones: [SoundBank.Zone](repeating: zone, count: 70_000)
                )
            ]
        )
        let error = #expect(throws: SoundFontWriteError.self) { try bank.bytes(SampleData()) }
        #expect(error?.description == "70000 zones of presets, expected at most 65535")
    }
}
