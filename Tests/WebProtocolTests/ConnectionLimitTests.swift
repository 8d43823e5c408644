import Testing

@testable import WebProtocol

@Suite("Limits of connections")
struct ConnectionLimitTests {
    @Test("hold back one machine that opens many, and no other")
    func perMachine() throws {
        var limits = ConnectionLimits()
        let greedy = try WebAddress(parsing: "10.0.0.1:1")
        var count = 0
        while limits.add(greedy) { count += 1 }
        #expect(count == ConnectionLimits.perStranger)
        #expect(limits.add(try WebAddress(parsing: "10.0.0.2:1")))
        // A token makes room for the next.
        limits.admit(greedy)
        #expect(limits.add(greedy) == true)
        #expect(limits.add(greedy) == false)
        limits.remove(greedy, isAdmitted: false)
        #expect(limits.add(greedy) == true)
    }

    @Test("hold for all together, this machine's too")
    func total() throws {
        var limits = ConnectionLimits()
        let own = try WebAddress(parsing: "127.0.0.1:1")
        var count = 0
        while limits.add(own) {
            limits.admit(own)
            count += 1
        }
        #expect(count == ConnectionLimits.total)
        for _ in 0..<count { limits.remove(own, isAdmitted: true) }
        #expect(limits.add(own) == true)
    }

    @Test("leave most places to those that have shown a token")
    func strangers() throws {
        var limits = ConnectionLimits()
        let own = try WebAddress(parsing: "127.0.0.1:1")
        let other = try WebAddress(parsing: "10.0.0.1:1")
        var count = 0
        while limits.add(own) { count += 1 }
        #expect(count == ConnectionLimits.totalStrangers)
        #expect(ConnectionLimits.totalStrangers < ConnectionLimits.total)
        #expect(limits.add(other) == false)
        // One that shows a token, or ends, makes room.
        limits.admit(own)
        #expect(limits.add(other) == true)
        #expect(limits.add(other) == false)
        limits.remove(other, isAdmitted: false)
        #expect(limits.add(own) == true)
        #expect(limits.add(own) == false)
        limits.remove(own, isAdmitted: true)
        #expect(limits.add(own) == false)
    }

    @Test("hold for each address of IPv6, and for its network with more room")
    func networks() {
        var limits = ConnectionLimits()
        func address(_ network: UInt8, _ host: Int) -> WebAddress {
            var bytes = [UInt8](repeating: 0, count: 16)
            bytes[0] = 0x20
            bytes[7] = network
            (bytes[14], bytes[15]) = (UInt8(host >> 8), UInt8(host & 255))
            return WebAddress(bytes: bytes, port: 1)
        }
        var count = 0
        while limits.add(address(1, 1)) { count += 1 }
        #expect(count == ConnectionLimits.perStranger)
        // A neighbour has places of its own, but one who takes address after address comes to an end.
        #expect(limits.add(address(1, 2)) == true)
        count += 1
        for host in 3..<1_000 where limits.add(address(1, host)) { count += 1 }
        #expect(count == ConnectionLimits.perStranger * ConnectionLimits.perNetwork)
        #expect(limits.add(address(2, 1)) == true)
        limits.remove(address(1, 1), isAdmitted: false)
        #expect(limits.add(address(1, 2_000)) == true)
        #expect(limits.add(address(1, 2_001)) == false)
    }

    @Test("let a new one without a token take the place of another")
    func replacing() throws {
        var limits = ConnectionLimits()
        let own = try WebAddress(parsing: "127.0.0.1:1")
        for _ in 0..<ConnectionLimits.totalStrangers { #expect(limits.add(own) == true) }
        #expect(limits.add(own) == false)
        #expect(limits.add(own, isReplacing: true) == true)
        limits.remove(own, isAdmitted: false)
        #expect(limits.add(own) == false)
        // Not beyond what one machine may have.
        let other = try WebAddress(parsing: "10.0.0.1:1")
        for _ in 0..<ConnectionLimits.perStranger {
            #expect(limits.add(other, isReplacing: true) == true)
        }
        #expect(limits.add(other, isReplacing: true) == false)
    }

    @Test("let a machine try ten tokens, then one per second")
    func tries() throws {
        var limits = ConnectionLimits()
        let address = try WebAddress(parsing: "[2001:db8::1]:1")
        let neighbour = try WebAddress(parsing: "[2001:db8::2]:1")
        for _ in 0..<10 { #expect(limits.allowsTry(address, at: 0) == true) }
        #expect(limits.allowsTry(address, at: 0) == false)
        // A neighbour in the same network of IPv6 is another machine.
        #expect(limits.allowsTry(neighbour, at: 500_000_000) == true)
        #expect(limits.allowsTry(address, at: 1_000_000_000) == true)
        #expect(limits.allowsTry(address, at: 1_000_000_000) == false)
        #expect(limits.allowsTry(try WebAddress(parsing: "10.0.0.1:1"), at: 1_000_000_000) == true)
    }

    @Test(
        "let a network of IPv6 try four times as many tokens as a machine, whatever its addresses"
    )
    func triesOfNetwork() {
        var limits = ConnectionLimits()
        func tries(at now: Int64, network: UInt8 = 1) -> Int {
            (0..<2_000).count { host in
                var bytes = [UInt8](repeating: 0, count: 16)
                (bytes[0], bytes[7]) = (0x20, network)
                (bytes[14], bytes[15]) = (UInt8(host >> 8), UInt8(host & 255))
                return limits.allowsTry(WebAddress(bytes: bytes, port: 1), at: now)
            }
        }
        #expect(tries(at: 0) == 40)
        #expect(tries(at: 0) == 0)
        #expect(tries(at: 1_000_000_000) == 4)
        #expect(tries(at: 1_000_000_000, network: 2) == 40)
    }

    @Test("remember a bounded number of machines")
    func machines() {
        var limits = ConnectionLimits()
        for number in 0..<ConnectionLimits.remembered {
            let bytes = [
                10, UInt8(number >> 16 & 255), UInt8(number >> 8 & 255), UInt8(number & 255),
            ]
            #expect(limits.allowsTry(WebAddress(bytes: bytes, port: 1), at: 0) == true)
        }
        let late = WebAddress(bytes: [11, 0, 0, 1], port: 1)
        #expect(limits.allowsTry(late, at: 0) == false)
        #expect(limits.allowsTry(late, at: 20_000_000_000) == true)
    }

    @Test("of a rate name the time to wait")
    func rate() {
        var rate = RateLimit(burst: 2, perSecond: 10)
        #expect(rate.take(at: 0) == 0)
        #expect(rate.take(at: 0) == 0)
        #expect(rate.take(at: 0) == 100_000_000)
        #expect(rate.take(at: 0) == 200_000_000)
        #expect(rate.take(at: 10_000_000_000) == 0)
        // A clock that goes back takes nothing away.
        #expect(rate.take(at: 0) == 0)
        // Several at once, more than the burst too.
        #expect(rate.take(5, at: 20_000_000_000) == 300_000_000)
        #expect(rate.take(at: 20_300_000_000) == 100_000_000)
    }
}
