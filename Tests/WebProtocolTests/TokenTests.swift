import ControlProtocol
import Testing

@testable import WebProtocol

@Suite("Tokens")
struct TokenTests {
    @Test("are 128 bits, each another, and compared as a whole")
    func tokens() throws {
        let token = AccessToken()
        #expect(token.text.count == 32)
        #expect(Set((0..<1_000).map { _ in AccessToken().text }).count == 1_000)
        #expect(token.matches(try #require(AccessToken(token.text))))
        #expect(!token.matches(AccessToken()))
        #expect(AccessToken(1, 2).text == "00000000000000010000000000000002")
        for text in [
            "", "0", token.text + "0", token.text.uppercased() + "G", "é" + token.text.dropFirst(2),
        ] {
            #expect(AccessToken(text) == nil, "\(text)")
        }
    }

    @Test("are written and read with names and roles")
    func list() throws {
        var list = TokenList()
        #expect(try TokenList(text: list.text) == list)
        try list.add(.init(name: "singers", role: .observer, token: AccessToken()))
        try list.add(
            .init(
                name: "Chef d’orchestre".replacing(" ", with: "_"),
                role: .transport,
                token: AccessToken()
            )
        )
        #expect(try TokenList(text: list.text) == list)
        #expect(throws: TokenList.Failure.self) {
            try list.add(.init(name: "singers", role: .admin, token: AccessToken()))
        }
        for name in ["", "a b", "a\n", String(repeating: "x", count: 41)] {
            #expect(throws: TokenList.Failure.self, "\(name)") {
                try list.add(.init(name: name, role: .admin, token: AccessToken()))
            }
        }
        let entry = try #require(list["singers"])
        #expect(list.entry(of: entry.token) == entry)
        #expect(list.entry(of: AccessToken()) == nil)
        try list.remove("singers")
        #expect(list.entry(of: entry.token) == nil)
        let error = #expect(throws: TokenList.Failure.self) { try list.remove("singers") }
        #expect(error?.message.contains("Chef") == true)
    }

    @Test(
        "of a damaged file are all refused, and the place is named",
        arguments: [
            "", "[]", "{}", "{\"tokens\":1}", "{\"tokens\":[{}]}",
            "{\"tokens\":[{\"name\":\"a\",\"role\":\"king\",\"token\":\"0123456789abcdef0123456789abcdef\"}]}",
            "{\"tokens\":[{\"name\":\"a\",\"role\":\"admin\",\"token\":\"0123\"}]}",
        ]
    )
    func damaged(text: String) {
        #expect(throws: TokenList.Failure.self) { try TokenList(text: text) }
    }
}
