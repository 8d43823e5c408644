import CFluidSynth
import Foundation
import SoundFont
import TestSupport
import Testing

@testable import SamplerHost

/// Fonts and files that ended the process once, each in a process of its own.
@Suite struct FontSafetyTests {
    /// A font of one preset: a sample of some frames, looped, with what a zone says of it.
    private static func font(
        frames: Int = 400,
        loop: Range<Int> = 100..<300,
        generators: [Generator] = [],
        modulators: [Modulator] = []
    ) throws -> [UInt8] {
        var data = SampleData()
        let range = data.append((0..<frames).map { Int16(truncatingIfNeeded: $0 &* 977) })
        var bank = SoundBank()
        bank.add(
            SoundBank.Sample(
                name: "s",
                start: range.lowerBound,
                end: range.upperBound,
                loopStart: loop.lowerBound,
                loopEnd: loop.upperBound,
                rate: 48_000
            )
        )
        let zone = SoundBank.Zone(
            target: 0,
            generators: [Generator(.sampleModes, 1)] + generators,
            modulators: modulators
        )
        bank.add(SoundBank.Instrument(name: "i", zones: [zone]))
        bank.presets = [
            SoundBank.Preset(
                name: "p",
                bank: 0,
                program: 0,
                zones: [SoundBank.Zone(target: 0)]
            )
        ]
        return try bank.bytes(data)
    }

    private static let preset = Preset(bank: 0, program: 0, name: "p")

    /// Plays all keys of a font and moves the modulation wheel.
    private static func play(_ bytes: [UInt8]) throws {
        let directory = try TemporaryDirectory()
        let path = try directory.write(bytes, to: "font.sf2")
        let player = try #require(try FontPlayer(path, .ours))
        player.select(preset)
        for key: Int32 in 0..<128 {
            seqd_note_on(player.synth, 0, key, 100, 512, nil)
            fluid_synth_cc(player.synth, 0, 1, key)
            _ = player.render(256)
            if key % 7 == 0 { fluid_synth_all_notes_off(player.synth, 0) }
        }
    }

