import Glibc
import TestSupport
import Testing

@Suite("seqd web")
struct WebTests {
    @Test("serves the page and the daemon's JSON-RPC, and refuses what is no browser's")
    func serving() async throws {
        let run = try await WebRun()
        let page = try run.client().get("/")
        #expect(page.hasPrefix("HTTP/1.1 200 "), "\(page.prefix(200))")
        #expect(page.contains("Content-Security-Policy: default-src 'none'"))
        #expect(page.contains("<!doctype html>"))
        #expect(try run.client().get("/session").contains("role: admin"))
        #expect(try run.client().get("/../etc/passwd").hasPrefix("HTTP/1.1 404 "))
        #expect(
            try run.client().request(["GET / HTTP/1.1", "Host: evil.example"]).contains(" 421 ")
        )
        let long = try run.client().request([
            "GET /\(String(repeating: "a", count: 9_000)) HTTP/1.1"
        ])
        #expect(long.hasPrefix("HTTP/1.1 431 "))
        let song = try run.client().get("/piece?path=\(run.daemon.place.folder.path("other.mid"))")
        #expect(song.contains("\"notes\":[["), "\(song.prefix(500))")
        #expect(try run.client().get("/piece?path=/etc/hosts").hasPrefix("HTTP/1.1 403 "))
        #expect(try run.client().get("/folder?path=/etc").hasPrefix("HTTP/1.1 404 "))
        let folder = try run.client().get("/folder?path=\(run.daemon.place.folder.path)")
        #expect(folder.contains("/other.mid\""), "\(folder)")

        let client = try run.client()
        try client.open()
        #expect(try client.ask("ping") == "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}")
        client.frame("ping", opcode: 9)
        #expect(try client.frame()?.opcode == 10)
        client.frame("stop")
        #expect(
            String(decoding: try client.frame()?.bytes ?? [], as: UTF8.self).contains("-32700")
        )
        let large = try run.client()
        try large.open()
        large.frame(String(repeating: "x", count: 65_537))
        let end = try #require(try large.frame())
        #expect(end.opcode == 8)
        #expect(end.bytes.starts(with: [0x03, 0xF1]))
        #expect(try large.frame() == nil)

        run.process.send(signal: SIGTERM)
        #expect(await run.process.finished().status == .exited(0))
    }

    @Test("gives browsers the role of their token, until it is revoked")
    func roles() async throws {
        let run = try await WebRun()
        let token = try await run.token("singers", "observer")
        let origin = "Origin: http://127.0.0.1:\(run.port)"
        let answer = try run.client().request(
            ["POST /login HTTP/1.1", "Host: 127.0.0.1:\(run.port)", origin, "Content-Length: 32"],
            body: token
        )
        #expect(answer.contains("role: observer"), "\(answer)")
        #expect(answer.contains("Set-Cookie: seqd-\(run.port)=\(token);"), "\(answer)")
        #expect(answer.contains("HttpOnly; SameSite=Strict"), "\(answer)")
        let client = try run.client()
        try client.open(token: token)
        #expect(try client.ask("status").contains("\"state\":\"stopped\""))
        #expect(try client.ask("stop").contains("\"code\":77"))
        #expect(try await run.web("--tokens").outputText == "singers: observer\n")
        #expect(try await run.web("--new-token", "singers", "--admin").status == .exited(64))
        #expect(try await run.web("--revoke", "singers").status == .exited(0))
        #expect(try client.frame() == nil)
        let refused = try run.client().request(
            ["POST /login HTTP/1.1", "Host: 127.0.0.1:\(run.port)", origin, "Content-Length: 32"],
            body: token
        )
        #expect(refused.hasPrefix("HTTP/1.1 401 "), "\(refused)")
    }

    @Test("closes its sockets when the daemon ends, with the reason")
    func daemonEnds() async throws {
        let run = try await WebRun()
        let client = try run.client()
        try client.open()
        #expect(try await run.daemon.ctl("quit").status == .exited(0))
        let end = try #require(try client.frame())
        #expect(end.opcode == 8)
        #expect(end.bytes.starts(with: [0x03, 0xF4]))
        // One that comes while there is no daemon is told so.
        let late = try run.client()
        try late.open()
        let refusal = try #require(try late.frame())
        #expect(refusal.bytes.starts(with: [0x03, 0xF5]))
        #expect(String(decoding: refusal.bytes.dropFirst(2), as: UTF8.self) == "no daemon")
    }
}
