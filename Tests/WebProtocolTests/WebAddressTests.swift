import Testing
import WebProtocol

@Suite("Addresses of the page")
struct WebAddressTests {
    @Test(
        "are read with and without a port",
        arguments: [
            ("127.0.0.1", "127.0.0.1:8310", true), ("localhost", "127.0.0.1:8310", true),
            ("LOCALHOST:80", "127.0.0.1:80", true), ("127.3.2.1:9", "127.3.2.1:9", true),
            ("[::1]", "[::1]:8310", true), ("::1", "[::1]:8310", true),
            ("192.168.1.5:8311", "192.168.1.5:8311", false), ("0.0.0.0", "0.0.0.0:8310", false),
            ("[::]:8310", "[::]:8310", false), ("[fe80::1]:1", "[fe80::1]:1", false),
            ("10.0.0.1", "10.0.0.1:8310", false),
        ]
    )
    func reading(text: String, expected: String, isLoopback: Bool) throws {
        let address = try WebAddress(parsing: text)
        #expect(address.description == expected)
        #expect(address.isLoopback == isLoopback)
    }

    @Test(
        "that are none are refused by name",
        arguments: [
            "", "example.org", "127.0.0.1:", "127.0.0.1:0", "127.0.0.1:65536", "127.0.0.1:+80",
            "127.0.0.1:8o", "256.0.0.1", "1.2.3", "[127.0.0.1]", "[::1", "[::1]8310", "::g",
            "fe80::1%eth0", "127.1", "0x7f000001", " 127.0.0.1",
        ]
    )
    func refusing(text: String) {
        let error = #expect(throws: WebAddress.Invalid.self) { try WebAddress(parsing: text) }
        #expect(error?.message.hasPrefix("\(text): ") == true)
    }

    @Test("have links with the token behind #")
    func links() throws {
        let token = try #require(AccessToken("0123456789abcdef0123456789abcdef"))
        let address = try WebAddress(parsing: "192.168.1.5")
        #expect(address.link() == "http://192.168.1.5:8310/")
        #expect(
            address.link(secret: token.text)
                == "http://192.168.1.5:8310/#0123456789abcdef0123456789abcdef"
        )
        #expect(try WebAddress(parsing: "[::1]:80").link() == "http://[::1]/")
    }
}

@Suite("Names of the server")
struct AllowedHostsTests {
    private let hosts = AllowedHosts(hostName: "Studio", further: ["seqd.example.org"])

    @Test(
        "are addresses in digits, and names that are known",
        arguments: [
            "127.0.0.1:8310", "192.168.1.5:8310", "[::1]:8310", "[fe80::1]", "localhost:8310",
            "LocalHost", "studio:8310", "studio.local", "studio.local.:8310",
            "seqd.example.org:443",
        ]
    )
    func allowed(host: String) {
        #expect(hosts.allows(host))
    }

    @Test(
        "are not those of other servers",
        arguments: [
            "", ":8310", "evil.example", "evil.example:8310", "localhost.evil.example",
            "127.0.0.1.evil.example", "studio.evil.example", "[localhost]", "127.0.0.1:x",
        ]
    )
    func refused(host: String) {
        #expect(!hosts.allows(host))
    }

    @Test("make the origin of the own page")
    func origins() {
        #expect(hosts.isOwn(origin: "http://127.0.0.1:8310", host: "127.0.0.1:8310"))
        #expect(hosts.isOwn(origin: "https://seqd.example.org", host: "Seqd.example.org"))
        for origin in [
            "null", "", "http://127.0.0.1", "http://127.0.0.1:8311", "http://localhost:8310",
            "http://evil.example", "ws://127.0.0.1:8310", "http://127.0.0.1:8310.evil.example",
        ] {
            #expect(!hosts.isOwn(origin: origin, host: "127.0.0.1:8310"), "\(origin)")
        }
    }
}

@Suite("The owner of a connection")
struct PeerOwnerTests {
    private let table = """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:2076 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1
           1: 0100007F:C350 0100007F:2076 01 00000000:00000000 02:000AFC7E 00000000  1000        0 2 2
           2: 0100007F:2076 0100007F:C350 01 00000000:00000000 00:00000000 00000000     5        0 3 1
        """

    @Test("is that of the socket at the other end")
    func owner() throws {
        let own = try WebAddress(parsing: "127.0.0.1:8310")
        let peer = try WebAddress(parsing: "127.0.0.1:50000")
        #expect(PeerOwner.user(of: peer, connectedTo: own, table: table) == 1000)
        let other = try WebAddress(parsing: "127.0.0.1:50001")
        #expect(PeerOwner.user(of: other, connectedTo: own, table: table) == nil)
        #expect(PeerOwner.user(of: peer, connectedTo: own, table: "") == nil)
    }

    /// The kernel's row of a connection of which this end is left.
    private func row(state: String, user: Int, inode: Int) -> String {
        "   1: 0100007F:C350 0100007F:2076 \(state) 00000000:00000000 00:00000000 00000000  "
            + "\(user)        0 \(inode) 2 0000000000000000 20 4 30 10 -1"
    }

    @Test(
        "is nobody when no process has the socket, whoever the table then names",
        arguments: [
            ("04", 0, 0), ("05", 0, 0), ("05", 1000, 7), ("06", 0, 0), ("06", 0, 7), ("08", 0, 0),
            ("01", 0, 0), ("01", 1000, 0), ("0A", 0, 7),
        ]
    )
    func orphaned(state: String, user: Int, inode: Int) throws {
        let own = try WebAddress(parsing: "127.0.0.1:8310")
        let peer = try WebAddress(parsing: "127.0.0.1:50000")
        func owner(_ row: String) -> UInt32? {
            PeerOwner.user(of: peer, connectedTo: own, table: "head\n\(row)\n")
        }
        #expect(owner(row(state: state, user: user, inode: inode)) == nil)
        #expect(owner(row(state: "01", user: 1000, inode: 7)) == 1000)
        #expect(owner(row(state: "01", user: 0, inode: 7)) == 0)
        // Cut off before the inode.
        #expect(owner(String(row(state: "01", user: 0, inode: 7).prefix(85))) == nil)
    }
}
