/// The number of connections at a time, in all, for each machine and for each network of IPv6, and
/// how often they may try a token.
package struct ConnectionLimits: Sendable {
    /// The most connections.
    package static let total = 1_024
    /// The most connections that have shown no token, those of this machine too: the rest of the
    /// places is for those who have.
    package static let totalStrangers = 256
    /// The most connections of one other machine.
    package static let perMachine = 256
    /// The most connections of one other machine that has shown no token.
    package static let perStranger = 32
    /// The number of machines for which a network of IPv6 counts: one who has it may choose the last
    /// eight bytes of an address at will, and others may be in it too.
    package static let perNetwork = 4
    /// The most addresses whose tries are remembered, and the most networks.
    static let remembered = 1_024

    private struct Count {
        var all = 0
        var strangers = 0

        mutating func add(_ number: Int, isStranger: Bool) {
            all += number
            if isStranger { strangers += number }
        }

        /// Whether there is room for another stranger where so many machines are.
        func hasRoom(of machines: Int) -> Bool {
            all < ConnectionLimits.perMachine * machines
                && strangers < ConnectionLimits.perStranger * machines
        }
    }

    private var total = Count()
    /// By the bytes of an address, or of a network: the first eight.
    private var counts: [[UInt8]: Count] = [:]
    private var tries: [[UInt8]: RateLimit] = [:]
    private var networkTries: [[UInt8]: RateLimit] = [:]

    /// Makes limits without connections.
    package init() {}

    /// Adds a connection of a machine that has shown no token yet.
    ///
    /// - Parameters:
    ///   - address: Its address.
    ///   - isReplacing: Whether it takes the place of another one without a token, which ends.
    /// - Returns: Whether it is within the limits; else it is not added.
    package mutating func add(_ address: WebAddress, isReplacing: Bool = false) -> Bool {
        guard total.all < Self.total, isReplacing || total.strangers < Self.totalStrangers else {
            return false
        }
        // A proxy, and the browsers of a kiosk, are all on this machine.
        if !address.isLoopback {
            guard (counts[address.bytes] ?? Count()).hasRoom(of: 1) else { return false }
            if let network = Self.network(address) {
                guard (counts[network] ?? Count()).hasRoom(of: Self.perNetwork) else {
                    return false
                }
            }
        }
        total.add(1, isStranger: true)
        for key in Self.keys(address) { counts[key, default: Count()].add(1, isStranger: true) }
        return true
    }

    /// Notes that a connection has shown a token.
    package mutating func admit(_ address: WebAddress) {
        total.strangers -= 1
        for key in Self.keys(address) { counts[key]?.strangers -= 1 }
    }

    /// Removes a connection that has ended.
    ///
    /// - Parameters:
    ///   - address: Its address.
    ///   - isAdmitted: Whether it had shown a token.
    package mutating func remove(_ address: WebAddress, isAdmitted: Bool) {
        guard counts[address.bytes] != nil else { return }
        total.add(-1, isStranger: !isAdmitted)
        for key in Self.keys(address) {
            guard var count = counts[key] else { continue }
            count.add(-1, isStranger: !isAdmitted)
            counts[key] = count.all > 0 ? count : nil
        }
    }

    /// Whether a machine may try a token now: ten at once, then one per second, and a network four
    /// times as many.
    package mutating func allowsTry(_ address: WebAddress, at now: Int64) -> Bool {
        guard Self.makeRoom(in: &tries, for: address.bytes, at: now) else { return false }
        var network: (key: [UInt8], limit: RateLimit)?
        if let key = Self.network(address) {
            guard Self.makeRoom(in: &networkTries, for: key, at: now) else { return false }
            let factor = Double(Self.perNetwork)
            var limit = networkTries[key] ?? RateLimit(burst: 10 * factor, perSecond: factor)
            guard limit.allows(at: now) else { return false }
            network = (key, limit)
        }
        guard tries[address.bytes, default: RateLimit(burst: 10, perSecond: 1)].allows(at: now)
        else { return false }
        // A try of a machine that is refused takes nothing from its neighbours.
        if let network { networkTries[network.key] = network.limit }
        return true
    }

    /// Forgets those that have not tried for a while, if there are many.
    ///
    /// - Returns: Whether one more can be remembered; if not, more try than are remembered, and the
    ///   others wait.
    private static func makeRoom(
        in tries: inout [[UInt8]: RateLimit],
        for key: [UInt8],
        at now: Int64
    ) -> Bool {
        guard tries.count >= remembered, tries[key] == nil else { return true }
        for (key, var limit) in tries where limit.isFull(at: now) { tries[key] = nil }
        return tries.count < remembered
    }

    /// The bytes of the network in which an address of IPv6 is; `nil` for other addresses.
    private static func network(_ address: WebAddress) -> [UInt8]? {
        address.isIPv6 && !address.isLoopback ? Array(address.bytes.prefix(8)) : nil
    }

    private static func keys(_ address: WebAddress) -> [[UInt8]] {
        [address.bytes] + (network(address).map { [$0] } ?? [])
    }
}
