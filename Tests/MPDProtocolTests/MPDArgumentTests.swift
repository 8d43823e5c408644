import MPDProtocol
import Testing

@Suite("The arguments of MPD's commands")
struct MPDArgumentTests {
    @Test("can be positions and ranges")
    func ranges() throws {
        #expect(try MPDArgument.range("2", of: 3) == 2..<3)
        #expect(try MPDArgument.range("1:", of: 3) == 1..<3)
        #expect(try MPDArgument.range("1:9", of: 3) == 1..<3)
        #expect(try MPDArgument.range("0:0", of: 0) == 0..<0)
        for text in ["3", "-1", "x", "2:1", "4:", "1:2:3", ":", ""] {
            let error = #expect(throws: MPDFault.self) { try MPDArgument.range(text, of: 3) }
            #expect(error?.code == .argument, "\(text)")
        }
    }

    @Test("can be positions that count from the current song")
    func targets() throws {
        #expect(try MPDArgument.target("0", current: nil, of: 3) == 0)
        #expect(try MPDArgument.target("+0", current: 0, of: 3) == 1)
        #expect(try MPDArgument.target("+1", current: 0, of: 3) == 2)
        #expect(try MPDArgument.target("-0", current: 2, of: 3) == 2)
        #expect(try MPDArgument.target("-1", current: 2, of: 3) == 1)
        for (text, current) in [("3", 0), ("+2", 1), ("-9", 1), ("+", 0), ("x", 0)] {
            let error = #expect(throws: MPDFault.self) {
                try MPDArgument.target(text, current: current, of: 3)
            }
            #expect(error?.code == .argument, "\(text)")
        }
        let error = #expect(throws: MPDFault.self) {
            try MPDArgument.target("+0", current: nil, of: 3)
        }
        #expect(error?.code == .playerSync)
    }

    @Test("can be times")
    func times() throws {
        #expect(try MPDArgument.nanoseconds("12.5") == 12_500_000_000)
        #expect(try MPDArgument.nanoseconds("0") == 0)
        for text in ["-1", "1e3", "nan", "", "1:30", "99999999999"] {
            #expect(throws: MPDFault.self, "\(text)") { try MPDArgument.nanoseconds(text) }
        }
    }

    @Test("can be volumes, each of which comes back from its gain")
    func volumes() throws {
        #expect(MPDVolume.decibels(100) == 0 && MPDVolume.decibels(0) == -60)
        for volume in 0...100 {
            let gain = MPDVolume.decibels(volume)
            #expect(MPDVolume.volume(decibels: gain) == volume)
            #expect(volume == 0 || gain > MPDVolume.decibels(volume - 1))
        }
        #expect(MPDVolume.volume(decibels: 12) == 100)
        #expect(MPDVolume.volume(decibels: -.infinity) == 0)
        #expect(try MPDVolume.parse("42") == 42)
        #expect(try MPDVolume.changed(95, by: "+10") == 100)
        #expect(try MPDVolume.changed(5, by: "-10") == 0)
        #expect(throws: MPDFault.self) { try MPDVolume.parse("101") }
        #expect(throws: MPDFault.self) { try MPDVolume.changed(5, by: "x") }
    }

    @Test("show times in answers to the millisecond")
    func answers() {
        var reply = MPDReply()
        reply.add("elapsed", seconds: 1.0005)
        reply.add("duration", seconds: 0.02)
        reply.add("file", "a\nb")
        #expect(reply.text == "elapsed: 1.001\nduration: 0.020\nfile: a b\n")
    }
}

@Suite("The addresses for MPD's clients")
struct MPDAddressTests {
    @Test("are paths, and those of this machine")
    func addresses() throws {
        #expect(try MPDAddress(parsing: "/run/x.sock") == .path("/run/x.sock"))
        #expect(try MPDAddress(parsing: "./x") == .path("./x"))
        #expect(try MPDAddress(parsing: "localhost") == .localhost(port: 6600))
        #expect(try MPDAddress(parsing: "LocalHost:77") == .localhost(port: 77))
        #expect(
            try MPDAddress(parsing: "127.0.0.1:6601") == .loopback4([127, 0, 0, 1], port: 6601)
        )
        #expect(try MPDAddress(parsing: "127.1.2.3") == .loopback4([127, 1, 2, 3], port: 6600))
        #expect(try MPDAddress(parsing: "::1") == .loopback6(port: 6600))
        #expect(try MPDAddress(parsing: "[::1]:6601") == .loopback6(port: 6601))
    }

    @Test(
        "are not those that other machines could reach",
        arguments: [
            "0.0.0.0", "0.0.0.0:6600", "192.168.1.2:6600", "::", "[::]:6600", "*", "example.org",
            "localhost.example.org", "128.0.0.1", "127.0.0", "127.0.0.1.example.org", "",
            "127.0.0.256", "6600", "[::1]x", "localhost:0", "localhost:65536", "localhost:",
        ]
    )
    func refused(text: String) {
        #expect(throws: MPDAddress.Invalid.self) { try MPDAddress(parsing: text) }
    }
}
