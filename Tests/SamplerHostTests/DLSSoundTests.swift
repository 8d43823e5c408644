import Foundation
import SamplerHost
import TestSupport
import Testing

/// What banks of both levels of DLS sound like, by sines.
@Suite("The sound of DLS banks")
struct DLSSoundTests {
    private let studio: InstrumentStudio

    /// A sine at −12.04 dBFS for two seconds, of 16 bits.
    private static let sine = InstrumentStudio.sine.map { Int16(($0 * 32_768).rounded()) }

    init() throws {
        studio = try InstrumentStudio()
    }

    /// A bank with a melody of two regions and a drum kit.
    private func bank(_ level: DLSBuilder.Level) throws -> String {
        var bank = DLSBuilder()
        bank.waves = [
            DLSBuilder.wave(Self.sine, rate: 48_000, extra: DLSBuilder.waveSample(key: 69)),
            // 1,200 frames are eleven waves.
            DLSBuilder.wave(Array(Self.sine.prefix(2_400)), rate: 24_000),
        ]
        let looped = DLSBuilder.waveSample(key: 81, tune: 20, gain: -6, loop: (600, 1_200))
        let articulation = DLSBuilder.articulation(
            [(0, 0, 0x0004, -500), (0, 0, 0x0206, -2_786)],
            level: level
        )
        bank.instruments = [
            DLSBuilder.instrument(
                bank: 0,
                program: 5,
                name: "Tones",
                regions: [
                    DLSBuilder.region(keys: (0, 75), wave: 0, level: level),
                    DLSBuilder.region(
                        keys: (76, 127),
                        wave: 1,
                        extra: looped + articulation,
                        level: level
                    ),
                ]
            ),
            DLSBuilder.instrument(
                bank: 0x8000_0000,
                program: 0,
                name: "Kit",
                regions: [DLSBuilder.region(keys: (40, 40), wave: 0, level: level)]
            ),
        ]
        return try studio.directory.write(bank.bytes, to: "bank.dls")
    }

    private func note(_ path: String, key: UInt8, channel: UInt8 = 0) throws -> Rendering {
        try studio.render(path) {
            $0.program(at: 0, channel: channel, channel == 9 ? 0 : 5)
            $0.note(at: 10, length: 500, channel: channel, key: key, velocity: 127)
        }
    }

    @Test(
        "keys choose regions, root keys and tuning make the pitch",
        arguments: DLSBuilder.Level.allCases
    )
    func pitch(level: DLSBuilder.Level) throws {
        let path = try bank(level)
        let low = try note(path, key: 67)
        let range = low.frames(110..<400)
        #expect(abs(cents(try low.left.frequency(in: range), above: 440) + 200) < 1)
        // Its frames are played at half the rate on key 81.
        let high = try note(path, key: 81)
        #expect(abs(cents(try high.left.frequency(in: range), above: 220) - 20) < 1)
    }

    @Test("gain, position, loop and attack", arguments: DLSBuilder.Level.allCases)
    func level(level: DLSBuilder.Level) throws {
        let path = try bank(level)
        let plain = try note(path, key: 69)
        let other = try note(path, key: 81)
        let range = plain.frames(310..<500)
        // Half the loudness, all of it at the left: 6 dB less, 3 dB more.
        let difference = try other.left.level(in: range) - plain.left.level(in: range)
        #expect(abs(difference + 3) < 0.2, "\(difference)")
        #expect(try other.right.isSilent(in: range))
        // 100 ms of samples sound for half a second; −2,786 timecents are 0.2 s, and half of it −6 dB.
        #expect(abs(try other.peak(105..<115) - other.peak(310..<500) + 6) < 0.8)
    }

    @Test("bank bit 31 is the drum kit", arguments: DLSBuilder.Level.allCases)
    func drums(level: DLSBuilder.Level) throws {
        let path = try bank(level)
        let drum = try note(path, key: 40, channel: 9)
        #expect(try drum.peak(110..<400) > -35)
        #expect(try note(path, key: 41, channel: 9).left.isSilent())
    }
}
