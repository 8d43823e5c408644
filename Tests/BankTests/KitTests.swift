import Foundation
import Testing

/// The drum kits.
@Suite struct KitTests {
    private func hits(_ keys: [UInt8], kit: UInt8 = 0, apart: Int = 1_000) throws -> [Stereo] {
        try BankRecorder.record(
            keys.map { BankRecorder.Note(program: kit, key: $0, isDrum: true) },
            held: 100,
            apart: apart
        )
    }

    private func share(_ sound: Stereo, _ low: Double, _ high: Double) -> Double {
        let spectrum = Spectrum(sound.mono(0..<0.4), rate: 48_000)
        return spectrum.energy(low, high) / spectrum.total
    }

    /// Seconds until a hit has fallen by 30 dB from its loudest.
    private func length(_ sound: Stereo) throws -> Double {
        let levels = (0..<95).map { sound.level(Double($0) / 100..<Double($0 + 1) / 100) }
        let loudest = try #require(levels.max())
        return Double(try #require(levels.lastIndex { $0 > loudest - 30 })) / 100
    }

    @Test(arguments: [UInt8(0), 8, 16, 24, 25, 32, 40, 48])
    func noKeyOfAKitIsSilent(kit: UInt8) throws {
        let keys = Array(UInt8(35)...81)
        for (key, sound) in zip(keys, try hits(keys, kit: kit, apart: 400)) {
            #expect(sound.level(0..<0.15) > -70, "kit \(kit), key \(key)")
        }
    }

    @Test func aKickIsLowASnareIsNoisyAndAHatIsHigh() throws {
        let sounds = try hits([35, 36, 38, 42, 46])
        #expect(share(sounds[0], 0, 150) > 0.8)
        #expect(share(sounds[1], 0, 150) > 0.7)
        #expect(share(sounds[2], 1_000, 12_000) > 0.2)
        #expect(share(sounds[2], 150, 500) > 0.15)
        #expect(share(sounds[3], 5_000, 20_000) > 0.8)
        #expect(share(sounds[4], 5_000, 20_000) > 0.7)
    }

    @Test func tomsRiseFromTheFloorTomToTheHighOne() throws {
        let sounds = try hits([41, 43, 45, 47, 48, 50])
        let centres = sounds.map { sound in
            let spectrum = Spectrum(sound.mono(0.05..<0.4), rate: 48_000)
            return stride(from: 50.0, to: 400, by: 3)
                .max { spectrum.energy($0, $0 + 6) < spectrum.energy($1, $1 + 6) } ?? 0
        }
        #expect(zip(centres, centres.dropFirst()).allSatisfy { $0 < $1 }, "\(centres)")
    }

    @Test func cymbalsRingAndClosedOnesDoNot() throws {
        let sounds = try hits([42, 46, 49, 51, 80, 81])
        let lengths = try sounds.map(length)
        #expect(lengths[0] < 0.15)
        #expect(lengths[1] > 0.2)
        #expect(lengths[2] > 0.4)
        #expect(lengths[3] > 0.3)
        #expect(lengths[4] < 0.3)
        #expect(lengths[5] > 0.5)
    }

    /// Each pair: what rings, and what ends it.
    @Test(arguments: [(46, 42), (46, 44), (81, 80), (79, 78), (74, 73), (72, 71)])
    func aHitEndsWhatItsClassExcludes(rings: UInt8, ends: UInt8) throws {
        func tail(_ second: UInt8) throws -> Double {
            // The last one only makes time: FluidSynth takes 100 ms for 10 dB here.
            let notes = [(rings, 127), (second, 1), (37, 1)].map { key, velocity in
                BankRecorder.Note(program: 0, key: key, velocity: velocity, isDrum: true)
            }
            let sounds = try BankRecorder.record(notes, held: 40, apart: 100, cutsOff: false)
            return sounds[2].level(0.02..<0.06)
        }
        // Against a soft hit of the side stick, which excludes nothing.
        #expect(try tail(37) - tail(ends) > 6)
    }

    @Test func theKitsDiffer() throws {
        func snare(_ kit: UInt8) throws -> Stereo { try hits([38], kit: kit)[0] }
        let standard = Spectrum(try snare(0).mono(0..<0.4), rate: 48_000).centre
        for kit in [UInt8(16), 24, 25, 40] {
            let other = Spectrum(try snare(kit).mono(0..<0.4), rate: 48_000).centre
            #expect(abs(other / standard - 1) > 0.05, "kit \(kit)")
        }
    }
}
