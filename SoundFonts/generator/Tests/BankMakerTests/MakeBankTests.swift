import BankMaker
import Foundation
import SoundFont
import Testing

/// The committed bank, and the command that writes it.
@Suite struct MakeBankTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let committed = folder.deletingLastPathComponent()
        .appendingPathComponent("seqd-gm.sf2")

    private struct Run {
        var status: Int32
        var errorText: String
    }

    private static func makeBank(_ arguments: [String]) throws -> Run {
        let process = Process()
        // The test program stands beside it.
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
            .deletingLastPathComponent().appendingPathComponent("make-bank")
        process.arguments = arguments
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        let text = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Run(
            status: process.terminationStatus,
            errorText: String(decoding: text, as: UTF8.self)
        )
    }

    @Test func itWritesTheCommittedFileByteForByteAndNothingElse() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("make-bank-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("bank.sf2")
        #expect(try Self.makeBank([path.path]).status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["bank.sf2"])
        // Compared as a whole: a difference of arrays would take minutes to print.
        let isSame = try Data(contentsOf: path) == Data(contentsOf: Self.committed)
        #expect(isSame, "make bank, and look at what has changed")
    }

    @Test func theReaderHasNothingToSayAboutIt() throws {
        let reading = try SoundBankReading(GeneralMIDIBank.bytes())
        #expect(reading.diagnostics.isEmpty)
        #expect(reading.bank.presets.count == 128 + 8)
    }

    @Test func aPlaceThatCannotBeWrittenIsStatus73AndNamed() throws {
        let run = try Self.makeBank(["/no/such/folder/bank.sf2"])
        #expect(run.status == 73)
        #expect(run.errorText.contains("/no/such/folder/bank.sf2"))
    }

    @Test(arguments: [[], ["a", "b"], [""]])
    func wrongArgumentsAreStatus64(arguments: [String]) throws {
        let run = try Self.makeBank(arguments)
        #expect(run.status == 64)
        #expect(run.errorText.contains("usage"))
    }
}
