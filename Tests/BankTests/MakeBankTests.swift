import SamplerHost
import TestSupport
import Testing

/// The command that writes the bank.
@Suite struct MakeBankTests {
    @Test func itWritesTheBankAndNothingElse() async throws {
        try await withTemporaryDirectory { directory in
            let run = try await CommandRun.run(
                try builtProduct("make-bank"),
                [directory.path("bank.sf2")]
            )
            #expect(run.status == .exited(0))
            #expect(try directory.names() == ["bank.sf2"])
            let isSame = try directory.read("bank.sf2") == BankFile(path: bankPath).bytes
            #expect(isSame)
        }
    }

    @Test func aPlaceThatCannotBeWrittenIsStatus73AndNamed() async throws {
        let run = try await CommandRun.run(
            try builtProduct("make-bank"),
            ["/no/such/folder/bank.sf2"]
        )
        #expect(run.status == .exited(73))
        #expect(run.errorText.contains("/no/such/folder/bank.sf2"))
    }

    @Test func namedPresetsAreAllThatASmallBankHas() async throws {
        try await withTemporaryDirectory { directory in
            let run = try await CommandRun.run(
                try builtProduct("make-bank"),
                [directory.path("small.sf2"), "128:0", "0:33", "0:4"]
            )
            #expect(run.status == .exited(0))
            let whole = try BankFile(path: bankPath)
            let small = try BankFile(path: directory.path("small.sf2"))
            #expect(small.presets.map(\.program) == [4, 33, 0])
            #expect(small.presets.map(\.bank) == [0, 0, 128])
            #expect(small.presets.allSatisfy(whole.presets.contains))
            #expect(small.bytes.count * 2 < whole.bytes.count)
            #expect(throws: Never.self) {
                try SoundFontFile.check(directory.path("small.sf2"))
            }
        }
    }

    @Test func aPresetOfASmallBankSoundsAsInTheWholeOne() async throws {
        try await withTemporaryDirectory { directory in
            let run = try await CommandRun.run(
                try builtProduct("make-bank"),
                [directory.path("small.sf2"), "0:48", "0:33"]
            )
            #expect(run.status == .exited(0))
            let notes = [
                BankRecorder.Note(program: 33, key: 36), BankRecorder.Note(program: 48, key: 67),
            ]
            let small = try BankRecorder.record(
                notes,
                held: 200,
                apart: 400,
                of: directory.path("small.sf2")
            )
            let whole = try BankRecorder.record(notes, held: 200, apart: 400)
            let isSame = zip(small, whole).allSatisfy { $0.left == $1.left && $0.right == $1.right }
            #expect(isSame)
            #expect(small.allSatisfy { $0.left.contains { abs($0) > 0.01 } })
        }
    }

    @Test(arguments: [[], ["a", "b"], [""], ["a", "0:128"], ["a", "1:1:1"], ["a", "3:3"]])
    func wrongArgumentsAreStatus64(arguments: [String]) async throws {
        let run = try await CommandRun.run(try builtProduct("make-bank"), arguments)
        #expect(run.status == .exited(64))
        #expect(run.errorText.contains("usage") || run.errorText.contains("3:3: the bank has no"))
    }
}
