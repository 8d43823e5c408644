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
        while limits.add(own) { count += 1 }
        #expect(count == ConnectionLimits.total)
        for _ in 0..<count { limits.remove(own, isAdmitted: false) }
        #expect(limits.add(own) == true)
    }

    @Test("let a machine try ten tokens, then one per second")
    func tries() throws {
        var limits = ConnectionLimits()
        let address = try WebAddress(parsing: "[2001:db8::1]:1")
        let neighbour = try WebAddress(parsing: "[2001:db8::2]:1")
        for _ in 0..<10 { #expect(limits.allowsTry(address, at: 0) == true) }
        #expect(limits.allowsTry(address, at: 0) == false)
        // The same network of IPv6 is the same machine.
        #expect(limits.allowsTry(neighbour, at: 500_000_000) == false)
        #expect(limits.allowsTry(address, at: 1_000_000_000) == true)
        #expect(limits.allowsTry(address, at: 1_000_000_000) == false)
        #expect(limits.allowsTry(try WebAddress(parsing: "10.0.0.1:1"), at: 1_000_000_000) == true)
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
    }
}
