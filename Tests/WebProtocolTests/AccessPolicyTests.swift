import ControlProtocol
import Testing

@testable import WebProtocol

@Suite("Requests of browsers")
struct AccessPolicyTests {
    private let policy = AccessPolicy(
        hosts: AllowedHosts(hostName: "studio"),
        files: ["index.html", "app.js"]
    )
    private let own = AccessPolicy.Client(isOwnUser: true, port: 8_310)
    private let stranger = AccessPolicy.Client(isOwnUser: false, port: 8_310)
    private let tokens: TokenList
    private let singers = AccessToken(1, 2)

    init() throws {
        var tokens = TokenList()
        try tokens.add(.init(name: "singers", role: .observer, token: singers))
        try tokens.add(.init(name: "conductor", role: .transport, token: AccessToken()))
        self.tokens = tokens
    }

    private func head(
        _ path: String,
        _ method: String = "GET",
        query: String = "",
        _ headers: [String: String] = [:]
    ) -> RequestHead {
        var all = ["host": "127.0.0.1:8310"]
        all.merge(headers) { $1 }
        return RequestHead(method, path, query: query, headers: all)
    }

    private func status(_ head: RequestHead, _ client: AccessPolicy.Client? = nil) -> Int? {
        do throws(WebReply) {
            _ = try policy.answer(to: head, of: client ?? own, tokens)
            return nil
        } catch {
            return error.status
        }
    }

    private let upgrade = [
        "upgrade": "websocket", "connection": "keep-alive, Upgrade",
        "origin": "http://127.0.0.1:8310",
    ]

