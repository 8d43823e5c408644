import Glibc
import TestSupport
import Testing

@Suite("The MIDI sources of the daemon", .serialized)
struct DaemonSourceTests {
    @Test("are counted and named in the status while they are connected, heard or not")
    func connected() async throws {
        let place = try DaemonRun.place()
        let terminal = try PseudoTerminal()
        let fifo = place.folder.path("fifo")
        try #require(mkfifo(fifo, 0o600) == 0)
        let daemon = try await SessionRun("--raw", terminal.path, "--raw", fifo, in: place)
        let client = daemon.client()
        // A device that is open, and a FIFO to which nobody has written.
        let first = try await client.ask("status")
        #expect(first.contains("sources: 1"), "\(first)")
        #expect(first.contains("source: \(terminal.path)"), "\(first)")
        let writer = open(fifo, O_WRONLY)
        #expect(write(writer, [0xFE], 1) == 1)
        while !(try await client.ask("status").contains("source: \(fifo)")) {}
        let json = try await client.askJSON(#"{"jsonrpc":"2.0","id":1,"method":"status"}"#)
        #expect(
            json.contains(#""sources":2,"sourceNames":["\#(terminal.path)","\#(fifo)"],"#),
            "\(json)"
        )
        close(writer)
        while try await client.ask("status").contains("source: \(fifo)") {}
        #expect(try await client.status("sources") == 1)
        try await daemon.end()
    }
}
