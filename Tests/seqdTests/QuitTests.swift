import TestSupport
import Testing

@Suite("The command `quit`", .serialized)
struct QuitTests {
    @Test("ends the daemon with 0, and is answered before in both dialects")
    func quit() async throws {
        let words = try await DaemonRun()
        #expect(try await words.client().ask("quit") == ["OK"])
        #expect(await words.process.finished().status == .exited(0))
        let json = try await DaemonRun()
        let answer = try await json.client()
            .askJSON(#"{"jsonrpc":"2.0","id":"a","method":"quit"}"#)
        #expect(answer == #"{"jsonrpc":"2.0","id":"a","result":{}}"#)
        #expect(await json.process.finished().status == .exited(0))
    }
}
