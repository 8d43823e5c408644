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

    /// A bank of one looped region with some connections.
    private func bank(_ connections: [(Int, Int, Int, Double)], _ level: DLSBuilder.Level) throws
        -> String
    {
        var bank = DLSBuilder()
        bank.waves = [
            DLSBuilder.wave(Self.sine, rate: 48_000, extra: DLSBuilder.waveSample(key: 69))
        ]
        let articulation = DLSBuilder.articulation(connections, level: level)
        let region = DLSBuilder.region(
            keys: (0, 127),
            wave: 0,
            extra: DLSBuilder.waveSample(key: 69) + articulation,
            level: level
        )
        bank.instruments = [
            DLSBuilder.instrument(bank: 0, program: 5, name: "Tone", regions: [region])
        ]
        return try studio.directory.write(bank.bytes, to: "switched.dls")
    }

    @Test("a scale of 0 takes the key off the pitch", arguments: DLSBuilder.Level.allCases)
    func fixedPitch(level: DLSBuilder.Level) throws {
        let path = try bank([(3, 0, 3, 0)], level)
        for key: UInt8 in [40, 69, 80] {
            let sound = try note(path, key: key)
            let pitch = try sound.left.frequency(in: sound.frames(110..<400))
            #expect(abs(cents(pitch, above: 440)) < 1, "key \(key)")
        }
    }

    @Test("a scale of 0 takes volume and velocity off the level")
    func fixedLevel() throws {
        let path = try bank([(2, 0, 1, 0), (0x87, 0, 1, 0)], .two)
        func level(volume: UInt8, velocity: UInt8) throws -> Double {
            let sound = try studio.render(path) {
                $0.program(at: 0, channel: 0, 5)
                $0.control(at: 0, channel: 0, 7, volume)
                $0.note(at: 10, length: 500, channel: 0, key: 69, velocity: velocity)
            }
            return try sound.left.level(in: sound.frames(110..<400))
        }
        let full = try level(volume: 127, velocity: 127)
        #expect(abs(try level(volume: 20, velocity: 30) - full) < 0.2)
    }

    @Test("bank bit 31 is the drum kit", arguments: DLSBuilder.Level.allCases)
    func drums(level: DLSBuilder.Level) throws {
        let path = try bank(level)
        let drum = try note(path, key: 40, channel: 9)
        #expect(try drum.peak(110..<400) > -35)
        #expect(try note(path, key: 41, channel: 9).left.isSilent())
    }
}