    @Test("get the files of the page, and nothing that is near them")
    func files() throws {
        #expect(try policy.answer(to: head("/"), of: stranger, tokens) == .file("index.html"))
        #expect(
            try policy.answer(to: head("/app.js", "HEAD"), of: stranger, tokens) == .file("app.js")
        )
        for path in ["/../etc/passwd", "//app.js", "/app.js/", "/etc/passwd", "/%2e%2e/app.js"] {
            #expect(status(head(path)) == 404, "\(path)")
        }
        #expect(status(head("/", "POST", ["origin": "http://127.0.0.1:8310"])) == 405)
        #expect(status(head("/", ["content-length": "5"])) == 413)
    }

    private func head(_ path: String, _ headers: [String: String]) -> RequestHead {
        head(path, "GET", headers)
    }

    @Test("by another name, or from the page of another server, are refused")
    func rebinding() {
        #expect(status(head("/", ["host": "evil.example:8310"])) == 421)
        var none = head("/")
        none["host"] = nil
        #expect(status(none) == 421)
        var foreign = upgrade
        foreign["origin"] = "http://evil.example"
        #expect(status(head("/socket", foreign)) == 403)
        foreign["origin"] = nil
        #expect(status(head("/socket", foreign)) == 403)
        for site in ["cross-site", "same-site"] {
            #expect(status(head("/session", ["sec-fetch-site": site])) == 403)
        }
        #expect(status(head("/session", ["sec-fetch-site": "same-origin"])) == nil)
    }

    @Test("need a token, unless they are this user's own")
    func tokenNeeded() throws {
        #expect(
            try policy.answer(to: head("/socket", upgrade), of: own, tokens)
                == .socket(.init(role: .admin, token: nil))
        )
        for path in ["/session", "/piece", "/folder", "/socket"] {
            #expect(status(head(path, upgrade), stranger) == 401, "\(path)")
        }
        var headers = upgrade
        headers["cookie"] = "a=b; seqd-8310=\(singers.text)"
        #expect(
            try policy.answer(to: head("/socket", headers), of: stranger, tokens)
                == .socket(.init(role: .observer, token: singers))
        )
        // A browser of this user that has a token has its role.
        #expect(
            try policy.answer(to: head("/socket", headers), of: own, tokens)
                == .socket(.init(role: .observer, token: singers))
        )
        // Another port's, another token, and no token at all.
        for cookie in [
            "seqd-8311=\(singers.text)", "seqd-8310=\(AccessToken(1, 3).text)", "seqd-8310=",
            "seqd-8310=\(singers.text)0",
        ] {
            headers["cookie"] = cookie
            #expect(status(head("/socket", headers), stranger) == 401, "\(cookie)")
        }
    }

    @Test("have rights that end with their token, also when another gets its name and role")
    func revoked() throws {
        let grant = AccessPolicy.Grant(role: .observer, token: singers)
        #expect(grant.isValid(in: tokens))
        var others = tokens
        try others.remove("singers")
        #expect(!grant.isValid(in: others))
        try others.add(.init(name: "singers", role: .observer, token: AccessToken(5, 6)))
        #expect(!grant.isValid(in: others))
        var greater = tokens
        try greater.remove("singers")
        try greater.add(.init(name: "singers", role: .admin, token: singers))
        #expect(!grant.isValid(in: greater))
        #expect(AccessPolicy.Grant(role: .admin, token: nil).isValid(in: TokenList()))
    }

    @Test("take a token for a cookie, and drop it again")
    func logIn() throws {
        let origin = ["origin": "http://127.0.0.1:8310"]
        func post(_ headers: [String: String]) -> RequestHead {
            head("/login", "POST", origin.merging(headers) { $1 })
        }
        #expect(
            try policy.answer(to: post(["content-length": "32"]), of: stranger, tokens)
                == .logIn(length: 32, isSecure: false)
        )
        // Behind a proxy with a certificate.
        #expect(
            try policy.answer(
                to: post(["content-length": "32", "origin": "https://127.0.0.1:8310"]),
                of: stranger,
                tokens
            ) == .logIn(length: 32, isSecure: true)
        )
        let attributes = "; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict"
        let plain = "seqd-8310=\(singers.text)" + attributes
        #expect(SessionCookie.header(singers, port: 8_310, isSecure: false) == plain)
        #expect(SessionCookie.header(singers, port: 8_310, isSecure: true) == plain + "; Secure")
        #expect(status(post(["content-length": "33"])) == 413)
        #expect(status(post(["content-length": "-1"])) == 400)
        #expect(status(post([:])) == 400)
        #expect(status(post(["content-length": "32", "transfer-encoding": "chunked"])) == 400)
        #expect(status(head("/login", "POST", ["content-length": "32"])) == 403)
        #expect(status(head("/login")) == 405)
        let answer = try policy.answer(to: head("/logout", "POST", origin), of: stranger, tokens)
        guard case .reply(let reply) = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(reply.headers["Set-Cookie"]?.contains("Max-Age=0") == true)
    }

    @Test("for pieces and folders have paths, decoded once")
    func paths() throws {
        let found = try policy.answer(
            to: head("/piece", query: "path=%2Fmusic%2Fa%20b%2B%C3%A4.mid"),
            of: own,
            tokens
        )
        #expect(found == .piece(path: "/music/a b+ä.mid", .init(role: .admin, token: nil)))
        #expect(
            try policy.answer(to: head("/folder"), of: own, tokens)
                == .folder(path: nil, .init(role: .admin, token: nil))
        )
        for query in ["", "path=", "path=music", "path=%2Fa%", "path=%2F%FF", "path=%2Fa%+1"] {
            #expect(status(head("/piece", query: query)) == 400, "\(query)")
        }
    }

    @Test("go to the server behind the gate as they were read")
    func innerRequest() throws {
        var request = head("/socket", upgrade)
        request["sec-websocket-key"] = "dGhlIHNhbXBsZSBub25jZQ=="
        request["x-seqd-role"] = "admin"
        let answer = AccessPolicy.Answer.socket(.init(role: .observer, token: singers))
        let text = String(
            decoding: try #require(InnerRequest.bytes(answer, request)),
            as: UTF8.self
        )
        #expect(text.contains("X-Seqd-Role: observer\r\n"))
        #expect(!text.contains("admin"))
        #expect(text.contains("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"))
        #expect(text.hasSuffix("\r\n\r\n"))
        #expect(InnerRequest.path(in: "2f61c3a4") == "/aä")
        #expect(InnerRequest.path(in: "2") == nil)
        #expect(InnerRequest.path(in: "ff") == nil)
    }
}
