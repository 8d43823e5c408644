import Testing

@testable import WebProtocol

@Suite("Heads of requests")
struct RequestHeadTests {
    private func read(_ text: String) throws(RequestHead.Fault) -> RequestHead {
        try RequestHead(Array(text.utf8))
    }

    @Test("have a method, a path, a query and headers")
    func reading() throws {
        let head = try read(
            "GET /piece?path=%2Fa&x HTTP/1.1\r\nHost: a:1\r\nCookie: a=1\r\nCOOKIE:  b=2 \r\nX-Empty:"
        )
        #expect(head.method == "GET")
        #expect(head.path == "/piece")
        #expect(head.parameter("path") == "/a")
        #expect(head.parameter("x") == "")
        #expect(head.parameter("y") == nil)
        #expect(head["host"] == "a:1")
        #expect(head["cookie"] == "a=1; b=2")
        #expect(head["x-empty"] == "")
    }

    @Test(
        "that others might read otherwise are refused",
        arguments: [
            "", "GET /", "GET  / HTTP/1.1", "get / HTTP/1.1", "GET / HTTP/2", "GET / HTTP/1.1 ",
            "GET http://a/ HTTP/1.1", "GET * HTTP/1.1", " GET / HTTP/1.1",
            "GET / HTTP/1.1\r\nHost : a", "GET / HTTP/1.1\r\nno colon", "GET / HTTP/1.1\r\n: a",
            "GET / HTTP/1.1\r\nHost: a\r\nHost: b", "GET / HTTP/1.1\r\nHost: a\r\n folded",
            "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2",
            "GET / HTTP/1.1\r\nHost: a\nX: b", "GET / HTTP/1.1\r\nHost: a\rX: b",
            "GET /\u{0} HTTP/1.1", "GET /é HTTP/1.1", "GET / HTTP/1.1\nHost: a",
        ]
    )
    func malformed(text: String) {
        #expect(throws: RequestHead.Fault.malformed) { try read(text) }
    }

    @Test("are limited in bytes and headers")
    func limits() {
        let long = "GET /\(String(repeating: "a", count: RequestHead.limit)) HTTP/1.1"
        #expect(throws: RequestHead.Fault.tooLarge) { try read(long) }
        let many = "GET / HTTP/1.1" + (0...RequestHead.headerLimit).map { "\r\nX\($0): 1" }.joined()
        #expect(throws: RequestHead.Fault.tooLarge) { try read(many) }
        var reader = HeadReader()
        #expect(throws: RequestHead.Fault.tooLarge) {
            for _ in 0...RequestHead.limit { _ = try reader.append([0x41]) }
        }
    }

    @Test("are found wherever the bytes are divided")
    func pieces() throws {
        let bytes = Array("GET / HTTP/1.1\r\nHost: a\r\n\r\nrest".utf8)
        for size in 1...bytes.count {
            var reader = HeadReader()
            var rest: [UInt8]?
            for start in stride(from: 0, to: bytes.count, by: size) {
                let piece = bytes[start..<min(start + size, bytes.count)]
                if rest != nil {
                    rest? += piece
                } else if let found = try reader.append(piece) {
                    #expect(found.head["host"] == "a")
                    rest = found.rest
                }
            }
            #expect(rest == Array("rest".utf8), "\(size)")
        }
    }

    @Test("get answers that no other page can use")
    func answers() {
        let text = String(decoding: WebReply(404, "no such page").bytes, as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 404 Not Found\r\n"))
        #expect(text.contains("Content-Security-Policy: default-src 'none';"))
        #expect(!text.contains("unsafe"))
        #expect(text.hasSuffix("Content-Length: 13\r\nConnection: close\r\n\r\nno such page\n"))
    }
}
