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

    @Test(arguments: [[], ["a", "b"], [""]])
    func wrongArgumentsAreStatus64(arguments: [String]) async throws {
        let run = try await CommandRun.run(try builtProduct("make-bank"), arguments)
        #expect(run.status == .exited(64))
        #expect(run.errorText.contains("usage"))
    }
}
