import Foundation
import Testing

/// What tells the instruments apart, as numbers.
@Suite struct CharacterTests {
    private static let key: UInt8 = 60
    private static let pitch = 261.6256

    private func note(_ program: UInt8, velocity: UInt8 = 100) throws -> Stereo {
        let note = BankRecorder.Note(program: program, key: Self.key, velocity: velocity)
        return try BankRecorder.record([note], held: 1_200, apart: 1_500)[0]
    }

    /// Seconds until half of the loudness of the first second is reached.
    private func attack(_ program: UInt8) throws -> Double {
        let sound = try note(program)
        let levels = (0..<100).map { sound.level(Double($0) / 100..<Double($0 + 1) / 100) }
        let loudest = try #require(levels.max())
        return Double(try #require(levels.firstIndex { $0 > loudest - 6 })) / 100
    }

    private func spectrum(_ program: UInt8, velocity: UInt8 = 100) throws -> Spectrum {
        Spectrum(try note(program, velocity: velocity).mono(0.4..<0.9), rate: 48_000)
    }

    /// The share of one harmonic in the whole, dB.
    private func harmonic(_ number: Double, of spectrum: Spectrum) -> Double {
        10 * log10(spectrum.energy(near: Self.pitch * number) / spectrum.total)
    }

    @Test func aPianoIsStruckAndStringsAreBowed() throws {
        let (piano, violin) = (try attack(0), try attack(40))
        let (ensemble, slow) = (try attack(48), try attack(49))
        #expect(piano <= 0.02)
        #expect(violin > piano)
        #expect(ensemble > 0.06)
        #expect(slow > ensemble)
    }

    @Test func anOrganStaysAsItIsAndAPianoFades() throws {
        let organ = try note(19)
        let piano = try note(0)
        #expect(abs(organ.level(0.2..<0.5) - organ.level(0.8..<1.1)) < 2)
        #expect(piano.level(0.0..<0.2) - piano.level(0.8..<1.1) > 6)
    }

    @Test func aFluteIsMostlyItsFundamental() throws {
        #expect(harmonic(1, of: try spectrum(73)) > -1.5)
        #expect(harmonic(1, of: try spectrum(79)) > -1)
        #expect(harmonic(1, of: try spectrum(68)) < -6)
    }

    @Test func aClarinetHasOddHarmonics() throws {
        let clarinet = try spectrum(71)
        #expect(harmonic(3, of: clarinet) - harmonic(2, of: clarinet) > 8)
        #expect(harmonic(3, of: clarinet) - harmonic(4, of: clarinet) > 3)
    }

    @Test(arguments: [UInt8(56), 57, 60, 61, 62])
    func brassGetsBrighterTheHarderItIsBlown(program: UInt8) throws {
        let soft = try spectrum(program, velocity: 40).centre
        let loud = try spectrum(program, velocity: 120).centre
        #expect(loud > soft * 1.1)
    }

    @Test func brightnessOrdersTheGuitars() throws {
        func brightness(_ program: UInt8) throws -> Double {
            Spectrum(try note(program).mono(0.02..<0.4), rate: 48_000).centre
        }
        let (nylon, steel) = (try brightness(24), try brightness(25))
        let (clean, jazz) = (try brightness(27), try brightness(26))
        let distorted = try brightness(30)
        #expect(nylon < steel)
        #expect(jazz < clean)
        #expect(clean < distorted)
    }

    @Test func aHarpsichordIsBrighterThanAPianoAndAnElectricPianoDarker() throws {
        let piano = try spectrum(0).centre
        #expect(try spectrum(6).centre > piano * 1.5)
        #expect(try spectrum(4).centre < piano)
    }

    @Test func pizzicatoIsShortAndTremoloShakes() throws {
        let pizzicato = try note(45)
        #expect(pizzicato.level(0.0..<0.1) - pizzicato.level(0.6..<0.8) > 30)
        let tremolo = try note(44)
        let levels = (40..<110).map { tremolo.level(Double($0) / 100..<Double($0 + 1) / 100) }
        #expect(try #require(levels.max()) - (try #require(levels.min())) > 6)
    }
}
