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

    @Test("play by the rules for their names, again when they come back")
    func named() async throws {
        let place = try DaemonRun.place()
        let fifo = place.folder.path("pedals")
        try #require(mkfifo(fifo, 0o600) == 0)
        let terminal = try PseudoTerminal()
        let daemon = try await DaemonRun("--raw", fifo, "--raw", terminal.path, in: place)
        let client = try daemon.client()
        /// Waits until the answer to `why` is so.
        func wait(until isSo: ([String]) -> Bool) async throws {
            var lines: [String] = []
            for _ in 0..<500 {
                lines = try await client.ask("why")
                if isSo(lines) { return }
                try await Task.sleep(for: .milliseconds(10))
            }
            throw TestSupportError("not in time: \(lines)")
        }
        /// Plays a note on the FIFO, and waits until it sounds on a sampler.
        func plays(on sampler: String) async throws {
            let writer = open(fifo, O_WRONLY)
            defer { close(writer) }
            #expect(write(writer, [0x90, 60, 100] as [UInt8], 3) == 3)
            try await wait { $0.contains { $0.contains("C4 on \(sampler)/1") } }
            #expect(write(writer, [0xB0, 120, 0] as [UInt8], 3) == 3)
            try await wait { !$0.contains { $0.contains("C4 on") } }
        }
        try await plays(on: "live")
        let routed = try await client.ask("route input:*/pedals=\(place.font),name=lead")
        #expect(routed.last == "OK", "\(routed)")
        try await plays(on: "lead")
        let other = try await client.ask("route input:*/violin=\(place.font),name=violin")
        #expect(other.last == "OK", "\(other)")
        let lines = try await client.ask("why")
        #expect(
            lines.contains(
                "silent: route input:*/violin=\(place.font),name=violin: "
                    + "no live source \"*/violin\" is connected"
            ),
            "\(lines)"
        )
        #expect(!lines.contains { $0.contains("pedals") }, "\(lines)")
        // The writer has gone meanwhile.
        try await plays(on: "lead")
        #expect(await daemon.end().status == .exited(0))
    }
}
