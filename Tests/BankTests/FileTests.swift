import Foundation
import SamplerHost
import TestSupport
import Testing

/// The committed file as a whole.
@Suite struct FileTests {
    @Test func theFileIsSmallAndSound() throws {
        let bank = try BankFile(path: bankPath)
        #expect(bank.bytes.count <= 2_000_000)
        #expect(throws: Never.self) { try SoundFontFile.check(bankPath) }
    }

    @Test func theFileSaysThatNoRightsAreReserved() throws {
        let bytes = try BankFile(path: bankPath).bytes
        let information = String(decoding: bytes.prefix(400), as: UTF8.self)
        #expect(information.contains("CC0 1.0"))
    }

    @Test func allProgramsAndKitsAreThere() throws {
        let presets = try BankFile(path: bankPath).presets
        #expect(presets.filter { $0.bank == 0 }.map(\.program) == Array(0...127))
        #expect(presets.filter { $0.bank == 128 }.map(\.program) == [0, 8, 16, 24, 25, 32, 40, 48])
        #expect(presets.allSatisfy { !$0.name.isEmpty })
    }
}