    @Test func aModulatorLeadsNowhereButToAGenerator() async {
        await #expect(processExitsWith: .success) {
            let wheel = ModulatorSource(rawValue: 0x81)
            // Numbers that are no generators, and links to other modulators.
            for destination in [63, 64, 100, 127, 200, 254, 255, 0x8000, 0xFFFF] as [UInt16] {
                let modulator = Modulator(
                    source: wheel,
                    destination: destination,
                    amount: 32_000
                )
                try FontSafetyTests.play(try FontSafetyTests.font(modulators: [modulator]))
            }
        }
    }

    @Test(arguments: [0, 1, 2, 3, 4, 12, 45, 50] as [UInt16])
    func noModulatorMovesAnAddressOutOfTheSample(destination: UInt16) async {
        await #expect(processExitsWith: .success) { [destination] in
            let wheel = ModulatorSource(rawValue: 0x81)
            for amount in [-32_000, -300, -3, 2, 250, 32_000] as [Int16] {
                let modulator = Modulator(
                    source: wheel,
                    destination: destination,
                    amount: amount
                )
                try FontSafetyTests.play(try FontSafetyTests.font(modulators: [modulator]))
            }
        }
    }

    @Test func noGeneratorMovesAnAddressOutOfTheSample() async {
        await #expect(processExitsWith: .success) {
            for kind in GeneratorKind.allCases where kind.isAddress {
                for amount in [-32_768, -400, -299, -98, -2, 1, 99, 300, 32_767] as [Int16] {
                    let generators = [Generator(kind, amount)]
                    try FontSafetyTests.play(try FontSafetyTests.font(generators: generators))
                }
            }
        }
    }

    @Test func loopsAndSamplesAtTheEdgePlay() async {
        await #expect(processExitsWith: .success) {
            for frames in [2, 3, 4, 7, 8, 9, 47, 48] {
                for loop in [0..<2, 0..<frames, 1..<frames, 0..<1, frames - 2..<frames] {
                    try FontSafetyTests.play(try FontSafetyTests.font(frames: frames, loop: loop))
                }
            }
        }
    }

    @Test func aFileThatIsCutShortWhileItPlaysBecomesSilence() async {
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory()
            // Several pages.
            let bytes = try FontSafetyTests.font(frames: 40_000, loop: 1_000..<39_000)
            let path = try directory.write(bytes, to: "font.sf2")
            let player = try #require(try FontPlayer(path, .ours))
            player.select(FontSafetyTests.preset)
            seqd_note_on(player.synth, 0, 60, 127, 512, nil)
            let before = player.render(4_096).map(abs).max() ?? 0
            #expect(before > 0.01)
            #expect(truncate(path, 0) == 0)
            // Another note, from the sample's start on.
            seqd_note_on(player.synth, 0, 67, 127, 512, nil)
            _ = player.render(96_000)
            fluid_synth_all_sounds_off(player.synth, 0)
            _ = player.render(48_000)
            seqd_note_on(player.synth, 0, 60, 127, 512, nil)
            #expect(player.render(48_000).map(abs).max() ?? 1 < before / 100)
        }
    }

    @Test func aFileThatIsWrittenOverWhileItPlaysStaysWithinItsBounds() async {
        await #expect(processExitsWith: .success) {
            let directory = try TemporaryDirectory()
            let bytes = try FontSafetyTests.font(frames: 40_000, loop: 1_000..<39_000)
            let path = try directory.write(bytes, to: "font.sf2")
            let player = try #require(try FontPlayer(path, .ours))
            player.select(FontSafetyTests.preset)
            let handle = try #require(FileHandle(forWritingAtPath: path))
            try handle.write(contentsOf: [UInt8](repeating: 0xFF, count: bytes.count / 2))
            try handle.truncate(atOffset: UInt64(bytes.count / 2))
            try handle.close()
            for key: Int32 in 0..<128 {
                seqd_note_on(player.synth, 0, key, 127, 512, nil)
                _ = player.render(512)
            }
        }
    }

    @Test func aFileThatIsReplacedWhileItPlaysPlaysOn() throws {
        let directory = try TemporaryDirectory()
        let bytes = try Self.font(frames: 40_000, loop: 1_000..<39_000)
        let path = try directory.write(bytes, to: "font.sf2")
        let one = try #require(try FontPlayer(path, .ours))
        let other = try #require(try FontPlayer(path, .ours))
        for player in [one, other] {
            player.select(Self.preset)
            seqd_note_on(player.synth, 0, 60, 127, 512, nil)
        }
        let expected = one.render(20_000)
        let new = try directory.write([UInt8](repeating: 0, count: 100), to: "new.sf2")
        #expect(rename(new, path) == 0)
        #expect(other.render(20_000) == expected)
    }

    @Test func aFontWithMoreZonesThanANoteHasTimeForIsCutShort() throws {
        var bank = SoundBank()
        var data = SampleData()
        let range = data.append([Int16](repeating: 1_000, count: 100))
        bank.add(
            SoundBank.Sample(
                name: "s",
                start: range.lowerBound,
                end: range.upperBound,
                loopStart: 10,
                loopEnd: 90,
                rate: 48_000
            )
        )
        let zone = SoundBank.Zone(target: 0)
        bank.add(
            SoundBank.Instrument(name: "i", zones: [SoundBank.Zone](repeating: zone, count: 60_000))
        )
        bank.presets = [
            SoundBank.Preset(
                name: "p",
                bank: 0,
                program: 0,
                zones: [SoundBank.Zone](repeating: zone, count: 60_000)
            )
        ]
        let reading = try SoundBankReading(try bank.bytes(data))
        var builder = FontTablesBuilder(reading)
        builder.build()
        #expect(builder.zones.count == 2)
        #expect(builder.voices.count == 60_000)
    }
}
