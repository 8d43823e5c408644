/// The number of connections at a time, in all and for each machine, and how often a machine may
/// try a token.
package struct ConnectionLimits: Sendable {
    /// The most connections.
    package static let total = 1_024
    /// The most connections of one other machine.
    package static let perMachine = 256
    /// The most connections of one other machine that has shown no token.
    package static let perStranger = 32
    /// The most machines whose tries are remembered.
    static let remembered = 1_024

    /// A machine, by the bytes of its address.
    package typealias Machine = [UInt8]

    private struct Count {
        var all = 0
        var strangers = 0
    }

    private var total = 0
    private var machines: [Machine: Count] = [:]
    private var tries: [Machine: RateLimit] = [:]

    /// Makes limits without connections.
    package init() {}

    /// Adds a connection of a machine that has shown no token yet.
    ///
    /// - Returns: Whether it is within the limits; else it is not added.
    package mutating func add(_ address: WebAddress) -> Bool {
        let machine = Self.machine(address)
        var count = machines[machine] ?? Count()
        guard total < Self.total else { return false }
        // A proxy, and the browsers of a kiosk, are all on this machine.
        if !address.isLoopback {
            guard count.all < Self.perMachine, count.strangers < Self.perStranger else {
                return false
            }
        }
        count.all += 1
        count.strangers += 1
        total += 1
        machines[machine] = count
        return true
    }

    /// Notes that a connection has shown a token.
    package mutating func admit(_ address: WebAddress) {
        machines[Self.machine(address)]?.strangers -= 1
    }

    /// Removes a connection that has ended.
    ///
    /// - Parameters:
    ///   - address: Its address.
    ///   - isAdmitted: Whether it had shown a token.
    package mutating func remove(_ address: WebAddress, isAdmitted: Bool) {
        let machine = Self.machine(address)
        guard var count = machines[machine] else { return }
        total -= 1
        count.all -= 1
        if !isAdmitted { count.strangers -= 1 }
        machines[machine] = count.all > 0 ? count : nil
    }

    /// Whether a machine may try a token now: ten at once, then one per second.
    package mutating func allowsTry(_ address: WebAddress, at now: Int64) -> Bool {
        let machine = Self.machine(address)
        if tries.count >= Self.remembered, tries[machine] == nil {
            for (key, var limit) in tries where limit.isFull(at: now) { tries[key] = nil }
            // More machines try than are remembered: all others wait.
            guard tries.count < Self.remembered else { return false }
        }
        return tries[machine, default: RateLimit(burst: 10, perSecond: 1)].allows(at: now)
    }

    /// The bytes that one machine is known by: of IPv6, it may choose the last eight at will.
    private static func machine(_ address: WebAddress) -> Machine {
        address.isIPv6 && !address.isLoopback ? Array(address.bytes.prefix(8)) : address.bytes
    }
}
